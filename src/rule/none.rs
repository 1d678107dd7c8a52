//! The rule None, also called Explicit: the shapes must be equal.
//!
//! ```text
//!   lhs  2  3  4
//!   rhs  2  3  4
//!   out  2  3  4
//! ```
//!
//! ```text
//! none((), ())                = ()
//! none((..L, l), (..R, r))    = (..none(L, R), l)     where l = r
//! none(*, R)                  = R                     * is a shape of unknown rank
//! none(L, *)                  = L
//! ```

use super::aligned::{paired_dims, pairs, pushed, right_aligned};
use super::named::{AssignRule, Rule, RuleFor};
use crate::sealed::Sealed;
use crate::shape::{
    AnyShape, Axes, AxesList, Clash, Dim, Equal, Length, Meet, Met, Nil, NoneAxes, NoneBroadcast, PartialShape, Reason,
    Relation, Shape, ShapeError, Sizes, meet, refusal,
};

/// [`NoneBroadcast`] as a value: `x.under(Explicit) + &y`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Explicit;

/// The shape of both `Lhs` and `Rhs`.
pub type NoneOutput<Lhs, Rhs> = <Lhs as NoneBroadcast<Rhs>>::Output;

impl<Lhs: Shape, Rhs: Shape> NoneBroadcast<Rhs> for Lhs
where
    Rhs::Axes: NoneAxes<Lhs::Axes, Lhs, Rhs>,
{
    type Output = <Rhs::Axes as NoneAxes<Lhs::Axes, Lhs, Rhs>>::Output;

    #[inline]
    fn none_broadcast(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        self.with_axes(|lhs| rhs.with_axes(|rhs| Rhs::Axes::walk(lhs, rhs)))
            .map_err(|clash| refusal(Relation::Equal, clash, self, rhs))
    }
}

// none((), ()) = ()
impl<Lhs, Rhs> NoneAxes<Nil, Lhs, Rhs> for Nil {
    type Output = ();

    #[inline]
    fn walk(_: &Nil, _: &Nil) -> Result<(), Clash> {
        Ok(())
    }
}

// none((), (..R, r)) and none((..L, l), ()) do not compile
impl<Last, Outer, Lhs: SameRank<Rhs>, Rhs> NoneAxes<Nil, Lhs, Rhs> for Axes<Last, Outer> {
    type Output = ();

    fn walk(_: &Nil, _: &Self) -> Result<(), Clash> {
        Err(Clash::Rank)
    }
}

impl<Last, Outer, Lhs: SameRank<Rhs>, Rhs> NoneAxes<Axes<Last, Outer>, Lhs, Rhs> for Nil {
    type Output = ();

    fn walk(_: &Axes<Last, Outer>, _: &Self) -> Result<(), Clash> {
        Err(Clash::Rank)
    }
}

// none((..L, l), (..R, r)) = (..none(L, R), l) where l = r
impl<LLast, LOuter, RLast, ROuter, Lhs, Rhs> NoneAxes<Axes<LLast, LOuter>, Lhs, Rhs> for Axes<RLast, ROuter>
where
    LLast: NoneDims<RLast, Lhs, Rhs>,
    ROuter: NoneAxes<LOuter, Lhs, Rhs>,
{
    type Output = <ROuter::Output as Shape>::Push<LLast::Output>;

    #[inline]
    fn walk(lhs: &Axes<LLast, LOuter>, rhs: &Self) -> Result<Self::Output, Clash> {
        pushed!(lhs.last.pair(&rhs.last), ROuter::walk(&lhs.outer, &rhs.outer))
    }
}

// none(L, *) = L
impl<Left: AxesList, Lhs, Rhs> NoneAxes<Left, Lhs, Rhs> for AnyShape {
    type Output = Left::Shape;

    #[inline]
    fn walk(lhs: &Left, rhs: &Self) -> Result<Left::Shape, Clash> {
        lhs.with_sizes(|lhs| same(lhs, rhs))?;
        Ok(lhs.clone().into_shape())
    }
}

// none(*, R) = R
impl<Lhs, Rhs> NoneAxes<AnyShape, Lhs, Rhs> for Nil {
    type Output = ();

    #[inline]
    fn walk(lhs: &AnyShape, _: &Nil) -> Result<(), Clash> {
        same(lhs, &[])
    }
}

impl<Last, Outer, Lhs, Rhs> NoneAxes<AnyShape, Lhs, Rhs> for Axes<Last, Outer>
where
    Self: AxesList,
{
    type Output = <Self as AxesList>::Shape;

    #[inline]
    fn walk(lhs: &AnyShape, rhs: &Self) -> Result<Self::Output, Clash> {
        rhs.with_sizes(|rhs| same(lhs, rhs))?;
        Ok(rhs.clone().into_shape())
    }
}

/// Never implemented: the ranks differ.
#[diagnostic::on_unimplemented(
    message = "the shapes `{Self}` and `{Rhs}` must be equal",
    label = "their ranks differ",
    note = "conformable: E-equal"
)]
pub trait SameRank<Rhs> {}

/// Two dims on one axis of `Lhs` and `Rhs` that must be equal.
#[diagnostic::on_unimplemented(
    message = "the shapes `{Lhs}` and `{Rhs}` must be equal",
    label = "`{Self}` and `{Other}` differ",
    note = "conformable: E-equal"
)]
pub trait NoneDims<Other, Lhs, Rhs>: Sealed {
    /// The static one of them, if any.
    type Output: Dim;
    #[doc(hidden)]
    fn pair(&self, other: &Other) -> Result<Self::Output, Reason>;
}

paired_dims!(NoneDims, Equal);

/// The rule on slices, outermost axis first.
pub(crate) fn none<N: Length>(lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
    if lhs.len() != rhs.len() {
        return Err(Clash::Rank);
    }
    right_aligned::<Equal, N>(lhs, rhs)
}

/// Checks the rule on slices.
fn same(lhs: &[usize], rhs: &[usize]) -> Result<(), Clash> {
    if lhs.len() != rhs.len() {
        return Err(Clash::Rank);
    }
    pairs::<Equal, _>(lhs, rhs, |_, _| ())
}

impl Rule for Explicit {
    fn sizes<N: Length>(&self, lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
        none(lhs, rhs)
    }

    fn relation(&self) -> Relation {
        Relation::Equal
    }

    fn with_unknown_rank(&self, lhs: &PartialShape, rhs: &PartialShape) -> Result<PartialShape, Clash> {
        Ok(if lhs.dims().is_none() { rhs.clone() } else { lhs.clone() })
    }
}

impl<Lhs: NoneBroadcast<Rhs>, Rhs> RuleFor<Lhs, Rhs> for Explicit {
    type Output = Lhs::Output;

    #[inline]
    fn broadcast(&self, lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        lhs.none_broadcast(rhs)
    }
}

impl<Lhs: NoneBroadcast<Rhs>, Rhs> AssignRule<Lhs, Rhs> for Explicit {
    #[inline]
    fn check(&self, lhs: &Lhs, rhs: &Rhs) -> Result<(), ShapeError> {
        lhs.none_broadcast(rhs).map(drop)
    }
}
