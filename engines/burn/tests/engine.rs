//! The program for every engine, on burn.

#[path = "../../../tests/engine/cases.rs"]
mod cases;
#[path = "../../../tests/engine/program.rs"]
mod program;

use burn::tensor::Device;
use conformable::{Dyn, Size};
use conformable_burn::Burn;

#[test]
fn rows_that_the_compiler_knows() {
    program::program::<Size<2>, Burn>(&Device::flex(), Size);
}

#[test]
fn rows_that_run_time_tells() {
    program::program::<Dyn, Burn>(&Device::flex(), Dyn::new(2));
}

#[cfg(feature = "autodiff")]
#[test]
fn with_gradients() {
    program::program::<Dyn, Burn>(&Device::flex().autodiff(), Dyn::new(2));
}

#[test]
fn cases_of_other_systems() {
    let (run, skipped) = cases::cases::<Burn>(&Device::flex());
    println!("{run} cases run, left out: {skipped:?}");
    assert!(run > 350, "{run} cases run");
}
