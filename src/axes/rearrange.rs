//! The trait of views: the same elements under other axes, sizes and strides.

use crate::sealed::Sealed;
use crate::shape::{Shape, ShapeError};

/// A view operation: makes another shape of `S` without moving elements.
///
/// Its implementors are values for [`view_by`](crate::Tensor::view_by), such as [`Permute`](super::Permute); tensors
/// have a method for each. This trait is sealed.
///
/// # Safety
///
/// If the given strides lead to an element for each index of the shape, then the strides returned by
/// [`view_by`](Self::view_by), from the returned offset on, lead to one of these elements for each index of the
/// returned shape. If the given strides lead to different elements for different indices, so do the returned ones.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a view operation for `{S}`",
    label = "an axis is written `Axis::<1>`",
    note = "conformable: E-view"
)]
pub unsafe trait ViewBy<S: Shape>: Sealed {
    /// The shape of the view.
    type Output: Shape;

    /// Returns the shape, the strides, and the offset of the first element.
    #[doc(hidden)]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError>;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If an [`AnyShape`](crate::AnyShape) has no such axis, or a size known only at run time does not allow the view.
    #[inline]
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError> {
        let strides = shape.sizes();
        self.view_by(shape, &strides).map(|rearranged| rearranged.shape)
    }
}

/// A shape with the strides and the offset of its elements.
#[doc(hidden)]
#[derive(Debug)]
#[cfg_attr(not(feature = "tensor"), allow(dead_code, reason = "only tensors have elements that stand somewhere"))]
pub struct Rearranged<S: Shape> {
    pub(crate) shape: S,
    pub(crate) strides: S::Sizes,
    /// The distance of the first element from the original first element.
    pub(crate) offset: isize,
}

/// Picks axes of a shape, each at most once, and new axes of one element (`None`). An axis that is not picked stays at
/// index 0, so it must have one element.
#[inline]
pub(super) fn picked<S: Shape, Out: Shape>(
    shape: &S,
    strides: &S::Sizes,
    rank: usize,
    axis: impl Fn(usize) -> Option<usize>,
) -> Result<Rearranged<Out>, ShapeError> {
    debug_assert!(
        (0..rank).all(|at| (0..at).all(|before| axis(at).is_none() || axis(at) != axis(before))),
        "each axis once"
    );
    let (mut sizes, mut over) = (Out::blank(rank), Out::blank(rank));
    // otherwise a size would be left out, or be 0
    assert!(sizes.as_ref().len() == rank, "as many axes");
    shape.with_sizes(|from| {
        for at in 0..rank {
            let (size, stride) = axis(at).map_or((1, 0), |axis| (from[axis], strides.as_ref()[axis]));
            (sizes.as_mut()[at], over.as_mut()[at]) = (size, stride);
        }
    });
    Ok(Rearranged { shape: Out::from_sizes(sizes.as_ref())?, strides: over, offset: 0 })
}
