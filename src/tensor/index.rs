//! One element: `x[[i, j]]`.

use super::Tensor;
use crate::any::AnyShape;
use crate::shape::Shape;
use core::ops::{Index, IndexMut};

/// One `usize` an axis of the shape `S`: `[i, j]` for rank 2; an array or a slice for [`AnyShape`].
///
/// `Sizes` is [`Shape::Sizes`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index into the shape `{S}`",
    label = "an index is one `usize` an axis, as in `x[[i, j]]`"
)]
pub trait IndexFor<S, Sizes> {
    /// The index on each axis, outermost first.
    fn axes(&self) -> &[usize];
}

impl<S, const RANK: usize> IndexFor<S, Self> for [usize; RANK] {
    fn axes(&self) -> &[usize] {
        self
    }
}

impl<S, const RANK: usize> IndexFor<S, AnyShape> for [usize; RANK] {
    fn axes(&self) -> &[usize] {
        self
    }
}

impl<S> IndexFor<S, AnyShape> for &[usize] {
    fn axes(&self) -> &[usize] {
        self
    }
}

/// Where the element of that index stands, or `None` where the shape has none.
fn position(sizes: &[usize], index: &[usize]) -> Option<usize> {
    let inside = sizes.len() == index.len() && sizes.iter().zip(index).all(|(size, i)| i < size);
    inside.then(|| sizes.iter().zip(index).fold(0, |position, (size, i)| position * size + i))
}

#[allow(clippy::needless_pass_by_value, reason = "an index is passed by value, as `Index` takes it")]
impl<T, S: Shape> Tensor<T, S> {
    /// The element of that index, or `None` if there is no such element.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.get([1, 2]), Some(&6));
    /// assert_eq!(x.get([2, 0]), None);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// let x = conformable::Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.get([1]); // not an index into the shape `(Size<2>, Size<3>)`
    /// ```
    #[must_use]
    pub fn get<I: IndexFor<S, S::Sizes>>(&self, index: I) -> Option<&T> {
        self.data.get(position(self.shape.sizes().as_ref(), index.axes())?)
    }

    /// The element of that index, to be changed, or `None` if there is no such element.
    #[must_use]
    pub fn get_mut<I: IndexFor<S, S::Sizes>>(&mut self, index: I) -> Option<&mut T> {
        self.data.get_mut(position(self.shape.sizes().as_ref(), index.axes())?)
    }

    #[track_caller]
    fn checked_position(&self, index: &[usize]) -> usize {
        let sizes = self.shape.sizes();
        let Some(position) = position(sizes.as_ref(), index) else {
            let (index, shape) = (AnyShape::from(index), AnyShape::from(sizes.as_ref()));
            panic!("the index {index} is out of bounds of the shape {shape}")
        };
        position
    }
}

/// # Panics
///
/// If an index is not below the size of its axis, or for an [`AnyShape`] if the rank differs.
impl<T, S: Shape, I: IndexFor<S, S::Sizes>> Index<I> for Tensor<T, S> {
    type Output = T;

    #[track_caller]
    fn index(&self, index: I) -> &T {
        &self.data[self.checked_position(index.axes())]
    }
}

/// # Panics
///
/// If an index is not below the size of its axis, or for an [`AnyShape`] if the rank differs.
impl<T, S: Shape, I: IndexFor<S, S::Sizes>> IndexMut<I> for Tensor<T, S> {
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut T {
        let position = self.checked_position(index.axes());
        &mut self.data[position]
    }
}
