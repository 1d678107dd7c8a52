#![doc = include_str!("../README.md")]
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "tensor")]
mod elementwise;
#[cfg(feature = "tensor")]
mod forms;
mod sealed;

mod indices;

pub mod axes;
pub mod brand;
pub mod product;
pub mod rule;
pub mod shape;
pub mod windows;

#[cfg(all(doc, feature = "std"))]
#[doc = include_str!("../docs/names.md")]
pub mod names {}

#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "tensor")]
mod layout;
#[cfg(any(feature = "std", feature = "libm"))]
pub mod maths;

#[cfg(feature = "tensor")]
#[allow(unsafe_code, reason = "kernels read and write through pointers")]
mod kernel;
#[cfg(feature = "tensor")]
pub mod numeric;
#[cfg(feature = "tensor")]
pub mod ops;
#[cfg(feature = "tensor")]
#[allow(unsafe_code, reason = "tensors and views are made of pointers")]
pub mod storage;
#[cfg(feature = "tensor")]
pub mod tensor;

#[cfg(feature = "tensor")]
#[doc(inline)]
pub use tensor::{Computed, IndexFor, Indexed, NestedArray, Scalar, Tensor};

#[doc(inline)]
pub use axes::{AxesOf, ByName, Keep, Kept, Reduced};
#[doc(inline)]
pub use brand::{Branded, branded};
#[doc(inline)]
pub use product::{EndsIn, Matmul, MatmulOutput, Solve, Solved, Square, Svd};
#[doc(inline)]
pub use shape::{AnyShape, CappedShape, PartialShape, Shape, StaticDim, StaticShape};
#[doc(inline)]
pub use shape::{At, Axis, Trailing};
#[doc(inline)]
pub use shape::{Diff, DimDiff, DimFloorQuot, DimMax, DimMin, DimPow, DimProd, DimQuot, DimSum};
#[doc(inline)]
pub use shape::{Dim, Dyn, Millions, Named, Size, Thousands, Within};
#[doc(inline)]
pub use shape::{ErrorKind, ParseError, Refused, ShapeError};
pub use shape::{FloorQuot, Greatest, Least, Power, Prod, Quot, Sum};

#[doc(inline)]
pub use rule::{
    AllOutput, BidirectionalOutput, NamedOutput, NoneOutput, NumpyOutput, PaddleOutput, PdpdOutput, RuleOutput,
};
#[doc(inline)]
pub use rule::{
    AssignRule, Bidirectional, EqualRanks, Explanation, Explicit, Numpy, Onto, Paddle, Pdpd, Rule, RuleFor, Unstretched,
};
#[doc(inline)]
pub use rule::{AutoBroadcastSpec, AutoBroadcastType, broadcast_partial_shapes, broadcast_shapes};
#[doc(inline)]
pub use rule::{
    BidirectionalBroadcast, BroadcastAll, BroadcastTo, NamedBroadcast, NoneBroadcast, NumpyBroadcast, PaddleBroadcast,
    PdpdBroadcast,
};

#[cfg(feature = "rayon")]
#[doc(inline)]
pub use ops::{Par, Threads};
#[cfg(feature = "tensor")]
#[doc(inline)]
pub use ops::{
    Under, UnderMut, Zip, broadcast, concat, meshgrid, stack, try_broadcast, try_concat, try_meshgrid, try_stack, zip,
};
#[cfg(feature = "tensor")]
#[doc(inline)]
pub use storage::{Along, Heap, Inline, Numel, Placed, StaticNumel, Storage, View, ViewMut};
