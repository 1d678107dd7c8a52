//! The program of the models, which is generic over the engine, on burn.

#[path = "../../conformable-models/tests/models/program.rs"]
mod program;

use burn::tensor::Device;
use conformable::{Dyn, Size};
use conformable_burn::Burn;

#[test]
fn they_make_what_their_formulas_say() {
    program::forward::<Size<2>, Size<3>, Burn>(Size, Size, &Device::flex());
    program::forward::<Dyn, Dyn, Burn>(Dyn::new(2), Dyn::new(3), &Device::flex());
}

#[test]
fn of_images() {
    program::images::<Size<2>, Burn>(Size, &Device::flex());
    program::images::<Dyn, Burn>(Dyn::new(2), &Device::flex());
}

#[test]
fn losses() {
    program::losses::<Burn>(&Device::flex());
}

#[test]
fn optimisers() {
    program::optimisers::<Burn>(&Device::flex());
}

#[test]
fn gradients_are_those_of_finite_differences() {
    program::gradients::<Burn>(&Device::flex());
}

#[test]
fn parameters_have_names() {
    program::names_and_counts::<Burn>(&Device::flex());
}

#[test]
fn sizes_that_differ_are_refused_by_name() {
    program::refusals::<Burn>(&Device::flex());
    program::refusals_of_inputs::<Burn>(&Device::flex());
}

#[test]
fn of_none() {
    program::of_none::<Burn>(&Device::flex());
}
