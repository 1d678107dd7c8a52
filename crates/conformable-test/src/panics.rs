//! The texts of panics.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The text of a panic, from its payload.
pub fn panic_text(payload: &(dyn Any + Send)) -> String {
    let owned = payload.downcast_ref::<String>().cloned();
    owned.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string)).expect("text")
}

/// The text of the panic of `f`.
pub fn panic_of<X>(f: impl FnOnce() -> X) -> String {
    let Err(payload) = catch_unwind(AssertUnwindSafe(f)) else { panic!("it does not panic") };
    panic_text(&*payload)
}
