//! Where the greatest element stands, or the least.
//!
//! Of lines, the best of each block is found first, and in the block that has the best of all its place. Of columns, each has its best and
//! its place.

use super::along::{Cursor, ONE, Plan, Source};
use super::columns::{Room, each};
use super::lines::{Line, part};
use super::reduce::ManyToOne;
use super::reducer::{Order, Reducer};
use super::simd::{Task, Wide, vectorise};

/// How many elements of a line are looked at once more for their place.
const BLOCK: usize = 256;

/// How the best element is found.
pub(crate) trait Best<T>: Reducer<T, Context = (), State = T> {
    /// Whether an element is better than the best so far.
    fn is_beyond(&self, x: T, best: T) -> bool;
}

/// The place of the first of the best elements, in row-major order of the axes that are lost, along which there is an element.
pub(crate) struct Places<R>(pub(crate) R);

impl<T: Copy, R: Best<T>> ManyToOne<T> for Places<R> {
    type Output = usize;

    #[inline]
    unsafe fn reduce(self, source: &Source<'_, T>, target: *mut usize, targets: &[usize]) {
        let plan = Plan::new(source, targets, Order::RowMajor);
        vectorise(&mut [], Walk { plan, source: source.first, target, reducer: self.0 });
    }
}

struct Walk<T, R> {
    plan: Plan,
    source: *const T,
    target: *mut usize,
    reducer: R,
}

impl<T: Copy, R: Best<T>> Task<()> for Walk<T, R> {
    const WIDE: Wide = Wide::Never;

    #[inline(always)]
    fn run(mut self, _: &mut [()]) {
        let Plan { kept, lost } = &self.plan;
        if kept.iter().chain(lost.iter()).any(|along| along.size == 0) {
            return;
        }
        let rows: usize = lost.iter().map(|along| along.size).product();
        if self.plan.is_of_lines() || u32::try_from(rows).is_err() {
            // SAFETY: the maker's promise; there are elements.
            unsafe { self.run_lines() };
        } else {
            // SAFETY: as above.
            unsafe { self.run_columns() };
        }
    }
}

impl<T: Copy, R: Best<T>> Walk<T, R> {
    /// # Safety
    ///
    /// As for [`ManyToOne::reduce`]; there are elements.
    #[inline(always)]
    unsafe fn run_lines(&mut self) {
        let Self { plan: Plan { kept, lost }, source, target, reducer } = self;
        let (line, outer) = lost.split_last().unwrap_or((&ONE, &[]));
        let (mut results, mut rows) = (Cursor::new(kept), Cursor::new(outer));
        let count = rows.count();
        for _ in 0..results.count() {
            let x = source.wrapping_offset(results.at);
            let mut best: Option<(T, *const T, usize)> = None;
            for row in 0..count {
                let mut from = 0;
                while from < line.size {
                    let block = Line { length: BLOCK.min(line.size - from), step: line.step };
                    let first = x.wrapping_offset(rows.at).wrapping_offset(line.step.wrapping_mul(from as isize));
                    // SAFETY: the caller's promise.
                    let state = unsafe { part(reducer, first, block, ()) };
                    if best.is_none_or(|(best, ..)| reducer.is_beyond(state, best)) {
                        best = Some((state, first, row * line.size + from));
                    }
                    from += block.length;
                }
                rows.advance(1);
            }
            let (best, first, place) = best.unwrap_or_else(|| unreachable!("there is an element"));
            // SAFETY: the caller's promise; the best of the block is one of it.
            let place = place + unsafe { position(reducer, first, line.step, best) };
            // SAFETY: the caller's promise.
            unsafe { target.wrapping_offset(results.target).write(place) };
            results.advance(1);
        }
    }

    /// # Safety
    ///
    /// As for [`ManyToOne::reduce`]; there are elements, and no more along the axes that are lost than an `u32` counts.
    #[inline(always)]
    unsafe fn run_columns(&mut self) {
        let Self { plan: Plan { kept, lost }, source, target, reducer } = self;
        let (line, outer) = kept.split_last().unwrap_or((&ONE, &[]));
        let (mut results, mut rows) = (Cursor::new(outer), Cursor::new(lost));
        let count = rows.count();
        let (mut best_room, mut place_room) = (Room::new(), Room::new());
        let chunk = const { if Room::of::<T>() < Room::of::<u32>() { Room::of::<T>() } else { Room::of::<u32>() } };
        let (best, place) = (best_room.as_mut_ptr::<T>(), place_room.as_mut_ptr::<u32>());
        for _ in 0..results.count() {
            let mut from = 0;
            while from < line.size {
                let width = chunk.min(line.size - from);
                let by = |step: isize| step.wrapping_mul(from as isize);
                let x = source.wrapping_offset(results.at).wrapping_offset(by(line.step));
                let to = target.wrapping_offset(results.target).wrapping_offset(by(line.target));
                for row in 0..count {
                    let x = x.wrapping_offset(rows.at);
                    // SAFETY: the caller's promise; there is room for so many columns.
                    unsafe {
                        if line.step == 1 {
                            take(reducer, row as u32, width, best, place, |column| *x.add(column));
                        } else {
                            let at = |column: usize| x.wrapping_offset(line.step.wrapping_mul(column as isize));
                            take(reducer, row as u32, width, best, place, |column| *at(column));
                        }
                    }
                    rows.advance(1);
                }
                for column in 0..width {
                    let to = to.wrapping_offset(line.target.wrapping_mul(column as isize));
                    // SAFETY: the caller's promise; the rows have written the place.
                    unsafe { to.write(*place.add(column) as usize) };
                }
                from += width;
            }
            results.advance(1);
        }
    }
}

/// Takes one row of elements, in their columns.
///
/// # Safety
///
/// There is room for so many columns, and rows before this one, if it is not the first, have written them.
#[inline(always)]
unsafe fn take<T: Copy, R: Best<T>>(
    reducer: &mut R,
    row: u32,
    width: usize,
    best: *mut T,
    place: *mut u32,
    read: impl Fn(usize) -> T,
) {
    each(width, |column| {
        // SAFETY: the caller's promise.
        let (best, place) = unsafe { (best.add(column), place.add(column)) };
        let x = read(column);
        // SAFETY: as above.
        unsafe {
            let is_beyond = row == 0 || reducer.is_beyond(x, *best);
            *best = if is_beyond { x } else { *best };
            *place = if is_beyond { row } else { *place };
        }
    });
}

/// The index of the first element of a line that is as good as the best, which is one of them.
///
/// # Safety
///
/// They may be read.
#[inline(always)]
unsafe fn position<T: Copy, R: Best<T>>(reducer: &R, x: *const T, step: isize, best: T) -> usize {
    let mut i = 0;
    // SAFETY: the caller's promise: the loop ends at the best.
    while unsafe { reducer.is_beyond(best, *x.wrapping_offset(step.wrapping_mul(i as isize))) } {
        i += 1;
    }
    i
}
