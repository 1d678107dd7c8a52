//! The places of a tensor's elements in order, row by row, from both ends.

use crate::layout::{advance, offset, unravel};
use crate::shape::Shape;
use core::hint::assert_unchecked;
use core::mem::replace;
use core::ops::Range;
use core::ptr::NonNull;
use core::slice;

/// The places of a row's elements, at equal distances, and which of them are left.
pub(super) struct Row<T> {
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
    const NONE: Self = Self::adjacent(NonNull::dangling().as_ptr(), 0);

    #[inline]
    pub(super) const fn adjacent(start: *const T, numel: usize) -> Self {
        Self { start, step: 1, left: 0..numel }
    }

    #[inline]
    const fn len(&self) -> usize {
        self.left.end - self.left.start
    }

    /// # Safety
    ///
    /// `i` is in `left`, or `left.end`. The row has an element at `start` plus each number of `left` times `step`.
    #[inline]
    unsafe fn at(&self, i: usize) -> *const T {
        // with a constant step, loops compile as those over a slice
        if self.step == 1 {
            // SAFETY: `step == 1`, so the row's elements are adjacent from `start` on, and `i` is one of `left` or its
            // end (`# Safety`).
            return unsafe { self.start.add(i) };
        }
        #[allow(clippy::cast_possible_wrap, reason = "two's complement")]
        self.start.wrapping_offset((i as isize).wrapping_mul(self.step))
    }

    #[inline]
    fn next(&mut self) -> Option<*const T> {
        let i = self.left.next()?;
        // SAFETY: `i` is the number that `left.next()` took from `left`.
        let place = unsafe { self.at(i) };
        // SAFETY: an element is there, so the place is not null. Without this the compiler would test it for the end of
        // a loop.
        unsafe { assert_unchecked(!place.is_null()) };
        Some(place)
    }

    #[inline]
    fn next_back(&mut self) -> Option<*const T> {
        let i = self.left.next_back()?;
        // SAFETY: `i` is the number that `left.next_back()` took from `left`.
        let place = unsafe { self.at(i) };
        // SAFETY: an element is there, so the place is not null.
        unsafe { assert_unchecked(!place.is_null()) };
        Some(place)
    }

    /// Takes the first `count` elements, which must be left.
    #[inline]
    pub(super) fn take(&mut self, count: usize) -> Self {
        let (first, middle) = (self.left.start, self.left.start + count);
        self.left.start = middle;
        Self { left: first..middle, ..*self }
    }

    /// Returns the elements as a slice if they are adjacent.
    ///
    /// # Safety
    ///
    /// For `'a`, the elements that are left may be read and are not written.
    #[inline]
    unsafe fn as_slice<'a>(&self) -> Option<&'a [T]> {
        if self.step != 1 {
            return None;
        }
        // SAFETY: `left.start` is in `left`, or `left` is empty and it is the end.
        let start = unsafe { self.at(self.left.start) };
        // SAFETY: `step == 1` was compared, so the `len` elements from `start` on are adjacent; they may be read for
        // `'a` (`# Safety`).
        Some(unsafe { slice::from_raw_parts(start, self.len()) })
    }

    #[inline]
    fn fold<A>(self, state: A, f: &mut impl FnMut(A, *const T) -> A) -> A {
        // SAFETY: `fold` passes the numbers of `left`.
        let at = |i| unsafe { self.at(i) };
        self.left.clone().fold(state, |state, i| f(state, at(i)))
    }

    #[inline]
    fn rfold<A>(self, state: A, f: &mut impl FnMut(A, *const T) -> A) -> A {
        // SAFETY: `rfold` passes the numbers of `left`.
        let at = |i| unsafe { self.at(i) };
        self.left.clone().rfold(state, |state, i| f(state, at(i)))
    }
}

/// The rows of a shape that are left, from either end: at least one.
pub(super) struct Rows<T, S: Shape> {
    /// The index of the next row at the front.
    index: S::Sizes,
    /// Their numbers in row-major order.
    numbers: Range<usize>,
    /// The row at index 0.
    first: Row<T>,
    sizes: S::Sizes,
    strides: S::Sizes,
    /// The number of axes around the rows.
    outer: usize,
}

impl<T, S: Shape> Rows<T, S> {
    #[inline]
    fn row(&self, index: &S::Sizes) -> Row<T> {
        let start = self.first.start.wrapping_offset(offset(&index.as_ref()[..self.outer], self.strides.as_ref()));
        Row { start, ..self.first.clone() }
    }

    fn unravel(&self, number: usize) -> S::Sizes {
        let mut index = self.index.clone();
        unravel(number, &self.sizes.as_ref()[..self.outer], &mut index.as_mut()[..self.outer]);
        index
    }

    /// Returns the rows, unless they are empty.
    #[inline]
    fn any(self) -> Option<Self> {
        (!self.numbers.is_empty()).then_some(self)
    }

    #[inline(never)]
    fn next_back(mut self) -> (Row<T>, Option<Self>) {
        self.numbers.end -= 1;
        let row = self.row(&self.unravel(self.numbers.end));
        (row, self.any())
    }

    /// Takes the rows up to the end of the innermost axis around them.
    #[inline]
    fn next_column(mut self) -> (Column<T>, Option<Self>) {
        let axis = self.outer - 1;
        let row = self.row(&self.index);
        let at = &mut self.index.as_mut()[axis];
        let count = (self.sizes.as_ref()[axis] - *at).min(self.numbers.len());
        *at = 0;
        advance(&mut self.index.as_mut()[..axis], self.sizes.as_ref());
        self.numbers.start += count;
        (Column { row, more: count - 1, apart: self.strides.as_ref()[axis] }, self.any())
    }

    /// The same. By value: an iterator whose address is not taken stays in registers.
    #[inline(never)]
    fn next(self) -> (Column<T>, Option<Self>) {
        self.next_column()
    }

    /// Takes the last rows, down to the start of that axis.
    #[inline]
    fn next_column_back(mut self) -> (Column<T>, Option<Self>) {
        let axis = self.outer - 1;
        let mut index = self.unravel(self.numbers.end - 1);
        let at = &mut index.as_mut()[axis];
        let more = (*at).min(self.numbers.len() - 1);
        *at -= more;
        self.numbers.end -= more + 1;
        (Column { row: self.row(&index), more, apart: self.strides.as_ref()[axis] }, self.any())
    }

    /// Skips `count` elements. Returns the rows that are left, and how many elements remain to be skipped, in or after
    /// them.
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

/// A row, and more rows at equal distances, as long as the first was.
pub(super) struct Column<T> {
    row: Row<T>,
    more: usize,
    apart: usize,
}

impl<T> Clone for Column<T> {
    #[inline]
    fn clone(&self) -> Self {
        Self { row: self.row.clone(), ..*self }
    }
}

impl<T> Column<T> {
    #[inline]
    const fn of(row: Row<T>) -> Self {
        Self { row, more: 0, apart: 0 }
    }

    #[inline]
    const fn len(&self) -> usize {
        self.row.len() + self.more * self.row.left.end
    }

    /// How many of the rows after the first have at most `count` elements together.
    fn rows(&self, count: usize) -> usize {
        count.checked_div(self.row.left.end).unwrap_or(0).min(self.more)
    }

    /// The elements left of the `i`th row.
    #[inline]
    fn row(&self, i: usize) -> Row<T> {
        let start = if i == 0 { self.row.left.start } else { 0 };
        Row {
            start: self.row.start.wrapping_add(i.wrapping_mul(self.apart)),
            left: start..self.row.left.end,
            ..self.row
        }
    }

    /// Takes the first `count` elements of both rows, which must be left. If these are all, and the rows are equally
    /// long, also takes as many more rows as both have.
    #[inline]
    pub(super) fn pairs<U>(
        &mut self,
        other: &mut Column<U>,
        count: usize,
    ) -> impl Iterator<Item = (Row<T>, Row<U>)> + use<T, U> {
        let (lhs, rhs) = (Self { row: self.row.take(count), ..*self }, Column { row: other.row.take(count), ..*other });
        let ends = self.row.len() == 0 && other.row.len() == 0 && self.row.left.end == other.row.left.end;
        let more = if ends { self.more.min(other.more) } else { 0 };
        if more > 0 {
            self.pass(more);
            other.pass(more);
        }
        (0..=more).map(move |i| (lhs.row(i), rhs.row(i)))
    }

    /// Goes on to the `count`th row.
    #[inline]
    fn advance(&mut self, count: usize) {
        self.row = self.row(count);
        self.more -= count;
    }

    /// Goes on to the end of the `count`th row.
    #[inline]
    fn pass(&mut self, count: usize) {
        self.advance(count);
        self.row.left.start = self.row.left.end;
    }

    #[inline]
    fn fold<A>(self, state: A, f: &mut impl FnMut(A, *const T) -> A) -> A {
        (0..=self.more).fold(state, |state, i| self.row(i).fold(state, f))
    }

    #[inline]
    fn rfold<A>(self, state: A, f: &mut impl FnMut(A, *const T) -> A) -> A {
        (0..=self.more).rfold(state, |state, i| self.row(i).rfold(state, f))
    }
}

impl<T, S: Shape> Clone for Rows<T, S> {
    fn clone(&self) -> Self {
        let (numbers, first) = (self.numbers.clone(), self.first.clone());
        let (index, sizes, strides) = (self.index.clone(), self.sizes.clone(), self.strides.clone());
        Self { index, numbers, first, sizes, strides, outer: self.outer }
    }
}

/// The places of the elements of a shape, from both ends: the rest of a column at the front, the rest of a row at the
/// back, and the rows between. Dense elements are one row, whose loop compiles as that over a slice.
pub(super) struct Places<T, S: Shape> {
    pub(super) front: Column<T>,
    rows: Option<Rows<T, S>>,
    back: Row<T>,
}

impl<T, S: Shape> Places<T, S> {
    /// The places of `numel` adjacent elements.
    #[inline]
    pub(super) const fn dense(first: *const T, numel: usize) -> Self {
        Self { front: Column::of(Row::adjacent(first, numel)), rows: None, back: Row::NONE }
    }

    pub(super) fn strided(first: *const T, numel: usize, sizes: S::Sizes, strides: S::Sizes) -> Self {
        let none = Self { front: Column::of(Row::NONE), rows: None, back: Row::NONE };
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
            return Self { front: Column::of(first), ..none };
        }
        let mut index = sizes.clone();
        index.as_mut().fill(0);
        let rows = Rows { index, numbers: 0..numel / row, first, sizes, strides, outer };
        Self { rows: Some(rows), ..none }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        let rows = self.rows.as_ref().map_or(0, |rows| rows.numbers.len() * rows.first.len());
        self.front.len() + rows + self.back.len()
    }

    /// Goes on to the next row at the front, unless only the back row is left. Other rows are not replaced, so that a
    /// constant step stays one.
    #[inline]
    fn advance(&mut self) -> bool {
        if self.front.more > 0 {
            self.front.advance(1);
            return true;
        }
        let Some(rows) = self.rows.take() else { return false };
        (self.front, self.rows) = rows.next();
        true
    }

    /// Takes the last row for the back, unless only the front row is left.
    #[inline]
    fn retreat(&mut self) -> bool {
        match self.rows.take() {
            Some(rows) => (self.back, self.rows) = rows.next_back(),
            None if self.front.more > 0 => {
                self.back = self.front.row(self.front.more);
                self.front.more -= 1;
            }
            None => return false,
        }
        true
    }

    #[inline]
    pub(super) fn next(&mut self) -> Option<*const T> {
        if self.front.row.left.is_empty() && !self.advance() {
            return self.back.next();
        }
        self.front.row.next()
    }

    /// The number of elements left in the front row, or in the last row if there are no others.
    #[inline]
    pub(super) fn some(&mut self) -> usize {
        if self.front.row.left.is_empty() && !self.advance() {
            self.front.row = replace(&mut self.back, Row::NONE);
        }
        self.front.row.len()
    }

    #[inline]
    pub(super) fn next_back(&mut self) -> Option<*const T> {
        if self.back.left.is_empty() && !self.retreat() {
            self.back = replace(&mut self.front.row, Row::NONE);
        }
        self.back.next_back()
    }

    /// Skips `count` elements at the front, or all if there are fewer.
    #[inline]
    pub(super) fn skip(&mut self, count: usize) {
        let here = count.min(self.front.row.len());
        self.front.row.left.start += here;
        if count > here {
            self.skip_rows(count - here);
        }
    }

    /// The same if the front row is empty.
    fn skip_rows(&mut self, mut count: usize) {
        let rows = self.front.rows(count);
        self.front.pass(rows);
        count -= rows * self.front.row.left.end;
        if self.front.more == 0 {
            if let Some(rows) = self.rows.take() {
                (self.rows, count) = rows.skip(count);
            }
        }
        let row = if self.advance() { &mut self.front.row } else { &mut self.back };
        row.left.start += count.min(row.len());
    }

    /// Skips `count` elements at the back, or all if there are fewer.
    #[inline]
    pub(super) fn skip_back(&mut self, count: usize) {
        let here = count.min(self.back.len());
        self.back.left.end -= here;
        if count > here {
            self.skip_rows_back(count - here);
        }
    }

    /// The same if the back row is empty.
    fn skip_rows_back(&mut self, mut count: usize) {
        if let Some(rows) = self.rows.take() {
            (self.rows, count) = rows.skip_back(count);
        }
        if self.rows.is_none() {
            let rows = self.front.rows(count);
            self.front.more -= rows;
            count -= rows * self.front.row.left.end;
        }
        let row = if self.retreat() { &mut self.back } else { &mut self.front.row };
        row.left.end -= count.min(row.len());
    }

    #[inline]
    pub(super) fn fold<A>(self, state: A, mut f: impl FnMut(A, *const T) -> A) -> A {
        let Self { front, mut rows, back } = self;
        let mut state = front.fold(state, &mut f);
        while let Some(left) = rows {
            let (column, next) = left.next_column();
            state = column.fold(state, &mut f);
            rows = next;
        }
        back.fold(state, &mut f)
    }

    #[inline]
    pub(super) fn rfold<A>(self, state: A, mut f: impl FnMut(A, *const T) -> A) -> A {
        let Self { front, mut rows, back } = self;
        let mut state = back.rfold(state, &mut f);
        while let Some(left) = rows {
            let (column, next) = left.next_column_back();
            state = column.rfold(state, &mut f);
            rows = next;
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

/// Compares two rows of equal length, many elements at once, without an early exit.
///
/// # Safety
///
/// The rows have equally many elements left, and these may be read.
#[allow(clippy::needless_bitwise_bool, reason = "a lazy one would end the loop, and vectors with it")]
#[inline]
pub(super) unsafe fn equal_rows<T: PartialEq<U>, U>(mut l: Row<T>, mut r: Row<U>) -> bool {
    const BLOCK: usize = 256;
    while l.len() > 0 {
        let count = l.len().min(BLOCK);
        let (l, r) = (l.take(count), r.take(count));
        // SAFETY: the elements of both rows may be read (`# Safety`); the slices are dropped in this turn of the loop.
        let equal = match (unsafe { l.as_slice() }, unsafe { r.as_slice() }) {
            (Some(l), Some(r)) => l.iter().zip(r).fold(true, |equal, (l, r)| equal & (l == r)),
            _ => (l.left.clone().zip(r.left.clone())).fold(true, |equal, (i, j)| {
                // SAFETY: `i` and `j` are numbers of the `left` of their rows, by `zip`.
                let (l, r) = (unsafe { l.at(i) }, unsafe { r.at(j) });
                // SAFETY: `l` and `r` are places of elements that are left, which may be read (`# Safety`).
                equal & (unsafe { &*l } == unsafe { &*r })
            }),
        };
        if !equal {
            return false;
        }
    }
    true
}
