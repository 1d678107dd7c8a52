//! One result of whole lines of elements.

use super::along::Cursor;
use super::reducer::{Order, Reducer};
use core::array::from_fn;
use core::mem::MaybeUninit;

/// How many elements of a line become one state before it is one of a pair, for each of the states that are made at once.
const DEEP: usize = 16;

/// The state of all elements at the indices of a cursor, which begins and ends at the first of them, each the first of a line of
/// so many elements that are so far apart.
///
/// # Safety
///
/// There is at least one element, and all may be read.
#[inline(always)]
pub(super) unsafe fn lines<T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    x: *const T,
    cursor: &mut Cursor<'_>,
    line: (usize, isize),
    context: R::Context,
) -> R::State {
    let (length, step) = line;
    let count = cursor.count();
    if const { matches!(R::ORDER, Order::RowMajor) } {
        // SAFETY: the caller's promise.
        return unsafe { in_order(reducer, x, cursor, count, line, context) };
    }
    let block = if const { matches!(R::ORDER, Order::Pairs) } { DEEP * lanes::<R::State>() } else { usize::MAX };
    if count == 1 && length <= block {
        // SAFETY: the caller's promise.
        return unsafe { part(reducer, x, length, step, context, 0) };
    }
    let mut pairs = Pairs::new();
    for row in 0..count {
        let mut from = 0;
        while from < length {
            let some = block.min(length - from);
            let first = x.wrapping_offset(cursor.at).wrapping_offset(step.wrapping_mul(from as isize));
            // SAFETY: the caller's promise.
            let state = unsafe { part(reducer, first, some, step, context, row * length + from) };
            pairs.push(reducer, state);
            from += some;
        }
        cursor.advance(1);
    }
    pairs.finish(reducer)
}

/// The same in row-major order.
///
/// # Safety
///
/// As for [`lines`].
#[inline(always)]
unsafe fn in_order<T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    x: *const T,
    cursor: &mut Cursor<'_>,
    count: usize,
    (length, step): (usize, isize),
    context: R::Context,
) -> R::State {
    let mut state = None;
    for row in 0..count {
        let first = x.wrapping_offset(cursor.at);
        for i in 0..length {
            // SAFETY: the caller's promise.
            let x = unsafe { *first.wrapping_offset(step.wrapping_mul(i as isize)) };
            let place = row * length + i;
            state = Some(match state {
                None => reducer.first(x, context, place),
                Some(state) => reducer.next(state, x, context, place),
            });
        }
        cursor.advance(1);
    }
    state.unwrap_or_else(|| unreachable!("there is an element"))
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

/// The state of so many elements, which are so far apart, of which there is at least one.
///
/// # Safety
///
/// They may be read.
#[inline(always)]
unsafe fn part<T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    x: *const T,
    length: usize,
    step: isize,
    context: R::Context,
    place: usize,
) -> R::State {
    if step == 1 {
        // constants, so that one of them is compiled
        // SAFETY: the caller's promise.
        unsafe {
            if const { lanes::<R::State>() == 256 } {
                dense::<T, R, 256, 32>(reducer, x, length, context, place)
            } else if const { lanes::<R::State>() == 128 } {
                dense::<T, R, 128, 16>(reducer, x, length, context, place)
            } else if const { lanes::<R::State>() == 64 } {
                dense::<T, R, 64, 8>(reducer, x, length, context, place)
            } else if const { lanes::<R::State>() == 32 } {
                dense::<T, R, 32, 4>(reducer, x, length, context, place)
            } else {
                dense::<T, R, 16, 2>(reducer, x, length, context, place)
            }
        }
    } else {
        let at = |i: usize| x.wrapping_offset(step.wrapping_mul(i as isize));
        // SAFETY: the caller's promise.
        let read = |i: usize| unsafe { *at(i) };
        narrow::<T, R, 4>(reducer, read, length, context, place)
    }
}

/// The state of so many elements side by side, of which there is at least one: `WIDE` states at once, which become `NARROW` ones.
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
    place: usize,
) -> R::State {
    // SAFETY: the caller's promise.
    let x = unsafe { core::slice::from_raw_parts(x, length) };
    if length < 2 * WIDE {
        return narrow::<T, R, NARROW>(reducer, |i| x[i], length, context, place);
    }
    let mut states: [R::State; WIDE] = from_fn(|lane| reducer.first(x[lane], context, place + lane));
    let mut i = WIDE;
    while i + WIDE <= length {
        let part = &x[i..i + WIDE];
        for lane in 0..WIDE {
            states[lane] = reducer.next(states[lane], part[lane], context, place + i + lane);
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
    let mut fewer: [R::State; NARROW] = from_fn(|lane| states[lane]);
    while i + NARROW <= length {
        let part = &x[i..i + NARROW];
        for lane in 0..NARROW {
            fewer[lane] = reducer.next(fewer[lane], part[lane], context, place + i + lane);
        }
        i += NARROW;
    }
    let mut state = one(reducer, fewer);
    while i < length {
        state = reducer.next(state, x[i], context, place + i);
        i += 1;
    }
    state
}

/// The state of so many elements, of which there is at least one, in `LANES` states at once.
#[inline(always)]
fn narrow<T, R: Reducer<T>, const LANES: usize>(
    reducer: &mut R,
    x: impl Fn(usize) -> T,
    length: usize,
    context: R::Context,
    place: usize,
) -> R::State {
    let (mut state, mut i);
    if length < LANES {
        state = reducer.first(x(0), context, place);
        i = 1;
    } else {
        let mut states: [R::State; LANES] = from_fn(|lane| reducer.first(x(lane), context, place + lane));
        i = LANES;
        while i + LANES <= length {
            for lane in 0..LANES {
                states[lane] = reducer.next(states[lane], x(i + lane), context, place + i + lane);
            }
            i += LANES;
        }
        state = one(reducer, states);
    }
    while i < length {
        state = reducer.next(state, x(i), context, place + i);
        i += 1;
    }
    state
}

/// Several states as one, each half with the other.
#[inline(always)]
fn one<T, R: Reducer<T>, const LANES: usize>(reducer: &mut R, mut states: [R::State; LANES]) -> R::State {
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            states[lane] = reducer.merge(states[lane], states[lane + half]);
        }
        half /= 2;
    }
    states[0]
}

/// States of blocks, in pairs: those of as many blocks as each bit of their number says.
struct Pairs<State> {
    count: usize,
    states: [MaybeUninit<State>; usize::BITS as usize],
}

impl<State: Copy> Pairs<State> {
    #[inline(always)]
    fn new() -> Self {
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
