//! The same types over other engines: tensors that another library computes with, by the rules and with the refusals of
//! this crate's own.
//!
//! An [`Engine`] is a type. What it can compute are traits of their own ([`Unary`], [`Binary`], [`Reduce`],
//! [`Products`], [`Views`]), one for each operation and type of elements. A tensor on it is an [`On`], which has the
//! operations of [`Tensor`](crate::Tensor); each proves the shapes first, and only then asks the engine. [`Native`] is
//! this crate's own.
//!
//! | what a tensor does | what its engine has |
//! |---|---|
//! | operators, comparisons, functions of elements | [`Binary`], [`Unary`] |
//! | reductions, and places of the greatest | [`Reduce`] |
//! | softmax, running sums | [`Softmax`], [`Scan`] |
//! | products of matrices | [`Products`]; those along named axes and by letters are made of [`Contracts`] |
//! | views, other shapes, parts, `tile`, `repeat` | [`Views`] |
//! | `select` | [`Select`] |
//! | [`concat()`], [`stack()`], `pad` | [`Joins`] |
//! | `take`, `gather`; `put_add`, `scatter_add`, `one_hot` | [`Picks`]; [`AddsAt`] |
//! | convolutions, pools | [`Convolves`], [`Pools`] |
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
#[allow(unsafe_code, reason = "`Rearrange` is an unsafe trait")]
mod intervals;
mod join;
mod native;
pub mod op;
mod operator;
mod pick;
mod plan;
mod reduce;
mod select;
mod softmax;
mod tensor;
mod view;
mod window;

pub use bounds::{Contracts, FloatEngine, FloatKernels};
pub use capability::{AlongAxes, Binary, Conforming, Host, Products, Reduce, Unary, Views};
pub use contract::{EinsumOn, EinsummedOn, TermOn, einsum_on, rearrange_on, try_einsum_on, try_rearrange_on};
pub use engine::{Engine, Error, Holds, Operand};
pub use extend::{PartsOn, SplitOn};
pub use gradient::{Differentiate, Gradients};
pub use join::{AsOn, Joins, OnTensors, Piece, Pieces, concat, stack, try_concat, try_stack};
pub use native::Native;
pub use operator::{OnLike, UnderOn};
pub use pick::{AddsAt, Picked, Picks};
pub use plan::{Interval, Plan};
pub use select::{Choice, ChosenOn, Select};
pub use softmax::{Scan, Softmax};
pub use tensor::{On, Outcome};
pub use window::{Convolves, Pools};
