//! The one-way rule: a shape broadcasts onto a target, which does not change.
//!
//! ```text
//!   onto  2  4  5
//!   from     4  1
//!   out   2  4  5
//! ```
//!
//! ```text
//! onto(T, ())                 = T
//! onto((..T, t), (..F, f))    = (..onto(T, F), t)     where f = t or f = 1
//! onto(*, F) = *                                      * is a shape of unknown rank
//! onto(T, *) = T
//! ```
//!
//! If `f` is a known size other than 1 and `t` is unknown, the walk returns `f`. PDPD's rule, which also uses this
//! walk, keeps it. [`BroadcastTo`] returns the target itself.

use super::aligned::{paired_dims, pairs, pushed, right_aligned};
use super::named::{AssignRule, Rule, RuleFor};
use crate::sealed::Sealed;
use crate::shape::{
    AnyShape, Axes, AxesList, Clash, Dim, Length, Meet, Met, Nil, OneWay, OntoAxes, PartialShape, Reason, Relation,
    Shape, ShapeError, Sizes, meet, refusal,
};

/// [`BroadcastTo`] as a value: `x.under(Onto) + &y` broadcasts `y` onto the shape of `x`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Onto;

/// Broadcasts onto `Target`: right-aligned, each size equal or 1, and not more axes than `Target`.
///
/// The sources are NumPy's `broadcast_to` and the one-directional mode of OpenVINO's Broadcast.
#[doc = include_str!("pictures/onto.md")]
///
/// ```
/// use conformable::{BroadcastTo, Shape, assert_type_eq, shape};
///
/// assert_type_eq!(<Shape![4, 1] as BroadcastTo<Shape![2, 4, 5]>>::Output, Shape![2, 4, 5]);
/// assert_eq!(shape![4, 1].broadcast_to(&shape![2, 4, 5]), Ok(shape![2, 4, 5]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{BroadcastTo, Shape};
///
/// type Refused = <Shape![2, 4, 5] as BroadcastTo<Shape![4, 5]>>::Output;
/// let shape: Refused; // the rank of `(Size<2>, Size<4>, Size<5>)` is above that of `(Size<4>, Size<5>)`
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Self}` onto `{Target}`",
    label = "the rank of `{Self}` is above that of `{Target}`",
    note = "conformable: E-broadcast"
)]
pub trait BroadcastTo<Target> {
    /// The target.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the target has fewer axes, or a size is neither the target's nor 1, or is a labelled 1.
    fn broadcast_to(&self, target: &Target) -> Result<Target, ShapeError>;

    /// Checks only whether it fails.
    #[doc(hidden)]
    fn check_onto(&self, target: &Target) -> Result<(), ShapeError>;
}

impl<From: Shape, Target: Shape> BroadcastTo<Target> for From
where
    Target::Axes: OntoAxes<From::Axes, Target, From>,
{
    type Output = Target;

    #[inline]
    fn broadcast_to(&self, target: &Target) -> Result<Target, ShapeError> {
        self.check_onto(target)?;
        Ok(target.clone())
    }

    #[inline]
    fn check_onto(&self, target: &Target) -> Result<(), ShapeError> {
        target
            .with_axes(|target| self.with_axes(|from| target.check(from)))
            .map_err(|clash| refusal(Relation::Onto { axis: None }, clash, target, self))
    }
}

// onto(T, ()) = T
impl<Target, From> OntoAxes<Nil, Target, From> for Nil {
    type Output = ();

    #[inline]
    fn walk(&self, _: &Nil) -> Result<(), Clash> {
        Ok(())
    }
}

impl<Last, Outer, Target, From> OntoAxes<Nil, Target, From> for Axes<Last, Outer>
where
    Self: AxesList,
{
    type Output = <Self as AxesList>::Shape;

    #[inline]
    fn walk(&self, _: &Nil) -> Result<Self::Output, Clash> {
        Ok(self.clone().into_shape())
    }
}

// onto((), (..F, f)) does not compile
impl<Last, Outer, Target, From: RankWithin<Target>> OntoAxes<Axes<Last, Outer>, Target, From> for Nil {
    type Output = ();

    fn walk(&self, _: &Axes<Last, Outer>) -> Result<(), Clash> {
        Err(Clash::Rank)
    }
}

// onto((..T, t), (..F, f)) = (..onto(T, F), t) where f = t or f = 1
impl<TLast, TOuter, FLast, FOuter, Target, From> OntoAxes<Axes<FLast, FOuter>, Target, From> for Axes<TLast, TOuter>
where
    TLast: OntoDims<FLast, Target, From>,
    TOuter: OntoAxes<FOuter, Target, From>,
{
    type Output = <TOuter::Output as Shape>::Push<TLast::Output>;

    #[inline]
    fn walk(&self, from: &Axes<FLast, FOuter>) -> Result<Self::Output, Clash> {
        pushed!(self.last.pair(&from.last), self.outer.walk(&from.outer))
    }
}

// onto(T, *) = T
impl<Target, From> OntoAxes<AnyShape, Target, From> for Nil {
    type Output = ();

    #[inline]
    fn walk(&self, from: &AnyShape) -> Result<(), Clash> {
        stretches(&[], from)
    }
}

impl<Last, Outer, Target, From> OntoAxes<AnyShape, Target, From> for Axes<Last, Outer>
where
    Self: AxesList,
{
    type Output = <Self as AxesList>::Shape;

    #[inline]
    fn walk(&self, from: &AnyShape) -> Result<Self::Output, Clash> {
        self.with_sizes(|target| stretches(target, from))?;
        Ok(self.clone().into_shape())
    }

    #[inline]
    fn check(&self, from: &AnyShape) -> Result<(), Clash> {
        self.with_sizes(|target| stretches(target, from))
    }
}

// onto(*, F) = *
impl<Other: AxesList, Target, From> OntoAxes<Other, Target, From> for AnyShape {
    type Output = Self;

    #[inline]
    fn walk(&self, from: &Other) -> Result<Self, Clash> {
        from.with_sizes(|from| stretches(self, from))?;
        Ok(self.clone())
    }

    #[inline]
    fn check(&self, from: &Other) -> Result<(), Clash> {
        from.with_sizes(|from| stretches(self, from))
    }
}

/// Never implemented: the rank is above that of `Target`.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Self}` onto `{Target}`",
    label = "the rank of `{Self}` is above that of `{Target}`",
    note = "conformable: E-broadcast"
)]
pub trait RankWithin<Target> {}

/// A dim of `Target`; `Other` is the dim of `From` on the same axis, equal or 1.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{From}` onto `{Target}`",
    label = "`{Other}` and `{Self}` differ, and `{Other}` is not 1",
    note = "conformable: E-broadcast"
)]
pub trait OntoDims<Other, Target, From>: Sealed {
    /// The target's dim, or the other if only that is static.
    type Output: Dim;
    #[doc(hidden)]
    fn pair(&self, other: &Other) -> Result<Self::Output, Reason>;
}

paired_dims!(OntoDims, OneWay);

/// The rule on slices, outermost axis first.
pub(crate) fn onto<N: Length>(target: &[N], from: &[N]) -> Result<Sizes<N>, Clash> {
    if from.len() > target.len() {
        return Err(Clash::Rank);
    }
    right_aligned::<OneWay, N>(target, from)
}

/// Checks the rule on slices.
fn stretches(target: &[usize], from: &[usize]) -> Result<(), Clash> {
    if from.len() > target.len() {
        return Err(Clash::Rank);
    }
    pairs::<OneWay, _>(target, from, |_, _| ())
}

impl Rule for Onto {
    /// Returns the target's sizes, without those that only `from` knows.
    fn sizes<N: Length>(&self, target: &[N], from: &[N]) -> Result<Sizes<N>, Clash> {
        onto(target, from).map(|_| Sizes::copy_of(target))
    }

    fn relation(&self) -> Relation {
        Relation::Onto { axis: None }
    }

    fn with_unknown_rank(&self, target: &PartialShape, _: &PartialShape) -> Result<PartialShape, Clash> {
        Ok(target.clone())
    }
}

impl<Target: Shape, From: BroadcastTo<Target>> RuleFor<Target, From> for Onto {
    type Output = Target;

    #[inline]
    fn broadcast(&self, target: &Target, from: &From) -> Result<Target, ShapeError> {
        from.broadcast_to(target)
    }
}

impl<Target, From: BroadcastTo<Target>> AssignRule<Target, From> for Onto {
    #[inline]
    fn check(&self, target: &Target, from: &From) -> Result<(), ShapeError> {
        from.check_onto(target)
    }
}
