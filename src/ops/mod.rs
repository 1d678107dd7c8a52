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
//! | `x.par() + &y`, `x.par() + 1.0`, with the feature `rayon` on several threads | [`Numpy`](crate::Numpy) | panic |
//! | `x.par().try_add(&y)`, the same | [`Numpy`](crate::Numpy) | an error |
//!
//! An operator on an owned tensor on the heap, but for `under`, overwrites its elements where the result has its sizes,
//! those of the left one where both could be. Comparisons, `minimum`, `pow` and the like have the forms `x.less(&y)`,
//! `x.try_less(&y)`, `x.under(rule).less(&y)` and `x.under(rule).try_less(&y)`, each also with a scalar on the right,
//! `x.less(0.0)` ([`TensorLike`]); so has `where_cond`. [`zip`](zip()) is the general form, for any number of tensors and
//! any closure, in one pass.
//!
//! What the types tell of the sizes is settled when the program is compiled; only the rest can panic. Where there is no
//! memory for a new tensor, too, an operator panics, and the `try_` forms return an error
//! ([`OutOfMemory`](crate::ErrorKind::OutOfMemory)).
//!
//! Where an element's own operator panics, as an `i32` does that overflows or is divided by zero, the panic names a
//! line of this crate: a closure hands no caller on, and a loop that did would not be one of vectors.
//! `RUST_BACKTRACE=1` shows yours. `x.map(i32::wrapping_neg)` and `zip((&x, &y)).map(|(x, y)| x.checked_div(y))` name
//! the operation that is meant, and a panic in your closure your line.

mod elementwise;
mod movement;
#[cfg(feature = "rayon")]
mod par;
#[cfg(feature = "rayon")]
mod parallel;
mod product;
mod reduction;
mod window;

pub use crate::indices::IndexElement;
pub use elementwise::binary::{Under, UnderMut};
pub use elementwise::broadcast::{BroadcastTensors, broadcast, try_broadcast};
#[cfg(feature = "engine")]
pub(crate) use elementwise::reuse::overwrite;
pub use elementwise::tensor_like::TensorLike;
pub use elementwise::where_cond::Selected;
pub use elementwise::zip::{Conform, ItemsOf, Zip, Zipped, zip};
pub use movement::join::{
    AsTensor, ConcatOf, Home, HostMemory, JoinMany, JoinTensors, OfOneShape, OneAfterAnother, concat, concat_into,
    stack, stack_into, try_concat, try_concat_into, try_stack, try_stack_into,
};
#[cfg(feature = "engine")]
pub(crate) use movement::join::{Each, Visitor};
#[cfg(feature = "alloc")]
pub use movement::mask::Ranked;
#[doc(hidden)]
pub use movement::mask::ScatteredValues;
pub use movement::meshgrid::{MeshgridTensors, VectorShape, meshgrid, try_meshgrid};
pub use movement::pad::Pad;
pub use movement::rearrange::{
    RearrangedTensor, RearrangedView, rearrange, rearrange_into, rearrange_view, try_rearrange, try_rearrange_into,
    try_rearrange_view,
};
#[cfg(feature = "alloc")]
pub use movement::rearrange::{rearrange_str, rearrange_str_into, try_rearrange_str, try_rearrange_str_into};
#[doc(hidden)]
pub use movement::scatter::ScatterElement;
pub use movement::scatter::ScatterReduce;
pub use movement::top_k::Tops;
#[cfg(feature = "rayon")]
pub use par::Par;
#[cfg(feature = "engine")]
pub(crate) use product::contract::PairedLetters;
pub use product::einsum::{EinsumElement, EinsumTensors, Einsummed, einsum, einsum_into, try_einsum, try_einsum_into};
#[cfg(feature = "engine")]
pub(crate) use product::einsum::{ResultLetters, Spread};
#[cfg(feature = "alloc")]
pub use product::einsum::{einsum_str, einsum_str_into, try_einsum_str, try_einsum_str_into};
#[cfg(feature = "faer")]
pub use product::linalg::{Field, LinalgError, Which};
#[cfg(feature = "engine")]
pub(crate) use reduction::reduce::OfNone;
pub use window::interpolate::{Coordinates, Interpolation, Multilinear, Nearest, NearestMode};
pub use window::pool::WithIndices;
