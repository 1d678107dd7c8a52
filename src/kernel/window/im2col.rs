//! Convolutions as matrix products: the elements of a window are a column.
//!
//! ```text
//! columns[(c, k), j] = x[c, j * stride + k * dilation - before]         # 0 in the padding
//! ```
//!
//! A row of columns has the elements of one weight at all positions, copied from lines of the image in the same pieces
//! for each channel.

use super::taps::{Part, at};
use crate::kernel::product::gemm::{Gemm, MatrixElement};
use crate::kernel::product::matrix::{Matrix, Product};
use crate::kernel::product::panels::Runs;
use crate::kernel::simd::{Task, vectorise};
use crate::layout::{advance, unravel};
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
    pub(crate) const fn new(room: &'a mut [T]) -> Self {
        Self { first: room.as_mut_ptr(), length: room.len(), borrowed: PhantomData }
    }

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
/// the result, or in one row; with a panel, those of each `run`, a step of the outermost axis.
pub(in crate::kernel) unsafe fn by_columns<T: MatrixElement>(
    part: &Part<T, T::Total>,
    w: Matrix<*const T>,
    (out_step, places): (Option<isize>, Range<usize>),
    (panel, run): (Option<usize>, usize),
    (zero, room): (T, *mut T),
) {
    let width = part.lines[2].places;
    let (from, count) = (places.start, places.len());
    let columns = panel.unwrap_or(count);
    vectorise(&mut [], (), Fill { part, zero, places: [from, count], panel: columns, to: room });
    let (row, column) = (from / width, from % width);
    let place = [row / part.lines[1].places, row % part.lines[1].places, column];
    let first = (0..3).fold(part.out.first, |to, axis| to.wrapping_offset(at(part.out.axes[axis], place[axis])));
    let column = out_step.unwrap_or(part.out.axes[2]);
    let mut product = Product {
        m: part.outputs,
        k: part.weights(),
        n: count,
        a: w,
        b: Matrix { first: room.cast_const(), row: columns as isize, column: 1 },
        c: Matrix { first, row: part.out.channel, column },
    };
    if panel.is_some() {
        let runs = Runs { length: run, start: from % run, apart: part.out.axes[0] };
        product.c.first = first.wrapping_offset(at(column, runs.start).wrapping_neg());
        // SAFETY: `Fill` has written `weights` rows of panels for `count` columns; `a` has `outputs` rows of `weights`
        // adjacent elements. `c` is the places of `out` from `from` on, in runs (`# Safety`).
        unsafe { T::Gemm::multiply_panels(&product, &runs) };
    } else {
        // SAFETY: the same; `b` is a matrix of `count` columns.
        unsafe { T::Gemm::multiply(&product) };
    }
}

/// Writes panels of columns: a row for each tap of each channel. Only [`by_columns`] makes one.
struct Fill<'p, T, U> {
    part: &'p Part<T, U>,
    zero: T,
    /// The first position, and their number.
    places: [usize; 2],
    /// The columns of a panel; those after the last position are zeros.
    panel: usize,
    to: *mut T,
}

/// Positions along a line, which are adjacent columns of a panel.
#[derive(Clone, Copy)]
struct Span {
    /// The distance of its first column from the first panel.
    to: usize,
    line: [usize; 2],
    from: usize,
    until: usize,
}

/// The elements of one tap at the positions of a span: zeros, elements of the image, zeros.
#[derive(Clone, Copy)]
struct Piece {
    /// The distance from the first row of the channel.
    to: usize,
    before: usize,
    /// The distance from the first element of the channel.
    from: isize,
    count: usize,
    after: usize,
}

/// The spans that are written together.
const SPANS: usize = 28;

/// The pieces that are computed once for all channels.
const PIECES: usize = 9 * SPANS;

impl<T: Copy, U> Task<()> for Fill<'_, T, U> {
    #[inline(always)]
    fn run(self, _: &mut [()], (): ()) {
        let (panel, count, weights) = (self.panel, self.places[1], self.part.weights());
        let mut done = 0;
        while done < count {
            done = self.spans(done);
        }
        let left = count.next_multiple_of(panel) - count;
        if left > 0 {
            let last = self.to.wrapping_add(count / panel * panel * weights + count % panel);
            for row in 0..weights {
                // SAFETY: the columns of this row after the last position, up to the end of the panel.
                unsafe { write_zeros(last.wrapping_add(row * panel), self.zero, left) };
            }
        }
    }
}

impl<T: Copy, U> Fill<'_, T, U> {
    /// Writes columns from `done < count` on. Returns the next column.
    #[inline(always)]
    fn spans(&self, mut done: usize) -> usize {
        let [outer, middle, inner] = &self.part.lines;
        let ([first, columns], panel) = (self.places, self.panel);
        let (row, mut from) = ((first + done) / inner.places, (first + done) % inner.places);
        let mut line = [row / middle.places, row % middle.places];
        let mut to = done / panel * panel * self.part.weights() + done % panel;
        let mut left = panel - done % panel;
        let mut spans = [Span { to, line, from: 0, until: 0 }; SPANS];
        let mut count = 0;
        while done < columns && count < SPANS {
            let length = left.min(inner.places - from).min(columns - done);
            spans[count] = Span { to, line, from, until: from + length };
            (done, count) = (done + length, count + 1);
            (to, left, from) = (to + length, left - length, from + length);
            if left == 0 {
                (to, left) = (to + panel * (self.part.weights() - 1), panel);
            }
            if from == inner.places {
                (line[1], from) = (line[1] + 1, 0);
            }
            if line[1] == middle.places {
                line = [line[0] + 1, 0];
            }
        }
        let taps = outer.taps * middle.taps * inner.taps;
        let at_once = PIECES / count;
        for first in (0..taps).step_by(at_once) {
            // SAFETY: the loop has made spans of columns below `columns`, and `taps` is the number of taps.
            unsafe { self.taps([first, taps.min(first + at_once)], &spans[..count]) };
        }
        done
    }

    /// Writes the elements of some taps at the positions of `spans`, for each channel.
    ///
    /// # Safety
    ///
    /// The spans are columns of this block, and there are `end` taps.
    #[inline(always)]
    unsafe fn taps(&self, [first, end]: [usize; 2], spans: &[Span]) {
        let Part { inputs, lines: [outer, middle, inner], x, .. } = self.part;
        let step = at(x.axes[2], inner.step);
        let mut pieces = [Piece { to: 0, before: 0, from: 0, count: 0, after: 0 }; PIECES];
        let mut count = 0;
        let taps = [outer.taps, middle.taps, inner.taps];
        let mut t = [0; 3];
        unravel(first, &taps, &mut t);
        for tap in first..end {
            let [t0, t1, t2] = t;
            let seen = inner.places_of(t2);
            for span in spans {
                let line = (outer.seen(span.line[0], t0), middle.seen(span.line[1], t1));
                // the positions inside the image, and their first element
                let (seen, from) = match line {
                    (Some(i), Some(j)) => {
                        let seen = seen.map(|place| place.clamp(span.from, span.until));
                        let k = inner.seen(seen[0], t2).unwrap_or(0);
                        (seen, [i, j, k])
                    }
                    _ => ([span.from; 2], [0; 3]),
                };
                pieces[count] = Piece {
                    to: tap * self.panel + span.to,
                    before: seen[0] - span.from,
                    from: (0..3).fold(0, |all, axis| at(x.axes[axis], from[axis]).wrapping_add(all)),
                    count: seen[1] - seen[0],
                    after: span.until - seen[1],
                };
                count += 1;
            }
            advance(&mut t, &taps);
        }
        let rows = taps.iter().product::<usize>() * self.panel;
        for input in 0..*inputs {
            let (image, to) = (x.first.wrapping_offset(at(x.channel, input)), self.to.wrapping_add(input * rows));
            for &Piece { to: by, before, from, count, after } in &pieces[..count] {
                let to = to.wrapping_add(by);
                // SAFETY: by the clamps, `before`, `count` and `after` are the columns of a span.
                unsafe { write_zeros(to, self.zero, before) };
                // SAFETY: by the clamp `t2` sees an element from these positions, as the line does: elements of `x`
                // ([`Part`]).
                unsafe { copy(image.wrapping_offset(from), step, to.wrapping_add(before), count) };
                // SAFETY: as for `before`.
                unsafe { write_zeros(to.wrapping_add(before + count), self.zero, after) };
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
        // SAFETY: `i < count` by the loop.
        unsafe { to.wrapping_add(i).write(zero) };
    }
}

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
