//! The program for every engine, on this crate's own.

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
