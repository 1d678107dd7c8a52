//! Models on this crate's own engine, and on candle.

mod program;

use candle_core::Device;
use conformable::engine::Native;
use conformable::{Dyn, Size};
use conformable_candle::Candle;

#[test]
fn they_make_what_their_formulas_say() {
    program::forward::<Size<2>, Size<3>, Native>(Size, Size, &());
    program::forward::<Dyn, Dyn, Native>(Dyn::new(2), Dyn::new(3), &());
    program::forward::<Size<2>, Size<3>, Candle>(Size, Size, &Device::Cpu);
    program::forward::<Dyn, Dyn, Candle>(Dyn::new(2), Dyn::new(3), &Device::Cpu);
}

#[test]
fn of_images() {
    program::images::<Size<2>, Native>(Size, &());
    program::images::<Dyn, Native>(Dyn::new(2), &());
    program::images::<Size<2>, Candle>(Size, &Device::Cpu);
    program::images::<Dyn, Candle>(Dyn::new(2), &Device::Cpu);
}

#[test]
fn losses() {
    program::losses::<Native>(&());
    program::losses::<Candle>(&Device::Cpu);
}

#[test]
fn optimisers() {
    program::optimisers::<Native>(&());
    program::optimisers::<Candle>(&Device::Cpu);
}

#[test]
fn gradients_are_those_of_finite_differences() {
    program::gradients::<Candle>(&Device::Cpu);
}

#[test]
fn parameters_have_names() {
    program::names_and_counts::<Native>(&());
    program::names_and_counts::<Candle>(&Device::Cpu);
}

#[test]
fn sizes_that_differ_are_refused_by_name() {
    program::refusals::<Native>(&());
    program::refusals::<Candle>(&Device::Cpu);
    program::refusals_of_inputs::<Native>(&());
    program::refusals_of_inputs::<Candle>(&Device::Cpu);
}

#[test]
fn of_none() {
    program::of_none::<Native>(&());
    program::of_none::<Candle>(&Device::Cpu);
}
