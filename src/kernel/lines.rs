//! One result, of whole lines of elements.

use super::along::Cursor;
use super::reducer::{Order, Reducer};
use core::array::from_fn;
use core::mem::MaybeUninit;

/// How many elements become one state, one after the other, before it is one of a pair.
const DEEP: usize = 16;

/// Elements that are so far apart.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) length: usize,
    pub(super) step: isize,
}

/// The state of all elements of lines that begin at the indices of a cursor, which stands at the first of them, before and after.
///
/// # Safety
///
/// There is at least one element, and all may be read.
#[inline(always)]
pub(super) unsafe fn lines<T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    x: *const T,
    cursor: &mut Cursor<'_>,
    line: Line,
    context: R::Context,
) -> R::State {
    let block = if const { matches!(R::ORDER, Order::Pairs) } { DEEP * lanes::<R::State>() } else { usize::MAX };
    if cursor.is_one() && line.length <= block {
        // SAFETY: the caller's promise.
        return unsafe { part(reducer, x, line, context) };
    }
    let rows = cursor.count();
    if const { matches!(R::ORDER, Order::RowMajor) } {
        let mut state = None;
        for _ in 0..rows {
            // SAFETY: the caller's promise.
            state = Some(unsafe { in_order(reducer, x.wrapping_offset(cursor.at), line, context, state) });
            cursor.advance(1);
        }
        return state.unwrap_or_else(|| unreachable!("there is an element"));
    }
    let mut pairs = Pairs::new();
    for _ in 0..rows {
        let (mut x, mut left) = (x.wrapping_offset(cursor.at), line.length);
        while left > 0 {
            let length = block.min(left);
            // SAFETY: the caller's promise.
            let state = unsafe { part(reducer, x, Line { length, ..line }, context) };
            pairs.push(reducer, state);
            x = x.wrapping_offset(line.step.wrapping_mul(length as isize));
            left -= length;
        }
        cursor.advance(1);
    }
    pairs.finish(reducer)
}

/// How many states are made at once: as many as eight vectors hold.
const fn lanes<State>() -> usize {
    match size_of::<State>() {
        0 | 1 => 256,
        2 => 128,
        3 | 4 => 64,
        5..=8 => 32,
        _ => 16,
    }
}

/// The state of the elements of one line, of which there is at least one.
///
/// # Safety
///
/// They may be read.
#[inline(always)]
pub(super) unsafe fn part<T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    x: *const T,
    line: Line,
    context: R::Context,
) -> R::State {
    // constants, so that one of them is compiled
    // SAFETY: the caller's promise, and the step is 1 where the elements stand side by side.
    unsafe {
        if const { matches!(R::ORDER, Order::RowMajor) } {
            in_order(reducer, x, line, context, None)
        } else if line.step != 1 {
            narrow::<T, R, 4>(reducer, x, line, context)
        } else if const { lanes::<R::State>() == 256 } {
            dense::<T, R, 256, 32>(reducer, x, line.length, context)
        } else if const { lanes::<R::State>() == 128 } {
            dense::<T, R, 128, 16>(reducer, x, line.length, context)
        } else if const { lanes::<R::State>() == 64 } {
            dense::<T, R, 64, 8>(reducer, x, line.length, context)
        } else if const { lanes::<R::State>() == 32 } {
            dense::<T, R, 32, 4>(reducer, x, line.length, context)
        } else {
            dense::<T, R, 16, 2>(reducer, x, line.length, context)
        }
    }
}

/// The state of elements one after the other, from one before them on.
///
/// # Safety
///
/// They may be read; there is one, or a state.
#[inline(always)]
unsafe fn in_order<T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    x: *const T,
    line: Line,
    context: R::Context,
    before: Option<R::State>,
) -> R::State {
    // SAFETY: the caller's promise.
    let read = |i: usize| unsafe { *x.wrapping_offset(line.step.wrapping_mul(i as isize)) };
    let (mut state, mut i) = match before {
        Some(state) => (state, 0),
        None => (reducer.first(read(0), context), 1),
    };
    while i < line.length {
        state = reducer.next(state, read(i), context);
        i += 1;
    }
    state
}

/// The state of so many elements side by side, of which there is at least one: `WIDE` states at once, then `NARROW` ones.
///
/// # Safety
///
/// They may be read.
#[inline(always)]
unsafe fn dense<T: Copy, R: Reducer<T>, const WIDE: usize, const NARROW: usize>(
    reducer: &mut R,
    x: *const T,
    length: usize,
    context: R::Context,
) -> R::State {
    if length < WIDE {
        // SAFETY: the caller's promise.
        return unsafe { narrow::<T, R, NARROW>(reducer, x, Line { length, step: 1 }, context) };
    }
    // SAFETY: the caller's promise.
    let read = |i: usize| unsafe { *x.add(i) };
    let mut states: [R::State; WIDE] = from_fn(|lane| reducer.first(read(lane), context));
    let mut i = WIDE;
    while i + WIDE <= length {
        for lane in 0..WIDE {
            states[lane] = reducer.next(states[lane], read(i + lane), context);
        }
        i += WIDE;
    }
    let mut half = WIDE / 2;
    while half >= NARROW {
        for lane in 0..half {
            states[lane] = reducer.merge(states[lane], states[lane + half]);
        }
        half /= 2;
    }
    // SAFETY: the caller's promise.
    unsafe { rest::<T, R, NARROW>(reducer, x, Line { length, step: 1 }, context, from_fn(|lane| states[lane]), i) }
}

/// The state of the elements of a line, of which there is at least one, in `LANES` states at once.
///
/// # Safety
///
/// They may be read.
#[inline(always)]
unsafe fn narrow<T: Copy, R: Reducer<T>, const LANES: usize>(
    reducer: &mut R,
    x: *const T,
    line: Line,
    context: R::Context,
) -> R::State {
    if line.length < LANES {
        // SAFETY: the caller's promise.
        return unsafe { in_order(reducer, x, line, context, None) };
    }
    // SAFETY: the caller's promise.
    let read = |i: usize| unsafe { *x.wrapping_offset(line.step.wrapping_mul(i as isize)) };
    let states = from_fn(|lane| reducer.first(read(lane), context));
    // SAFETY: the caller's promise.
    unsafe { rest::<T, R, LANES>(reducer, x, line, context, states, LANES) }
}

/// The state of `LANES` states and the elements of a line from the one with that index on.
///
/// # Safety
///
/// They may be read.
#[inline(always)]
unsafe fn rest<T: Copy, R: Reducer<T>, const LANES: usize>(
    reducer: &mut R,
    x: *const T,
    line: Line,
    context: R::Context,
    mut states: [R::State; LANES],
    mut i: usize,
) -> R::State {
    // SAFETY: the caller's promise.
    let read = |i: usize| unsafe { *x.wrapping_offset(line.step.wrapping_mul(i as isize)) };
    while i + LANES <= line.length {
        for lane in 0..LANES {
            states[lane] = reducer.next(states[lane], read(i + lane), context);
        }
        i += LANES;
    }
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            states[lane] = reducer.merge(states[lane], states[lane + half]);
        }
        // of many lanes, what is left of the line is many elements
        if half == 8 {
            while i + 8 <= line.length {
                for lane in 0..8 {
                    states[lane] = reducer.next(states[lane], read(i + lane), context);
                }
                i += 8;
            }
        }
        half /= 2;
    }
    let mut state = states[0];
    while i < line.length {
        state = reducer.next(state, read(i), context);
        i += 1;
    }
    state
}

/// States of blocks, in pairs: those of as many blocks as each bit of their number says.
struct Pairs<State> {
    count: usize,
    states: [MaybeUninit<State>; usize::BITS as usize],
}

impl<State: Copy> Pairs<State> {
    #[inline(always)]
    const fn new() -> Self {
        Self { count: 0, states: [const { MaybeUninit::uninit() }; usize::BITS as usize] }
    }

    /// Takes the state of the next block.
    #[inline(always)]
    fn push<T, R: Reducer<T, State = State>>(&mut self, reducer: &mut R, mut state: State) {
        let mut bit = 0;
        while self.count >> bit & 1 == 1 {
            // SAFETY: a bit of the number of blocks is one whose state is there.
            state = reducer.merge(unsafe { self.states[bit].assume_init() }, state);
            bit += 1;
        }
        self.states[bit].write(state);
        self.count += 1;
    }

    /// The state of all blocks, of which there is at least one.
    #[inline(always)]
    fn finish<T, R: Reducer<T, State = State>>(&self, reducer: &mut R) -> State {
        let mut bit = self.count.trailing_zeros() as usize;
        // SAFETY: as above.
        let mut state = unsafe { self.states[bit].assume_init() };
        bit += 1;
        while bit < self.states.len() && self.count >> bit > 0 {
            if self.count >> bit & 1 == 1 {
                // SAFETY: as above.
                state = reducer.merge(unsafe { self.states[bit].assume_init() }, state);
            }
            bit += 1;
        }
        state
    }
}
