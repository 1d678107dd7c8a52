//! Strictness: rules that refuse a part of what another rule repeats.
//!
//! ```text
//! equal ranks(R)(A, B)            = R(A, B)       where rank(A) = rank(B), or A = (), or B = ()
//!
//! unstretched(L, ())              = L
//! unstretched((), R)              = R
//! unstretched((..L, l), (..R, r)) = (..unstretched(L, R), l)      where l = r
//! unstretched(L, *) = unstretched(*, R) = *                       * is a shape of unknown rank
//! ```

use super::aligned::{paired_dims, right_aligned, right_aligned_lists};
use super::broadcast_to::BroadcastTo;
use super::named::{AssignRule, Rule, RuleFor};
use crate::sealed::Sealed;
use crate::shape::{
    AnyShape, Axes, AxesList, Clash, Dim, Equal, Length, Meet, Met, Nil, PartialShape, Ranks, Reason, Relation, Shape,
    ShapeError, Sizes, meet, refusal,
};

/// Another rule, for shapes of equal rank: `x.under(EqualRanks(Numpy)) + &y`.
///
/// It refuses *rank promotion*, where the shorter shape gets axes: `(N,) + (N, 1)`, which NumPy's rule makes an
/// `(N, N)`. A scalar is accepted, as in JAX's option `jax_numpy_rank_promotion`, which is the model.
///
/// The operators themselves follow it in a build with `RUSTFLAGS="--cfg conformable_equal_ranks"`.
///
/// ```
/// use conformable::{EqualRanks, Numpy, Tensor};
///
/// let (row, column) = (Tensor::from([[1, 2]]), Tensor::from([[10], [20]]));
/// assert_eq!(row.under(EqualRanks(Numpy)) + &column, Tensor::from([[11, 12], [21, 22]]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{EqualRanks, Numpy, Tensor};
///
/// let (wanted, found) = (Tensor::from([1.0, 2.0]), Tensor::from([[1.0], [3.0]]));
/// wanted.under(EqualRanks(Numpy)) - &found; // the ranks of `(Size<2>,)` and `(Size<2>, Size<1>)` differ
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EqualRanks<X>(pub X);

/// NumPy's rule where no size stretches: the sizes of each axis that both shapes have are equal.
///
/// Missing axes are added, as for the rows of a matrix and a bias. [`Explicit`](crate::Explicit) refuses these too.
///
/// ```
/// use conformable::{Tensor, Unstretched};
///
/// let (x, bias) = (Tensor::from([[1, 2], [3, 4]]), Tensor::from([10, 20]));
/// assert_eq!(x.under(Unstretched) + &bias, Tensor::from([[11, 22], [13, 24]]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Tensor, Unstretched};
///
/// let (row, column) = (Tensor::from([[1, 2]]), Tensor::from([[10], [20]]));
/// row.under(Unstretched) + &column; // `Size<2>` and `Size<1>` differ
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unstretched;

/// `equal ranks` on slices.
pub(super) fn equal_ranks<N>(lhs: &[N], rhs: &[N]) -> Result<(), Clash> {
    if lhs.len() == rhs.len() || lhs.is_empty() || rhs.is_empty() { Ok(()) } else { Err(Clash::Rank) }
}

/// [`Ranks`] where both shapes have an axis.
pub trait InnerRanks<Left, Lhs, Rhs> {}

/// Never implemented: the ranks differ.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Self}` with `{Rhs}`",
    label = "their ranks differ, and strictness requires equal ranks",
    note = "`unsqueeze` adds an axis of size 1; `x.under(Onto) + y` repeats `y` to the shape of `x`",
    note = "conformable: E-broadcast"
)]
pub trait OfEqualRank<Rhs> {}

// a scalar, or an unknown rank
impl<Left, Lhs, Rhs> Ranks<Left, Lhs, Rhs> for Nil {}
impl<Left, Lhs, Rhs> Ranks<Left, Lhs, Rhs> for AnyShape {}
impl<Last, Outer, Lhs, Rhs> Ranks<Nil, Lhs, Rhs> for Axes<Last, Outer> {}
impl<Last, Outer, Lhs, Rhs> Ranks<AnyShape, Lhs, Rhs> for Axes<Last, Outer> {}

// rank((..L, l)) = rank((..R, r)) where rank(L) = rank(R)
impl<LLast, LOuter, RLast, ROuter, Lhs, Rhs> Ranks<Axes<LLast, LOuter>, Lhs, Rhs> for Axes<RLast, ROuter> where
    ROuter: InnerRanks<LOuter, Lhs, Rhs>
{
}
impl<LLast, LOuter, RLast, ROuter, Lhs, Rhs> InnerRanks<Axes<LLast, LOuter>, Lhs, Rhs> for Axes<RLast, ROuter> where
    ROuter: InnerRanks<LOuter, Lhs, Rhs>
{
}
impl<Lhs, Rhs> InnerRanks<Nil, Lhs, Rhs> for Nil {}
impl<Last, Outer, Lhs: OfEqualRank<Rhs>, Rhs> InnerRanks<Nil, Lhs, Rhs> for Axes<Last, Outer> {}
impl<Last, Outer, Lhs: OfEqualRank<Rhs>, Rhs> InnerRanks<Axes<Last, Outer>, Lhs, Rhs> for Nil {}

impl<X: Rule> Rule for EqualRanks<X> {
    const AXIS: Option<isize> = X::AXIS;

    fn sizes<N: Length>(&self, lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
        equal_ranks(lhs, rhs)?;
        self.0.sizes(lhs, rhs)
    }

    fn relation(&self) -> Relation {
        self.0.relation()
    }

    fn trailing(&self, lhs_rank: usize, rhs_rank: usize) -> isize {
        self.0.trailing(lhs_rank, rhs_rank)
    }

    fn with_unknown_rank(&self, lhs: &PartialShape, rhs: &PartialShape) -> Result<PartialShape, Clash> {
        self.0.with_unknown_rank(lhs, rhs)
    }
}

impl<X: RuleFor<Lhs, Rhs>, Lhs: Shape, Rhs: Shape> RuleFor<Lhs, Rhs> for EqualRanks<X>
where
    Rhs::Axes: Ranks<Lhs::Axes, Lhs, Rhs>,
{
    type Output = X::Output;

    #[inline]
    fn broadcast(&self, lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        check(self.0.relation(), lhs, rhs)?;
        self.0.broadcast(lhs, rhs)
    }
}

impl<X: AssignRule<Lhs, Rhs>, Lhs: Shape, Rhs: Shape> AssignRule<Lhs, Rhs> for EqualRanks<X>
where
    Rhs::Axes: Ranks<Lhs::Axes, Lhs, Rhs>,
{
    #[inline]
    fn check(&self, lhs: &Lhs, rhs: &Rhs) -> Result<(), ShapeError> {
        check(self.0.relation(), lhs, rhs)?;
        self.0.check(lhs, rhs)
    }
}

/// The run-time twin of [`Ranks`], which types decide unless a rank is unknown.
#[inline]
pub(super) fn check<Lhs: Shape, Rhs: Shape>(relation: Relation, lhs: &Lhs, rhs: &Rhs) -> Result<(), ShapeError> {
    if Lhs::RANK.is_some() && Rhs::RANK.is_some() {
        return Ok(());
    }
    lhs.with_sizes(|l| rhs.with_sizes(|r| equal_ranks(l, r))).map_err(|clash| refusal(relation, clash, lhs, rhs))
}

/// [`Unstretched`] on two lists, innermost axis first, as in [`NumpyAxes`](crate::shape::NumpyAxes).
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Lhs}` with `{Rhs}`",
    label = "the compiler cannot prove that the sizes are equal",
    note = "in generic code, add the bound `where Unstretched: RuleFor<{Lhs}, {Rhs}>`",
    note = "conformable: E-broadcast"
)]
pub trait UnstretchedAxes<Left, Lhs, Rhs>: Sealed {
    /// The resulting shape.
    type Output: Shape;
    #[doc(hidden)]
    fn walk(lhs: &Left, rhs: &Self) -> Result<Self::Output, Clash>;
}

right_aligned_lists!(UnstretchedAxes, UnstretchedDims, unstretched);

/// Two dims on one axis of `Lhs` and `Rhs` that must be equal.
#[diagnostic::on_unimplemented(
    message = "cannot broadcast `{Lhs}` with `{Rhs}`",
    label = "`{Self}` and `{Other}` differ, and no size stretches under `Unstretched`",
    note = "conformable: E-broadcast"
)]
pub trait UnstretchedDims<Other, Lhs, Rhs>: Sealed {
    /// The static one of them, if any.
    type Output: Dim;
    #[doc(hidden)]
    fn pair(&self, other: &Other) -> Result<Self::Output, Reason>;
}

paired_dims!(UnstretchedDims, Equal, Reason::Unstretched);

/// The rule on slices, outermost axis first.
fn unstretched<N: Length>(lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
    right_aligned::<Equal, N>(lhs, rhs).map_err(|clash| match clash {
        Clash::Pair { from_last, .. } => Clash::Pair { from_last, reason: Reason::Unstretched },
        other => other,
    })
}

impl Rule for Unstretched {
    fn sizes<N: Length>(&self, lhs: &[N], rhs: &[N]) -> Result<Sizes<N>, Clash> {
        unstretched(lhs, rhs)
    }

    fn relation(&self) -> Relation {
        Relation::With
    }
}

impl<Lhs: Shape, Rhs: Shape> RuleFor<Lhs, Rhs> for Unstretched
where
    Rhs::Axes: UnstretchedAxes<Lhs::Axes, Lhs, Rhs>,
{
    type Output = <Rhs::Axes as UnstretchedAxes<Lhs::Axes, Lhs, Rhs>>::Output;

    #[inline]
    fn broadcast(&self, lhs: &Lhs, rhs: &Rhs) -> Result<Self::Output, ShapeError> {
        lhs.with_axes(|l| rhs.with_axes(|r| Rhs::Axes::walk(l, r)))
            .map_err(|clash| refusal(Relation::With, clash, lhs, rhs))
    }
}

// the result is `Lhs` where `Rhs` broadcasts to it
impl<Lhs: Shape, Rhs: Shape + BroadcastTo<Lhs>> AssignRule<Lhs, Rhs> for Unstretched
where
    Self: RuleFor<Lhs, Rhs>,
{
    #[inline]
    fn check(&self, lhs: &Lhs, rhs: &Rhs) -> Result<(), ShapeError> {
        self.broadcast(lhs, rhs)?;
        rhs.check_onto(lhs)
    }
}
