//! Convolutions as matrix products: the elements of a window are a column.
//!
//! ```text
//! columns[(c, k), j] = x[c, j * stride + k * dilation - before]         # 0 in the padding
//! ```
//!
//! A row of columns has the elements of one weight at all positions; it is copied from lines of the image.

use super::taps::{Part, at};
use crate::kernel::product::gemm::{Gemm, MatrixElement};
use crate::kernel::product::matrix::{Matrix, Product};
use crate::kernel::simd::{Task, vectorise};
use core::marker::PhantomData;
use core::ops::Range;

/// Scratch memory: its start, and the number of elements that fit.
pub(crate) struct Scratch<'a, T> {
    pub(in crate::kernel) first: *mut T,
    pub(in crate::kernel) length: usize,
    pub(in crate::kernel) borrowed: PhantomData<&'a mut [T]>,
}

impl<T> Clone for Scratch<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Scratch<'_, T> {}

impl<'a, T> Scratch<'a, T> {
    /// The memory of a slice.
    pub(crate) const fn new(room: &'a mut [T]) -> Self {
        Self { first: room.as_mut_ptr(), length: room.len(), borrowed: PhantomData }
    }

    /// The uninitialised memory of a vector.
    #[cfg(feature = "alloc")]
    pub(crate) fn spare(room: &'a mut alloc::vec::Vec<T>) -> Self {
        let room = room.spare_capacity_mut();
        Self { first: room.as_mut_ptr().cast(), length: room.len(), borrowed: PhantomData }
    }
}

/// Copies the weights; those of an output become contiguous.
///
/// # Safety
///
/// The facts that [`Part`] lists hold. From `to` on there are adjacent places for `outputs` times
/// [`weights`](Part::weights) elements.
pub(in crate::kernel) unsafe fn pack<T: Copy, U>(part: &Part<T, U>, mut to: *mut T) {
    let taps = part.lines.map(|line| line.taps);
    for output in 0..part.outputs {
        for input in 0..part.inputs {
            for tap in 0..taps[0] * taps[1] * taps[2] {
                let tap = [tap / taps[2] / taps[1], tap / taps[2] % taps[1], tap % taps[2]];
                let from =
                    part.w.first.wrapping_offset(at(part.output, output)).wrapping_offset(at(part.w.channel, input));
                let from = (0..3).fold(from, |from, axis| from.wrapping_offset(at(part.w.axes[axis], tap[axis])));
                // SAFETY: `output`, `input` and each `tap[axis]` are below their bounds by the loops: an element of `w`
                // ([`Part`]).
                let weight = unsafe { from.read() };
                // SAFETY: `to` has moved by one for each weight, and there is a place for each.
                unsafe { to.write(weight) };
                to = to.wrapping_add(1);
            }
        }
    }
}

/// Writes the results of one image at some positions, by their columns.
///
/// # Safety
///
/// The facts that [`Part`] lists hold, and no size is 0. `w` has the weights, and `room` is for as many columns. With
/// the `panel` of [`Gemm`], weights are adjacent, and `room` is for whole panels. Positions are `out_step` apart in
/// the result, or in one row.
pub(in crate::kernel) unsafe fn by_columns<T: MatrixElement>(
    part: &Part<T, T::Total>,
    w: Matrix<*const T>,
    (out_step, places): (Option<isize>, Range<usize>),
    panel: Option<usize>,
    (zero, room): (T, *mut T),
) {
    let width = part.lines[2].places;
    let (from, count) = (places.start, places.len());
    let columns = panel.unwrap_or(count);
    vectorise(&mut [], (), Fill { part, zero, places: [from, count], panel: columns, to: room });
    let (row, column) = (from / width, from % width);
    let place = [row / part.lines[1].places, row % part.lines[1].places, column];
    let first = (0..3).fold(part.out.first, |to, axis| to.wrapping_offset(at(part.out.axes[axis], place[axis])));
    let product = Product {
        m: part.outputs,
        k: part.weights(),
        n: count,
        a: w,
        b: Matrix { first: room.cast_const(), row: columns as isize, column: 1 },
        c: Matrix { first, row: part.out.channel, column: out_step.unwrap_or(part.out.axes[2]) },
    };
    if panel.is_some() {
        // SAFETY: `Fill` has written `weights` rows of panels for `count` columns; `a` has `outputs` rows of `weights`
        // adjacent elements. `c` is the places of `out` from `from` on: `count` steps of `out_step`, or in one row.
        unsafe { T::Gemm::multiply_panels(&product) };
    } else {
        // SAFETY: the same; `b` is a matrix of `count` columns.
        unsafe { T::Gemm::multiply(&product) };
    }
}

/// Writes panels of columns: a row for each tap of each channel.
struct Fill<'p, T, U> {
    part: &'p Part<T, U>,
    zero: T,
    /// The first position, and their number.
    places: [usize; 2],
    /// The columns of a panel; those after the last position are zeros.
    panel: usize,
    to: *mut T,
}

impl<T: Copy, U> Task<()> for Fill<'_, T, U> {
    #[inline(always)]
    fn run(self, _: &mut [()], (): ()) {
        let Part { inputs, lines: [outer, middle, inner], x, .. } = self.part;
        let next = self.panel * (self.part.weights() - 1);
        let mut to = Row { to: self.to, left: self.panel, panel: self.panel, next };
        for input in 0..*inputs {
            let image = x.first.wrapping_offset(at(x.channel, input));
            for tap in 0..outer.taps * middle.taps {
                for t in 0..inner.taps {
                    let taps = [tap / middle.taps, tap % middle.taps, t];
                    // SAFETY: `by_columns` has room for a row of each panel for each input and tap.
                    unsafe { self.row(image, taps, Row { ..to }) };
                    to.to = to.to.wrapping_add(self.panel);
                }
            }
        }
    }
}

impl<T: Copy, U> Fill<'_, T, U> {
    /// Writes the elements of one tap at each position, and zeros to the end of the last panel.
    ///
    /// # Safety
    ///
    /// A row of each panel from `to` on may be written, and `image` is that of a channel of [`Part`].
    #[inline(always)]
    unsafe fn row(&self, image: *const T, [t0, t1, t2]: [usize; 3], mut to: Row<T>) {
        let Part { lines: [outer, middle, inner], x, .. } = self.part;
        let (seen, step) = (inner.places_of(t2), at(x.axes[2], inner.step));
        let [from, mut left] = self.places;
        let mut column = from % inner.places;
        let row = from / inner.places;
        let (mut i, mut j) = (row / middle.places, row % middle.places);
        while left > 0 {
            let count = left.min(inner.places - column);
            let lines = (outer.seen(i, t0), middle.seen(j, t1));
            // the positions of this row where the tap is inside the image
            let [first, until] = match lines {
                (Some(_), Some(_)) => seen.map(|place| place.clamp(column, column + count)),
                _ => [column; 2],
            };
            // SAFETY: `first - column <= count`, by the clamp, and `count <= left`, the places that are left.
            to.write(first - column, |_, to, count| unsafe { write_zeros(to, self.zero, count) });
            if let ((Some(outer), Some(middle)), true) = (lines, first < until) {
                let inner = inner.seen(first, t2).unwrap_or(0);
                let line = image.wrapping_offset(at(x.axes[0], outer)).wrapping_offset(at(x.axes[1], middle));
                let from = line.wrapping_offset(at(x.axes[2], inner));
                let from = |i: usize| from.wrapping_offset(at(step, i));
                // SAFETY: by the clamp `t2` sees an element from these places, as `i` and `j` do: elements of `x`
                // ([`Part`]). `until - column <= count`.
                to.write(until - first, |i, to, count| unsafe { copy(from(i), step, to, count) });
            }
            // SAFETY: `column + count - until` of the `count` places are left, by the clamp.
            to.write(column + count - until, |_, to, count| unsafe { write_zeros(to, self.zero, count) });
            left -= count;
            (column, j) = (0, j + 1);
            if j == middle.places {
                (i, j) = (i + 1, 0);
            }
        }
        // SAFETY: the rest of the last panel.
        unsafe { write_zeros(to.to, self.zero, to.left) };
    }
}

/// The places of a row: those `left` in a panel, and `panel` in the others, which start `next` places after the end of
/// one.
struct Row<T> {
    to: *mut T,
    left: usize,
    panel: usize,
    next: usize,
}

impl<T> Row<T> {
    /// Calls `write` with the next `count` places, panel by panel: how many were before, the first, and how many.
    #[inline(always)]
    fn write(&mut self, count: usize, write: impl Fn(usize, *mut T, usize)) {
        if count == 0 {
            return;
        }
        if count <= self.left {
            write(0, self.to, count);
            (self.to, self.left) = (self.to.wrapping_add(count), self.left - count);
            return;
        }
        let mut done = 0;
        while count - done > self.left {
            write(done, self.to, self.left);
            done += self.left;
            (self.to, self.left) = (self.to.wrapping_add(self.left + self.next), self.panel);
        }
        let rest = count - done;
        write(done, self.to, rest);
        (self.to, self.left) = (self.to.wrapping_add(rest), self.left - rest);
    }
}

/// # Safety
///
/// From `to` on, `count` adjacent elements may be written.
#[inline(always)]
unsafe fn write_zeros<T: Copy>(to: *mut T, zero: T, count: usize) {
    for i in 0..count {
        // SAFETY: `i < count` by the loop.
        unsafe { to.wrapping_add(i).write(zero) };
    }
}

/// Copies `count` elements, `step` apart, to adjacent places.
///
/// # Safety
///
/// From `from` on, `count` elements, `step` apart, may be read; from `to` on, as many adjacent places may be written
/// elsewhere.
#[inline(always)]
unsafe fn copy<T: Copy>(from: *const T, step: isize, to: *mut T, count: usize) {
    match step {
        // SAFETY: `step == 1`, so `count` adjacent elements may be read, and `count` be written elsewhere.
        1 => unsafe { copy_adjacent(from, to, count) },
        // a constant step, so that the loop is vectorised
        // SAFETY: `step == 2`, and the arguments are this function's.
        2 => unsafe { copy_apart(from, 2, to, count) },
        // SAFETY: the arguments are this function's.
        _ => unsafe { copy_apart(from, step, to, count) },
    }
}

/// [`copy`] of adjacent elements: few as two vectors that may overlap.
///
/// # Safety
///
/// As for [`copy`], with a `step` of 1.
#[inline(always)]
unsafe fn copy_adjacent<T: Copy>(from: *const T, to: *mut T, count: usize) {
    macro_rules! vectors {
        ($n:literal) => {
            for start in [0, count - $n] {
                // SAFETY: `start + $n <= count`, by the pattern.
                let vector = unsafe { from.wrapping_add(start).cast::<[T; $n]>().read() };
                // SAFETY: the same.
                unsafe { to.wrapping_add(start).cast::<[T; $n]>().write(vector) };
            }
        };
    }
    match count {
        16..=32 => vectors!(16),
        8..16 => vectors!(8),
        4..8 => vectors!(4),
        2..4 => vectors!(2),
        // SAFETY: that of this function.
        _ => unsafe { to.copy_from_nonoverlapping(from, count) },
    }
}

/// [`copy`] by a loop.
///
/// # Safety
///
/// As for [`copy`].
#[inline(always)]
unsafe fn copy_apart<T: Copy>(from: *const T, step: isize, to: *mut T, count: usize) {
    for i in 0..count {
        // SAFETY: `i < count` by the loop, and `count` elements, `step` apart, may be read.
        let element = unsafe { from.wrapping_offset(at(step, i)).read() };
        // SAFETY: `i < count` by the loop, and `count` adjacent places may be written.
        unsafe { to.wrapping_add(i).write(element) };
    }
}
