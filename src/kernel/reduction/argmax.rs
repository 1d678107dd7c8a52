//! The index of the maximum or minimum.
//!
//! In a line, the best element of each block is found first, and then its index in the best block.

use super::columns::{Room, Rows, each};
use super::cursor::{Blocks, Cursor, ONE, Plan, far, read, write};
use super::lines::{Line, part};
use super::reduce::ManyToOne;
use super::reducer::{Order, Reducer};
use super::small::Few;
use crate::kernel::is_large;
use crate::kernel::simd::{Task, apart, vectorise};
use crate::layout::Along;

/// The number of elements in a block of a line.
const BLOCK: usize = 256;

/// The length of lines below which the best element is found together with its index.
const SHORT: usize = 12;

/// An order of elements.
pub(crate) trait Best<T>: Reducer<T, Context = (), State = T> {
    /// Whether an element is better than the best until then.
    fn is_beyond(&self, x: T, best: T) -> bool;
}

/// The index of the first best element, in row-major order of the lost axes, which are not empty.
pub(crate) struct Places<R>(pub(crate) R);

impl<T: Copy, R: Best<T>> ManyToOne<T> for Places<R> {
    type Output = usize;
    const ORDER: Order = Order::RowMajor;
    const IS_SMALL: bool = size_of::<T>() <= 64;

    #[inline]
    unsafe fn walk(self, plan: Plan<'_>, source: *const T, target: *mut usize) {
        let walk = Walk { plan, source, target, reducer: self.0 };
        if let [line] = plan.lost {
            if plan.is_of_lines() && line.size < SHORT {
                // SAFETY: `line` is the only lost axis; the caller passes elements and places.
                return unsafe { walk.run_short(*line) };
            }
        }
        // AVX2 is slower for lines of bytes (Zen 4): a block is two of its steps
        if size_of::<T>() == 1 && plan.is_of_lines() { apart(&mut [], (), walk) } else { vectorise(&mut [], (), walk) }
    }

    #[inline(always)]
    unsafe fn reduce_small<B: Few>(mut self, x: *const T, blocks: Blocks, target: *mut usize) {
        let Blocks { outer, count, inner, .. } = blocks;
        let line = Line { length: count, step: inner as isize };
        for index in 0..outer {
            let (x, target) = (x.wrapping_add(index * count * inner), target.wrapping_add(index * inner));
            for column in 0..inner {
                let x = x.wrapping_add(column);
                let place = if inner == 1 && count >= SHORT {
                    // SAFETY: `count > 0` adjacent elements may be read.
                    let best = unsafe { part(&mut self.0, x, line, ()) };
                    // SAFETY: the same elements.
                    unsafe { position(&self.0, x, line, best) }
                } else {
                    // SAFETY: `column < inner`: every `inner`th of `count` elements from there on may be read.
                    unsafe { place(&self.0, x, line) }
                };
                // SAFETY: `column < inner`: a place of this index of the outer axes.
                unsafe { write(target, column, place) };
            }
        }
    }
}

struct Walk<'p, T, R> {
    plan: Plan<'p>,
    source: *const T,
    target: *mut usize,
    reducer: R,
}

impl<T: Copy, R: Best<T>> Task<()> for Walk<'_, T, R> {
    #[inline(always)]
    fn run(mut self, _: &mut [()], (): ()) {
        let Plan { kept, lost } = self.plan;
        if kept.iter().chain(lost.iter()).any(|along| along.size == 0) {
            return;
        }
        let rows: usize = lost.iter().map(|along| along.size).product();
        if self.plan.is_of_lines() || u32::try_from(rows).is_err() || const { Self::CHUNK == 0 } {
            // SAFETY: no size is 0, compared above; `walk` requires the elements and places.
            unsafe { self.run_lines() };
        } else {
            // SAFETY: no size is 0, `rows` fits a `u32` and `CHUNK > 0`, as compared; the rest is required by `walk`.
            unsafe { self.run_columns() };
        }
    }
}

impl<T: Copy, R: Best<T>> Walk<'_, T, R> {
    /// The number of columns that the rooms hold; 0 for elements that are too large.
    const CHUNK: usize = if Room::of::<T>() < Room::of::<u32>() { Room::of::<T>() } else { Room::of::<u32>() };

    /// Finds the places of short lines.
    ///
    /// # Safety
    ///
    /// As for [`ManyToOne::walk`]; `line` is the only lost axis.
    unsafe fn run_short(self, line: Along) {
        let (row, outer) = self.plan.kept.split_last().unwrap_or((&ONE, &[]));
        let mut results = Cursor::new(outer);
        let count = if line.size == 0 { 0 } else { results.count() };
        let line = Line { length: line.size, step: line.step };
        for _ in 0..count {
            let mut x = self.source.wrapping_offset(results.at);
            let mut to = self.target.wrapping_offset(results.target);
            for _ in 0..row.size {
                // SAFETY: `x` is at an index of the kept axes, and the line has elements, since `count > 0`.
                let place = unsafe { place(&self.reducer, x, line) };
                // SAFETY: `to` is the place of an index of the kept axes.
                unsafe { to.write(place) };
                (x, to) = (x.wrapping_offset(row.step), to.wrapping_offset(row.target));
            }
            results.advance(1);
        }
    }

    /// # Safety
    ///
    /// As for [`ManyToOne::walk`]; no size is 0.
    #[inline(always)]
    unsafe fn run_lines(&mut self) {
        let Self { plan: Plan { kept, lost }, source, target, reducer } = self;
        let (line, outer) = lost.split_last().unwrap_or((&ONE, &[]));
        let (mut results, mut rows) = (Cursor::new(kept), Cursor::new(outer));
        let count = rows.count();
        for _ in 0..results.count() {
            let x = source.wrapping_offset(results.at);
            let mut best: Option<(T, *const T, Line, usize)> = None;
            for row in 0..count {
                let mut from = 0;
                while from < line.size {
                    let block = Line { length: BLOCK.min(line.size - from), step: line.step };
                    let first = x.wrapping_offset(rows.at).wrapping_offset(line.step.wrapping_mul(from as isize));
                    // SAFETY: `from + block.length <= line.size`, and `rows` is at one of its `count` indices:
                    // the block may be read.
                    let state = unsafe { part(reducer, first, block, ()) };
                    if best.is_none_or(|(best, ..)| reducer.is_beyond(state, best)) {
                        best = Some((state, first, block, row * line.size + from));
                    }
                    from += block.length;
                }
                rows.advance(1);
            }
            let (best, first, block, place) = best.unwrap_or_else(|| unreachable!("there is an element"));
            // SAFETY: `best` was found in this block, which was read above.
            let place = place + unsafe { position(reducer, first, block, best) };
            // SAFETY: `results` is at an index of `kept`, whose place may be written.
            unsafe { target.wrapping_offset(results.target).write(place) };
            results.advance(1);
        }
    }

    /// # Safety
    ///
    /// As for [`ManyToOne::walk`]; no size is 0, the lost axes have at most `u32::MAX` indices, and `CHUNK > 0`.
    #[inline(always)]
    unsafe fn run_columns(&mut self) {
        let Self { plan: Plan { kept, lost }, source, target, reducer } = self;
        let (line, outer) = kept.split_last().unwrap_or((&ONE, &[]));
        let (mut results, mut rows) = (Cursor::new(outer), Cursor::new(lost));
        let count = rows.count();
        let (mut best_room, mut place_room) = (Room::new(), Room::new());
        let (best, place) = (best_room.as_mut_ptr::<T>(), place_room.as_mut_ptr::<u32>());
        for _ in 0..results.count() {
            let mut from = 0;
            while from < line.size {
                let width = Self::CHUNK.min(line.size - from);
                let by = |step: isize| step.wrapping_mul(from as isize);
                let x = source.wrapping_offset(results.at).wrapping_offset(by(line.step));
                let to = target.wrapping_offset(results.target).wrapping_offset(by(line.target));
                let columns = Columns { width, step: line.step, best, place };
                let mut left = Rows::new(&mut rows, x, count);
                // pairs of dense rows after the first: for a single one, LLVM stores the choice under a mask
                let dense = line.step == 1;
                if dense && count % 2 == 0 {
                    // SAFETY: 2 of `count` rows are taken, since it is even and not 0; `CHUNK >= width` columns fit.
                    unsafe { columns.take(reducer, 0, left.next::<2>()) };
                } else {
                    // SAFETY: 1 of `count > 0` rows is taken; `CHUNK >= width` columns fit.
                    unsafe { columns.take(reducer, 0, left.next::<1>()) };
                }
                #[allow(clippy::cast_possible_truncation, reason = "the rows fit a `u32`, as `run` compared")]
                let number = |left: usize| (count - left) as u32;
                while left.left % 4 > 0 {
                    let number = number(left.left);
                    if dense {
                        // SAFETY: an even number of rows is left, and `width` columns were written.
                        unsafe { columns.take(reducer, number, left.next::<2>()) };
                    } else {
                        // SAFETY: at least one row is left, and `width` columns were written.
                        unsafe { columns.take(reducer, number, left.next::<1>()) };
                    }
                }
                while left.left > 0 {
                    // SAFETY: a multiple of 4 rows is left, and `width` columns were written.
                    unsafe { columns.take(reducer, number(left.left), left.next::<4>()) };
                }
                left.go_to();
                for column in 0..width {
                    // SAFETY: `column < width`, and the rows have written `width` places.
                    let place = unsafe { read(place, column) } as usize;
                    // SAFETY: `from + column < line.size`: the place of an index of `kept`.
                    unsafe { far(to, line.target, column).cast_mut().write(place) };
                }
                from += width;
            }
            results.advance(1);
        }
    }
}

/// Columns of elements, `step` apart, with the best element of each and its index.
struct Columns<T> {
    width: usize,
    step: isize,
    best: *mut T,
    place: *mut u32,
}

impl<T: Copy> Columns<T> {
    /// Takes some rows of elements, from row `number` on.
    ///
    /// # Safety
    ///
    /// `best` and `place` have room for `width` elements, which are initialised if `number > 0`. From each of `rows`
    /// on, `width` elements, `step` apart, may be read.
    #[inline(always)]
    unsafe fn take<R: Best<T>, const ROWS: usize>(&self, reducer: &R, number: u32, rows: [*const T; ROWS]) {
        let element = |place: *const T| {
            // SAFETY: it is called with places of columns below `width`, which may be read.
            unsafe { *place }
        };
        if self.step == 1 {
            each::<u32>(self.width, |column| {
                // SAFETY: `column < width` (by `each`).
                unsafe { self.one(reducer, number, column, rows.map(|row| element(far(row, 1, column)))) };
            });
        } else {
            each::<u32>(self.width, |column| {
                // SAFETY: `column < width` (by `each`).
                unsafe { self.one(reducer, number, column, rows.map(|row| element(far(row, self.step, column)))) };
            });
        }
    }

    /// # Safety
    ///
    /// As for [`take`](Self::take); `column < self.width`.
    #[inline(always)]
    unsafe fn one<R: Best<T>, const ROWS: usize>(&self, reducer: &R, number: u32, column: usize, x: [T; ROWS]) {
        let (mut best, mut place) = if number == 0 {
            (x[0], 0)
        } else {
            // SAFETY: `column < width`, and `number > 0`, so `best` is initialised there.
            let best = unsafe { read(self.best, column) };
            // SAFETY: `column < width`, and `number > 0`, so `place` is initialised there.
            (best, unsafe { read(self.place, column) })
        };
        for (x, number) in x.into_iter().zip(number..) {
            let is_beyond = reducer.is_beyond(x, best);
            best = if is_beyond { x } else { best };
            // by bits: as a choice, the compiler would choose between the places that it reads
            place ^= (place ^ number) & 0u32.wrapping_sub(is_beyond.into());
        }
        // SAFETY: `column < width`, for which `best` has room.
        unsafe { write(self.best, column, best) };
        // SAFETY: `column < width`, for which `place` has room.
        unsafe { write(self.place, column, place) };
    }
}

/// The index of the first best element of a line.
///
/// # Safety
///
/// As for `part`.
#[inline(always)]
unsafe fn place<T: Copy, R: Best<T>>(reducer: &R, x: *const T, line: Line) -> usize {
    // SAFETY: it is called with 0 and with `i < line.length`, and `line.length > 0`.
    let read = |i: usize| unsafe { *far(x, line.step, i) };
    let (mut best, mut place) = (read(0), 0);
    for i in 1..line.length {
        let is_beyond = reducer.is_beyond(read(i), best);
        best = if is_beyond { read(i) } else { best };
        place = if is_beyond { i } else { place };
    }
    place
}

/// The index of the first element of a line that is as good as `best`, which is one of them; the last index if the
/// order contradicts itself.
///
/// # Safety
///
/// `line.length > 0`, and `line.length` elements from `x` on, `line.step` apart, may be read.
#[inline(always)]
unsafe fn position<T: Copy, R: Best<T>>(reducer: &R, x: *const T, line: Line, best: T) -> usize {
    let mut i = 0;
    if line.step == 1 && const { !is_large::<T>() } {
        // compares several at once, in vectors
        const SOME: usize = 16;
        while i + SOME < line.length {
            // SAFETY: `i + SOME < line.length` and `line.step == 1`, as compared; an array is aligned as its elements
            // are.
            let some = unsafe { x.wrapping_add(i).cast::<[T; SOME]>().read() };
            if some.into_iter().fold(false, |any, x| any | !reducer.is_beyond(best, x)) {
                break;
            }
            i += SOME;
        }
    }
    // SAFETY: it is called if `i + 1 < line.length` was compared.
    let read = |i: usize| unsafe { *far(x, line.step, i) };
    while i + 1 < line.length && reducer.is_beyond(best, read(i)) {
        i += 1;
    }
    i
}
