//! The program for every engine, on candle.

#[path = "../../../tests/engine/cases.rs"]
mod cases;
#[path = "../../../tests/engine/program.rs"]
mod program;

use candle_core::Device;
use conformable::{Dyn, Size};
use conformable_candle::Candle;

#[test]
fn rows_that_the_compiler_knows() {
    program::program::<Size<2>, Candle>(&Device::Cpu, Size);
}

#[test]
fn rows_that_run_time_tells() {
    program::program::<Dyn, Candle>(&Device::Cpu, Dyn::new(2));
}

#[test]
fn cases_of_other_systems() {
    let (run, skipped) = cases::cases::<Candle>(&Device::Cpu);
    println!("{run} cases run, left out: {skipped:?}");
    assert!(run > 350, "{run} cases run");
}
