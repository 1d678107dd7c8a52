//! Many parts of a tensor, one after the other.

#![allow(clippy::needless_pass_by_value, clippy::type_complexity, reason = "axes are values; views are what they are")]

use super::base::{Tensor, expect};
use crate::axes::{Cut, HasAxis, Nth, Rearrange, Rearranged, Span};
use crate::shape::{Axis, Dim, Shape};
use crate::storage::{Owner, Storage, StorageMut, View, ViewData, ViewMut, ViewMutData};
use core::iter::FusedIterator;
use core::ops::Range;

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
        self.parts(self.size_of::<X>(), |index| Nth(axis, index))
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
        self.parts_mut(self.size_of::<X>(), |index| Nth(axis, index))
    }

    /// Iterates over views of as many elements of an axis as the dim says, from each index on.
    ///
    /// ```
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let x = Tensor::from([1, 4, 9, 16]);
    /// let slopes: Vec<i32> = x.windows(Axis::<0>, Size::<2>).map(|pair| pair[1] - pair[0]).collect();
    /// assert_eq!(slopes, [3, 5, 7]);
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis.
    #[inline]
    #[track_caller]
    pub fn windows<X: Copy, L: Dim>(&self, axis: X, length: L) -> Parts<Tensor<T, S::Put<L>, View<'_, D::Owner>>>
    where
        S: HasAxis<X, Item: Dim, Put<L>: Shape>,
    {
        let count = self.size_of::<X>().checked_sub(length.size()).map_or(0, |more| more.saturating_add(1));
        self.parts(count, |index| Cut(axis, Span(index, length)))
    }

    /// Iterates over views of as many elements of an axis as the dim says, one after the other; what is left at the end, which are
    /// fewer, is in none.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Size, Tensor, shape};
    ///
    /// let samples = Tensor::from_fn(shape![100, 4], |[i, j]| i + j);
    /// let batches = samples.chunks(Axis::<0>, Size::<32>);
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
    pub fn chunks<X: Copy, L: Dim>(&self, axis: X, length: L) -> Parts<Tensor<T, S::Put<L>, View<'_, D::Owner>>>
    where
        S: HasAxis<X, Item: Dim, Put<L>: Shape>,
    {
        let count = chunks(self.size_of::<X>(), length.size());
        self.parts(count, |index| Cut(axis, Span(index * length.size(), length)))
    }

    /// [`chunks`](Self::chunks) whose elements can be changed.
    ///
    /// ```
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let mut x = Tensor::from([1, 2, 3, 4, 5]);
    /// x.chunks_mut(Axis::<0>, Size::<2>).for_each(|mut pair| pair[0] = 0);
    /// assert_eq!(x, Tensor::from([0, 2, 0, 4, 5]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the length is 0, or an `AnyShape` has no such axis.
    #[inline]
    #[track_caller]
    pub fn chunks_mut<X: Copy, L: Dim>(
        &mut self,
        axis: X,
        length: L,
    ) -> Parts<Tensor<T, S::Put<L>, ViewMut<'_, D::Owner>>>
    where
        D: StorageMut,
        S: HasAxis<X, Item: Dim, Put<L>: Shape>,
    {
        let count = chunks(self.size_of::<X>(), length.size());
        self.parts_mut(count, |index| Cut(axis, Span(index * length.size(), length)))
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
        let (row, outer, left) = self.outermost::<(Last,)>(D::strides(&self.data, &self.shape));
        let data = ViewData::new(D::as_ptr(&self.data), row.strides);
        Parts { first: Some(Tensor { data, shape: row.shape }), places: outer, left }
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
        let (row, outer, left) = self.outermost::<(Last,)>(D::strides(&self.data, &self.shape));
        // no element is in two rows
        let data = ViewMutData::new(D::as_mut_ptr(&mut self.data), row.strides);
        Parts { first: Some(Tensor { data, shape: row.shape }), places: outer, left }
    }

    /// Iterates over views of the last two axes, at each index of the others, in row-major order: of a matrix, over itself.
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
        let (matrix, outer, left) = self.outermost::<(M, N)>(D::strides(&self.data, &self.shape));
        let data = ViewData::new(D::as_ptr(&self.data), matrix.strides);
        Parts { first: Some(Tensor { data, shape: matrix.shape }), places: outer, left }
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
        let (matrix, outer, left) = self.outermost::<(M, N)>(D::strides(&self.data, &self.shape));
        // no element is in two matrices
        let data = ViewMutData::new(D::as_mut_ptr(&mut self.data), matrix.strides);
        Parts { first: Some(Tensor { data, shape: matrix.shape }), places: outer, left }
    }

    /// The first part along the last axes, as many as `Inner` has, where the others are, and their indices.
    #[inline]
    #[track_caller]
    fn outermost<Inner: Shape>(&self, strides: S::Sizes) -> (Rearranged<Inner>, Outer<S>, Range<usize>) {
        let sizes = self.shape.sizes();
        let inner = Inner::RANK.unwrap_or_default();
        let (outer, last) = sizes.as_ref().split_at(sizes.as_ref().len() - inner);
        let count = if outer.contains(&0) {
            0
        } else {
            // only beside a 0 are there more than are counted
            outer.iter().fold(1usize, |count, &size| count.saturating_mul(size))
        };
        let shape = expect(Inner::from_sizes(last));
        let first = Rearranged { shape, strides: Inner::sizes_of(&strides.as_ref()[outer.len()..]), offset: 0 };
        (first, Outer { sizes, strides, inner }, 0..count)
    }

    /// Where the first of so many parts is, and how far it is from each to the next.
    #[inline]
    #[track_caller]
    fn steps<R: Rearrange<S>>(&self, count: usize, at: impl Fn(usize) -> R) -> (Option<Rearranged<R::Output>>, Apart) {
        let strides = D::strides(&self.data, &self.shape);
        let part = |index: usize| expect(at(index).rearrange(&self.shape, &strides));
        match count {
            0 => (None, Apart(0)),
            1 => (Some(part(0)), Apart(0)),
            _ => {
                let first = part(0);
                let step = part(1).offset.wrapping_sub(first.offset);
                (Some(first), Apart(step))
            }
        }
    }

    #[inline]
    #[track_caller]
    fn parts<R: Rearrange<S>>(
        &self,
        count: usize,
        at: impl Fn(usize) -> R,
    ) -> Parts<Tensor<T, R::Output, View<'_, D::Owner>>> {
        let (first, places) = self.steps(count, at);
        let first = first.map(|to| {
            let data = ViewData::new(D::as_ptr(&self.data).wrapping_offset(to.offset), to.strides);
            Tensor { data, shape: to.shape }
        });
        Parts { first, places, left: 0..count }
    }

    /// The same of parts that have no element in common.
    #[inline]
    #[track_caller]
    fn parts_mut<R: Rearrange<S>>(
        &mut self,
        count: usize,
        at: impl Fn(usize) -> R,
    ) -> Parts<Tensor<T, R::Output, ViewMut<'_, D::Owner>>>
    where
        D: StorageMut,
    {
        let (first, places) = self.steps(count, at);
        let first = first.map(|to| {
            let data = ViewMutData::new(D::as_mut_ptr(&mut self.data).wrapping_offset(to.offset), to.strides);
            Tensor { data, shape: to.shape }
        });
        Parts { first, places, left: 0..count }
    }
}

/// How many chunks of a length there are.
#[track_caller]
fn chunks(size: usize, length: usize) -> usize {
    assert!(length > 0, "a chunk has elements");
    size / length
}

/// Parts of a tensor, one after the other: of [`Tensor::axis_iter`], [`Tensor::windows`], [`Tensor::chunks`], [`Tensor::rows`] and their
/// kin. Each is a view, of type `V`.
#[derive(Clone)]
pub struct Parts<V, P = Apart> {
    first: Option<V>,
    places: P,
    left: Range<usize>,
}

/// Parts that are equally far from each other.
#[derive(Clone, Copy, Debug)]
pub struct Apart(isize);

/// Parts at each index of all axes of `S` but the last ones.
#[derive(Clone, Debug)]
pub struct Outer<S: Shape> {
    sizes: S::Sizes,
    strides: S::Sizes,
    /// How many the last ones are.
    inner: usize,
}

/// Where parts are.
pub trait Places {
    /// How far the part of that number is from the first.
    fn offset(&self, index: usize) -> isize;
}

impl Places for Apart {
    #[inline]
    fn offset(&self, index: usize) -> isize {
        #[allow(clippy::cast_possible_wrap, reason = "no tensor has more elements than an `isize` counts")]
        self.0.wrapping_mul(index as isize)
    }
}

impl<S: Shape> Places for Outer<S> {
    #[inline]
    fn offset(&self, mut index: usize) -> isize {
        let (sizes, strides) = (self.sizes.as_ref(), self.strides.as_ref());
        let mut offset = 0usize;
        for (&size, &stride) in sizes.iter().zip(strides).rev().skip(self.inner) {
            offset = offset.wrapping_add((index % size).wrapping_mul(stride));
            index /= size;
        }
        #[allow(clippy::cast_possible_wrap, reason = "two's complement")]
        (offset as isize)
    }
}

/// A view that can be had so far from where it is.
pub trait Movable {
    /// The elements are there, and of a mutable view they are in none that there still is.
    fn moved(&mut self, by: isize) -> Self;
}

impl<T, S: Shape, Place: Owner> Movable for Tensor<T, S, View<'_, Place>> {
    #[inline]
    fn moved(&mut self, by: isize) -> Self {
        Self { data: self.data.moved(by), shape: self.shape.clone() }
    }
}

impl<T, S: Shape, Place: Owner> Movable for Tensor<T, S, ViewMut<'_, Place>> {
    #[inline]
    fn moved(&mut self, by: isize) -> Self {
        Self { data: self.data.moved(by), shape: self.shape.clone() }
    }
}

impl<V> Parts<V> {
    /// So many parts, of which the first is given and each next one stands so far from it: in the elements of the same tensor, of which none is in
    /// two parts.
    #[inline]
    pub(super) fn apart(first: V, step: isize, count: usize) -> Self {
        Self { first: Some(first), places: Apart(step), left: 0..count }
    }
}

impl<V: Movable, P: Places> Parts<V, P> {
    #[inline]
    fn part(&mut self, index: usize) -> Option<V> {
        let by = self.places.offset(index);
        Some(self.first.as_mut()?.moved(by))
    }
}

impl<V, P> core::fmt::Debug for Parts<V, P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Parts").field("left", &self.left).finish_non_exhaustive()
    }
}

impl<V: Movable, P: Places> Iterator for Parts<V, P> {
    type Item = V;

    #[inline]
    fn next(&mut self) -> Option<V> {
        let index = self.left.next()?;
        self.part(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<V> {
        let index = self.left.nth(n)?;
        self.part(index)
    }
}

impl<V: Movable, P: Places> DoubleEndedIterator for Parts<V, P> {
    #[inline]
    fn next_back(&mut self) -> Option<V> {
        let index = self.left.next_back()?;
        self.part(index)
    }
}

impl<V: Movable, P: Places> ExactSizeIterator for Parts<V, P> {}
impl<V: Movable, P: Places> FusedIterator for Parts<V, P> {}
