//! PaddlePaddle's rule: NumPy's, without shapes of rank 0.
//!
//! ```text
//! paddle(L, R)    = numpy(L, R)       where L /= () and R /= ()
//! ```

use super::broadcast_to::BroadcastTo;
use super::named::{AssignRule, Rule, RuleFor};
use super::numpy::{numpy, numpy_shapes};
use crate::sealed::Sealed;
use crate::shape::{AnyShape, Axes, Clash, Length, NumpyAxes, PartialShape, Relation, Shape, ShapeError, Sizes};

/// [`PaddleBroadcast`] as a value: `x.under(Paddle) + &y`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paddle;

/// [`NumpyBroadcast`](super::NumpyBroadcast), where both shapes have at least one axis.
///
/// The source is PaddlePaddle's *Broadcasting* guide. (Paddle 3 itself accepts a scalar.)
///
/// ```
/// use conformable::{PaddleBroadcast, Shape, assert_type_eq};
///
/// assert_type_eq!(<Shape![2, 3, 1, 5] as PaddleBroadcast<Shape![3, 4, 1]>>::Output, Shape![2, 3, 4, 5]);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{PaddleBroadcast, Shape};
///
/// type Refused = <Shape![2, 3] as PaddleBroadcast<()>>::Output;
/// let shape: Refused; // Paddle's rule rejects scalars: each shape needs an axis
/// ```
pub trait PaddleBroadcast<Rhs> {
    /// The shape that both broadcast to.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// As for [`numpy_broadcast`](super::NumpyBroadcast::numpy_broadcast), or if an [`AnyShape`] has rank 0.
    fn paddle_broadcast(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError>;
}

/// The shape that `Lhs` and `Rhs` broadcast to under Paddle's rule.
pub type PaddleOutput<Lhs, Rhs> = <Lhs as PaddleBroadcast<Rhs>>::Output;

impl<Lhs: Shape, Rhs: Shape> PaddleBroadcast<Rhs> for Lhs
where
    Lhs::Axes: HasAxes<Lhs, Rhs>,
    Rhs::Axes: HasAxes<Lhs, Rhs> + NumpyAxes<Lhs::Axes, Lhs, Rhs>,
{
    type Output = <Rhs::Axes as NumpyAxes<Lhs::Axes, Lhs, Rhs>>::Output;

    #[inline]
    fn paddle_broadcast(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        let (l, r) = (self.sizes(), rhs.sizes());
        match has_axes(l.as_ref(), r.as_ref()) {
            Ok(()) => numpy_shapes(self, rhs),
            Err(clash) => Err(ShapeError::new(Relation::With, clash, l.as_ref(), r.as_ref())),
        }
    }
}

/// A list of at least one axis, of one of the shapes `Lhs` and `Rhs`.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Lhs}` with `{Rhs}` by Paddle's rule",
    label = "Paddle's rule rejects scalars: each shape needs an axis",
    note = "conformable: E-broadcast"
)]
pub trait HasAxes<Lhs, Rhs>: Sealed {}

impl<Last, Outer, Lhs, Rhs> HasAxes<Lhs, Rhs> for Axes<Last, Outer> {}
impl<Lhs, Rhs> HasAxes<Lhs, Rhs> for AnyShape {}

fn has_axes<N>(lhs: &[N], rhs: &[N]) -> Result<(), Clash> {
    if lhs.is_empty() || rhs.is_empty() { Err(Clash::NoAxis) } else { Ok(()) }
}

impl Rule for Paddle {
    fn sizes<N: Length>(&self, lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
        has_axes(lhs, rhs)?;
        numpy(lhs, rhs)
    }

    fn relation(&self) -> Relation {
        Relation::With
    }

    fn with_unknown_rank(&self, lhs: &PartialShape, rhs: &PartialShape) -> Result<PartialShape, Clash> {
        let known = [lhs, rhs].map(|shape| shape.dims().unwrap_or(&[None]));
        has_axes(known[0], known[1]).map(|()| PartialShape::UNKNOWN)
    }
}

impl<Lhs: PaddleBroadcast<Rhs>, Rhs> RuleFor<Lhs, Rhs> for Paddle {
    type Output = Lhs::Output;

    #[inline]
    fn broadcast(&self, lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        lhs.paddle_broadcast(rhs)
    }
}

impl<Lhs: PaddleBroadcast<Rhs>, Rhs: Shape + BroadcastTo<Lhs>> AssignRule<Lhs, Rhs> for Paddle {
    #[inline]
    fn check(&self, lhs: &Lhs, rhs: &Rhs) -> Result<(), ShapeError> {
        lhs.paddle_broadcast(rhs)?;
        rhs.check_onto(lhs)
    }
}
