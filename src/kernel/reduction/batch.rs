//! Reduces lines of adjacent elements in batches of four.
//!
//! ```text
//! states (4, 4)     four lanes for each line, from `vectors`
//!     transposed    a vector for each lane, of a state for each line
//!     merged        0 with 2 and 1 with 3, then 0 with 1: a state for each line
//! ```

use super::lines::{self, Rest, order, vectors};
use super::reducer::{Order, Reducer, Reduction};
use crate::kernel::elementwise::{bits, transpose::square};
use core::hint::black_box;

/// The lines of a batch.
pub(super) const LINES: usize = 4;

/// The lanes of each line; 0 if lines are not reduced in batches.
pub(super) const fn lanes<T, R: Reduction<T>>() -> usize {
    let lanes = lanes_of::<T, R::First>();
    if R::TWICE && lanes != lanes_of::<T, R::Second>() { 0 } else { lanes }
}

const fn lanes_of<T, R: Reducer<T>>() -> usize {
    let in_vectors = bits::in_vectors::<R::State, bits::Four>() || bits::in_vectors::<R::State, bits::Eight>();
    // LLVM vectorises exact ones itself
    let is_merged = matches!(order::<T, R>(), Order::Pairs | Order::Any);
    if in_vectors && is_merged && size_of::<T>() == size_of::<R::State>() { lines::lanes::<R::State>() } else { 0 }
}

/// Writes the results of lines that are `apart` from each other, to places with the distance `step`.
///
/// # Safety
///
/// `LANES` is [`lanes`] and not 0, and `length >= LANES`. From the start of each line on `length` adjacent elements may
/// be read. Each of the places may be written.
#[inline(always)]
pub(super) unsafe fn reduce<T: Copy, R: Reduction<T>, const LANES: usize>(
    reduction: &mut R,
    (x, apart): (*const T, isize),
    length: usize,
    (target, step): (*mut R::Output, isize),
) {
    // SAFETY: `length >= LANES`, which is 4 or 8, and the elements may be read.
    let first = unsafe { states::<T, _, LANES>(reduction.first(), (x, apart), length, [(); LINES]) };
    let second = if R::TWICE {
        let mut contexts = [reduction.context(first[0], length); LINES];
        for line in 1..LINES {
            contexts[line] = reduction.context(first[line], length);
        }
        // SAFETY: the same.
        Some(unsafe { states::<T, _, LANES>(reduction.second(), (x, apart), length, contexts) })
    } else {
        None
    };
    for line in 0..LINES {
        let result = reduction.finish(Some((first[line], second.map(|states| states[line]))), length);
        // SAFETY: `line < LINES`: a place that may be written.
        unsafe { target.wrapping_offset(step.wrapping_mul(line as isize)).write(result) };
    }
}

/// The states of a batch, each in the order of a single line.
///
/// # Safety
///
/// `length >= LANES >= 4`, and from the start of each line on `length` adjacent elements may be read.
#[inline(always)]
unsafe fn states<T: Copy, R: Reducer<T>, const LANES: usize>(
    reducer: &mut R,
    (x, apart): (*const T, isize),
    length: usize,
    contexts: [R::Context; LINES],
) -> [R::State; LINES] {
    // SAFETY: `length >= LANES` elements of the first line may be read.
    let mut states = [unsafe { line::<T, R, LANES>(reducer, x, length, contexts[0]) }; LINES];
    for number in 1..LINES {
        let x = x.wrapping_offset(apart.wrapping_mul(number as isize));
        // SAFETY: `number < LINES`, and `length >= LANES` elements of each line may be read.
        states[number] = unsafe { line::<T, R, LANES>(reducer, x, length, contexts[number]) };
    }
    // SAFETY: `states` has four vectors of four states.
    let states = unsafe { square::<R::State, LINES>((&raw const states).cast(), LINES as isize) };
    // otherwise LLVM undoes the transposition
    let states = if LANES == 8 || const { matches!(R::ORDER, Order::Any) } { black_box(states) } else { states };
    if length % LINES == 0 {
        return merged(reducer, states, None, contexts);
    }
    // some are in a vector
    // SAFETY: the last four elements of each line may be read: `length >= LANES >= 4`.
    let last = unsafe { square::<T, LINES>(x.wrapping_add(length - LINES), apart) };
    merged(reducer, states, Some((&last, length % LINES)), contexts)
}

/// Merges the vectors of four lanes, in the order of [`Rest::halve`]. `rest` has the last elements of each line and the
/// number of those that are in no state.
#[inline(always)]
fn merged<T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    [first, second, third, fourth]: [[R::State; LINES]; LINES],
    rest: Option<(&[[T; LINES]; LINES], usize)>,
    contexts: [R::Context; LINES],
) -> [R::State; LINES] {
    // values, not places: LLVM would store those that change with masks
    let merge = |reducer: &mut R, left: [_; LINES], right: [_; LINES]| {
        let mut merge = |line: usize| reducer.merge(left[line], right[line]);
        [merge(0), merge(1), merge(2), merge(3)]
    };
    let next = |reducer: &mut R, states: [_; LINES], x: &[T; LINES]| {
        let mut next = |line: usize| reducer.next(states[line], x[line], contexts[line]);
        [next(0), next(1), next(2), next(3)]
    };
    let (mut even, mut odd) = (merge(reducer, first, third), merge(reducer, second, fourth));
    if let Some((last, count @ 2..)) = rest {
        (even, odd) = (next(reducer, even, &last[LINES - count]), next(reducer, odd, &last[LINES - count + 1]));
    }
    let state = merge(reducer, even, odd);
    match rest {
        Some((last, 1 | 3)) => next(reducer, state, &last[LINES - 1]),
        _ => state,
    }
}

/// The states of four lanes of a line, of all elements but the last `length % 4`.
///
/// # Safety
///
/// As for [`vectors`], and `LANES >= 4`.
#[inline(always)]
unsafe fn line<T: Copy, R: Reducer<T>, const LANES: usize>(
    reducer: &mut R,
    x: *const T,
    length: usize,
    context: R::Context,
) -> [R::State; LINES] {
    // SAFETY: the same.
    let state = unsafe { vectors::<T, R, LANES>(reducer, x, length, context) };
    // as in `dense`
    let mut state = if LANES == 8 { black_box(state) } else { state };
    let mut rest = Rest { x, from: length - length % LANES, length };
    // SAFETY: `rest` starts at `from <= length` of the `length` elements that may be read.
    unsafe { rest.halve::<R, LANES, 4>(reducer, &mut state, context) };
    [state[0], state[1], state[2], state[3]]
}
