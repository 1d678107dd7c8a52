//! The programs, cases and gradients that every engine runs, on the first NVIDIA GPU; without one the tests fail.

#[path = "../../../tests/engine/cases.rs"]
mod cases;
#[path = "../../../tests/engine/gradients.rs"]
mod gradients;
#[path = "../../../tests/engine/program.rs"]
mod program;

use candle_core::Device;
use conformable::{Dyn, Size};
use conformable_candle::Candle;

fn device() -> Device {
    Device::new_cuda(0).expect("an NVIDIA GPU")
}

#[test]
fn rows_that_the_compiler_knows() {
    program::program::<Size<2>, Candle>(&device(), Size);
}

#[test]
fn rows_known_at_run_time() {
    program::program::<Dyn, Candle>(&device(), Dyn::new(2));
}

#[test]
fn cases_of_other_systems() {
    let (run, skipped) = cases::cases::<Candle>(&device());
    println!("{run} cases run, left out: {skipped:?}");
    assert!(run > 350, "{run} cases run");
}

#[test]
fn gradients_of_all_operations() {
    let device = device();
    gradients::of_a_layer::<Candle>(&device);
    gradients::of_the_others::<Candle>(&device);
    gradients::of_functions::<Candle>(&device);
    gradients::of_derived::<Candle>(&device);
}
