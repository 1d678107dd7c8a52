//! Programs without `unsafe` that implement the library's traits with wrong answers. Each ends in a value, an error or
//! a panic, and under miri without undefined behaviour.

#![forbid(unsafe_code)]

mod along;
mod axes;
mod brands;
#[path = "../common/mod.rs"]
mod common;
mod elements;
#[cfg(feature = "engine")]
mod engines;
mod hidden;
mod large;
mod lists;
mod names;
mod panics;
mod shapes;
mod windows;

use conformable::{Dyn, Tensor};
use conformable_test::panics::panic_text;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;
use std::thread::Result;

thread_local! {
    /// Whether a panic is caught here.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// The value of `f`, or its panic, without printing it, which takes a second under miri.
fn quietly<X>(f: impl FnOnce() -> X) -> Result<X> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_CAUGHT.get() {
                print(panic);
            }
        }));
    });
    let before = IS_CAUGHT.replace(true);
    let result = catch_unwind(AssertUnwindSafe(f));
    IS_CAUGHT.set(before);
    result
}

/// The text of the panic of `f`.
fn panic_of<X>(f: impl FnOnce() -> X) -> String {
    let Err(panic) = quietly(f) else { panic!("it does not panic") };
    panic_text(&*panic)
}

/// What `f` returns, unless it panics.
fn ended<X>(f: impl FnOnce() -> X) -> Option<X> {
    quietly(f).ok()
}

fn vector(len: usize) -> Tensor<u64, (Dyn,)> {
    Tensor::full((Dyn::new(len),), 1)
}
