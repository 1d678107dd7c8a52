//! Many elements become one: the walk of every reduction.
//!
//! ```text
//! x (2, 3, 4) along axes 1 and -1     kept (2)       the axes of the result
//!                                     lost (3, 4)    those that the reduction goes along
//! ```
//!
//! Both kinds of axes are put in the order of their strides, and merged; the innermost is the one whose elements stand side by side. If
//! it is lost, each result is made of [`lines`], in as many states as some vectors hold, which become one at the end. If it is kept,
//! a chunk of a row of results is made at once, of rows that are taken into it one after the other ([`columns`]). Both are loops of
//! vectors.
//!
//! What rounds is taken in pairs: the state of many blocks is that of the first half of them and that of the second. So its error
//! grows with the logarithm of how many there are.

use super::along::{Along, Cursor, Plan};
use super::columns::{Room, columns};
use super::lines::lines;
use super::reducer::{Reducer, Reduction};
use super::simd::{Task, Wide, vectorise};

/// A tensor's elements, and the axes that are lost.
pub(crate) struct Source<'a, T> {
    pub(crate) first: *const T,
    pub(crate) sizes: &'a [usize],
    pub(crate) strides: &'a [usize],
    /// A 1 for each axis that is lost, else a 0.
    pub(crate) lost: &'a [usize],
}

/// Writes what comes out at each index of the axes that are kept, at `target` and so far apart.
///
/// # Safety
///
/// The elements may be read, and each place of the target may be written, which is none of theirs.
#[inline]
pub(crate) unsafe fn reduce<T: Copy, R: Reduction<T>>(
    source: &Source<'_, T>,
    target: *mut R::Output,
    targets: &[usize],
    reduction: R,
) {
    let plan = Plan::new(source.sizes, source.strides, source.lost, targets, <R::First as Reducer<T>>::ORDER);
    vectorise(&mut [], Walk { plan, source: source.first, target, reduction });
}

/// A reduction that waits for the processor's vectors.
struct Walk<T, U, R> {
    plan: Plan,
    source: *const T,
    target: *mut U,
    reduction: R,
}

impl<T: Copy, R: Reduction<T>> Task<()> for Walk<T, R::Output, R> {
    const WIDE: Wide = Wide::Never;

    #[inline(always)]
    fn run(mut self, _: &mut [()]) {
        let Plan { kept, lost } = &self.plan;
        if kept.iter().any(|along| along.size == 0) {
            return;
        }
        if lost.iter().any(|along| along.size == 0) {
            // SAFETY: the maker's promise.
            unsafe { self.write_empty() };
        } else if self.plan.is_of_lines() {
            // SAFETY: the maker's promise; there are elements.
            unsafe { self.run_lines() };
        } else {
            // SAFETY: as above.
            unsafe { self.run_columns() };
        }
    }
}

impl<T: Copy, R: Reduction<T>> Walk<T, R::Output, R> {
    /// # Safety
    ///
    /// Each place of the target may be written.
    unsafe fn write_empty(&mut self) {
        let mut results = Cursor::new(&self.plan.kept);
        for _ in 0..results.count() {
            let nothing = self.reduction.finish(None, 0);
            // SAFETY: the caller's promise.
            unsafe { self.target.wrapping_offset(results.target).write(nothing) };
            results.advance(1);
        }
    }

    /// # Safety
    ///
    /// As for [`reduce`]; there are elements, and the innermost axis is lost, or there is none.
    #[inline(always)]
    unsafe fn run_lines(&mut self) {
        let Self { plan: Plan { kept, lost }, source, target, reduction } = self;
        let (line, outer) = lost.split_last().unwrap_or((&ONE, &[]));
        let (mut results, mut rows) = (Cursor::new(kept), Cursor::new(outer));
        let count = rows.count() * line.size;
        for _ in 0..results.count() {
            let (x, line) = (source.wrapping_offset(results.at), (line.size, line.step));
            // SAFETY: the caller's promise.
            let first = unsafe { lines(reduction.first(), x, &mut rows, line, ()) };
            let states = if R::TWICE {
                let context = reduction.context(first, count);
                // SAFETY: the caller's promise.
                (first, Some(unsafe { lines(reduction.second(), x, &mut rows, line, context) }))
            } else {
                (first, None)
            };
            let result = reduction.finish(Some(states), count);
            // SAFETY: the caller's promise.
            unsafe { target.wrapping_offset(results.target).write(result) };
            results.advance(1);
        }
    }

    /// # Safety
    ///
    /// As for [`reduce`]; there are elements, and the innermost axis is kept.
    #[inline(always)]
    unsafe fn run_columns(&mut self) {
        let Self { plan: Plan { kept, lost }, source, target, reduction } = self;
        let (line, outer) = kept.split_last().unwrap_or((&ONE, &[]));
        let (mut results, mut rows) = (Cursor::new(outer), Cursor::new(lost));
        let count = rows.count();
        let mut chunk = Room::columns::<T, R::First>(count);
        if R::TWICE {
            chunk = chunk.min(Room::columns::<T, R::Second>(count)).min(Room::of::<Context<T, R>>());
        }
        let (mut first_room, mut context_room, mut second_room) = (Room::new(), Room::new(), Room::new());
        for _ in 0..results.count() {
            let (x, to) = (source.wrapping_offset(results.at), target.wrapping_offset(results.target));
            let mut from = 0;
            while from < line.size {
                let width = chunk.min(line.size - from);
                let by = from as isize;
                let (x, to) =
                    (x.wrapping_offset(line.step.wrapping_mul(by)), to.wrapping_offset(line.target.wrapping_mul(by)));
                let of_unit: *const () = core::ptr::NonNull::dangling().as_ptr();
                let row = (width, line.step);
                // SAFETY: the caller's promise.
                let first = unsafe { columns(reduction.first(), x, &mut rows, row, of_unit, &mut first_room) };
                let second = if R::TWICE {
                    let contexts = context_room.as_mut_ptr::<Context<T, R>>();
                    for (column, &mut state) in first.iter_mut().enumerate() {
                        // SAFETY: there is room for so many.
                        unsafe { contexts.add(column).write(reduction.context(state, count)) };
                    }
                    // SAFETY: the caller's promise.
                    Some(unsafe { columns(reduction.second(), x, &mut rows, row, contexts, &mut second_room) })
                } else {
                    None
                };
                for column in 0..width {
                    let states = (first[column], second.as_ref().map(|states| states[column]));
                    let result = reduction.finish(Some(states), count);
                    // SAFETY: the caller's promise.
                    unsafe { to.wrapping_offset(line.target.wrapping_mul(column as isize)).write(result) };
                }
                from += width;
            }
            results.advance(1);
        }
    }
}

/// The axis of shapes without any: one element.
const ONE: Along = Along { size: 1, step: 1, target: 1 };

type Context<T, R> = <<R as Reduction<T>>::Second as Reducer<T>>::Context;
