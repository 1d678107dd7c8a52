//! The broadcasting rules, one in each file.
//!
//! A rule is a recursion over the axes of two shapes, last axes first. Each of its arms is an impl with the output type
//! and the run-time function. A function on slices does the same for shapes of run-time rank.

mod align;
mod aligned;
mod all;
mod auto;
mod bidirectional;
mod broadcast_to;
mod explanation;
mod named;
mod none;
mod numpy;
mod paddle;
mod pdpd;
mod strict;

pub use crate::shape::NoneBroadcast;
#[cfg(feature = "tensor")]
pub(crate) use align::Places;
pub use align::{NamedBroadcast, NamedOutput, NamedWith};
pub use all::{AllOutput, BroadcastAll, broadcast_partial_shapes, broadcast_shapes};
pub use auto::{AutoBroadcastSpec, AutoBroadcastType};
pub use bidirectional::{Bidirectional, BidirectionalBroadcast, BidirectionalOutput};
pub use broadcast_to::{BroadcastTo, Onto};
pub use explanation::Explanation;
#[cfg(feature = "tensor")]
pub(crate) use named::trailing;
pub use named::{AssignRule, Rule, RuleFor, RuleOutput};
pub use none::{Explicit, NoneOutput};
pub(crate) use numpy::numpy;
pub use numpy::{Numpy, NumpyBroadcast, NumpyOutput, NumpyWith};
pub use paddle::{Paddle, PaddleBroadcast, PaddleOutput};
pub use pdpd::{Pdpd, PdpdBroadcast, PdpdOutput};
pub use strict::{EqualRanks, Unstretched};

// the arms of the rules: named only by messages of the compiler
#[doc(hidden)]
pub use align::{
    Absent, Aligned, AlignedDims, AllNamed, Appended, Appends, Declared, MetAt, MetBy, NamedDim, NamesOnce, WithName,
};
#[doc(hidden)]
pub use all::Common;
#[doc(hidden)]
pub use broadcast_to::{OntoDims, RankWithin};
#[doc(hidden)]
pub use none::{NoneDims, SameRank};
#[doc(hidden)]
pub use numpy::NumpyDims;
#[doc(hidden)]
pub use paddle::HasAxes;
#[doc(hidden)]
pub use pdpd::{Gap, PastEnd, Place, Shift, WithinRank};
#[doc(hidden)]
pub use strict::{InnerRanks, OfEqualRank, UnstretchedAxes, UnstretchedDims};
