//! Dims and shapes: sizes of axes as types, and tuples of them. Tensors are not used here.

mod any;
mod arithmetic;
mod axis;
mod axis_name;
mod clash;
mod conversion;
mod digits;
mod dim;
mod dynamic;
#[cfg(rust_analyzer)]
mod editor;
#[cfg(feature = "tensor")]
mod equate;
mod error;
mod extent;
mod group;
mod kind;
mod list;
mod literal;
mod named;
mod number;
mod numel;
mod pair;
mod picture;
#[cfg(feature = "serde")]
mod serde;
#[allow(clippy::module_inception, reason = "the trait that the folder is about")]
mod shape;
mod size;
mod small_vec;
mod static_shape;
mod table;
mod text;
mod tuple;
mod within;
mod wording;

pub(crate) use any::Sizes;
pub use any::{AnyShape, ParseError, PartialShape};
pub use arithmetic::{Diff, DimDiff, DimFloorQuot, DimMax, DimMin, DimPow, DimProd, DimQuot, DimSum};
pub use arithmetic::{FloorQuot, Greatest, Least, Power, Prod, Quot, Sum};
pub use axis::{At, Axis, Trailing};
pub use axis_name::AxisName;
#[cfg(feature = "alloc")]
pub(crate) use clash::TextFault;
pub(crate) use clash::{Clash, Relation};
pub(crate) use dim::meet;
pub use dim::{Dim, IntoDim};
pub use dynamic::{Dyn, Label, Unlabelled};
#[cfg(feature = "tensor")]
pub(crate) use equate::Equated;
pub use error::{ErrorKind, NamedRows, Refused, ShapeError};
pub use list::{Axes, List, Nil, Tuple};
pub use named::{Named, Plain};
pub use numel::numel;
pub use picture::{Alignment, Row};
#[cfg(feature = "tensor")]
pub(crate) use shape::overflow;
pub(crate) use shape::refusal;
pub use shape::{AxesList, Measured, NameOf, NoneBroadcast, Shape, WidenTo};
pub use size::{Millions, Size, Thousands};
#[cfg(feature = "tensor")]
pub(crate) use small_vec::SmallVec;
pub use static_shape::{CappedShape, StaticDim, StaticShape};
pub use text::Name;
pub(crate) use text::name_of;
#[doc(hidden)]
pub use text::{Bounds, LetterText};
#[cfg(feature = "tensor")]
pub(crate) use text::{LONG, spaces};
pub use within::Within;

// used in bounds and by the macros only
#[doc(hidden)]
pub use axis::{Here, Step};
#[doc(hidden)]
pub use axis_name::{And, Compared, Digit, Equals, HasTheName, Hash, HashOf, MayBeNamed, No, Yes, digit};
#[doc(hidden)]
pub use conversion::{NameAxes, NameDim, WidenAxes, WidenDim};
#[doc(hidden)]
pub use digits::{Doubled, Exceeds, Floor, Halved, Less, NextThird, NotAboveZero, Thirds};
#[doc(hidden)]
pub use dim::{Kind, KindOf, Measure, Meet, Met, NumberIn};
#[doc(hidden)]
pub use dynamic::{axis, named};
#[doc(hidden)]
#[cfg(rust_analyzer)]
pub use editor::size;
#[doc(hidden)]
pub use extent::{Capped, Dynamic, Extent, Grouped, HasRoom, Static, Unsized};
#[doc(hidden)]
pub use kind::{
    Bounded, Equal, GreaterOf, Interval, Labelled, Length, LesserOf, Many, Minus, Mutual, NumberOf, Numeral, One,
    OneWay, Over, PairRule, Pairs, Plus, Reason, Side, Stays, Stretches, Times, Unknown,
};
#[doc(hidden)]
pub use literal::{Canonical, Known, Literal, groups, millions, thousands, units};
#[doc(hidden)]
pub use number::{FromNumber, Numbered};
#[doc(hidden)]
pub use shape::{MeasuredList, NoneAxes, NumpyAxes, OntoAxes, Ranks, StretchesTo};
#[doc(hidden)]
pub use within::{Ascending, Choose, Inside, Intersects, KnownWithin, Never, NumberRange, UpFrom};
