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
                // SAFETY: `to` has moved by one for each weight, and there is a place for each (`# Safety`).
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
/// The facts that [`Part`] lists hold, and no size is 0. `w` has the weights, and `room` is for as many columns.
/// Positions are `out_step` apart in the result, or in one row.
pub(in crate::kernel) unsafe fn by_columns<T: MatrixElement>(
    part: &Part<T, T::Total>,
    w: Matrix<*const T>,
    (out_step, places): (Option<isize>, Range<usize>),
    (zero, room): (T, *mut T),
) {
    let width = part.lines[2].places;
    let (from, count) = (places.start, places.len());
    // SAFETY: `Fill` writes `weights` rows of `count` elements at `room` (`# Safety`).
    vectorise(&mut [], (), Fill { part, zero, places: [from, count], to: room });
    let (row, column) = (from / width, from % width);
    let place = [row / part.lines[1].places, row % part.lines[1].places, column];
    let first = (0..3).fold(part.out.first, |to, axis| to.wrapping_offset(at(part.out.axes[axis], place[axis])));
    let product = Product {
        m: part.outputs,
        k: part.weights(),
        n: count,
        a: w,
        b: Matrix { first: room.cast_const(), row: count as isize, column: 1 },
        c: Matrix { first, row: part.out.channel, column: out_step.unwrap_or(part.out.axes[2]) },
    };
    // SAFETY: `Fill` has written the `weights` rows of `count` elements of `b`; `a` has `outputs` rows of `weights`
    // elements. `c` is the places of `out` from `from` on: `count` steps of `out_step`, or in one row of places.
    unsafe { T::Gemm::multiply(&product) };
}

/// Writes a block of columns: a row for each tap of each channel.
struct Fill<'p, T, U> {
    part: &'p Part<T, U>,
    zero: T,
    /// The first position, and their number.
    places: [usize; 2],
    to: *mut T,
}

impl<T: Copy, U> Task<()> for Fill<'_, T, U> {
    #[inline(always)]
    fn run(self, _: &mut [()], (): ()) {
        let Part { inputs, lines: [outer, middle, inner], x, .. } = self.part;
        let mut to = self.to;
        for input in 0..*inputs {
            let image = x.first.wrapping_offset(at(x.channel, input));
            for tap in 0..outer.taps * middle.taps {
                let taps = [tap / middle.taps, tap % middle.taps];
                for t in 0..inner.taps {
                    // SAFETY: `by_columns` has compared the room with a row of `places[1]` elements for each input and
                    // tap.
                    unsafe { self.row(image, taps, t, to) };
                    to = to.wrapping_add(self.places[1]);
                }
            }
        }
    }
}

impl<T: Copy, U> Fill<'_, T, U> {
    /// Writes the elements of one tap at each position.
    ///
    /// # Safety
    ///
    /// From `to` on, `places[1]` elements may be written, and `image` is that of a channel of [`Part`].
    #[inline(always)]
    unsafe fn row(&self, image: *const T, taps: [usize; 2], t: usize, mut to: *mut T) {
        let Part { lines: [outer, middle, inner], x, .. } = self.part;
        let seen = inner.places_of(t);
        let step = at(x.axes[2], inner.step);
        let [from, mut left] = self.places;
        let mut column = from % inner.places;
        let row = from / inner.places;
        let (mut i, mut j) = (row / middle.places, row % middle.places);
        while left > 0 {
            let count = left.min(inner.places - column);
            // the positions of this row where the tap is inside the image
            let [first, until] = match (outer.seen(i, taps[0]), middle.seen(j, taps[1])) {
                (Some(_), Some(_)) => seen.map(|place| place.clamp(column, column + count)),
                _ => [column; 2],
            };
            // SAFETY: `first - column <= count`, by the clamp, and `count <= left`, the places that are left at `to`.
            unsafe { write_zeros(to, self.zero, first - column) };
            if first < until {
                let (outer, middle) = (outer.seen(i, taps[0]).unwrap_or(0), middle.seen(j, taps[1]).unwrap_or(0));
                let inner = inner.seen(first, t).unwrap_or(0);
                let line = image.wrapping_offset(at(x.axes[0], outer)).wrapping_offset(at(x.axes[1], middle));
                let from = line.wrapping_offset(at(x.axes[2], inner));
                // SAFETY: by the clamp `t` sees an element from these places, as `i` and `j` do: elements of `x`
                // ([`Part`]). `until - column <= count`.
                unsafe { copy(from, step, to.wrapping_add(first - column), until - first) };
            }
            // SAFETY: `column + count - until <= count`, by the clamp, and `count <= left`, the places that are left at
            // `to`.
            unsafe { write_zeros(to.wrapping_add(until - column), self.zero, column + count - until) };
            to = to.wrapping_add(count);
            left -= count;
            (column, j) = (0, j + 1);
            if j == middle.places {
                (i, j) = (i + 1, 0);
            }
        }
    }
}

/// # Safety
///
/// From `to` on, `count` adjacent elements may be written.
#[inline(always)]
unsafe fn write_zeros<T: Copy>(to: *mut T, zero: T, count: usize) {
    for i in 0..count {
        // SAFETY: `i < count` by the loop (`# Safety`).
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
        // SAFETY: `step == 1`, so `count` adjacent elements may be read, and `count` be written elsewhere (`# Safety`).
        1 => unsafe { to.copy_from_nonoverlapping(from, count) },
        // a constant step, so that the loop is vectorised
        // SAFETY: `step == 2`, and the arguments are this function's (`# Safety`).
        2 => unsafe { copy_apart(from, 2, to, count) },
        // SAFETY: the arguments are this function's (`# Safety`).
        _ => unsafe { copy_apart(from, step, to, count) },
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
        // SAFETY: `i < count` by the loop, and `count` elements, `step` apart, may be read (`# Safety`).
        let element = unsafe { from.wrapping_offset(at(step, i)).read() };
        // SAFETY: `i < count` by the loop, and `count` adjacent places may be written (`# Safety`).
        unsafe { to.wrapping_add(i).write(element) };
    }
}
