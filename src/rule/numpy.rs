//! NumPy's rule: the shapes are right-aligned, a missing axis counts as 1, and on each axis the
//! sizes are equal or one of them is 1, which stretches.
//!
//! ```text
//!   lhs  2  1  5
//!   rhs     4  1
//!   out  2  4  5
//! ```
//!
//! ```text
//! numpy(L, ())                = L
//! numpy((), R)                = R
//! numpy((..L, l), (..R, r))   = (..numpy(L, R), l or r)   where l = r, r = 1 or l = 1
//! numpy(L, *) = numpy(*, R)   = *                         * is a shape of unknown rank
//! ```

use super::{AssignRule, BroadcastTo, Rule, RuleFor};
use crate::any::{AnyShape, Sizes};
use crate::dim::Dim;
use crate::error::{Clash, Relation, ShapeError};
use crate::pair::{Length, Meet, Met, Mutual, Reason, meet};
use crate::shape::{Axes, AxesList, List, Nil, Shape};

/// [`NumpyBroadcast`] as a value: `x.under(Numpy) + &y`, which is what `x + &y` does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numpy;

/// Right-aligned; on each axis equal sizes, or a 1 that stretches; missing axes count as 1.
///
/// The sources are NumPy's broadcasting rules and OpenVINO's *Numpy broadcast*. A size of 0 is a
/// size as any other: 1 stretches to it.
///
/// ```
/// use conformable::{NumpyBroadcast, Shape, assert_type_eq, shape};
///
/// assert_type_eq!(<Shape![2, 1, 5] as NumpyBroadcast<Shape![4, 1]>>::Output, Shape![2, 4, 5]);
/// assert_type_eq!(<Shape![_, 5] as NumpyBroadcast<Shape![3, 1]>>::Output, Shape![3, 5]);
/// assert_eq!(shape![2, 1].numpy_broadcast(&shape![4]), Ok(shape![2, 4]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{NumpyBroadcast, Shape};
///
/// type Refused = <Shape![2, 3, 4] as NumpyBroadcast<Shape![2, 3, 6]>>::Output;
/// let shape: Refused; // `Size<4>` and `Size<6>` differ, and neither is 1
/// ```
pub trait NumpyBroadcast<Rhs>: Shape {
    /// The shape that both stretch to.
    type Output: Shape;

    /// The same at run time.
    ///
    /// # Errors
    ///
    /// If the sizes of an axis differ and neither is 1, or the one that is 1 has a label.
    fn numpy_broadcast(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError>;
}

impl<Lhs: Shape, Rhs: Shape> NumpyBroadcast<Rhs> for Lhs
where
    Lhs::Axes: NumpyAxes<Rhs::Axes, Lhs, Rhs, Output: List<Tuple: Shape>>,
{
    type Output = <<Lhs::Axes as NumpyAxes<Rhs::Axes, Lhs, Rhs>>::Output as List>::Tuple;

    #[inline]
    fn numpy_broadcast(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        match self.axes().walk(rhs.axes()) {
            Ok(axes) => Ok(axes.into_tuple()),
            Err(clash) => Err(ShapeError::new(Relation::With, clash, self.sizes().as_ref(), rhs.sizes().as_ref())),
        }
    }
}

/// The rule on two lists, innermost axis first; `Lhs` and `Rhs` are the whole shapes.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Lhs}` with `{Rhs}`",
    label = "nothing is known that lets them meet",
    note = "in generic code, ask for it: `where {Lhs}: NumpyBroadcast<{Rhs}>`"
)]
pub trait NumpyAxes<Other, Lhs, Rhs> {
    /// The list that comes out.
    type Output;
    /// The same at run time.
    #[doc(hidden)]
    fn walk(self, rhs: Other) -> Result<Self::Output, Clash>;
}

// numpy(L, ()) = L
impl<List: AxesList, Lhs, Rhs> NumpyAxes<Nil, Lhs, Rhs> for List {
    type Output = Self;

    #[inline]
    fn walk(self, _: Nil) -> Result<Self, Clash> {
        Ok(self)
    }
}

// numpy((), R) = R
impl<Last, Outer, Lhs, Rhs> NumpyAxes<Axes<Last, Outer>, Lhs, Rhs> for Nil {
    type Output = Axes<Last, Outer>;

    #[inline]
    fn walk(self, rhs: Axes<Last, Outer>) -> Result<Axes<Last, Outer>, Clash> {
        Ok(rhs)
    }
}

// numpy((..L, l), (..R, r)) = (..numpy(L, R), l or r) where l = r, r = 1 or l = 1
impl<LLast, LOuter, RLast, ROuter, Lhs, Rhs> NumpyAxes<Axes<RLast, ROuter>, Lhs, Rhs> for Axes<LLast, LOuter>
where
    LLast: NumpyDims<RLast, Lhs, Rhs>,
    LOuter: NumpyAxes<ROuter, Lhs, Rhs>,
{
    type Output = Axes<LLast::Output, LOuter::Output>;

    #[inline]
    fn walk(self, rhs: Axes<RLast, ROuter>) -> Result<Self::Output, Clash> {
        Ok(Axes {
            last: self.last.pair(rhs.last).map_err(Clash::last)?,
            outer: self.outer.walk(rhs.outer).map_err(Clash::outward)?,
        })
    }
}

// numpy(L, *) = *
impl<List: AxesList, Lhs, Rhs> NumpyAxes<AnyShape, Lhs, Rhs> for List {
    type Output = AnyShape;

    #[inline]
    fn walk(self, rhs: AnyShape) -> Result<AnyShape, Clash> {
        numpy(self.into_tuple().sizes().as_ref(), &rhs).map(AnyShape::from_sizes_vec)
    }
}

// numpy(*, R) = *
impl<Last, Outer, Lhs, Rhs> NumpyAxes<Axes<Last, Outer>, Lhs, Rhs> for AnyShape
where
    Axes<Last, Outer>: AxesList,
{
    type Output = Self;

    #[inline]
    fn walk(self, rhs: Axes<Last, Outer>) -> Result<Self, Clash> {
        numpy(&self, rhs.into_tuple().sizes().as_ref()).map(Self::from_sizes_vec)
    }
}

/// Two dims on one axis of the shapes `Lhs` and `Rhs`: equal, or one of them 1.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Lhs}` with `{Rhs}`",
    label = "`{Self}` and `{Other}` differ, and neither is 1"
)]
pub trait NumpyDims<Other, Lhs, Rhs> {
    /// The one of them that the other meets.
    type Output: Dim;
    /// The same at run time.
    #[doc(hidden)]
    fn pair(self, other: Other) -> Result<Self::Output, Reason>;
}

#[diagnostic::do_not_recommend]
impl<Left: Dim, Right: Dim, Lhs, Rhs> NumpyDims<Right, Lhs, Rhs> for Left
where
    Left::Kind: Meet<Right::Kind, Mutual>,
{
    type Output = Met<Left, Right, Mutual>;

    #[inline]
    fn pair(self, other: Right) -> Result<Self::Output, Reason> {
        meet::<Mutual, _, _, _>(self, other)
    }
}

/// The rule on slices, outermost axis first.
pub(crate) fn numpy<N: Length>(lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
    super::right_aligned::<Mutual, N>(lhs, rhs)
}

impl Rule for Numpy {
    fn sizes<N: Length>(&self, lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
        numpy(lhs, rhs)
    }

    fn relation(&self) -> Relation {
        Relation::With
    }
}

impl<Lhs: NumpyBroadcast<Rhs>, Rhs> RuleFor<Lhs, Rhs> for Numpy {
    type Output = Lhs::Output;

    #[inline]
    fn broadcast(&self, lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        lhs.numpy_broadcast(rhs)
    }
}

// the result is `Lhs` exactly when `Rhs` stretches to it
impl<Lhs, Rhs: BroadcastTo<Lhs>> AssignRule<Lhs, Rhs> for Numpy {
    #[inline]
    fn check(&self, lhs: &Lhs, rhs: &Rhs) -> Result<(), ShapeError> {
        rhs.broadcast_to(lhs).map(drop)
    }
}
