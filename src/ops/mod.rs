//! Operators on tensors, their forms under other rules, and broadcasting.
//!
//! Every operator on two tensors has these forms:
//!
//! | form | rule | if sizes do not conform |
//! |---|---|---|
//! | `x + y`, `&x + &y`, ... | [`Numpy`](crate::Numpy) | panics |
//! | `x.try_add(&y)` | [`Numpy`](crate::Numpy) | returns an error |
//! | `x.under(rule) + &y` | `rule` | panics |
//! | `x.under(rule).try_add(&y)` | `rule` | returns an error |
//! | `x += &y` | [`Onto`](crate::Onto) | panics |
//! | `x.try_add_assign(&y)` | [`Onto`](crate::Onto) | returns an error |
//! | `x.under_mut(rule).try_add_assign(&y)` | `rule`, if it keeps the shape of `x` | returns an error |
//! | `x + 1.0`, `1.0 + x`, `x += 1.0` | none | always conform |
//! | `x.par() + &y` (feature `rayon`, several threads) | [`Numpy`](crate::Numpy) | panics |
//!
//! An operator, except under a rule, reuses the memory of an owned heap operand that has the sizes of the result. It
//! prefers the left one.
//!
//! Comparisons, `minimum`, `pow`, `where_cond` and similar methods have the forms `x.less(&y)`, `x.try_less(&y)`,
//! `x.under(rule).less(&y)` and `x.under(rule).try_less(&y)`. Each also takes a scalar, `x.less(0.0)` ([`TensorLike`]).
//! [`zip`](zip()) is the general form: any number of tensors and any closure, in one pass.
//!
//! If the result cannot be allocated, an operator panics, and its `try_` form returns
//! [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
//!
//! If an element's operator panics, as `i32` does on overflow or division by zero, the panic names a line of this
//! crate: `#[track_caller]` does not pass through closures, and would prevent vectorised loops. `RUST_BACKTRACE=1`
//! shows your line. To choose the behaviour, write `x.map(i32::wrapping_neg)` or
//! `zip((&x, &y)).map(|(x, y)| x.checked_div(y))`.

mod elementwise;
mod movement;
#[cfg(feature = "rayon")]
mod par;
#[cfg(feature = "rayon")]
mod parallel;
mod product;
mod reduction;
#[cfg(feature = "rayon")]
mod threads;
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
#[cfg(feature = "rayon")]
pub use threads::Threads;
pub use window::interpolate::{Coordinates, Interpolation, Multilinear, Nearest, NearestMode};
pub use window::pool::WithIndices;
#[cfg(feature = "engine")]
pub(crate) use window::shuffle::BlockOrder;
