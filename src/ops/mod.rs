//! Operators on tensors, the same operations under other rules, and broadcasting itself.
//!
//! Every operator on two tensors has these forms:
//!
//! | form | rule | sizes that do not conform |
//! |---|---|---|
//! | `x + y`, `&x + &y`, ... | [`Numpy`](crate::Numpy) | panic |
//! | `x.try_add(&y)` | [`Numpy`](crate::Numpy) | an error |
//! | `x.under(rule) + &y` | `rule` | panic |
//! | `x.under(rule).try_add(&y)` | `rule` | an error |
//! | `x += &y` | [`Onto`](crate::Onto) | panic |
//! | `x.try_add_assign(&y)` | [`Onto`](crate::Onto) | an error |
//! | `x.under_mut(rule).try_add_assign(&y)` | `rule`, where it leaves the shape of `x` | an error |
//! | `x + 1.0`, `1.0 + x`, `x += 1.0` | none | they always conform |
//!
//! What the types tell of the sizes is settled when the program is compiled; only the rest can panic.

mod broadcast;
mod operator;
mod under;
mod zip;

pub use broadcast::{BroadcastTensors, broadcast, try_broadcast};
pub use under::{Under, UnderMut};
