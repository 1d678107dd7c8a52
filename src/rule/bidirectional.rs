//! OpenVINO's bidirectional Broadcast: the shape of `input * ones(target)`.
//!
//! ```text
//!   input      4  1
//!   target  2  1  5
//!   out     2  4  5          not the target
//! ```
//!
//! ```text
//! bidirectional(I, T) = numpy(I, T)
//! ```

use super::broadcast_to::BroadcastTo;
use super::named::{AssignRule, Rule, RuleFor};
use super::numpy::{numpy, numpy_shapes};
use crate::shape::{Clash, Length, NumpyAxes, Relation, Shape, ShapeError, Sizes};

/// [`BidirectionalBroadcast`] as a value: `x.under(Bidirectional) + &y`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bidirectional;

/// Broadcasts as `input * ones(target)` does: the result may differ from the target.
///
/// The sources are OpenVINO's Broadcast-3 in mode *bidirectional* and ONNX's Expand. The result of
/// [`BroadcastTo`](super::BroadcastTo) is always the target.
///
/// ```
/// use conformable::{BidirectionalBroadcast, Shape, assert_type_eq};
///
/// assert_type_eq!(<Shape![4, 1] as BidirectionalBroadcast<Shape![2, 1, 5]>>::Output, Shape![2, 4, 5]);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{BidirectionalBroadcast, Shape};
///
/// type Refused = <Shape![4, 1] as BidirectionalBroadcast<Shape![3, 1]>>::Output;
/// let shape: Refused; // `Size<4>` and `Size<3>` differ, and neither is 1
/// ```
pub trait BidirectionalBroadcast<Target> {
    /// The shape that both broadcast to.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// As for [`NumpyBroadcast::numpy_broadcast`](super::NumpyBroadcast::numpy_broadcast).
    fn bidirectional_broadcast(&self, target: &Target) -> Result<Self::Output, ShapeError>;
}

/// The shape that `Input` and `Target` broadcast to.
pub type BidirectionalOutput<Input, Target> = <Input as BidirectionalBroadcast<Target>>::Output;

impl<Input: Shape, Target: Shape> BidirectionalBroadcast<Target> for Input
where
    Target::Axes: NumpyAxes<Input::Axes, Input, Target>,
{
    type Output = <Target::Axes as NumpyAxes<Input::Axes, Input, Target>>::Output;

    #[inline]
    fn bidirectional_broadcast(&self, target: &Target) -> Result<Self::Output, ShapeError> {
        numpy_shapes(self, target)
    }
}

impl Rule for Bidirectional {
    fn sizes<N: Length>(&self, input: &[N], target: &[N]) -> Result<Sizes<N>, Clash> {
        numpy(input, target)
    }

    fn relation(&self) -> Relation {
        Relation::With
    }
}

impl<Input: BidirectionalBroadcast<Target>, Target> RuleFor<Input, Target> for Bidirectional {
    type Output = Input::Output;

    #[inline]
    fn broadcast(&self, input: &Input, target: &Target) -> Result<Self::Output, ShapeError> {
        input.bidirectional_broadcast(target)
    }
}

impl<Lhs, Rhs: BroadcastTo<Lhs>> AssignRule<Lhs, Rhs> for Bidirectional {
    #[inline]
    fn check(&self, lhs: &Lhs, rhs: &Rhs) -> Result<(), ShapeError> {
        rhs.check_onto(lhs)
    }
}
