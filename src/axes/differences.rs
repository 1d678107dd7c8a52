//! An axis with one element less: the differences of neighbours.
//!
//! ```text
//! differences(S, x) = S with d - 1 at x      where d is the dim there
//! ```

use super::permute::axis_of;
use super::table::HasAxis;
use crate::shape::{Diff, Dim, DimDiff, Shape, ShapeError, Size};

/// A shape with an axis `X` along which there is a first element.
pub trait HasDifferences<X>: Shape {
    /// The shape with one element less along it.
    type Output: Shape;

    /// The same at run time, and where the axis stands.
    ///
    /// # Errors
    ///
    /// If an [`AnyShape`](crate::AnyShape) has no such axis, or a size known only at run time is 0.
    fn differences(&self, axis: X) -> Result<(Self::Output, usize), ShapeError>;
}

/// The shape of `S` with one element less along `X`.
pub type Differences<S, X> = <S as HasDifferences<X>>::Output;

/// A dim of one element at least.
#[diagnostic::on_unimplemented(
    message = "cannot take the differences of `{S}` along `{X}`",
    label = "`{Self}` is less than 1",
    note = "conformable: E-diff"
)]
pub trait HasFirst<X, S> {
    /// One less.
    type Less: Dim;
}

#[diagnostic::do_not_recommend]
impl<D: DimDiff<Size<1>>, X, S> HasFirst<X, S> for D {
    type Less = Diff<D, Size<1>>;
}

impl<S: Shape, X, A, Less> HasDifferences<X> for S
where
    S: HasAxis<X, Item = A, Put<Less>: Shape>,
    A: HasFirst<X, S, Less = Less>,
{
    type Output = S::Put<Less>;

    #[inline]
    fn differences(&self, axis: X) -> Result<(Self::Output, usize), ShapeError> {
        let (axis, mut sizes) = (axis_of(self, &axis)?, self.sizes());
        let size = &mut sizes.as_mut()[axis];
        let Some(less) = size.checked_sub(1) else {
            let why = "the axis is empty";
            return Err(ShapeError::cannot("take the differences of", self.partial(), why).at(axis));
        };
        *size = less;
        Ok((Self::Output::from_sizes(sizes.as_ref())?, axis))
    }
}
