//! Reduces lines of elements to one state.

use super::cursor::{Cursor, far, read};
use super::reducer::{Order, Reducer};
use crate::kernel::is_large;
use core::hint::black_box;
use core::mem::MaybeUninit;

/// The number of elements that are added to one state before it is paired.
const DEEP: usize = 16;

/// The most elements for each lane of a line that is not paired.
pub(super) const MOST: usize = 8 * DEEP;

/// Elements that are `step` apart.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Line {
    pub(in crate::kernel) length: usize,
    pub(in crate::kernel) step: isize,
}

/// The state of all elements of lines that start at the indices of a cursor. The cursor is at the first index before
/// and after.
///
/// # Safety
///
/// The cursor has at least one index and `line.length > 0`. From `x` plus each index of the cursor on, `line.length`
/// elements, `line.step` apart, may be read.
#[inline(always)]
pub(in crate::kernel) unsafe fn lines<T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    x: *const T,
    cursor: &mut Cursor<'_>,
    line: Line,
    context: R::Context,
) -> R::State {
    let block = if const { !matches!(order::<T, R>(), Order::Pairs) } {
        usize::MAX
    } else if line.step == 1 {
        MOST * lanes::<R::State>()
    } else {
        // four states of at most 64 elements each
        DEEP * 16
    };
    if cursor.is_one() && line.length <= block {
        // SAFETY: the cursor has one index, so the line begins at `x`; its length is above 0.
        return unsafe { part(reducer, x, line, context) };
    }
    let rows = cursor.count();
    if const { matches!(order::<T, R>(), Order::RowMajor) } {
        let mut state = None;
        for _ in 0..rows {
            // SAFETY: the cursor is at one of its `rows` indices, where a line of `line.length > 0` elements starts.
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
            // SAFETY: `length` is above 0 by the loop, and at most `left`, the rest of the line from `x` on.
            let state = unsafe { part(reducer, x, Line { length, ..line }, context) };
            pairs.push(reducer, state);
            x = x.wrapping_offset(line.step.wrapping_mul(length as isize));
            left -= length;
        }
        cursor.advance(1);
    }
    pairs.finish(reducer)
}

/// The order of the elements: row-major, if several states are too large for the stack.
pub(super) const fn order<T, R: Reducer<T>>() -> Order {
    if is_large::<(T, R::State)>() { Order::RowMajor } else { R::ORDER }
}

pub(super) const fn lanes<State>() -> usize {
    match size_of::<State>() {
        0 | 1 => 32,
        2 => 16,
        3 | 4 => 8,
        5..=8 => 4,
        _ => 2,
    }
}

/// The state of the elements of one line.
///
/// # Safety
///
/// `line.length > 0`, and `line.length` elements from `x` on, `line.step` apart, may be read.
#[inline(always)]
pub(in crate::kernel) unsafe fn part<T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    x: *const T,
    line: Line,
    context: R::Context,
) -> R::State {
    if const { matches!(order::<T, R>(), Order::RowMajor) } {
        // SAFETY: the line's elements may be read, and `line.length > 0`.
        return unsafe { in_order(reducer, x, line, context, None) };
    }
    if line.step != 1 {
        // SAFETY: the line's elements may be read, and `line.length > 0`.
        return unsafe { sparse(reducer, x, line, context) };
    }
    // constants, so that one is compiled
    match const { if matches!(order::<T, R>(), Order::Exact) { usize::MAX } else { lanes::<R::State>() } } {
        // SAFETY: the line's elements may be read, and `line.length > 0`. States of one or two bytes are
        // integers, which do not round
        16.. => unsafe { exact(reducer, x, line.length, context) },
        // SAFETY: `line.step == 1`, so `line.length > 0` adjacent elements from `x` on may be read.
        8 => unsafe { dense::<T, R, 8>(reducer, x, line.length, context) },
        // SAFETY: as for 8.
        4 => unsafe { dense::<T, R, 4>(reducer, x, line.length, context) },
        // SAFETY: as for 8.
        _ => unsafe { dense::<T, R, 2>(reducer, x, line.length, context) },
    }
}

/// Adds the elements to the state `before`, one after the other.
///
/// # Safety
///
/// `line.length` elements from `x` on, `line.step` apart, may be read; `line.length > 0` if `before` is `None`.
#[inline(always)]
unsafe fn in_order<T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    x: *const T,
    line: Line,
    context: R::Context,
    before: Option<R::State>,
) -> R::State {
    // SAFETY: it is called with 0 if `before` is `None`, so that `line.length > 0`, else with
    // `i < line.length`.
    let read = |i: usize| unsafe { *far(x, line.step, i) };
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

/// The state of adjacent elements, in a loop that LLVM vectorises.
///
/// # Safety
///
/// As for [`dense`].
#[inline(always)]
unsafe fn exact<T: Copy, R: Reducer<T>>(reducer: &mut R, x: *const T, length: usize, context: R::Context) -> R::State {
    let line = Line { length, step: 1 };
    // not vectorised
    if length < 8 {
        // SAFETY: `length > 0` adjacent elements may be read.
        return unsafe { in_order(reducer, x, line, context, None) };
    }
    // SAFETY: `length > 0`, so an element may be read.
    let before = reducer.before(unsafe { *x });
    // SAFETY: `length > 0` adjacent elements may be read.
    unsafe { in_order(reducer, x, line, context, before) }
}

/// The state of adjacent elements: those of whole vectors, merged to one.
///
/// # Safety
///
/// `length > 0`, and `length` adjacent elements from `x` on may be read.
#[inline(always)]
unsafe fn dense<T: Copy, R: Reducer<T>, const LANES: usize>(
    reducer: &mut R,
    x: *const T,
    length: usize,
    context: R::Context,
) -> R::State {
    if length < LANES {
        // SAFETY: `length > 0` adjacent elements from `x` on may be read.
        return unsafe { in_order(reducer, x, Line { length, step: 1 }, context, None) };
    }
    // SAFETY: `length >= LANES`, compared above.
    let state = unsafe { vectors(reducer, x, length, context) };
    // otherwise LLVM starts with the pairs below, and splits all above into short vectors
    let states = black_box(state);
    let mut state = states;
    let mut rest = Rest { x, from: length - length % LANES, length };
    // SAFETY: `rest` starts at `from <= length` of the `length` elements that may be read.
    unsafe { rest.halve::<R, LANES, 4>(reducer, &mut state, context) };
    // SAFETY: `halve` leaves `rest.from <= length`.
    unsafe { rest.halve::<R, LANES, 2>(reducer, &mut state, context) };
    // SAFETY: `halve` leaves `rest.from <= length`.
    unsafe { rest.halve::<R, LANES, 1>(reducer, &mut state, context) };
    state[0]
}

/// The states of the whole vectors of adjacent elements: those of eight vectors at once, merged to one.
///
/// # Safety
///
/// `length >= LANES`, and `length` adjacent elements from `x` on may be read.
#[inline(always)]
pub(super) unsafe fn vectors<T: Copy, R: Reducer<T>, const LANES: usize>(
    reducer: &mut R,
    x: *const T,
    length: usize,
    context: R::Context,
) -> [R::State; LANES] {
    // SAFETY: each call has compared `i + LANES <= length`, and an array is aligned as its elements are.
    let read = |i: usize| unsafe { read(x.wrapping_add(i).cast::<[T; LANES]>(), 0) };
    let (mut state, mut i);
    if length < 8 * LANES {
        (state, i) = (begin(reducer, read(0), context), LANES);
    } else {
        let mut states: [[R::State; LANES]; 8] = [begin(reducer, read(0), context); 8];
        for (k, states) in states.iter_mut().enumerate().skip(1) {
            *states = begin(reducer, read(k * LANES), context);
        }
        i = 8 * LANES;
        while i + 8 * LANES <= length {
            for (k, states) in states.iter_mut().enumerate() {
                step(reducer, states, read(i + k * LANES), context);
            }
            i += 8 * LANES;
        }
        state = if const { LANES < 8 } {
            by_lane(reducer, &states)
        } else {
            for half in [4, 2, 1] {
                for k in 0..half {
                    let other = states[k + half];
                    join(reducer, &mut states[k], other);
                }
            }
            states[0]
        };
    }
    while i + LANES <= length {
        step(reducer, &mut state, read(i), context);
        i += LANES;
    }
    state
}

pub(super) struct Rest<T> {
    pub(super) x: *const T,
    pub(super) from: usize,
    pub(super) length: usize,
}

impl<T: Copy> Rest<T> {
    /// Merges the second half of the states into the first, if there are as many, and adds an element to each if enough
    /// are left.
    ///
    /// # Safety
    ///
    /// `length` adjacent elements from `x` on may be read.
    #[inline(always)]
    pub(super) unsafe fn halve<R: Reducer<T>, const LANES: usize, const HALF: usize>(
        &mut self,
        reducer: &mut R,
        state: &mut [R::State; LANES],
        context: R::Context,
    ) {
        if const { LANES < 2 * HALF } {
            return;
        }
        for lane in 0..HALF {
            state[lane] = reducer.merge(state[lane], state[lane + HALF]);
        }
        if self.from + HALF <= self.length {
            for (lane, state) in state.iter_mut().enumerate().take(HALF) {
                // SAFETY: `from + HALF <= length` was compared above, and `lane < HALF` by `take`.
                *state = reducer.next(*state, unsafe { *far(self.x, 1, self.from + lane) }, context);
            }
            self.from += HALF;
        }
    }
}

#[inline(always)]
fn begin<T: Copy, R: Reducer<T>, const LANES: usize>(
    reducer: &mut R,
    x: [T; LANES],
    context: R::Context,
) -> [R::State; LANES] {
    let mut states = [reducer.first(x[0], context); LANES];
    for lane in 0..LANES {
        states[lane] = reducer.first(x[lane], context);
    }
    states
}

/// Adds one more element to each state.
#[inline(always)]
fn step<T: Copy, R: Reducer<T>, const LANES: usize>(
    reducer: &mut R,
    states: &mut [R::State; LANES],
    x: [T; LANES],
    context: R::Context,
) {
    for lane in 0..LANES {
        // LLVM splits `next` of maxima in short vectors into single elements
        states[lane] = if const { LANES < 8 } {
            let state = reducer.first(x[lane], context);
            reducer.merge(states[lane], state)
        } else {
            reducer.next(states[lane], x[lane], context)
        };
    }
}

/// Merges eight vectors of states into one, in pairs, lane by lane. In another order LLVM spills parts of short
/// vectors, and loads wider parts.
#[inline(always)]
fn by_lane<T, R: Reducer<T>, const LANES: usize>(
    reducer: &mut R,
    states: &[[R::State; LANES]; 8],
) -> [R::State; LANES] {
    let mut state = states[0];
    for (lane, state) in state.iter_mut().enumerate() {
        let [s0, s1, s2, s3, s4, s5, s6, s7] = states.map(|states| states[lane]);
        let (left, right) = (reducer.merge(s0, s4), reducer.merge(s2, s6));
        let even = reducer.merge(left, right);
        let (left, right) = (reducer.merge(s1, s5), reducer.merge(s3, s7));
        let odd = reducer.merge(left, right);
        *state = reducer.merge(even, odd);
    }
    state
}

/// Merges other states into some states.
#[inline(always)]
pub(super) fn join<T, R: Reducer<T>, const LANES: usize>(
    reducer: &mut R,
    states: &mut [R::State; LANES],
    others: [R::State; LANES],
) {
    for lane in 0..LANES {
        states[lane] = reducer.merge(states[lane], others[lane]);
    }
}

/// The state of elements that are not adjacent: four states at once.
///
/// # Safety
///
/// As for [`part`].
#[inline(always)]
unsafe fn sparse<T: Copy, R: Reducer<T>>(reducer: &mut R, x: *const T, line: Line, context: R::Context) -> R::State {
    let step = line.step.wrapping_mul(4);
    let quarter = line.length / 4;
    // SAFETY: it is called with `i < 4` where `quarter > 0`, so `i < line.length`.
    let read = |i: usize| unsafe { *far(x, line.step, i) };
    if quarter == 0 {
        // SAFETY: `line.length > 0` elements may be read.
        return unsafe { in_order(reducer, x, line, context, None) };
    }
    let mut states = [0, 1, 2, 3].map(|i| reducer.first(read(i), context));
    for row in 1..quarter {
        let x = x.wrapping_offset(step.wrapping_mul(row as isize));
        for (i, state) in states.iter_mut().enumerate() {
            // SAFETY: `4 * row + i < 4 * quarter <= line.length`: `row < quarter` by the loop and `i < 4`.
            *state = reducer.next(*state, unsafe { *far(x, line.step, i) }, context);
        }
    }
    let [first, second, third, fourth] = states;
    let (left, right) = (reducer.merge(first, second), reducer.merge(third, fourth));
    let state = reducer.merge(left, right);
    let (done, left) = (quarter * 4, line.length % 4);
    let x = x.wrapping_offset(line.step.wrapping_mul(done as isize));
    // SAFETY: `done + left == line.length`, so `left` elements may be read from `done` on; there is a state.
    unsafe { in_order(reducer, x, Line { length: left, ..line }, context, Some(state)) }
}

/// The states of blocks: one for each bit of `count` that is 1, of as many blocks as the bit's value.
struct Pairs<State> {
    count: usize,
    states: [MaybeUninit<State>; usize::BITS as usize],
}

impl<State: Copy> Pairs<State> {
    #[inline(always)]
    const fn new() -> Self {
        Self { count: 0, states: [const { MaybeUninit::uninit() }; usize::BITS as usize] }
    }

    /// Adds the state of the next block.
    #[inline(always)]
    fn push<T, R: Reducer<T, State = State>>(&mut self, reducer: &mut R, mut state: State) {
        let mut bit = 0;
        while self.count >> bit & 1 == 1 {
            // SAFETY: this bit of `count` is 1, so the `push` that set it has written the state.
            state = reducer.merge(unsafe { self.states[bit].assume_init() }, state);
            bit += 1;
        }
        self.states[bit].write(state);
        self.count += 1;
    }

    /// The state of all blocks; there is at least one.
    #[inline(always)]
    fn finish<T, R: Reducer<T, State = State>>(&self, reducer: &mut R) -> State {
        let mut bit = self.count.trailing_zeros() as usize;
        // SAFETY: `count > 0`, so this is the lowest bit that is 1; the `push` that set it has written the state.
        let mut state = unsafe { self.states[bit].assume_init() };
        bit += 1;
        while bit < self.states.len() && self.count >> bit > 0 {
            if self.count >> bit & 1 == 1 {
                // SAFETY: this bit of `count` is 1, compared above; the `push` that set it wrote the state.
                state = reducer.merge(unsafe { self.states[bit].assume_init() }, state);
            }
            bit += 1;
        }
        state
    }
}
