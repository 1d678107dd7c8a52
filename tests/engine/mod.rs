//! The program for every engine, on this crate's own.

mod cases;
mod program;

use conformable::engine::Native;
use conformable::{Dyn, Size};

#[test]
fn rows_that_the_compiler_knows() {
    program::program::<Size<2>, Native>(&(), Size);
}

#[test]
fn rows_that_run_time_tells() {
    program::program::<Dyn, Native>(&(), Dyn::new(2));
}

#[test]
fn cases_of_other_systems() {
    let (run, skipped) = cases::cases::<Native>(&());
    println!("{run} cases run, left out: {skipped:?}");
    assert!(run > 350, "{run} cases run");
}
