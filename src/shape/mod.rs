//! Dims and shapes: the lengths of axes as types, and tuples of them. Nothing here knows of tensors.

mod any;
mod arithmetic;
mod axis;
mod clash;
mod dim;
mod dynamic;
#[cfg(rust_analyzer)]
mod editor;
mod error;
mod extent;
mod group;
mod kind;
mod list;
mod literal;
mod named;
mod number;
mod pair;
mod picture;
#[allow(clippy::module_inception, reason = "the trait that the folder is about")]
mod shape;
mod size;
mod static_shape;
mod table;
mod text;
mod tuple;

pub(crate) use any::Sizes;
pub use any::{AnyShape, ParseError, PartialShape};
pub use arithmetic::{Diff, DimDiff, DimProd, DimSum, Minus, Plus, Prod, Sum, Times};
pub use axis::{At, Axis, Here, Step, Trailing};
pub(crate) use clash::{Clash, Relation};
pub(crate) use dim::meet;
pub use dim::{Dim, Kind, KindOf, Measure, Meet, Met};
pub use dynamic::{Dyn, IntoDim, Label, Unlabelled, named};
#[cfg(rust_analyzer)]
pub use editor::size;
pub use error::{ErrorKind, Refused, ShapeError};
pub use extent::{Dynamic, Extent, Grouped, Static, Unsized};
pub use kind::{
    Equal, Labelled, Length, Many, Mutual, One, OneWay, PairRule, Pairs, Reason, Side, Stays, Stretches, Unknown,
};
pub use list::{Axes, List, Nil, Tuple};
pub use literal::{Canonical, Literal, groups, millions, thousands, units};
pub use named::{Named, Plain};
pub use number::{FromNumber, Numbered};
pub(crate) use picture::{Row, write_rows};
#[cfg(feature = "tensor")]
pub(crate) use shape::overflow;
pub(crate) use shape::refusal;
pub use shape::{AxesList, NameOf, NoneAxes, NoneBroadcast, NumpyAxes, OntoAxes, Shape, WidenTo, numel};
pub use size::{Millions, Size, Thousands};
pub use static_shape::StaticShape;
pub use text::Name;
#[cfg(feature = "tensor")]
pub(crate) use text::{LONG, spaces};
