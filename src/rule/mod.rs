//! The broadcasting rules, one file each.
//!
//! Every rule is a recursion over the axes of two shapes, last axes first, whose impls carry the
//! output type and the run-time function in the same arm. The same rule on slices serves shapes
//! whose rank is known only at run time.

mod aligned;
mod all;
mod auto;
mod bidirectional;
mod explanation;
mod named;
mod none;
mod numpy;
mod paddle;
mod pdpd;
mod to;

pub use crate::shape::NoneBroadcast;
pub use all::{AllOutput, BroadcastAll, Common, broadcast_partial_shapes, broadcast_shapes};
pub use auto::{AutoBroadcastSpec, AutoBroadcastType};
pub use bidirectional::{Bidirectional, BidirectionalBroadcast, BidirectionalOutput};
pub use explanation::Explanation;
pub use named::{AssignRule, Rule, RuleFor, RuleOutput};
pub use none::{Explicit, NoneDims, NoneOutput};
pub use numpy::{Numpy, NumpyBroadcast, NumpyDims, NumpyOutput};
pub use paddle::{HasAxes, Paddle, PaddleBroadcast, PaddleOutput};
pub use pdpd::{Gap, PastEnd, Pdpd, PdpdBroadcast, PdpdOutput, Place, Shift, WithinRank};
pub use to::{BroadcastTo, Onto, OntoDims};
