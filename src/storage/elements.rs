//! One element, and all of them in order.

use super::contract::{Dense, Owner, Storage, StorageMut};
use super::room::Room;
use super::view::ViewData;
use crate::layout::{advance, offset, unravel};
use crate::shape::Shape;
use core::fmt::{self, Debug};
use core::hint::assert_unchecked;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::mem::replace;
use core::ops::Range;
use core::ptr::NonNull;
use core::slice;

/// How far the element of that index stands from the first, or `None` where the shape has none: one check and one
/// multiply-add an axis.
#[inline]
fn place<T, S: Shape, D: Storage>(data: &D::Data<T, S>, shape: &S, index: &[usize]) -> Option<isize> {
    // without a loop, whose index would not stay in registers
    let (inside, dense) = shape.with_sizes(|sizes| match (sizes, index) {
        (&[n], &[i]) => (i < n, i),
        (&[n, m], &[i, j]) => (i < n && j < m, i.wrapping_mul(m).wrapping_add(j)),
        ([first, n, m], [outer, i, j]) => {
            let dense = outer.wrapping_mul(*n).wrapping_add(*i).wrapping_mul(*m).wrapping_add(*j);
            (outer < first && i < n && j < m, dense)
        }
        (sizes, index) => {
            let inside = sizes.len() == index.len() && sizes.iter().zip(index).all(|(size, i)| i < size);
            let dense = |at: usize, (size, i): (&usize, &usize)| at.wrapping_mul(*size).wrapping_add(*i);
            (inside, sizes.iter().zip(index).fold(0, dense))
        }
    });
    if !inside {
        return None;
    }
    if D::DENSE {
        #[allow(clippy::cast_possible_wrap, reason = "there are no more elements than an `isize` counts")]
        return Some(dense as isize);
    }
    Some(offset(index, D::strides(data, shape).as_ref()))
}

/// The element of that index, or `None` where the shape has none.
#[inline]
pub(crate) fn get<'a, T, S: Shape, D: Storage>(data: &'a D::Data<T, S>, shape: &S, index: &[usize]) -> Option<&'a T> {
    let place = place::<T, S, D>(data, shape, index)?;
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
    let place = place::<T, S, D>(data, shape, index)?;
    // SAFETY: the index is inside the shape; the element may be written while the data is borrowed as mutable.
    Some(unsafe { &mut *D::as_mut_ptr(data).wrapping_offset(place) })
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

/// The elements of a dense tensor in the room that there is for as many.
///
/// # Panics
///
/// If the tensor is not dense, or of another shape.
#[inline]
pub(crate) fn copy<T: Copy, S: Shape, D: Storage, Place: Owner>(
    room: Room<T, S, Place>,
    data: &D::Data<T, S>,
) -> (Place::Data<T, S>, S) {
    let (shape, numel, block) = room.into_parts();
    assert!(D::DENSE, "the elements are copied as they stand");
    let from = D::as_ptr(data);
    // SAFETY: both are the elements of one shape in row-major order, `numel` of them, in blocks of their own.
    let init = |to: *mut T| unsafe { to.copy_from_nonoverlapping(from, numel) };
    // SAFETY: the room was made for the shape, and `init` writes all of its elements.
    let data = unsafe { Place::build(block, numel, init) };
    (data, shape)
}

/// The places of a row's elements, so far apart, and which of them are left.
struct Row<T> {
    start: *const T,
    step: isize,
    left: Range<usize>,
}

impl<T> Clone for Row<T> {
    #[inline]
    fn clone(&self) -> Self {
        Self { left: self.left.clone(), ..*self }
    }
}

impl<T> Row<T> {
    const NONE: Self = Self { start: NonNull::dangling().as_ptr(), step: 1, left: 0..0 };

    #[inline]
    const fn len(&self) -> usize {
        self.left.end - self.left.start
    }

    /// Where that element stands.
    ///
    /// # Safety
    ///
    /// It is one of those that are left, or the end of them.
    #[inline]
    unsafe fn at(&self, i: usize) -> *const T {
        // a step that is known makes loops those over a slice
        if self.step == 1 {
            // SAFETY: the elements stand side by side, and the caller promises that it is one of them, or their end.
            return unsafe { self.start.add(i) };
        }
        #[allow(clippy::cast_possible_wrap, reason = "two's complement")]
        self.start.wrapping_offset((i as isize).wrapping_mul(self.step))
    }

    #[inline]
    fn next(&mut self) -> Option<*const T> {
        let i = self.left.next()?;
        // SAFETY: it was left.
        let place = unsafe { self.at(i) };
        // SAFETY: there is an element. The compiler would look for the end of a loop in a null, too.
        unsafe { assert_unchecked(!place.is_null()) };
        Some(place)
    }

    #[inline]
    fn next_back(&mut self) -> Option<*const T> {
        let i = self.left.next_back()?;
        // SAFETY: it was left.
        let place = unsafe { self.at(i) };
        // SAFETY: there is an element. The compiler would look for the end of a loop in a null, too.
        unsafe { assert_unchecked(!place.is_null()) };
        Some(place)
    }

    /// The first ones, of which there are as many; the others are left.
    #[inline]
    fn take(&mut self, count: usize) -> Self {
        let (first, middle) = (self.left.start, self.left.start + count);
        self.left.start = middle;
        Self { left: first..middle, ..*self }
    }

    /// The elements as a slice, if they stand side by side.
    ///
    /// # Safety
    ///
    /// They may be read for as long.
    #[inline]
    unsafe fn as_slice<'a>(&self) -> Option<&'a [T]> {
        if self.step != 1 {
            return None;
        }
        // SAFETY: it is the first one that is left, or their end.
        let start = unsafe { self.at(self.left.start) };
        // SAFETY: they stand side by side, and the caller promises that they may be read.
        Some(unsafe { slice::from_raw_parts(start, self.len()) })
    }

    #[inline]
    fn fold<A>(self, state: A, f: &mut impl FnMut(A, *const T) -> A) -> A {
        // SAFETY: all of them are left.
        let at = |i| unsafe { self.at(i) };
        self.left.clone().fold(state, |state, i| f(state, at(i)))
    }

    #[inline]
    fn rfold<A>(self, state: A, f: &mut impl FnMut(A, *const T) -> A) -> A {
        // SAFETY: all of them are left.
        let at = |i| unsafe { self.at(i) };
        self.left.clone().rfold(state, |state, i| f(state, at(i)))
    }
}

/// The rows of a shape that nobody has come to, from either end: at least one.
struct Rows<T, S: Shape> {
    /// The next one from the front.
    index: S::Sizes,
    /// Their numbers in row-major order.
    numbers: Range<usize>,
    /// The first of all.
    first: Row<T>,
    sizes: S::Sizes,
    strides: S::Sizes,
    /// How many axes there are around the rows.
    outer: usize,
}

impl<T, S: Shape> Rows<T, S> {
    /// The row of that index.
    #[inline]
    fn row(&self, index: &S::Sizes) -> Row<T> {
        let start = self.first.start.wrapping_offset(offset(&index.as_ref()[..self.outer], self.strides.as_ref()));
        Row { start, ..self.first.clone() }
    }

    /// The index of the row of that number.
    fn unravel(&self, number: usize) -> S::Sizes {
        let mut index = self.index.clone();
        unravel(number, &self.sizes.as_ref()[..self.outer], &mut index.as_mut()[..self.outer]);
        index
    }

    /// The rows, if there is one.
    #[inline]
    fn any(self) -> Option<Self> {
        (!self.numbers.is_empty()).then_some(self)
    }

    /// The next row, and the others. By value: an iterator whose address nobody has stays in registers.
    #[inline(never)]
    fn next(mut self) -> (Row<T>, Option<Self>) {
        let row = self.row(&self.index);
        advance(&mut self.index.as_mut()[..self.outer], self.sizes.as_ref());
        self.numbers.start += 1;
        (row, self.any())
    }

    /// The last row, and the others.
    #[inline(never)]
    fn next_back(mut self) -> (Row<T>, Option<Self>) {
        self.numbers.end -= 1;
        let row = self.row(&self.unravel(self.numbers.end));
        (row, self.any())
    }

    /// The rows after so many elements, and how many of their elements are to be left out yet; or, where there are not as many, how
    /// many are to be left out behind them.
    fn skip(mut self, count: usize) -> (Option<Self>, usize) {
        let rows = (count / self.first.len()).min(self.numbers.len());
        self.numbers.start += rows;
        let count = count - rows * self.first.len();
        if self.numbers.is_empty() {
            return (None, count);
        }
        self.index = self.unravel(self.numbers.start);
        (Some(self), count)
    }

    /// The same from the back.
    fn skip_back(mut self, count: usize) -> (Option<Self>, usize) {
        let rows = (count / self.first.len()).min(self.numbers.len());
        self.numbers.end -= rows;
        let count = count - rows * self.first.len();
        (self.any(), count)
    }
}

impl<T, S: Shape> Clone for Rows<T, S> {
    fn clone(&self) -> Self {
        let (numbers, first) = (self.numbers.clone(), self.first.clone());
        let (index, sizes, strides) = (self.index.clone(), self.sizes.clone(), self.strides.clone());
        Self { index, numbers, first, sizes, strides, outer: self.outer }
    }
}

/// The places of the elements of a shape, in row-major order, from both ends: what is left of the rows at either end, and the rows
/// between them. Of dense elements there is one row, and where the compiler sees that there are no others, a loop over them is the
/// loop over a slice.
struct Places<T, S: Shape> {
    front: Row<T>,
    rows: Option<Rows<T, S>>,
    back: Row<T>,
}

impl<T, S: Shape> Places<T, S> {
    /// Those of the elements of a tensor, of which there are `numel`.
    #[inline]
    fn new<D: Storage>(first: *const T, numel: usize, shape: &S, strides: impl FnOnce() -> S::Sizes) -> Self {
        if D::DENSE {
            return Self { front: Row { start: first, step: 1, left: 0..numel }, rows: None, back: Row::NONE };
        }
        Self::strided(first, numel, shape.sizes(), strides())
    }

    fn strided(first: *const T, numel: usize, sizes: S::Sizes, strides: S::Sizes) -> Self {
        let none = Self { front: Row::NONE, rows: None, back: Row::NONE };
        if numel == 0 {
            return none;
        }
        let (mut row, mut step, mut outer) = (1usize, 1usize, sizes.as_ref().len());
        for (&size, &stride) in sizes.as_ref().iter().zip(strides.as_ref()).rev() {
            if size != 1 {
                if row == 1 {
                    step = stride;
                } else if stride != step.wrapping_mul(row) {
                    break;
                }
                row *= size;
            }
            outer -= 1;
        }
        #[allow(clippy::cast_possible_wrap, reason = "strides are two's complement")]
        let first = Row { start: first, step: step as isize, left: 0..row };
        if row == numel {
            return Self { front: first, ..none };
        }
        let mut index = sizes.clone();
        index.as_mut().fill(0);
        let rows = Rows { index, numbers: 0..numel / row, first, sizes, strides, outer };
        Self { rows: Some(rows), ..none }
    }

    #[inline]
    fn len(&self) -> usize {
        let rows = self.rows.as_ref().map_or(0, |rows| rows.numbers.len() * rows.first.len());
        self.front.len() + rows + self.back.len()
    }

    #[inline]
    fn next(&mut self) -> Option<*const T> {
        if self.front.left.is_empty() {
            // only the front row is ever replaced, so that one alone has a step that is known
            match self.rows.take() {
                Some(rows) => (self.front, self.rows) = rows.next(),
                None => return self.back.next(),
            }
        }
        self.front.next()
    }

    /// How many elements are left of the row at the front, where there is one: of the last one, once there is no other.
    #[inline]
    fn some(&mut self) -> usize {
        if self.front.left.is_empty() {
            match self.rows.take() {
                Some(rows) => (self.front, self.rows) = rows.next(),
                None => self.front = replace(&mut self.back, Row::NONE),
            }
        }
        self.front.len()
    }

    #[inline]
    fn next_back(&mut self) -> Option<*const T> {
        if self.back.left.is_empty() {
            match self.rows.take() {
                Some(rows) => (self.back, self.rows) = rows.next_back(),
                None => return self.front.next_back(),
            }
        }
        self.back.next_back()
    }

    /// Leaves so many elements out at the front, or all where there are not as many.
    #[inline]
    fn skip(&mut self, count: usize) {
        let here = count.min(self.front.len());
        self.front.left.start += here;
        if count > here {
            self.skip_rows(count - here);
        }
    }

    /// The same where nothing is left of the row at the front.
    fn skip_rows(&mut self, mut count: usize) {
        if let Some(rows) = self.rows.take() {
            (self.rows, count) = rows.skip(count);
            if let Some(rows) = self.rows.take() {
                (self.front, self.rows) = rows.next();
                self.front.left.start += count;
                return;
            }
        }
        self.back.left.start += count.min(self.back.len());
    }

    /// Leaves so many elements out at the back, or all where there are not as many.
    #[inline]
    fn skip_back(&mut self, count: usize) {
        let here = count.min(self.back.len());
        self.back.left.end -= here;
        if count > here {
            self.skip_rows_back(count - here);
        }
    }

    /// The same where nothing is left of the row at the back.
    fn skip_rows_back(&mut self, mut count: usize) {
        if let Some(rows) = self.rows.take() {
            (self.rows, count) = rows.skip_back(count);
            if let Some(rows) = self.rows.take() {
                (self.back, self.rows) = rows.next_back();
                self.back.left.end -= count;
                return;
            }
        }
        self.front.left.end -= count.min(self.front.len());
    }

    #[inline]
    fn fold<A>(self, state: A, mut f: impl FnMut(A, *const T) -> A) -> A {
        let Self { front, rows, back } = self;
        let mut state = front.fold(state, &mut f);
        if let Some(mut rows) = rows {
            for _ in rows.numbers.clone() {
                state = rows.row(&rows.index).fold(state, &mut f);
                advance(&mut rows.index.as_mut()[..rows.outer], rows.sizes.as_ref());
            }
        }
        back.fold(state, &mut f)
    }

    #[inline]
    fn rfold<A>(self, state: A, mut f: impl FnMut(A, *const T) -> A) -> A {
        let Self { front, rows, back } = self;
        let mut state = back.rfold(state, &mut f);
        if let Some(rows) = rows {
            for number in rows.numbers.clone().rev() {
                state = rows.row(&rows.unravel(number)).rfold(state, &mut f);
            }
        }
        front.rfold(state, &mut f)
    }
}

impl<T, S: Shape> Clone for Places<T, S> {
    #[inline]
    fn clone(&self) -> Self {
        Self { front: self.front.clone(), rows: self.rows.clone(), back: self.back.clone() }
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
    #[inline]
    pub(crate) fn new<D: Storage>(data: &'a D::Data<T, S>, shape: &S, numel: usize) -> Self {
        let places = Places::new::<D>(D::as_ptr(data), numel, shape, || D::strides(data, shape));
        Self { places, borrowed: PhantomData }
    }
}

impl<'a, T, S: Shape> Iter<'a, T, S> {
    /// The elements of a view for as long as they are borrowed, which may be longer than there is the view.
    pub(crate) fn of_view(data: &ViewData<'a, T, S>, shape: &S, numel: usize) -> Self {
        Self { places: Places::strided(data.as_ptr(), numel, shape.sizes(), data.strides()), borrowed: PhantomData }
    }
}

impl<'a, T, S: Shape> IterMut<'a, T, S> {
    #[inline]
    pub(crate) fn new<D: StorageMut>(data: &'a mut D::Data<T, S>, shape: &S, numel: usize) -> Self {
        let first = D::as_mut_ptr(data);
        Self { places: Places::new::<D>(first, numel, shape, || D::strides(data, shape)), borrowed: PhantomData }
    }
}

impl<T, S: Shape> Iter<'_, T, S> {
    /// Whether the elements are equal to as many others.
    #[inline]
    pub(crate) fn equals<U, R: Shape>(self, others: Iter<'_, U, R>) -> bool
    where
        T: PartialEq<U>,
    {
        let (mut l, mut r) = (self.places, others.places);
        loop {
            let count = l.some().min(r.some());
            if count == 0 {
                return true;
            }
            // SAFETY: both are rows of elements, which are borrowed.
            if !unsafe { equal_rows(l.front.take(count), r.front.take(count)) } {
                return false;
            }
        }
    }
}

/// Whether two rows of one length are equal: many elements at once, without an end in between.
///
/// # Safety
///
/// The rows' elements may be read.
#[allow(clippy::needless_bitwise_bool, reason = "a lazy one would end the loop, and vectors with it")]
#[inline]
unsafe fn equal_rows<T: PartialEq<U>, U>(mut l: Row<T>, mut r: Row<U>) -> bool {
    const BLOCK: usize = 256;
    while l.len() > 0 {
        let count = l.len().min(BLOCK);
        let (l, r) = (l.take(count), r.take(count));
        // SAFETY: the caller's promise.
        let equal = match (unsafe { l.as_slice() }, unsafe { r.as_slice() }) {
            (Some(l), Some(r)) => l.iter().zip(r).fold(true, |equal, (l, r)| equal & (l == r)),
            _ => (l.left.clone().zip(r.left.clone())).fold(true, |equal, (i, j)| {
                // SAFETY: both are left.
                let (l, r) = (unsafe { l.at(i) }, unsafe { r.at(j) });
                // SAFETY: the caller's promise.
                equal & (unsafe { &*l } == unsafe { &*r })
            }),
        };
        if !equal {
            return false;
        }
    }
    true
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
        let left = self.places.len();
        (left, Some(left))
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
        let left = self.places.len();
        (left, Some(left))
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

    #[inline]
    fn rfold<A, F: FnMut(A, &'a T) -> A>(self, state: A, mut f: F) -> A {
        // SAFETY: as in `next`.
        self.places.rfold(state, |state, place| f(state, unsafe { &*place }))
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

    #[inline]
    fn rfold<A, F: FnMut(A, &'a mut T) -> A>(self, state: A, mut f: F) -> A {
        // SAFETY: as in `next`.
        self.places.rfold(state, |state, place| f(state, unsafe { &mut *place.cast_mut() }))
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
        f.debug_struct("IterMut").field("left", &self.places.len()).finish_non_exhaustive()
    }
}
