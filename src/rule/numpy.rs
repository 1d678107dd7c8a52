//! NumPy's rule: right-aligned sizes are equal, or one of them is 1 or missing.
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

use super::aligned::right_aligned;
use super::broadcast_to::BroadcastTo;
use super::named::{AssignRule, Rule, RuleFor};
use super::strict::{check, equal_ranks};
use crate::sealed::Sealed;
use crate::shape::{
    AnyShape, Axes, AxesList, Clash, Dim, Length, Meet, Met, Mutual, Nil, NumpyAxes, Reason, Relation, Shape,
    ShapeError, Sizes, meet, refusal,
};

/// [`NumpyBroadcast`] as a value: `x.under(Numpy) + &y` is `x + &y`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numpy;

/// Broadcasts right-aligned shapes: each pair of sizes is equal, or one of them is 1 or missing.
///
/// The sources are NumPy's broadcasting rules and OpenVINO's *Numpy broadcast*. A 1 broadcasts to a size of 0 too.
#[doc = include_str!("pictures/broadcast.md")]
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
pub trait NumpyBroadcast<Rhs> {
    /// The shape that both broadcast to.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the sizes of an axis differ and neither is 1, or the 1 has a label.
    fn numpy_broadcast(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError>;
}

/// The shape that `Lhs` and `Rhs` broadcast to under NumPy's rule.
pub type NumpyOutput<Lhs, Rhs> = <Rhs as NumpyWith<Lhs>>::Output;

/// A right shape: [`NumpyBroadcast`] with it as `Self`, so that a bound on the left shape does not decide what it is.
pub trait NumpyWith<Lhs> {
    /// The shape that both broadcast to.
    type Output: Shape;

    #[doc(hidden)]
    fn numpy_with(&self, lhs: &Lhs) -> Result<Self::Output, ShapeError>;
}

impl<Lhs: NumpyBroadcast<Rhs, Output = Out>, Rhs, Out: Shape> NumpyWith<Lhs> for Rhs {
    type Output = Out;

    #[inline]
    fn numpy_with(&self, lhs: &Lhs) -> Result<Out, ShapeError> {
        lhs.numpy_broadcast(self)
    }
}

/// Implements the rule of the operators; `equal_ranks` are the bounds that strictness adds to the list of `Rhs`.
macro_rules! operators_rule {
    ($($equal_ranks:tt)*) => {
        impl<Lhs: Shape, Rhs: Shape> NumpyBroadcast<Rhs> for Lhs
        where
            Rhs::Axes: NumpyAxes<Lhs::Axes, Lhs, Rhs> $($equal_ranks)*,
        {
            type Output = <Rhs::Axes as NumpyAxes<Lhs::Axes, Lhs, Rhs>>::Output;

            #[inline]
            fn numpy_broadcast(&self, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
                if cfg!(conformable_equal_ranks) {
                    check(Relation::With, self, rhs)?;
                }
                numpy_shapes(self, rhs)
            }
        }
    };
}

#[cfg(not(conformable_equal_ranks))]
operators_rule!();
#[cfg(conformable_equal_ranks)]
operators_rule!(+ crate::shape::Ranks<Lhs::Axes, Lhs, Rhs>);

/// NumPy's rule on whole shapes of any ranks.
#[inline]
pub(super) fn numpy_shapes<Lhs: Shape, Rhs: Shape<Axes: NumpyAxes<Lhs::Axes, Lhs, Rhs>>>(
    lhs: &Lhs,
    rhs: &Rhs,
) -> Result<<Rhs::Axes as NumpyAxes<Lhs::Axes, Lhs, Rhs>>::Output, ShapeError> {
    lhs.with_axes(|l| rhs.with_axes(|r| Rhs::Axes::walk(l, r)))
        .map_err(|clash| refusal(Relation::With, clash, lhs, rhs))
}

// numpy(L, ()) = L
impl<Left: AxesList, Lhs, Rhs> NumpyAxes<Left, Lhs, Rhs> for Nil {
    type Output = Left::Shape;

    #[inline]
    fn walk(lhs: &Left, _: &Nil) -> Result<Self::Output, Clash> {
        Ok(lhs.clone().into_shape())
    }
}

// numpy((), R) = R
impl<Last, Outer, Lhs, Rhs> NumpyAxes<Nil, Lhs, Rhs> for Axes<Last, Outer>
where
    Self: AxesList,
{
    type Output = <Self as AxesList>::Shape;

    #[inline]
    fn walk(_: &Nil, rhs: &Self) -> Result<Self::Output, Clash> {
        Ok(rhs.clone().into_shape())
    }
}

// numpy((..L, l), (..R, r)) = (..numpy(L, R), l or r) where l = r, r = 1 or l = 1
impl<LLast, LOuter, RLast, ROuter, Lhs, Rhs> NumpyAxes<Axes<LLast, LOuter>, Lhs, Rhs> for Axes<RLast, ROuter>
where
    LLast: NumpyDims<RLast, Lhs, Rhs>,
    ROuter: NumpyAxes<LOuter, Lhs, Rhs>,
{
    type Output = <ROuter::Output as Shape>::Push<LLast::Output>;

    #[inline]
    fn walk(lhs: &Axes<LLast, LOuter>, rhs: &Self) -> Result<Self::Output, Clash> {
        let last = lhs.last.pair(&rhs.last).map_err(Clash::last)?;
        Ok(ROuter::walk(&lhs.outer, &rhs.outer).map_err(Clash::outward)?.push(last))
    }
}

// numpy(L, *) = *
impl<Left: AxesList, Lhs, Rhs> NumpyAxes<Left, Lhs, Rhs> for AnyShape {
    type Output = Self;

    #[inline]
    fn walk(lhs: &Left, rhs: &Self) -> Result<Self, Clash> {
        lhs.with_sizes(|lhs| numpy(lhs, rhs)).map(Self::from_sizes_vec)
    }
}

// numpy(*, R) = *
impl<Last, Outer, Lhs, Rhs> NumpyAxes<AnyShape, Lhs, Rhs> for Axes<Last, Outer>
where
    Self: AxesList,
{
    type Output = AnyShape;

    #[inline]
    fn walk(lhs: &AnyShape, rhs: &Self) -> Result<AnyShape, Clash> {
        rhs.with_sizes(|rhs| numpy(lhs, rhs)).map(AnyShape::from_sizes_vec)
    }
}

/// Two dims on one axis of `Lhs` and `Rhs`: equal, or one of them 1.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Lhs}` with `{Rhs}`",
    label = "`{Self}` and `{Other}` differ, and neither is 1",
    note = "conformable: E-broadcast"
)]
pub trait NumpyDims<Other, Lhs, Rhs>: Sealed {
    /// The resulting dim.
    type Output: Dim;
    #[doc(hidden)]
    fn pair(&self, other: &Other) -> Result<Self::Output, Reason>;
}

#[diagnostic::do_not_recommend]
impl<Left: Dim, Right: Dim, Lhs, Rhs> NumpyDims<Right, Lhs, Rhs> for Left
where
    Left::Kind: Meet<Right::Kind, Mutual>,
{
    type Output = Met<Left, Right, Mutual>;

    #[inline]
    fn pair(&self, other: &Right) -> Result<Self::Output, Reason> {
        meet::<Mutual, _, _, _>(*self, *other)
    }
}

/// The rule on slices, outermost axis first.
pub(crate) fn numpy<N: Length>(lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
    right_aligned::<Mutual, N>(lhs, rhs)
}

impl Rule for Numpy {
    fn sizes<N: Length>(&self, lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
        if cfg!(conformable_equal_ranks) {
            equal_ranks(lhs, rhs)?;
        }
        numpy(lhs, rhs)
    }

    fn relation(&self) -> Relation {
        Relation::With
    }
}

impl<Lhs, Rhs: NumpyWith<Lhs>> RuleFor<Lhs, Rhs> for Numpy {
    type Output = Rhs::Output;

    #[inline]
    fn broadcast(&self, lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        rhs.numpy_with(lhs)
    }
}

// the result is `Lhs` exactly if `Rhs` broadcasts to it
impl<Lhs, Rhs: BroadcastTo<Lhs>> AssignRule<Lhs, Rhs> for Numpy {
    #[inline]
    fn check(&self, lhs: &Lhs, rhs: &Rhs) -> Result<(), ShapeError> {
        rhs.check_onto(lhs)
    }
}
