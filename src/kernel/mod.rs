//! The loop behind every elementwise operation.
//!
//! ```text
//! walk(plan, target, lanes, f):
//!     for each index of the outer axes of the plan:
//!         for i of the innermost axis:                          # a row
//!             f(target[i], (lane0[i], lane1[i], ..))
//! ```
//!
//! What the real code does differently: where the plan is a constant of short rows, so are the lengths of the loops ([`walk`]). Else the
//! loop over a row is compiled once for each choice of lanes that are dense or one element, and of many lanes the single elements are
//! written as often as a stretch is long ([`stretches`]); short rows and strided lanes are laid out in tiles ([`blocks`]). All of it is
//! compiled for the vectors of each kind of processor ([`simd`]).
//!
//! The target is a slice of elements to be written or changed ([`each`]). A fold has none, and a loop of its own ([`fold`]), with its
//! state in registers.

#![allow(unreachable_pub, reason = "a hidden associated type of the public `Conform` names them")]
#![allow(missing_debug_implementations, reason = "nothing outside can name them")]
#![allow(clippy::cast_possible_wrap, reason = "no block of memory has more elements than an `isize` counts")]
#![allow(clippy::inline_always, reason = "what is not inlined is not compiled for the processor's vectors")]

mod along;
mod batches;
mod blocks;
mod columns;
mod contract;
mod convolve;
mod copy;
mod direct;
mod each;
mod fold;
mod gemm;
mod im2col;
mod join;
mod lane;
mod lines;
mod operand;
#[cfg(feature = "rayon")]
pub(crate) mod parallel;
mod picks;
mod places;
mod pool;
mod reduce;
mod reducer;
mod run;
mod scan;
mod seen;
mod simd;
mod stretches;
mod tensors;
mod term;
mod top;
mod walk;

/// Whether an element has more bytes than kernels hold several of on the stack. Such elements are processed one at a time, so
/// scratch on the stack is bounded whatever the element.
const fn is_large<T>() -> bool {
    size_of::<T>() > 256
}

pub(crate) use batches::{OneThread, product, product_into};
pub(crate) use contract::{contracted, contracted_into};
pub(crate) use convolve::{Way, convolved, convolved_into, scratch_of};
pub(crate) use copy::{assign, copied, copied_as};
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) use each::Heavy;
pub(crate) use each::{Alone, AloneWithScalar, Assign, Each, InPlace, InPlaceOfRight, WithOther};
pub(crate) use each::{Binary, ByRef, Function, OfScalar, Unary, WithScalar};
pub(crate) use fold::fold;
pub(crate) use gemm::Converted;
#[cfg(feature = "matrixmultiply")]
pub use gemm::Packed;
pub use gemm::{Gemm, Loops, MatrixElement};
pub(crate) use im2col::Scratch;
pub use join::Pieces;
pub(crate) use join::{Join, joined, joined_into};
pub use operand::{By, Operand, Operands, Somewhere};
pub(crate) use picks::{AddTo, Deed, Indices, Naming, Write, changed, collected, picked, picked_into};
pub(crate) use places::{Best, Places};
pub(crate) use pool::{pooled, pooled_into};
pub(crate) use reduce::{ManyToOne, Reduce};
pub(crate) use reducer::{Once, Order, Reducer, Reduction, Twice};
pub(crate) use run::{from_fn, map, update};
pub(crate) use tensors::{reduced, reduced_into, reduced_to_one, scanned, scanned_into};
pub(crate) use term::LETTERS;
pub use term::Term;
pub(crate) use top::{top, top_into};
