//! Differences of neighbouring elements along an axis, taken once or several times.
//!
//! ```text
//! differences(S, x, n) = S with d - n at x      where d is the dim there
//! ```

use super::permute::axis_of;
use super::table::HasAxis;
use crate::shape::{Diff, Dim, DimDiff, Shape, ShapeError, Size};

/// A shape whose axis `X` allows `N` differences in a row; each removes one element.
///
/// ```
/// use conformable::axes::{Differences, HasDifferences};
/// use conformable::{Axis, Shape, Size, assert_type_eq, shape};
///
/// assert_type_eq!(Differences<Shape![2, 5], Axis<1>, Size<3>>, Shape![2, 2]);
/// assert_eq!(shape![2, 5].differences(Axis::<1>, Size::<1>), Ok((shape![2, 4], 1)));
/// ```
pub trait HasDifferences<X, N = Size<1>> {
    /// The shape with `N` elements less along the axis.
    type Output: Shape;

    /// Computes the shape at run time, and the position of the axis.
    ///
    /// # Errors
    ///
    /// If an [`AnyShape`](crate::AnyShape) has no such axis, or a size known only at run time is less than `count`.
    fn differences(&self, axis: X, count: N) -> Result<(Self::Output, usize), ShapeError>;
}

/// The shape `S` with `N` elements less along the axis `X`.
pub type Differences<S, X, N = Size<1>> = <S as HasDifferences<X, N>>::Output;

/// A dim of at least `N` elements.
#[diagnostic::on_unimplemented(
    message = "cannot take the differences of `{S}` along `{X}`",
    label = "`{Self}` is less than `{N}`, or the compiler does not know it",
    note = "conformable: E-diff"
)]
pub trait HasFirst<N, X, S> {
    /// The shape with `N` elements less.
    type Output: Shape;
}

#[diagnostic::do_not_recommend]
impl<D: Dim + DimDiff<N>, N: Dim, X, S: HasAxis<X, Put<Diff<D, N>>: Shape>> HasFirst<N, X, S> for D {
    type Output = S::Put<Diff<D, N>>;
}

// differences(S, x, n) = S with d - n at x
impl<S: Shape, X, N: Dim, A> HasDifferences<X, N> for S
where
    S: HasAxis<X, Item = A>,
    A: HasFirst<N, X, S>,
{
    type Output = A::Output;

    #[inline]
    fn differences(&self, axis: X, count: N) -> Result<(Self::Output, usize), ShapeError> {
        let (axis, mut sizes) = (axis_of(self, &axis)?, self.sizes());
        let size = &mut sizes.as_mut()[axis];
        let Some(less) = size.checked_sub(count.size()) else {
            let count = Some(("with a count of", count.size()));
            let why = "each difference needs one element more";
            return Err(ShapeError::along("take the differences of", self.partial(), axis, count, why));
        };
        *size = less;
        Ok((Self::Output::from_sizes(sizes.as_ref())?, axis))
    }
}
