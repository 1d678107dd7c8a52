//! PaddlePaddle's own rule, as OpenVINO states it: B broadcasts onto A, aligned from an axis on.
//!
//! ```text
//!   onto  2  3  4  5          axis 1
//!   from     3  4
//!   out   2  3  4  5
//! ```
//!
//! ```text
//! pdpd(A, B, axis)    = onto(A, placed(B))
//! placed(B)           = B                     on the trailing axes
//!                     = (..B, 1, .., 1)       where B ends k axes before A: k ones
//!                     = B without its last k  where B ends k axes past A: each must be 1
//! ```
//!
//! where `k` is `rank(A) - axis - rank(B)`, `rank(B) <= rank(A)` and `axis <= rank(A)`. Types do not compute `k`: the
//! axis counts down the *gap*, the axes of A that B does not cover.

use super::broadcast_to::onto;
use super::named::{AssignRule, Rule, RuleFor, trailing};
use crate::sealed::Sealed;
use crate::shape::{
    AnyShape, At, Axes, AxesList, Axis, Clash, Here, Length, Nil, OntoAxes, PartialShape, Relation, Shape, ShapeError,
    Size, Sizes, Step, Trailing, refusal,
};

/// [`PdpdBroadcast`] as a value: `x.under(Pdpd(Axis::<1>)) + &y`, or `Pdpd(Trailing)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pdpd<P = Trailing>(pub P);

/// Broadcasts `Rhs` onto this shape from the axis `P` on: each of its sizes is equal or 1.
///
/// The sources are OpenVINO's *PDPD broadcast* and PaddlePaddle's elementwise operators. `Rhs` has at most the rank of
/// this shape; its last axes may be past the end if they are [`Size<1>`].
#[doc = include_str!("pictures/pdpd.md")]
///
/// ```
/// use conformable::{Axis, PdpdBroadcast, Shape, assert_type_eq, shape};
///
/// type A = Shape![2, 3, 4, 5];
/// assert_type_eq!(<A as PdpdBroadcast<Shape![3, 4], Axis<1>>>::Output, A);
/// assert_type_eq!(<A as PdpdBroadcast<Shape![4, 5]>>::Output, A);
/// assert_type_eq!(<A as PdpdBroadcast<Shape![3, 1, 1], Axis<1>>>::Output, A);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Axis, PdpdBroadcast, Shape};
///
/// type Refused = <Shape![2, 3, 4, 5] as PdpdBroadcast<Shape![3, 4], Axis<3>>>::Output;
/// let shape: Refused; // `Size<4>` lies past the last axis, and only a `Size<1>` may
/// ```
pub trait PdpdBroadcast<Rhs, P = Trailing> {
    /// This shape, with the sizes that only `Rhs` knows.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If a size of `rhs` is neither equal nor 1, or is a labelled 1; for an [`AnyShape`] also if the ranks do not fit.
    fn pdpd_broadcast(&self, rhs: &Rhs, at: P) -> Result<Self::Output, ShapeError>;
}

/// `Lhs`, with the sizes that only `Rhs`, aligned at `P`, knows.
pub type PdpdOutput<Lhs, Rhs, P = Trailing> = <Lhs as PdpdBroadcast<Rhs, P>>::Output;

impl<Lhs: Shape, Rhs: Shape, P: At> PdpdBroadcast<Rhs, P> for Lhs
where
    P: Place<Lhs::Axes, Rhs::Axes, Lhs, Rhs>,
    Lhs::Axes: OntoAxes<P::Placed, Lhs, Rhs>,
{
    type Output = <Lhs::Axes as OntoAxes<P::Placed, Lhs, Rhs>>::Output;

    #[inline]
    fn pdpd_broadcast(&self, rhs: &Rhs, _: P) -> Result<Self::Output, ShapeError> {
        let placed = P::place(self.sizes().as_ref().len(), rhs.axes());
        placed.and_then(|placed| self.with_axes(|target| target.walk(&placed))).map_err(|clash| {
            let relation = Relation::Onto { axis: Some(P::AXIS) };
            refusal(relation, clash, self, rhs)
        })
    }
}

/// Aligns the list `Other` with the list `Target`; `Lhs` and `Rhs` are the whole shapes.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Rhs}` onto `{Lhs}` at `{Self}`",
    label = "the axis is past the rank of `{Lhs}`",
    note = "conformable: E-broadcast"
)]
pub trait Place<Target, Other, Lhs, Rhs>: Sealed {
    /// `Other`, shifted so that the last axes align.
    type Placed;
    #[doc(hidden)]
    fn place(lhs_rank: usize, rhs: Other) -> Result<Self::Placed, Clash>;
}

// placed(B) = B on the trailing axes
impl<Target, Other, Lhs, Rhs> Place<Target, Other, Lhs, Rhs> for Trailing {
    type Placed = Other;

    #[inline]
    fn place(_: usize, rhs: Other) -> Result<Other, Clash> {
        Ok(rhs)
    }
}

// placed(B) = shifted(gap(A, B), axis, B)
impl<Target, Other, Lhs, Rhs, const N: isize> Place<Target, Other, Lhs, Rhs> for Axis<N>
where
    Self: At,
    Target: Gap<Other, Lhs, Rhs>,
    Target::Gap: Shift<<Self as At>::Steps, Other, Self, Lhs, Rhs>,
{
    type Placed = <Target::Gap as Shift<<Self as At>::Steps, Other, Self, Lhs, Rhs>>::Shifted;

    #[inline]
    fn place(lhs_rank: usize, rhs: Other) -> Result<Self::Placed, Clash> {
        <Target::Gap as Shift<<Self as At>::Steps, Other, Self, Lhs, Rhs>>::shift(lhs_rank, rhs)
    }
}

/// Pairs the axes of this list with those of `Other`, and keeps the rest.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Rhs}` onto `{Lhs}`",
    label = "the rank of `{Rhs}` is above that of `{Lhs}`",
    note = "conformable: E-broadcast"
)]
pub trait Gap<Other, Lhs, Rhs>: Sealed {
    /// The axes that are left; [`AnyShape`] if they are known only at run time.
    type Gap;
}

// gap(A, ()) = A
impl<Lhs, Rhs> Gap<Nil, Lhs, Rhs> for Nil {
    type Gap = Self;
}
impl<Last, Outer, Lhs, Rhs> Gap<Nil, Lhs, Rhs> for Axes<Last, Outer> {
    type Gap = Self;
}

// gap((..A, a), (..B, b)) = gap(A, B)
impl<ALast, AOuter: Gap<BOuter, Lhs, Rhs>, BLast, BOuter, Lhs, Rhs> Gap<Axes<BLast, BOuter>, Lhs, Rhs>
    for Axes<ALast, AOuter>
{
    type Gap = AOuter::Gap;
}

// gap(*, B) = gap(A, *) = *
impl<Other, Lhs, Rhs> Gap<Other, Lhs, Rhs> for AnyShape {
    type Gap = Self;
}
impl<Lhs, Rhs> Gap<AnyShape, Lhs, Rhs> for Nil {
    type Gap = AnyShape;
}
impl<Last, Outer, Lhs, Rhs> Gap<AnyShape, Lhs, Rhs> for Axes<Last, Outer> {
    type Gap = AnyShape;
}

/// Shifts the list `Other` outward over this gap, from its inner end to the axis `N`.
pub trait Shift<N, Other, Place, Lhs, Rhs>: Sealed {
    /// The shifted list.
    type Shifted;
    #[doc(hidden)]
    fn shift(lhs_rank: usize, rhs: Other) -> Result<Self::Shifted, Clash>;
}

// shifted((), 0, B) = B
impl<Other, Place, Lhs, Rhs> Shift<Here, Other, Place, Lhs, Rhs> for Nil {
    type Shifted = Other;

    #[inline]
    fn shift(_: usize, rhs: Other) -> Result<Other, Clash> {
        Ok(rhs)
    }
}

// shifted((..gap, g), 0, B) = (..shifted(gap, 0, B), 1)
impl<Last, Outer, Other, Place, Lhs, Rhs> Shift<Here, Other, Place, Lhs, Rhs> for Axes<Last, Outer>
where
    Outer: Shift<Here, Other, Place, Lhs, Rhs>,
{
    type Shifted = Axes<Size<1>, Outer::Shifted>;

    #[inline]
    fn shift(lhs_rank: usize, rhs: Other) -> Result<Self::Shifted, Clash> {
        Ok(Axes { last: Size, outer: Outer::shift(lhs_rank, rhs)? })
    }
}

// shifted((..gap, g), n, B) = shifted(gap, n - 1, B)
impl<Last, Outer, N, Other, Place, Lhs, Rhs> Shift<Step<N>, Other, Place, Lhs, Rhs> for Axes<Last, Outer>
where
    Outer: Shift<N, Other, Place, Lhs, Rhs>,
{
    type Shifted = Outer::Shifted;

    #[inline]
    fn shift(lhs_rank: usize, rhs: Other) -> Result<Self::Shifted, Clash> {
        Outer::shift(lhs_rank, rhs)
    }
}

// shifted((), n, (..B, 1)) = shifted((), n - 1, B)
impl<Last, Outer, N, Place, Lhs, Rhs> Shift<Step<N>, Axes<Last, Outer>, Place, Lhs, Rhs> for Nil
where
    Last: PastEnd<Place, Lhs, Rhs>,
    Nil: Shift<N, Outer, Place, Lhs, Rhs>,
{
    type Shifted = <Nil as Shift<N, Outer, Place, Lhs, Rhs>>::Shifted;

    #[inline]
    fn shift(lhs_rank: usize, rhs: Axes<Last, Outer>) -> Result<Self::Shifted, Clash> {
        Nil::shift(lhs_rank, rhs.outer)
    }
}

// shifted((), n, ()): the axes end before the count
impl<N, Place, Lhs, Rhs> Shift<Step<N>, Nil, Place, Lhs, Rhs> for Nil
where
    Place: WithinRank<Lhs, Rhs>,
{
    type Shifted = Nil;

    #[inline]
    fn shift(_: usize, rhs: Nil) -> Result<Nil, Clash> {
        Ok(rhs)
    }
}

// shifted(*, n, B) = *
impl<N, Other: AxesList, Place: At, Lhs, Rhs> Shift<N, Other, Place, Lhs, Rhs> for AnyShape {
    type Shifted = Self;

    #[inline]
    fn shift(lhs_rank: usize, rhs: Other) -> Result<Self, Clash> {
        placed(lhs_rank, rhs.into_shape().sizes().as_ref(), Place::AXIS).map(Self::from_sizes_vec)
    }
}

/// A place within the rank of the shape `Lhs`.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Rhs}` onto `{Lhs}` at `{Self}`",
    label = "the axis is past the rank of `{Lhs}`",
    note = "conformable: E-broadcast"
)]
pub trait WithinRank<Lhs, Rhs>: Sealed {}

impl<Lhs, Rhs> WithinRank<Lhs, Rhs> for Trailing {}

/// A dim of `Rhs` past the last axis of `Lhs`.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Rhs}` onto `{Lhs}` at `{Place}`",
    label = "`{Self}` is past the last axis, where only a `Size<1>` is allowed",
    note = "conformable: E-broadcast"
)]
pub trait PastEnd<Place, Lhs, Rhs>: Sealed {}

impl<Place, Lhs, Rhs> PastEnd<Place, Lhs, Rhs> for Size<1> {}

/// `placed(B)` on slices, outermost axis first.
fn placed<N: Length>(lhs_rank: usize, rhs: &[N], axis: isize) -> Result<Sizes<N>, Clash> {
    if rhs.len() > lhs_rank {
        return Err(Clash::Rank);
    }
    if axis < Trailing::AXIS || axis > 0isize.saturating_add_unsigned(lhs_rank) {
        return Err(Clash::Axis);
    }
    let trailing = trailing(lhs_rank, rhs.len(), axis);
    let (kept, past) = rhs.split_at(rhs.len() - trailing.min(0).unsigned_abs());
    if let Some(not_one) = past.iter().rposition(|size| !size.is_one()) {
        return Err(Clash::Overrun { rhs_axis: kept.len() + not_one });
    }
    let ones = core::iter::repeat_n(N::ONE, trailing.max(0).unsigned_abs());
    Ok(kept.iter().copied().chain(ones).collect())
}

/// The rule on slices, outermost axis first; axis -1 is the default.
pub(crate) fn pdpd<N: Length>(lhs: &[N], rhs: &[N], axis: isize) -> Result<Sizes<N>, Clash> {
    onto(lhs, &placed(lhs.len(), rhs, axis)?)
}

impl<P: At> Rule for Pdpd<P> {
    const AXIS: Option<isize> = Some(P::AXIS);

    fn sizes<N: Length>(&self, lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
        pdpd(lhs, rhs, P::AXIS)
    }

    fn relation(&self) -> Relation {
        Relation::Onto { axis: Some(P::AXIS) }
    }

    fn with_unknown_rank(&self, lhs: &PartialShape, _: &PartialShape) -> Result<PartialShape, Clash> {
        Ok(lhs.clone())
    }
}

impl<Lhs: PdpdBroadcast<Rhs, P>, Rhs, P: At> RuleFor<Lhs, Rhs> for Pdpd<P> {
    type Output = Lhs::Output;

    #[inline]
    fn broadcast(&self, lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        lhs.pdpd_broadcast(rhs, self.0)
    }
}

impl<Lhs: PdpdBroadcast<Rhs, P>, Rhs, P: At> AssignRule<Lhs, Rhs> for Pdpd<P> {
    #[inline]
    fn check(&self, lhs: &Lhs, rhs: &Rhs) -> Result<(), ShapeError> {
        lhs.pdpd_broadcast(rhs, self.0).map(drop)
    }
}
