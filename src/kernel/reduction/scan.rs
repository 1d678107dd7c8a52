//! Scans: each result is reduced from the elements up to it, as in `cumsum`.

use super::columns::{Room, each};
use super::cursor::{Cursor, ONE, Plan, Source, far, read, write};
use super::reducer::Reducer;
use crate::kernel::simd::{Task, vectorise};

/// Writes the result of the state at each element along the marked axes, in row-major order, to `target` by the strides
/// `targets`.
///
/// # Safety
///
/// `source.first` plus each index below `source.sizes`, by `source.strides`, is an element that may be read. `target`
/// plus each such index, by `targets`, is a different place that may be written, and is not an element of `source`.
#[inline]
pub(crate) unsafe fn scan<T: Copy, R: Reducer<T, Context = ()>, U, F: FnMut(R::State) -> U>(
    source: &Source<'_, T>,
    target: *mut U,
    targets: &[usize],
    reducer: R,
    finish: F,
) {
    let first = source.first;
    Plan::with_scan(source, targets, |plan| {
        vectorise(&mut [], (), Scan { plan, source: first, target, reducer, finish });
    });
}

struct Scan<'p, T, U, R, F> {
    plan: Plan<'p>,
    source: *const T,
    target: *mut U,
    reducer: R,
    finish: F,
}

impl<T: Copy, U, R: Reducer<T, Context = ()>, F: FnMut(R::State) -> U> Task<()> for Scan<'_, T, U, R, F> {
    #[inline(always)]
    fn run(mut self, _: &mut [()], (): ()) {
        let Plan { kept, lost } = self.plan;
        if kept.iter().chain(lost.iter()).any(|along| along.size == 0) {
        } else if self.plan.is_of_lines() || const { Room::of::<R::State>() == 0 } {
            // SAFETY: no size is 0, compared above; `scan` requires an element and a place at each index.
            unsafe { self.run_lines() };
        } else {
            // SAFETY: neither a size nor `Room::of` is 0, and an axis is kept, since `is_of_lines` is false.
            unsafe { self.run_columns() };
        }
    }
}

impl<T: Copy, U, R: Reducer<T, Context = ()>, F: FnMut(R::State) -> U> Scan<'_, T, U, R, F> {
    /// # Safety
    ///
    /// As for [`scan`]; no size is 0.
    #[inline(always)]
    unsafe fn run_lines(&mut self) {
        let Self { plan: Plan { kept, lost }, source, target, reducer, finish } = self;
        let (line, outer) = lost.split_last().unwrap_or((&ONE, &[]));
        let (row, outer_kept) = kept.split_last().unwrap_or((&ONE, &[]));
        let (mut lines, mut rows) = (Cursor::new(outer_kept), Cursor::new(outer));
        let count = rows.count();
        for _ in 0..lines.count() {
            let (mut first, mut place) = (source.wrapping_offset(lines.at), target.wrapping_offset(lines.target));
            for _ in 0..row.size {
                let mut state = None;
                for _ in 0..count {
                    let (mut x, mut to) = (first.wrapping_offset(rows.at), place.wrapping_offset(rows.target));
                    for _ in 0..line.size {
                        // SAFETY: `lines`, `rows` and the loops to `row.size` and `line.size` are at an index of
                        // `source`.
                        let element = unsafe { *x };
                        let next = match state {
                            None => reducer.first(element, ()),
                            Some(state) => reducer.next(state, element, ()),
                        };
                        state = Some(next);
                        // SAFETY: `to` is at the index of `x`, where `target` has a place.
                        unsafe { to.write(finish(next)) };
                        (x, to) = (x.wrapping_offset(line.step), to.wrapping_offset(line.target));
                    }
                    if count > 1 {
                        rows.advance(1);
                    }
                }
                (first, place) = (first.wrapping_offset(row.step), place.wrapping_offset(row.target));
            }
            lines.advance(1);
        }
    }

    /// # Safety
    ///
    /// As for [`scan`]; no size is 0, and `Room` holds at least one state.
    #[inline(always)]
    unsafe fn run_columns(&mut self) {
        let Self { plan: Plan { kept, lost }, source, target, reducer, finish } = self;
        let (line, outer) = kept.split_last().unwrap_or((&ONE, &[]));
        let (inner, outer_lost) = lost.split_last().unwrap_or((&ONE, &[]));
        let (mut lines, mut rows) = (Cursor::new(outer), Cursor::new(outer_lost));
        let count = rows.count();
        let mut room = Room::new();
        let states = room.as_mut_ptr::<R::State>();
        let is_dense = line.step == 1 && line.target == 1;
        for _ in 0..lines.count() {
            let mut from = 0;
            while from < line.size {
                let width = Room::of::<R::State>().min(line.size - from);
                let by = |step: isize| step.wrapping_mul(from as isize);
                let x = source.wrapping_offset(lines.at).wrapping_offset(by(line.step));
                let to = target.wrapping_offset(lines.target).wrapping_offset(by(line.target));
                let mut is_first = true;
                for _ in 0..count {
                    let (mut x, mut to) = (x.wrapping_offset(rows.at), to.wrapping_offset(rows.target));
                    for _ in 0..inner.size {
                        let mut take = |column: usize, x: *const T, to: *mut U| {
                            // SAFETY: `x` is at an index of `lost` and at a column below `line.size`.
                            let element = unsafe { *x };
                            let state = if is_first {
                                reducer.first(element, ())
                            } else {
                                // SAFETY: `column < width`, and the first row has written `width` states.
                                reducer.next(unsafe { read(states, column) }, element, ())
                            };
                            // SAFETY: `column < width`, at most the result of `Room::of`.
                            unsafe { write(states, column, state) };
                            // SAFETY: `to` is at the index of `x`, where `target` has a place.
                            unsafe { to.write(finish(state)) };
                        };
                        if is_dense {
                            each::<R::State>(width, |column| {
                                take(column, far(x, 1, column), far(to, 1, column).cast_mut());
                            });
                        } else {
                            each::<R::State>(width, |column| {
                                take(column, far(x, line.step, column), far(to, line.target, column).cast_mut());
                            });
                        }
                        is_first = false;
                        (x, to) = (x.wrapping_offset(inner.step), to.wrapping_offset(inner.target));
                    }
                    rows.advance(1);
                }
                from += width;
            }
            lines.advance(1);
        }
    }
}
