#![doc = include_str!("../README.md")]
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod axis;
pub mod dim;
pub mod number;
pub mod pair;
pub mod rule;
pub mod shape;

pub mod ops;
pub mod storage;
pub mod tensor;

mod any;
mod error;
mod kernel;
mod layout;
mod literal;
mod numel;
mod picture;
mod size;

/// What only this crate implements: unsafe code rests on it.
mod sealed {
    pub trait Sealed {}
}

pub use any::{AnyShape, PartialShape};
pub use axis::{At, Axis, Trailing};
pub use dim::{Dim, Dyn, Millions, Size, Thousands};
pub use error::{ErrorKind, ParseError, Refused, ShapeError};
pub use number::{Diff, DimDiff, DimProd, DimSum, Prod, Sum};
pub use numel::{Numel, StaticNumel, StaticShape};
pub use picture::Explanation;
pub use rule::{AssignRule, Bidirectional, Explicit, Numpy, Onto, Paddle, Pdpd, Rule, RuleFor};
pub use rule::{AutoBroadcastSpec, AutoBroadcastType, broadcast_partial_shapes, broadcast_shapes};
pub use rule::{
    BidirectionalBroadcast, BroadcastAll, BroadcastTo, NoneBroadcast, NumpyBroadcast, PaddleBroadcast, PdpdBroadcast,
};
pub use shape::Shape;

pub use ops::{Under, UnderMut, Zip, broadcast, try_broadcast, zip};
pub use storage::{Heap, Inline, Storage, View, ViewMut};
pub use tensor::{Computed, IndexFor, NestedArray, Placed, Scalar, Tensor};
