//! The same elements with their axes in another order, or counted differently: views, and what they make of a shape.

use crate::sealed::Sealed;
use crate::shape::{Shape, ShapeError};

/// What makes another shape of `S` by its axes alone, so that the elements can stay where they are.
///
/// It is a value: [`Permute`](super::Permute), [`Transpose`](super::Transpose) and so on. A tensor is viewed by
/// [`view_by`](crate::Tensor::view_by), and by methods named as they are. Only this crate implements it.
///
/// # Safety
///
/// Where the strides lead from the index 0 to an element for each index of the shape, those of
/// [`view_by`](Self::view_by)'s answer, from its offset on, lead to one of these elements for each index of the
/// answered shape; and to different ones for different indices, where the strides given do.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a view operation for `{S}`",
    label = "an axis is written `Axis::<1>`",
    note = "conformable: E-view"
)]
pub unsafe trait ViewBy<S: Shape>: Sealed {
    /// The shape that comes out.
    type Output: Shape;

    /// The shape, the strides of its axes, and how far its first element is from the first one.
    ///
    /// # Errors
    ///
    /// If what is known only at run time does not allow it.
    #[doc(hidden)]
    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<Self::Output>, ShapeError>;

    /// The shape that comes out.
    ///
    /// # Errors
    ///
    /// If what is known only at run time does not allow it: an [`AnyShape`](crate::AnyShape) has no such axis, or a
    /// size is not what is asked for.
    #[inline]
    fn of(&self, shape: &S) -> Result<Self::Output, ShapeError> {
        let strides = shape.sizes();
        self.view_by(shape, &strides).map(|rearranged| rearranged.shape)
    }
}

/// A shape, and where its elements stand.
#[doc(hidden)]
#[derive(Debug)]
#[cfg_attr(not(feature = "tensor"), allow(dead_code, reason = "only tensors have elements that stand somewhere"))]
pub struct Rearranged<S: Shape> {
    pub(crate) shape: S,
    pub(crate) strides: S::Sizes,
    /// How far the first element is from the first one before.
    pub(crate) offset: isize,
}

/// Some of the axes of a shape, each once, as the axes of another; and new ones, of one element. An axis that is left
/// out stays at its index 0, so the caller leaves out only those of one element.
///
/// # Errors
///
/// If the type of the other says another size.
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
    // else a size would be left out, or be 0
    assert!(sizes.as_ref().len() == rank, "as many axes");
    shape.with_sizes(|from| {
        for at in 0..rank {
            let (size, stride) = axis(at).map_or((1, 0), |axis| (from[axis], strides.as_ref()[axis]));
            (sizes.as_mut()[at], over.as_mut()[at]) = (size, stride);
        }
    });
    Ok(Rearranged { shape: Out::from_sizes(sizes.as_ref())?, strides: over, offset: 0 })
}
