//! Typed tensors on other engines: another library computes, and this crate checks the shapes.
//!
//! An [`Engine`] is a type. Its kernels are traits ([`UnaryKernel`], [`BinaryKernel`], [`ReduceKernel`],
//! [`MatmulKernel`], [`ViewKernel`]), with one impl for each operation and element type. An [`EngineTensor`] has the
//! operations of [`Tensor`](crate::Tensor) and checks shapes before it calls the engine. [`Native`] is this crate's own
//! engine.
//!
//! | operation | kernel |
//! |---|---|
//! | operators, comparisons, functions of elements | [`BinaryKernel`], [`UnaryKernel`] |
//! | reductions, `argmax`, `argmin` | [`ReduceKernel`] |
//! | softmax, cumulative sums | [`SoftmaxKernel`], [`ScanKernel`] |
//! | `matmul`; products along named axes, `einsum` | [`MatmulKernel`]; [`EinsumKernel`] |
//! | views, reshapes, parts, `tile`, `repeat` | [`ViewKernel`] |
//! | `where_cond` | [`WhereKernel`] |
//! | [`concat()`], [`stack()`], `pad`; `overwrite` | [`ConcatKernel`]; [`OverwriteKernel`] |
//! | `take`, `gather`; `index_add`, `scatter_add`, `one_hot` | [`IndexSelectKernel`]; [`IndexAddKernel`] |
//! | convolutions, pools | [`ConvKernel`], [`PoolKernel`] |
//! | gradients | [`Differentiate`] |
//!
//! [`FloatEngine`] bundles all of them except gradients. [`composed`] has operations built from other kernels.
//!
//! If the engine fails, each operation panics, and its `try_` form returns [`Error::Failed`].

mod bounds;
mod capability;
pub mod composed;
mod contract;
mod derived;
#[allow(clippy::module_inception, reason = "the trait that the folder is about")]
mod engine;
mod extend;
mod gradient;
#[allow(unsafe_code, reason = "`ViewBy` is an unsafe trait")]
mod intervals;
mod join;
mod native;
pub mod op;
mod operator;
mod pick;
mod plan;
mod reduce;
mod softmax;
mod sort;
mod tensor;
mod view;
mod where_cond;
mod window;

pub use bounds::{EinsumKernel, FloatEngine, FloatKernels};
pub use capability::{AlongAxes, BinaryKernel, Conforming, Host, MatmulKernel, ReduceKernel, UnaryKernel, ViewKernel};
pub use contract::{einsum_on, rearrange_on, try_einsum_on, try_rearrange_on};
pub use engine::{Engine, Error, FromRaw, Operand};
pub use extend::{EngineParts, EngineSplit};
pub use gradient::{Differentiate, Gradients};
pub use join::{
    ConcatKernel, EngineMemory, EngineTerm, OverwriteKernel, Piece, Pieces, concat, stack, try_concat, try_stack,
};
pub use native::Native;
pub use operator::{EngineTensorLike, EngineUnder};
pub use pick::{IndexAddKernel, IndexSelectKernel, Picked};
pub use plan::{Interval, Plan};
pub use softmax::{ScanKernel, SoftmaxKernel};
pub use sort::EngineTops;
pub use tensor::{EngineTensor, Outcome};
pub use where_cond::{Choice, EngineChosen, WhereKernel};
pub use window::{ConvKernel, PoolKernel};
