//! Indexing of one element: `x[[i, j]]`.

use super::base::Tensor;
use crate::shape::{AnyShape, PartialShape, Shape};
use crate::storage::{self, Storage, StorageMut};
use core::ops::{Index, IndexMut};
use core::slice;

/// An index into the shape `S`: one `usize` for each axis.
///
/// It is `[i, j]` for rank 2, `[i]` or `i` for rank 1, and an array or a slice for an [`AnyShape`]. `Sizes` is
/// [`Measured::Sizes`](crate::shape::Measured::Sizes).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index into the shape `{S}`",
    label = "an index has one `usize` for each axis: `x[[i, j]]`; for an `AnyShape`, also `&[usize]`",
    note = "conformable: E-index"
)]
pub trait IndexFor<S, Sizes> {
    /// The index along each axis, outermost first.
    fn axes(&self) -> &[usize];
}

impl<S, const RANK: usize> IndexFor<S, Self> for [usize; RANK] {
    #[inline]
    fn axes(&self) -> &[usize] {
        self
    }
}

impl<S, const RANK: usize> IndexFor<S, AnyShape> for [usize; RANK] {
    #[inline]
    fn axes(&self) -> &[usize] {
        self
    }
}

impl<S> IndexFor<S, [usize; 1]> for usize {
    #[inline]
    fn axes(&self) -> &[usize] {
        slice::from_ref(self)
    }
}

impl<S> IndexFor<S, AnyShape> for &[usize] {
    #[inline]
    fn axes(&self) -> &[usize] {
        self
    }
}

#[allow(clippy::needless_pass_by_value, reason = "an index is passed by value, as `Index` takes it")]
impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Returns the element at an index, or `None` if it is out of bounds.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.get([1, 2]), Some(&6));
    /// assert_eq!(x.get([2, 0]), None);
    /// assert_eq!(Tensor::from([1, 2, 3]).get(2), Some(&3));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// let x = conformable::Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.get([1]); // not an index into the shape `(Size<2>, Size<3>)`
    /// ```
    #[must_use]
    #[inline]
    pub fn get<I: IndexFor<S, S::Sizes>>(&self, index: I) -> Option<&T> {
        storage::get(self, index.axes()).ok()
    }

    /// Returns a mutable reference to the element at an index, or `None` if it is out of bounds.
    #[must_use]
    #[inline]
    pub fn get_mut<I: IndexFor<S, S::Sizes>>(&mut self, index: I) -> Option<&mut T>
    where
        D: StorageMut,
    {
        storage::get_mut(self, index.axes()).ok()
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn panic_at<S: Shape>(index: &[usize], shape: &S, axis: usize) -> ! {
    let shape = shape.partial();
    let index = PartialShape::from(index);
    match (index.dims().map_or(0, <[_]>::len), shape.dims().map_or(0, <[_]>::len)) {
        (one, other) if one != other => {
            panic!("the index {index} is of rank {one}, and the shape {shape} of rank {other}")
        }
        _ => panic!("the index {index} is out of bounds of the shape {shape} on axis {axis}"),
    }
}

/// Panics with a copy of the index. If its address escaped, the index could not stay in registers.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a call that takes the address of the index keeps it in memory")]
#[track_caller]
fn out_of_bounds<S: Shape>(index: &[usize], shape: &S, axis: usize) -> ! {
    match *index {
        [i] => panic_at(&[i], shape, axis),
        [i, j] => panic_at(&[i, j], shape, axis),
        [i, j, k] => panic_at(&[i, j, k], shape, axis),
        [i, j, k, l] => panic_at(&[i, j, k, l], shape, axis),
        ref index => panic_at(index, shape, axis),
    }
}

/// # Panics
///
/// If an index is out of bounds, or the rank of an [`AnyShape`] differs.
impl<T, S: Shape, D: Storage, I: IndexFor<S, S::Sizes>> Index<I> for Tensor<T, S, D> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &T {
        match storage::get(self, index.axes()) {
            Ok(element) => element,
            Err(axis) => out_of_bounds(index.axes(), self.shape(), axis),
        }
    }
}

/// # Panics
///
/// If an index is out of bounds, or the rank of an [`AnyShape`] differs.
impl<T, S: Shape, D: StorageMut, I: IndexFor<S, S::Sizes>> IndexMut<I> for Tensor<T, S, D> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut T {
        match storage::get_mut(self, index.axes()) {
            Ok(element) => element,
            Err((shape, axis)) => out_of_bounds(index.axes(), shape, axis),
        }
    }
}
