//! Iterators over parts of a tensor.

#![allow(clippy::needless_pass_by_value, clippy::type_complexity, reason = "axes are values; view types are long")]

use super::base::{Tensor, expect};
use super::{Outer, Parts};
use crate::axes::{HasAxis, NarrowAxis, Nth, Span, ViewBy, axis_of};
use crate::forms::forms;
use crate::shape::{Axis, Dim, IntoDim, Shape, ShapeError};
use crate::storage::{Storage, StorageMut, View, ViewMut};

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Iterates over an axis: one view without that axis for each index.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let sums: Vec<i32> = x.axis_iter(Axis::<0>).map(|row| row.sum_all()).collect();
    /// assert_eq!(sums, [6, 15]);
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis.
    #[doc(alias = "outer_iter")]
    axis_iter try_axis_iter: [X: Copy](&self, axis: X) -> Parts<Tensor<T, S::Without, View<'_, D::Owner>>>
    where [S: HasAxis<X, Without: Shape>] => self.parts(axis, self.size_of(axis)?, 1, Nth(axis, 0));

    /// [`axis_iter`](Self::axis_iter) over mutable views.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// for (row, to) in x.axis_iter_mut(Axis::<0>).zip([10, 20]) {
    ///     let mut row = row;
    ///     row.fill(to);
    /// }
    /// assert_eq!(x, Tensor::from([[10, 10, 10], [20, 20, 20]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis.
    #[doc(alias = "outer_iter_mut")]
    axis_iter_mut try_axis_iter_mut: [X: Copy](&mut self, axis: X)
        -> Parts<Tensor<T, S::Without, ViewMut<'_, D::Owner>>>
    where [D: StorageMut, S: HasAxis<X, Without: Shape>] => self.parts_mut(axis, self.size_of(axis)?, 1, Nth(axis, 0));

    /// Iterates over views of `length` adjacent elements of an axis, starting at each index.
    ///
    /// ```
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let x = Tensor::from([1, 4, 9, 16]);
    /// let slopes: Vec<i32> = x.axis_windows(Axis::<0>, Size::<2>).map(|pair| pair[1] - pair[0]).collect();
    /// assert_eq!(slopes, [3, 5, 7]);
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis.
    axis_windows try_axis_windows: [X: Copy, L: IntoDim](
        &self, axis: X, length: L
    ) -> Parts<Tensor<T, S::Put<L::Dim>, View<'_, D::Owner>>>
    where [S: HasAxis<X, Item: Dim, Put<L::Dim>: Shape>] => {
        let length = length.into_dim();
        let count = self.size_of(axis)?.checked_sub(length.size()).map_or(0, |more| more.saturating_add(1));
        self.parts(axis, count, 1, NarrowAxis(axis, Span(0, length)))
    };

    /// Iterates over views of adjacent chunks of an axis, each with `length` elements.
    ///
    /// Elements that do not fill a chunk at the end are left out.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Size, Tensor, shape};
    ///
    /// let samples = Tensor::from_fn(shape![100, 4], |[i, j]| i + j);
    /// let batches = samples.axis_chunks_iter(Axis::<0>, Size::<32>);
    /// assert_eq!(batches.len(), 3);
    /// for batch in batches {
    ///     let sums: Tensor<usize, Shape![32]> = batch.sum(Axis::<1>);
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// If the length is 0, or an `AnyShape` has no such axis.
    axis_chunks_iter try_axis_chunks_iter: [X: Copy, L: IntoDim](
        &self, axis: X, length: L
    ) -> Parts<Tensor<T, S::Put<L::Dim>, View<'_, D::Owner>>>
    where [S: HasAxis<X, Item: Dim, Put<L::Dim>: Shape>] => {
        let length = length.into_dim();
        let count = self.chunks(axis, length.size())?;
        self.parts(axis, count, length.size(), NarrowAxis(axis, Span(0, length)))
    };

    /// [`axis_chunks_iter`](Self::axis_chunks_iter) over mutable views.
    ///
    /// ```
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let mut x = Tensor::from([1, 2, 3, 4, 5]);
    /// x.axis_chunks_iter_mut(Axis::<0>, Size::<2>).for_each(|mut pair| pair[0] = 0);
    /// assert_eq!(x, Tensor::from([0, 2, 0, 4, 5]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the length is 0, or an `AnyShape` has no such axis.
    axis_chunks_iter_mut try_axis_chunks_iter_mut: [X: Copy, L: IntoDim](
        &mut self, axis: X, length: L
    ) -> Parts<Tensor<T, S::Put<L::Dim>, ViewMut<'_, D::Owner>>>
    where [D: StorageMut, S: HasAxis<X, Item: Dim, Put<L::Dim>: Shape>] => {
        let length = length.into_dim();
        let count = self.chunks(axis, length.size())?;
        self.parts_mut(axis, count, length.size(), NarrowAxis(axis, Span(0, length)))
    };

    /// Iterates over views of the last axis at each index of the others, in row-major order.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let x = Tensor::from_fn(shape![2, 2, 3], |[i, j, k]| 100 * i + 10 * j + k);
    /// let sums: Vec<usize> = x.rows().map(|row| row.sum_all()).collect();
    /// assert_eq!(sums, [3, 33, 303, 333]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// conformable::Tensor::scalar(1).rows(); // `()` has no `Axis<-1>`
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has rank 0.
    #[doc(alias = "lanes")]
    rows try_rows: [Last: Dim](&self) -> Parts<Tensor<T, (Last,), View<'_, D::Owner>>, Outer<S>>
    where [S: HasAxis<Axis<-1>, Item = Last>] => {
        axis_of(self.shape(), &Axis::<-1>)?;
        Parts::outer(self)
    };

    /// [`rows`](Self::rows) over mutable views.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let mut x = Tensor::from([[3.0, 4.0], [0.0, 2.0]]);
    /// x.rows_mut().for_each(|mut row| row /= row.norm_l2_all());
    /// assert_eq!(x, Tensor::from([[0.6, 0.8], [0.0, 1.0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has rank 0.
    #[doc(alias = "lanes_mut")]
    rows_mut try_rows_mut: [Last: Dim](&mut self) -> Parts<Tensor<T, (Last,), ViewMut<'_, D::Owner>>, Outer<S>>
    where [D: StorageMut, S: HasAxis<Axis<-1>, Item = Last>] => {
        axis_of(self.shape(), &Axis::<-1>)?;
        Parts::outer_mut(self)
    };

    /// Iterates over views of the last two axes at each index of the others, in row-major order.
    ///
    /// ```
    /// use conformable::{Shape, Tensor, shape};
    ///
    /// let x = Tensor::from_fn(shape![2, 2, 3], |[i, j, k]| 100 * i + 10 * j + k);
    /// let traces: Vec<usize> = x.matrices().map(|matrix| matrix[[0, 0]] + matrix[[1, 1]]).collect();
    /// assert_eq!(traces, [11, 211]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// conformable::Tensor::from([1, 2]).matrices(); // `(Size<2>,)` has no `Axis<-2>`
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has fewer than two axes.
    matrices try_matrices: [M: Dim, N: Dim](&self) -> Parts<Tensor<T, (M, N), View<'_, D::Owner>>, Outer<S>>
    where [S: HasAxis<Axis<-2>, Item = M> + HasAxis<Axis<-1>, Item = N>] => {
        axis_of(self.shape(), &Axis::<-2>)?;
        Parts::outer(self)
    };

    /// [`matrices`](Self::matrices) over mutable views.
    ///
    /// ```
    /// use conformable::{Tensor, shape};
    ///
    /// let mut x: Tensor<i32, _> = Tensor::zeros(shape![2, 2, 2]);
    /// x.matrices_mut().zip([1, 2]).for_each(|(mut matrix, n)| matrix.diagonal_mut(Axis::<0>, Axis::<1>).fill(n));
    /// # use conformable::Axis;
    /// assert_eq!(x, Tensor::from([[[1, 0], [0, 1]], [[2, 0], [0, 2]]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has fewer than two axes.
    matrices_mut try_matrices_mut: [M: Dim, N: Dim](&mut self)
        -> Parts<Tensor<T, (M, N), ViewMut<'_, D::Owner>>, Outer<S>>
    where [D: StorageMut, S: HasAxis<Axis<-2>, Item = M> + HasAxis<Axis<-1>, Item = N>] => {
        axis_of(self.shape(), &Axis::<-2>)?;
        Parts::outer_mut(self)
    };
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// `count` parts of an axis, `apart` indices from each other, with the shape of the first.
    #[inline]
    fn parts<X, R: ViewBy<S>>(
        &self,
        axis: X,
        count: usize,
        apart: usize,
        first: R,
    ) -> Result<Parts<Tensor<T, R::Output, View<'_, D::Owner>>>, ShapeError>
    where
        S: HasAxis<X>,
    {
        let part = if count > 0 { Some(first.of(self.shape())?) } else { None };
        Ok(Parts::along(self, part, axis_of(self.shape(), &axis)?, apart, count))
    }

    /// [`parts`](Self::parts) as mutable views.
    #[inline]
    fn parts_mut<X, R: ViewBy<S>>(
        &mut self,
        axis: X,
        count: usize,
        apart: usize,
        first: R,
    ) -> Result<Parts<Tensor<T, R::Output, ViewMut<'_, D::Owner>>>, ShapeError>
    where
        D: StorageMut,
        S: HasAxis<X>,
    {
        let part = if count > 0 { Some(first.of(self.shape())?) } else { None };
        let axis = axis_of(self.shape(), &axis)?;
        Ok(Parts::along_mut(self, part, axis, apart, count))
    }

    /// The number of chunks of a length along an axis.
    #[inline]
    fn chunks<X>(&self, axis: X, length: usize) -> Result<usize, ShapeError>
    where
        S: HasAxis<X>,
    {
        let size = self.size_of(axis)?;
        size.checked_div(length)
            .ok_or_else(|| ShapeError::cannot("chunk", self.shape().partial(), "the length of a chunk is 0"))
    }
}
