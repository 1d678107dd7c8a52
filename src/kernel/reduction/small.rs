//! Reductions of few elements, by loops of constant lengths, in the order of `reduce.rs`.
//!
//! ```text
//! x (2, 3, 4, 5) along axes 1 and 2     outer 2, count 12, inner 5
//! ```

use super::batch::{self, LINES};
use super::columns::{DEEP, add, begin};
use super::cursor::{Blocks, write};
use super::lines::{Line, part};
use super::reducer::{Order, Reducer, Reduction};
use crate::axes::AxesOf;
use crate::shape::Shape;
use crate::storage::{Storage, is_dense};

pub(super) const MOST: usize = 256;

// columns are not paired
const _: () = assert!(MOST / 2 <= DEEP);

/// Blocks of few elements.
pub(crate) trait Few {
    /// `Some` if their sizes are constant, the tensor is dense, and the lost axes are adjacent.
    const BLOCKS: Option<Blocks>;
}

/// A shape, its storage, and the lost axes.
impl<S: Shape, D: Storage, X: AxesOf<S>> Few for (S, D, X) {
    const BLOCKS: Option<Blocks> = blocks::<S, D, X>();
}

const fn blocks<S: Shape, D: Storage, X: AxesOf<S>>() -> Option<Blocks> {
    let (Some(dims), true) = (S::DIMS, is_dense::<D>()) else { return None };
    let Some(lost) = X::NUMBERS.marks(dims.len()) else { return None };
    let (mut blocks, mut axis) = (Blocks::EMPTY, 0);
    while axis < dims.len() {
        let Some(size) = dims[axis] else { return None };
        match blocks.and(size, lost >> axis & 1 == 1) {
            Some(more) => blocks = more,
            None => return None,
        }
        axis += 1;
    }
    match blocks.elements() {
        1..=MOST => Some(blocks),
        _ => None,
    }
}

/// Whether batches of the build's vectors are faster.
const fn are_batched<T, R: Reduction<T>>(Blocks { outer, count, inner, .. }: Blocks) -> bool {
    let lanes = batch::lanes::<T, R>();
    matches!(<R::First as Reducer<T>>::ORDER, Order::Pairs)
        && inner == 1
        && outer >= LINES
        && (lanes == 4 || lanes == 8 && !R::TWICE)
        && count >= lanes
}

/// The states of `LANES` adjacent columns of `count` rows, `step` apart.
///
/// # Safety
///
/// `count > 0`, and from each row on `LANES` elements may be read.
#[inline(always)]
unsafe fn states<T: Copy, R: Reducer<T>, const LANES: usize>(
    reducer: &mut R,
    x: *const T,
    (count, step): (usize, isize),
    contexts: [R::Context; LANES],
) -> [R::State; LANES] {
    if LANES == 1 && step == 1 {
        // SAFETY: `count > 0` adjacent elements may be read.
        return [unsafe { part(reducer, x, Line { length: count, step: 1 }, contexts[0]) }; LANES];
    }
    // SAFETY: `count > 0`, so `LANES` elements of the first row may be read.
    let mut states = unsafe { begin(reducer, x, &contexts) };
    let others = (x.wrapping_offset(step), step, count - 1);
    // SAFETY: `count - 1` rows follow the first one, of `LANES` elements each.
    unsafe { add(reducer, &mut states, others, &contexts) };
    states
}

/// Writes the results of `LANES` adjacent columns, and returns `LANES`.
///
/// # Safety
///
/// As for [`states`]; `LANES` places from `target` on may be written.
#[inline(always)]
pub(super) unsafe fn columns<T: Copy, R: Reduction<T>, const LANES: usize>(
    reduction: &mut R,
    x: *const T,
    rows: (usize, isize),
    target: *mut R::Output,
) -> usize {
    // SAFETY: the same.
    let first = unsafe { states(reduction.first(), x, rows, [(); LANES]) };
    let second = if R::TWICE {
        let mut contexts = [reduction.context(first[0], rows.0); LANES];
        for lane in 1..LANES {
            contexts[lane] = reduction.context(first[lane], rows.0);
        }
        // SAFETY: the same.
        Some(unsafe { states(reduction.second(), x, rows, contexts) })
    } else {
        None
    };
    for lane in 0..LANES {
        let second = second.as_ref().map(|states| states[lane]);
        let result = reduction.finish(Some((first[lane], second)), rows.0);
        // SAFETY: `lane < LANES`: a place that may be written.
        unsafe { write(target, lane, result) };
    }
    LANES
}

/// Writes the results of `width` adjacent columns.
///
/// # Safety
///
/// As for [`columns`].
#[inline(always)]
pub(super) unsafe fn row<T: Copy, R: Reduction<T>>(
    reduction: &mut R,
    x: *const T,
    rows: (usize, isize),
    width: usize,
    target: *mut R::Output,
) {
    let mut column = 0;
    while column < width {
        let (x, target) = (x.wrapping_add(column), target.wrapping_add(column));
        column += match width - column {
            // SAFETY: four columns are left: elements and places.
            4.. => unsafe { columns::<T, R, 4>(reduction, x, rows, target) },
            // SAFETY: two columns are left.
            2 | 3 => unsafe { columns::<T, R, 2>(reduction, x, rows, target) },
            // SAFETY: one column is left.
            _ => unsafe { columns::<T, R, 1>(reduction, x, rows, target) },
        };
    }
}

/// Writes the results of a reduction.
///
/// # Safety
///
/// As for [`ManyToOne::reduce_small`](super::reduce::ManyToOne::reduce_small).
#[inline(always)]
pub(super) unsafe fn reduce<T: Copy, R: Reduction<T>, B: Few>(
    reduction: &mut R,
    x: *const T,
    Blocks { outer, count, inner, .. }: Blocks,
    target: *mut R::Output,
) {
    let mut batches = 0;
    // constants, so that only the functions that are called are compiled
    if const { matches!(B::BLOCKS, Some(blocks) if are_batched::<T, R>(blocks)) } {
        while batches + LINES <= outer {
            let lines = (x.wrapping_add(batches * count), count as isize);
            let places = (target.wrapping_add(batches), 1);
            if const { batch::lanes::<T, R>() == 8 } {
                // SAFETY: `batches + LINES <= outer`: lines of `count >= LANES` elements, and places.
                unsafe { batch::reduce::<T, R, 8>(reduction, lines, count, places) };
            } else {
                // SAFETY: the same.
                unsafe { batch::reduce::<T, R, 4>(reduction, lines, count, places) };
            }
            batches += LINES;
        }
        if const { matches!(B::BLOCKS, Some(Blocks { outer, .. }) if outer % LINES == 0) } {
            return;
        }
    }
    for index in batches..outer {
        let (x, target) = (x.wrapping_add(index * count * inner), target.wrapping_add(index * inner));
        let rows = (count, inner as isize);
        if const { matches!(B::BLOCKS, Some(Blocks { inner: 1, .. })) } {
            // SAFETY: `index < outer`: a column of elements, and a place.
            unsafe { columns::<T, R, 1>(reduction, x, rows, target) };
        } else {
            // SAFETY: `index < outer`: `inner` columns of elements, and places.
            unsafe { row::<T, R>(reduction, x, rows, inner, target) };
        }
    }
}
