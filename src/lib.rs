#![doc = include_str!("../README.md")]
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod axis;
pub mod dim;
pub mod number;
pub mod pair;
pub mod rule;
pub mod shape;

mod any;
mod error;
mod literal;
mod numel;
mod picture;
mod size;

#[cfg(feature = "alloc")]
pub mod ops;
#[cfg(feature = "alloc")]
pub mod tensor;

pub use any::{AnyShape, PartialShape};
pub use axis::{At, Axis, Trailing};
pub use dim::{Dim, Dyn, Millions, Size, Thousands};
pub use error::{ErrorKind, ParseError, Refused, ShapeError};
pub use number::{Diff, DimDiff, DimProd, DimSum, Prod, Sum};
pub use numel::{Numel, StaticAxes, StaticShape};
pub use picture::Explanation;
pub use rule::{AssignRule, Bidirectional, Explicit, Numpy, Onto, Paddle, Pdpd, Rule, RuleFor};
pub use rule::{AutoBroadcastSpec, AutoBroadcastType, broadcast_partial_shapes, broadcast_shapes};
pub use rule::{
    BidirectionalBroadcast, BroadcastAll, BroadcastTo, NoneBroadcast, NumpyBroadcast, PaddleBroadcast, PdpdBroadcast,
};
pub use shape::Shape;

#[cfg(feature = "alloc")]
pub use ops::{Under, UnderMut, broadcast, try_broadcast};
#[cfg(feature = "alloc")]
pub use tensor::{IndexFor, NestedArray, Scalar, Tensor};
