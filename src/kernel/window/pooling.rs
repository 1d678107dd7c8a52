//! Reductions of the elements of windows.

use crate::kernel::reduction::columns::{Room, each, in_order};
use crate::kernel::reduction::cursor::Cursor;
use crate::kernel::reduction::reducer::{Reducer, Reduction};
use crate::layout::Along;
use core::mem::MaybeUninit;
use core::slice;

/// A reduction of windows. `flat` is the index of an element in row-major order.
pub(super) trait Pooling<T> {
    type Output;
    type State: Copy;

    /// The bytes for the state of a window in a tile.
    const BYTES: usize;

    /// Whether the targets of the axes of a tile are read.
    const INDEXED: bool;

    fn first(&mut self, x: T, flat: usize) -> Self::State;

    fn next(&mut self, state: Self::State, x: T, flat: usize) -> Self::State;

    type Tile<'r>
    where
        T: 'r,
        Self: 'r;

    /// Reduces `count` windows with these taps. The targets of the axes are the indices of elements.
    ///
    /// # Safety
    ///
    /// There is a tap, and from each of them on `count` adjacent elements may be read.
    unsafe fn tile<'r>(&mut self, x: *const T, taps: &[Along], count: usize, room: &'r mut Room) -> Self::Tile<'r>;

    fn state(tile: &Self::Tile<'_>, window: usize) -> Self::State;

    /// The result of a window of `count` elements. The indices in its state are from `flat` on.
    fn finish(&mut self, state: Self::State, count: usize, flat: usize) -> Self::Output;
}

pub(super) struct Reduced<R>(pub(super) R);

impl<T: Copy, R: Reduction<T>> Pooling<T> for Reduced<R> {
    type Output = R::Output;
    type State = <R::First as Reducer<T>>::State;
    type Tile<'r>
        = &'r [Self::State]
    where
        T: 'r,
        Self: 'r;
    const BYTES: usize = size_of::<Self::State>();
    const INDEXED: bool = false;

    #[inline(always)]
    fn first(&mut self, x: T, _: usize) -> Self::State {
        const { assert!(!R::TWICE, "each element of a window is read once") };
        self.0.first().first(x, ())
    }

    #[inline(always)]
    fn next(&mut self, state: Self::State, x: T, _: usize) -> Self::State {
        self.0.first().next(state, x, ())
    }

    #[inline(always)]
    unsafe fn tile<'r>(&mut self, x: *const T, taps: &[Along], count: usize, room: &'r mut Room) -> &'r [Self::State] {
        let (states, _) = room.split::<_, u8>([count, 0]);
        // SAFETY: the cursor has the indices of the taps, and `states` has `count` places.
        unsafe { in_order(self.0.first(), x, &mut Cursor::new(taps), states) }
    }

    #[inline(always)]
    fn state(tile: &&[Self::State], window: usize) -> Self::State {
        tile[window]
    }

    #[inline(always)]
    fn finish(&mut self, state: Self::State, count: usize, _: usize) -> R::Output {
        self.0.finish(Some((state, None)), count)
    }
}

/// An element for each window, and its index in the window.
type Row<'x, T> = (&'x [T], u32);

type Take<T, F> = fn(&mut [T], &mut [u32], [Row<'_, T>; 2], &F);

pub(super) struct Index<F>(pub(super) F);

impl<T: Copy, F: Fn(T, T) -> bool> Pooling<T> for Index<F> {
    type Output = usize;
    type State = (T, usize);
    type Tile<'r>
        = (&'r [T], &'r [u32])
    where
        T: 'r,
        Self: 'r;
    const BYTES: usize = size_of::<(T, u32)>();
    const INDEXED: bool = true;

    #[inline(always)]
    fn first(&mut self, x: T, flat: usize) -> (T, usize) {
        (x, flat)
    }

    #[inline(always)]
    fn next(&mut self, best: (T, usize), x: T, flat: usize) -> (T, usize) {
        if (self.0)(x, best.0) { (x, flat) } else { best }
    }

    #[inline(always)]
    unsafe fn tile<'r>(
        &mut self,
        x: *const T,
        taps: &[Along],
        count: usize,
        room: &'r mut Room,
    ) -> (&'r [T], &'r [u32]) {
        let (best, flats) = room.split::<T, u32>([count, count]);
        let mut taps = Cursor::new(taps);
        let mut left = taps.count();
        let mut row = || {
            // SAFETY: the cursor is at an index, from which `count` elements may be read.
            let row = unsafe { slice::from_raw_parts(x.wrapping_offset(taps.at), count) };
            // `One::windows` returns 0 for windows that reach further
            let flat = u32::try_from(taps.target).expect("an index within a window");
            taps.advance(1);
            left -= 1;
            (left, row, flat)
        };
        let (mut rest, first, flat) = row();
        for ((best, index), &x) in best.iter_mut().zip(&mut *flats).zip(first) {
            best.write(x);
            index.write(flat);
        }
        // SAFETY: the loop has written each element of both, which have as many as `first`.
        let best = unsafe { slice::from_raw_parts_mut(best.as_mut_ptr().cast(), count) };
        // SAFETY: the loop has written as many indices.
        let flats = unsafe { slice::from_raw_parts_mut(flats.as_mut_ptr().cast(), count) };
        while rest > 0 {
            let (left, x, flat) = row();
            rest = left;
            let mut rows = [(x, flat); 2];
            // or one row twice
            if rest > 0 {
                let (left, y, flat) = row();
                (rest, rows[1]) = (left, (y, flat));
            }
            // by a pointer, so that LLVM sees arguments
            let take: Take<T, F> = better;
            take(best, flats, rows, &self.0);
        }
        (best, flats)
    }

    #[inline(always)]
    fn state((best, flats): &(&[T], &[u32]), window: usize) -> (T, usize) {
        (best[window], flats[window] as usize)
    }

    #[inline(always)]
    fn finish(&mut self, (_, index): (T, usize), _: usize, flat: usize) -> usize {
        flat.wrapping_add(index)
    }
}

/// Replaces elements by better ones of two rows, and their indices.
///
/// It takes two rows, since LLVM would store a single choice under a mask. `argmax::Columns::take` took twice as long.
#[inline(always)]
fn better<T: Copy, F: Fn(T, T) -> bool>(best: &mut [T], indices: &mut [u32], rows: [Row<'_, T>; 2], is_before: &F) {
    let [(x, i), (y, j)] = rows;
    for (((best, index), &x), &y) in best.iter_mut().zip(indices).zip(x).zip(y) {
        let (old, at) = (*best, *index);
        let is_better = is_before(x, old);
        let (old, at) = (if is_better { x } else { old }, if is_better { i } else { at });
        let is_better = is_before(y, old);
        (*best, *index) = (if is_better { y } else { old }, if is_better { j } else { at });
    }
}

/// Writes the results of windows of two elements on each of the lines, whose first elements have these indices.
///
/// # Safety
///
/// From the first element of each line on, twice as many as `out` has may be read.
#[inline(always)]
pub(super) unsafe fn of_pairs<T: Copy, K: Pooling<T>, const LINES: usize>(
    out: &mut [MaybeUninit<K::Output>],
    first: (*const T, usize),
    last: (*const T, usize),
    count: usize,
    pooling: &mut K,
) {
    each::<T>(out.len(), |window| {
        let pair = |line: usize| {
            let (first, flat) = if line == 0 { first } else { last };
            // SAFETY: `window < out.len()`, so both elements may be read.
            let [x, y] = unsafe { first.wrapping_add(2 * window).cast::<[T; 2]>().read() };
            [(x, flat.wrapping_add(2 * window)), (y, flat.wrapping_add(2 * window + 1))]
        };
        let [(x, at), (y, after)] = pair(0);
        let state = pooling.first(x, at);
        let mut state = pooling.next(state, y, after);
        for line in 1..LINES {
            let [(x, at), (y, after)] = pair(line);
            state = pooling.next(state, x, at);
            state = pooling.next(state, y, after);
        }
        // SAFETY: `window < out.len()`.
        unsafe { out.get_unchecked_mut(window) }.write(pooling.finish(state, count, 0));
    });
}
