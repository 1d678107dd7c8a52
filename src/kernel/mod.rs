//! The loops over elements.
//!
//! ```text
//! walk(plan, target, lanes, f):
//!     for each index of the outer axes of the plan:
//!         for i of the innermost axis:                          # a row
//!             f(target[i], (lane0[i], lane1[i], ..))
//! ```
//!
//! All loops have copies for several kinds of processors ([`simd`]).

#![allow(unreachable_pub, reason = "a hidden associated type of the public `Conform` names them")]
#![allow(missing_debug_implementations, reason = "the types are private to the crate")]
#![allow(clippy::cast_possible_wrap, reason = "no block of memory has more elements than an `isize` counts")]
#![cfg_attr(not(feature = "rayon"), allow(dead_code, reason = "only threads need it"))]
#![allow(clippy::inline_always, reason = "a function that is not inlined is not vectorised for the processor")]

mod elementwise;
mod movement;
#[cfg(feature = "rayon")]
pub(crate) mod parallel;
mod product;
mod reduction;
mod simd;
pub(crate) mod threads;
mod window;

/// Whether elements are so large that kernels process them one at a time, which bounds their scratch on the stack.
const fn is_large<T>() -> bool {
    size_of::<T>() > 256
}

pub(crate) use elementwise::fold::fold;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) use elementwise::function::Heavy;
pub(crate) use elementwise::function::{Alone, AloneWithScalar, Assign, Each, InPlace, InPlaceOfRight, WithOther};
pub(crate) use elementwise::function::{Binary, Function, OfScalar, Pure, Stateless, Unary, WithScalar};
pub use elementwise::operand::{By, Operand, Operands, Somewhere};
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) use elementwise::run::pieces;
pub(crate) use elementwise::run::{from_fn, map, update};
pub(crate) use elementwise::transpose::INTERLEAVED;
pub(crate) use movement::copy::{assign, copied, copied_as};
pub use movement::join::Pieces;
pub(crate) use movement::join::{Join, joined};
#[cfg(feature = "alloc")]
pub(crate) use movement::nd::unravelled;
pub(crate) use movement::nd::{changed_nd, picked_nd};
pub(crate) use movement::pad::{Extent, padded};
pub(crate) use movement::pick::{Combine, IndexMode, IndexOp, Indices, Write, changed, collected, picked};
#[cfg(feature = "alloc")]
pub(crate) use movement::sort::{Indexed, SortKey, Value, sorted};
pub(crate) use movement::top_k::top;
pub(crate) use product::contract::contracted;
pub(crate) use product::gemm::Converted;
#[cfg(feature = "matrixmultiply")]
pub use product::gemm::Packed;
pub use product::gemm::{Gemm, Loops, MatrixElement};
pub(crate) use product::lettered::LETTERS;
#[cfg(feature = "rayon")]
pub(crate) use product::matmul::Threads;
pub(crate) use product::matmul::{OneThread, product};
pub use product::term::Term;
pub(crate) use reduction::argmax::{Best, Places};
pub(crate) use reduction::reduce::{ManyToOne, Reduce};
pub(crate) use reduction::reducer::{Once, Order, Reducer, Reduction, Twice};
pub(crate) use reduction::small::Few;
pub(crate) use reduction::tensors::{reduced, reduced_anywhere, reduced_small, reduced_to_one, scanned};
pub(crate) use window::conv::{Direction, convolved, scratch_of};
pub(crate) use window::im2col::Scratch;
pub(crate) use window::interpolate::interpolated;
#[cfg(feature = "engine")]
pub(crate) use window::interpolate::{Between, neighbours};
pub use window::interpolate::{Blend, Coordinate};
pub(crate) use window::pool::{pooled, pooled_adaptively, pooled_indices};
