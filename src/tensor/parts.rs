//! Many parts of a tensor, one after the other.

#![allow(clippy::needless_pass_by_value, clippy::type_complexity, reason = "axes are values; views are what they are")]

use super::base::{Tensor, expect};
use super::{Outer, Parts};
use crate::axes::{HasAxis, NarrowAxis, Nth, Span, ViewBy, axis_of};
use crate::shape::{Axis, Dim, Shape};
use crate::storage::{Storage, StorageMut, View, ViewMut};

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Iterates over views without an axis, at each index of it.
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
    #[inline]
    #[track_caller]
    pub fn axis_iter<X: Copy>(&self, axis: X) -> Parts<Tensor<T, S::Without, View<'_, D::Owner>>>
    where
        S: HasAxis<X, Without: Shape>,
    {
        self.parts::<X, _>(self.size_of::<X>(), 1, Nth(axis, 0))
    }

    /// [`axis_iter`](Self::axis_iter) over views whose elements can be changed.
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
    #[inline]
    #[track_caller]
    pub fn axis_iter_mut<X: Copy>(&mut self, axis: X) -> Parts<Tensor<T, S::Without, ViewMut<'_, D::Owner>>>
    where
        D: StorageMut,
        S: HasAxis<X, Without: Shape>,
    {
        self.parts_mut::<X, _>(self.size_of::<X>(), 1, Nth(axis, 0))
    }

    /// Iterates over views of as many elements of an axis as the dim says, from each index on.
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
    #[inline]
    #[track_caller]
    pub fn axis_windows<X: Copy, L: Dim>(&self, axis: X, length: L) -> Parts<Tensor<T, S::Put<L>, View<'_, D::Owner>>>
    where
        S: HasAxis<X, Item: Dim, Put<L>: Shape>,
    {
        let count = self.size_of::<X>().checked_sub(length.size()).map_or(0, |more| more.saturating_add(1));
        self.parts::<X, _>(count, 1, NarrowAxis(axis, Span(0, length)))
    }

    /// Iterates over views of as many elements of an axis as the dim says, one after the other; what is left at the
    /// end, which are fewer, is in none.
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
    #[inline]
    #[track_caller]
    pub fn axis_chunks_iter<X: Copy, L: Dim>(
        &self,
        axis: X,
        length: L,
    ) -> Parts<Tensor<T, S::Put<L>, View<'_, D::Owner>>>
    where
        S: HasAxis<X, Item: Dim, Put<L>: Shape>,
    {
        let count = chunks(self.size_of::<X>(), length.size());
        self.parts::<X, _>(count, length.size(), NarrowAxis(axis, Span(0, length)))
    }

    /// [`axis_chunks_iter`](Self::axis_chunks_iter) whose elements can be changed.
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
    #[inline]
    #[track_caller]
    pub fn axis_chunks_iter_mut<X: Copy, L: Dim>(
        &mut self,
        axis: X,
        length: L,
    ) -> Parts<Tensor<T, S::Put<L>, ViewMut<'_, D::Owner>>>
    where
        D: StorageMut,
        S: HasAxis<X, Item: Dim, Put<L>: Shape>,
    {
        let count = chunks(self.size_of::<X>(), length.size());
        self.parts_mut::<X, _>(count, length.size(), NarrowAxis(axis, Span(0, length)))
    }

    /// Iterates over views of the last axis, at each index of the others, in row-major order.
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
    /// If an `AnyShape` has no axis.
    #[doc(alias = "lanes")]
    #[inline]
    #[track_caller]
    pub fn rows<Last: Dim>(&self) -> Parts<Tensor<T, (Last,), View<'_, D::Owner>>, Outer<S>>
    where
        S: HasAxis<Axis<-1>, Item = Last>,
    {
        self.size_of::<Axis<-1>>();
        expect(Parts::outer(self))
    }

    /// [`rows`](Self::rows) whose elements can be changed.
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
    /// If an `AnyShape` has no axis.
    #[doc(alias = "lanes_mut")]
    #[inline]
    #[track_caller]
    pub fn rows_mut<Last: Dim>(&mut self) -> Parts<Tensor<T, (Last,), ViewMut<'_, D::Owner>>, Outer<S>>
    where
        D: StorageMut,
        S: HasAxis<Axis<-1>, Item = Last>,
    {
        self.size_of::<Axis<-1>>();
        expect(Parts::outer_mut(self))
    }

    /// Iterates over views of the last two axes, at each index of the others, in row-major order: of a matrix, over
    /// itself.
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
    #[inline]
    #[track_caller]
    pub fn matrices<M: Dim, N: Dim>(&self) -> Parts<Tensor<T, (M, N), View<'_, D::Owner>>, Outer<S>>
    where
        S: HasAxis<Axis<-2>, Item = M> + HasAxis<Axis<-1>, Item = N>,
    {
        self.size_of::<Axis<-2>>();
        expect(Parts::outer(self))
    }

    /// [`matrices`](Self::matrices) whose elements can be changed.
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
    #[inline]
    #[track_caller]
    pub fn matrices_mut<M: Dim, N: Dim>(&mut self) -> Parts<Tensor<T, (M, N), ViewMut<'_, D::Owner>>, Outer<S>>
    where
        D: StorageMut,
        S: HasAxis<Axis<-2>, Item = M> + HasAxis<Axis<-1>, Item = N>,
    {
        self.size_of::<Axis<-2>>();
        expect(Parts::outer_mut(self))
    }

    /// As many parts of an axis, so many indices apart, with the shape of the first.
    #[inline]
    #[track_caller]
    fn parts<X, R: ViewBy<S>>(
        &self,
        count: usize,
        apart: usize,
        first: R,
    ) -> Parts<Tensor<T, R::Output, View<'_, D::Owner>>>
    where
        S: HasAxis<X>,
    {
        let part = (count > 0).then(|| expect(first.of(self.shape())));
        Parts::along(self, part, expect(axis_of(self.shape(), S::AXIS)), apart, count)
    }

    /// The same, to be changed.
    #[inline]
    #[track_caller]
    fn parts_mut<X, R: ViewBy<S>>(
        &mut self,
        count: usize,
        apart: usize,
        first: R,
    ) -> Parts<Tensor<T, R::Output, ViewMut<'_, D::Owner>>>
    where
        D: StorageMut,
        S: HasAxis<X>,
    {
        let part = (count > 0).then(|| expect(first.of(self.shape())));
        let axis = expect(axis_of(self.shape(), S::AXIS));
        Parts::along_mut(self, part, axis, apart, count)
    }
}

/// How many chunks of a length there are.
#[track_caller]
fn chunks(size: usize, length: usize) -> usize {
    assert!(length > 0, "a chunk has elements");
    size / length
}
