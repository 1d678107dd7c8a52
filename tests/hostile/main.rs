//! Programs without `unsafe` that implement the library's traits with wrong answers. Each ends in a value, an error or
//! a panic, and under miri without undefined behaviour.

#![forbid(unsafe_code)]

mod along;
mod elements;
mod engines;
mod hidden;
mod lists;
mod panics;
mod shapes;
mod windows;

use conformable::{Dyn, Tensor};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What the panic of `f` says.
fn panic_of<X>(f: impl FnOnce() -> X) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(f)) else { panic!("it does not panic") };
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string))
        .expect("text")
}

/// What `f` returns, unless it panics.
fn ended<X>(f: impl FnOnce() -> X) -> Option<X> {
    catch_unwind(AssertUnwindSafe(f)).ok()
}

fn vector(len: usize) -> Tensor<u64, (Dyn,)> {
    Tensor::full((Dyn::new(len),), 1)
}
