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

use super::aligned::{paired_dims, right_aligned, right_aligned_lists};
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
    match lhs.with_axes(|l| rhs.with_axes(|r| Rhs::Axes::walk(l, r))) {
        Ok(shape) => Ok(shape),
        Err(clash) => Err(refusal(Relation::With, clash, lhs, rhs)),
    }
}

right_aligned_lists!(NumpyAxes, NumpyDims, numpy);

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

paired_dims!(NumpyDims, Mutual);

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
