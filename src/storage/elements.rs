//! One element, and all of them in order.

use super::contract::{Dense, Storage, StorageMut};
use super::view::ViewData;
use crate::layout::{advance, offset, row_major, unravel};
use crate::shape::Shape;
use core::fmt::{self, Debug};
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::slice;

/// How far the element of that index stands from the first, or `None` where the shape has none.
#[inline]
fn place<S: Shape>(shape: &S, strides: &S::Sizes, index: &[usize]) -> Option<isize> {
    let sizes = shape.sizes();
    let sizes = sizes.as_ref();
    let inside = sizes.len() == index.len() && sizes.iter().zip(index).all(|(size, i)| i < size);
    inside.then(|| offset(index, strides.as_ref()))
}

/// The element of that index, or `None` where the shape has none.
#[inline]
pub(crate) fn get<'a, T, S: Shape, D: Storage>(data: &'a D::Data<T, S>, shape: &S, index: &[usize]) -> Option<&'a T> {
    let place = place(shape, &D::strides(data, shape), index)?;
    // SAFETY: the index is inside the shape; the element may be read while the data is borrowed.
    Some(unsafe { &*D::as_ptr(data).wrapping_offset(place) })
}

/// The element of that index, to be changed, or `None` where the shape has none.
#[inline]
pub(crate) fn get_mut<'a, T, S: Shape, D: StorageMut>(
    data: &'a mut D::Data<T, S>,
    shape: &S,
    index: &[usize],
) -> Option<&'a mut T> {
    let place = place(shape, &D::strides(data, shape), index)?;
    // SAFETY: the index is inside the shape; the element may be written while the data is borrowed as mutable.
    Some(unsafe { &mut *D::as_mut_ptr(data).wrapping_offset(place) })
}

/// The elements of a tensor, of which there are `numel`, where its storage tells that they are dense.
#[inline]
pub(crate) fn dense<T, S: Shape, D: Storage>(data: &D::Data<T, S>, numel: usize) -> Option<&[T]> {
    // SAFETY: a storage that says `DENSE` has all elements of the shape in row-major order without gaps.
    D::DENSE.then(|| unsafe { slice::from_raw_parts(D::as_ptr(data), numel) })
}

/// The elements of a dense tensor, of which there are `numel`.
#[inline]
pub(crate) fn as_slice<T, S: Shape, D: Dense>(data: &D::Data<T, S>, numel: usize) -> &[T] {
    // SAFETY: a `Dense` storage has all elements of the shape side by side.
    unsafe { slice::from_raw_parts(D::as_ptr(data), numel) }
}

/// The elements of a dense tensor, of which there are `numel`, to be changed.
#[inline]
pub(crate) fn as_mut_slice<T, S: Shape, D: Dense + StorageMut>(data: &mut D::Data<T, S>, numel: usize) -> &mut [T] {
    // SAFETY: a `Dense` storage has all elements of the shape side by side, and they may be written.
    unsafe { slice::from_raw_parts_mut(D::as_mut_ptr(data), numel) }
}

/// The places of the elements of a shape, in row-major order, from both ends: rows of elements one step apart.
struct Places<T, S: Shape> {
    /// The next element from the front, if its row has one left.
    start: *const T,
    left_in_row: usize,
    /// Of that row; the axes inside it stay 0.
    index: S::Sizes,
    /// The element at index 0 of the row at the back, if the row has one left.
    back: *const T,
    left_in_back: usize,
    /// How many there are, and the place after the last one in row-major order.
    left: usize,
    end: usize,
    step: isize,
    row: usize,
    first: *const T,
    shape: S,
    strides: S::Sizes,
    outer: usize,
}

impl<T, S: Shape> Places<T, S> {
    fn new(first: *const T, shape: S, strides: S::Sizes, numel: usize) -> Self {
        let sizes = shape.sizes();
        let mut index = sizes.clone();
        row_major(sizes.as_ref(), index.as_mut());
        let dense = index.as_ref() == strides.as_ref();
        index.as_mut().fill(0);
        let (row, step, outer) = match (sizes.as_ref(), strides.as_ref()) {
            ([.., size], [.., step]) if !dense => (*size, *step, sizes.as_ref().len() - 1),
            _ => (numel, 1, 0),
        };
        #[allow(clippy::cast_possible_wrap, reason = "strides are two's complement")]
        let step = step as isize;
        let (left_in_row, left_in_back) = (row.min(numel), 0);
        let (start, back, left, end) = (first, first, numel, numel);
        Self { start, left_in_row, index, back, left_in_back, left, end, step, row, first, shape, strides, outer }
    }

    /// The index of that row.
    fn unravel(&self, row: usize) -> S::Sizes {
        let mut index = self.index.clone();
        unravel(row, &self.shape.sizes().as_ref()[..self.outer], &mut index.as_mut()[..self.outer]);
        index
    }

    /// Where the row of the index begins.
    fn at(&self, index: &S::Sizes) -> *const T {
        self.first.wrapping_offset(offset(&index.as_ref()[..self.outer], self.strides.as_ref()))
    }

    /// So many steps from a place in a row.
    #[inline]
    fn go(&self, from: *const T, steps: usize) -> *const T {
        #[allow(clippy::cast_possible_wrap, reason = "two's complement")]
        from.wrapping_offset((steps as isize).wrapping_mul(self.step))
    }

    /// Goes to the next row, of which there is one.
    fn next_row(&mut self) {
        advance(&mut self.index.as_mut()[..self.outer], self.shape.sizes().as_ref());
        self.start = self.at(&self.index);
        self.left_in_row = self.row;
    }

    /// Goes to the row at the back, of which there is one.
    fn back_row(&mut self) {
        let last = self.end - 1;
        self.back = self.at(&self.unravel(last / self.row));
        self.left_in_back = last % self.row + 1;
    }

    #[inline]
    fn next(&mut self) -> Option<*const T> {
        if self.left == 0 {
            return None;
        }
        if self.left_in_row == 0 {
            self.next_row();
        }
        let place = self.start;
        self.start = self.start.wrapping_offset(self.step);
        self.left -= 1;
        self.left_in_row -= 1;
        Some(place)
    }

    #[inline]
    fn next_back(&mut self) -> Option<*const T> {
        if self.left == 0 {
            return None;
        }
        if self.left_in_back == 0 {
            self.back_row();
        }
        self.left -= 1;
        self.end -= 1;
        self.left_in_back -= 1;
        Some(self.go(self.back, self.left_in_back))
    }

    /// Leaves so many elements out at the front, or all where there are not as many.
    fn skip(&mut self, count: usize) {
        let count = count.min(self.left);
        self.left -= count;
        if count <= self.left_in_row {
            self.start = self.go(self.start, count);
            self.left_in_row -= count;
        } else if self.left > 0 {
            let place = self.end - self.left;
            self.index = self.unravel(place / self.row);
            self.start = self.go(self.at(&self.index), place % self.row);
            self.left_in_row = self.row - place % self.row;
        }
    }

    /// Leaves so many elements out at the back, or all where there are not as many.
    fn skip_back(&mut self, count: usize) {
        let count = count.min(self.left);
        self.left -= count;
        self.end -= count;
        self.left_in_back = self.left_in_back.saturating_sub(count);
    }

    #[inline]
    fn fold<A>(mut self, mut state: A, mut f: impl FnMut(A, *const T) -> A) -> A {
        while self.left > 0 {
            if self.left_in_row == 0 {
                self.next_row();
            }
            // locals: the compiler cannot know that what `f` writes leaves them alone
            let (row, start) = (self.left_in_row.min(self.left), self.start);
            // a step that is known makes it the loop over a slice
            if self.step == 1 {
                for i in 0..row {
                    // SAFETY: the row has so many elements, side by side.
                    state = f(state, unsafe { start.add(i) });
                }
            } else {
                for i in 0..row {
                    state = f(state, self.go(start, i));
                }
            }
            self.left -= row;
            self.left_in_row = 0;
        }
        state
    }
}

impl<T, S: Shape> Clone for Places<T, S> {
    fn clone(&self) -> Self {
        Self { shape: self.shape.clone(), strides: self.strides.clone(), index: self.index.clone(), ..*self }
    }
}

/// The elements of a tensor, in row-major order, from either end: [`Tensor::iter`](crate::Tensor::iter).
pub struct Iter<'a, T, S: Shape> {
    places: Places<T, S>,
    borrowed: PhantomData<&'a T>,
}

/// The elements of a tensor, in row-major order from either end, to be changed: [`Tensor::iter_mut`](crate::Tensor::iter_mut).
pub struct IterMut<'a, T, S: Shape> {
    places: Places<T, S>,
    borrowed: PhantomData<&'a mut T>,
}

// SAFETY: it is a shared borrow of the elements.
unsafe impl<T: Sync, S: Shape + Send> Send for Iter<'_, T, S> {}
// SAFETY: as above.
unsafe impl<T: Sync, S: Shape + Sync> Sync for Iter<'_, T, S> {}
// SAFETY: it is the only borrow of the elements.
unsafe impl<T: Send, S: Shape + Send> Send for IterMut<'_, T, S> {}
// SAFETY: shared, it gives nothing.
unsafe impl<T: Sync, S: Shape + Sync> Sync for IterMut<'_, T, S> {}

impl<'a, T, S: Shape> Iter<'a, T, S> {
    pub(crate) fn new<D: Storage>(data: &'a D::Data<T, S>, shape: &S, numel: usize) -> Self {
        let places = Places::new(D::as_ptr(data), shape.clone(), D::strides(data, shape), numel);
        Self { places, borrowed: PhantomData }
    }
}

impl<'a, T, S: Shape> Iter<'a, T, S> {
    /// The elements of a view for as long as they are borrowed, which may be longer than there is the view.
    pub(crate) fn of_view(data: &ViewData<'a, T, S>, shape: S, numel: usize) -> Self {
        Self { places: Places::new(data.as_ptr(), shape, data.strides(), numel), borrowed: PhantomData }
    }
}

impl<'a, T, S: Shape> IterMut<'a, T, S> {
    pub(crate) fn new<D: StorageMut>(data: &'a mut D::Data<T, S>, shape: &S, numel: usize) -> Self {
        let strides = D::strides(data, shape);
        Self { places: Places::new(D::as_mut_ptr(data), shape.clone(), strides, numel), borrowed: PhantomData }
    }
}

impl<'a, T, S: Shape> Iterator for Iter<'a, T, S> {
    type Item = &'a T;

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        // SAFETY: the place is that of an element, which is borrowed.
        self.places.next().map(|place| unsafe { &*place })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.places.left, Some(self.places.left))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<&'a T> {
        self.places.skip(n);
        self.next()
    }

    #[inline]
    fn fold<A, F: FnMut(A, &'a T) -> A>(self, state: A, mut f: F) -> A {
        // SAFETY: as in `next`.
        self.places.fold(state, |state, place| f(state, unsafe { &*place }))
    }
}

impl<'a, T, S: Shape> Iterator for IterMut<'a, T, S> {
    type Item = &'a mut T;

    #[inline]
    fn next(&mut self) -> Option<&'a mut T> {
        // SAFETY: the place is that of an element, which is borrowed as mutable, and comes once.
        self.places.next().map(|place| unsafe { &mut *place.cast_mut() })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.places.left, Some(self.places.left))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<&'a mut T> {
        self.places.skip(n);
        self.next()
    }

    #[inline]
    fn fold<A, F: FnMut(A, &'a mut T) -> A>(self, state: A, mut f: F) -> A {
        // SAFETY: as in `next`.
        self.places.fold(state, |state, place| f(state, unsafe { &mut *place.cast_mut() }))
    }
}

impl<'a, T, S: Shape> DoubleEndedIterator for Iter<'a, T, S> {
    #[inline]
    fn next_back(&mut self) -> Option<&'a T> {
        // SAFETY: as in `next`.
        self.places.next_back().map(|place| unsafe { &*place })
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<&'a T> {
        self.places.skip_back(n);
        self.next_back()
    }
}

impl<'a, T, S: Shape> DoubleEndedIterator for IterMut<'a, T, S> {
    #[inline]
    fn next_back(&mut self) -> Option<&'a mut T> {
        // SAFETY: as in `next`.
        self.places.next_back().map(|place| unsafe { &mut *place.cast_mut() })
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<&'a mut T> {
        self.places.skip_back(n);
        self.next_back()
    }
}

impl<T, S: Shape> ExactSizeIterator for Iter<'_, T, S> {}
impl<T, S: Shape> ExactSizeIterator for IterMut<'_, T, S> {}
impl<T, S: Shape> FusedIterator for Iter<'_, T, S> {}
impl<T, S: Shape> FusedIterator for IterMut<'_, T, S> {}

impl<T, S: Shape> Clone for Iter<'_, T, S> {
    fn clone(&self) -> Self {
        Self { places: self.places.clone(), borrowed: PhantomData }
    }
}

impl<T: Debug, S: Shape> Debug for Iter<'_, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<T, S: Shape> Debug for IterMut<'_, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IterMut").field("left", &self.places.left).finish_non_exhaustive()
    }
}
