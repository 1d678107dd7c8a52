//! The same types over other engines: tensors that another library computes with, by the rules and with the refusals of
//! this crate's own.
//!
//! An [`Engine`] is a type. What it can compute are traits of their own ([`UnaryKernel`], [`BinaryKernel`], [`ReduceKernel`],
//! [`MatmulKernel`], [`ViewKernel`]), one for each operation and type of elements. A tensor on it is an [`EngineTensor`], which has the
//! operations of [`Tensor`](crate::Tensor); each proves the shapes first, and only then asks the engine. [`Native`] is
//! this crate's own.
//!
//! | what a tensor does | what its engine has |
//! |---|---|
//! | operators, comparisons, functions of elements | [`BinaryKernel`], [`UnaryKernel`] |
//! | reductions, and places of the greatest | [`ReduceKernel`] |
//! | softmax, running sums | [`SoftmaxKernel`], [`ScanKernel`] |
//! | products of matrices | [`MatmulKernel`]; those along named axes and by letters are made of [`EinsumKernel`] |
//! | views, other shapes, parts, `tile`, `repeat` | [`ViewKernel`] |
//! | `where_cond` | [`WhereKernel`] |
//! | [`concat()`], [`stack()`], `pad` | [`ConcatKernel`] |
//! | `take`, `gather`; `index_add`, `scatter_add`, `one_hot` | [`IndexSelectKernel`]; [`IndexAddKernel`] |
//! | convolutions, pools | [`ConvKernel`], [`PoolKernel`] |
//! | gradients | [`Differentiate`] |
//!
//! [`FloatEngine`] is one bound for all of them but gradients. What an engine has no kernel for is [`composed`] of what
//! it has.

mod bounds;
mod capability;
pub mod composed;
mod contract;
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
pub use join::{ConcatKernel, EngineMemory, EngineTerm, Piece, Pieces, concat, stack, try_concat, try_stack};
pub use native::Native;
pub use operator::{EngineTensorLike, EngineUnder};
pub use pick::{IndexAddKernel, IndexSelectKernel, Picked};
pub use plan::{Interval, Plan};
pub use softmax::{ScanKernel, SoftmaxKernel};
pub use tensor::{EngineTensor, Outcome};
pub use where_cond::{Choice, EngineChosen, WhereKernel};
pub use window::{ConvKernel, PoolKernel};
