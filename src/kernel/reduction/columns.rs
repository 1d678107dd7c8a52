//! Reduces rows of elements to a row of states, column by column.

use super::cursor::{Cursor, far, read, write};
use super::reducer::{Order, Reducer};
use crate::kernel::is_large;
use core::hint::black_box;
use core::mem::MaybeUninit;

/// The number of rows that are added to one state before it is paired.
pub(super) const DEEP: usize = 128;

/// The bytes of rows that do not fit in caches.
pub(super) const LARGE: usize = 8 << 20;

/// Half of a first cache, in bytes.
const CACHE: usize = 16 << 10;

/// Memory on the stack for the states of some columns.
#[repr(align(64))]
pub(in crate::kernel) struct Room(MaybeUninit<[u8; Self::SIZE]>);

impl Room {
    pub(in crate::kernel) const SIZE: usize = 16 << 10;

    #[inline(always)]
    pub(in crate::kernel) const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// The number of `State`s that fit; may be 0.
    pub(in crate::kernel) const fn of<State>() -> usize {
        if align_of::<State>() > align_of::<Self>() {
            return 0;
        }
        Self::SIZE / if size_of::<State>() == 0 { 1 } else { size_of::<State>() }
    }

    /// Memory for some `A`s and `B`s.
    ///
    /// # Panics
    ///
    /// If they do not fit, each in whole units of 64 bytes.
    #[inline(always)]
    pub(in crate::kernel) fn split<A, B>(
        &mut self,
        [a, b]: [usize; 2],
    ) -> (&mut [MaybeUninit<A>], &mut [MaybeUninit<B>]) {
        let from = (a * size_of::<A>()).next_multiple_of(align_of::<Self>());
        assert!(align_of::<A>().max(align_of::<B>()) <= align_of::<Self>(), "aligned as the room");
        assert!(from + b * size_of::<B>() <= Self::SIZE, "there is room");
        let first = self.0.as_mut_ptr().cast::<u8>();
        // SAFETY: `a` elements end at `from`, and it is in the room, as asserted.
        let left = unsafe { core::slice::from_raw_parts_mut(first.cast(), a) };
        // SAFETY: `b` elements from `from` on are in the room, and `from` is a multiple of its alignment.
        (left, unsafe { core::slice::from_raw_parts_mut(first.wrapping_add(from).cast(), b) })
    }

    #[inline(always)]
    pub(in crate::kernel) fn as_mut_ptr<State>(&mut self) -> *mut State {
        self.0.as_mut_ptr().cast()
    }
}

/// Memory for states: a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Space(#[allow(dead_code, reason = "it is read by pointers")] MaybeUninit<[u8; 64]>);

impl Space {
    pub(super) const NEW: Self = Self(MaybeUninit::uninit());
}

/// The number of states for each column of some rows: for pairs, one for each bit of the number of blocks.
pub(super) fn levels<T, R: Reducer<T>>(rows: usize) -> usize {
    if const { matches!(R::ORDER, Order::Pairs) } {
        (usize::BITS - rows.div_ceil(DEEP).leading_zeros()) as usize
    } else {
        1
    }
}

/// Fills the space with `f` of each state.
///
/// # Panics
///
/// If they do not fit.
#[inline(always)]
pub(super) fn map<'s, A: Copy, B: Copy>(space: &'s mut [Space], states: &[A], mut f: impl FnMut(A) -> B) -> &'s [B] {
    assert!(align_of::<B>() <= align_of::<Space>() && size_of_val(space) / size_of::<B>().max(1) >= states.len());
    let first = space.as_mut_ptr().cast::<B>();
    for (column, &state) in states.iter().enumerate() {
        // SAFETY: `column < states.len()`, and as many fit, as asserted.
        unsafe { write(first, column, f(state)) };
    }
    // SAFETY: the loop has written as many.
    unsafe { core::slice::from_raw_parts(first, states.len()) }
}

/// Calls `f` with each column. The rest of a multiple of 32 has its own loop, which LLVM knows to be short; for `T`s of
/// one or two bytes it would take single elements.
#[inline(always)]
pub(in crate::kernel) fn each<T>(width: usize, mut f: impl FnMut(usize)) {
    let whole = if size_of::<T>() <= 2 { width } else { width - width % 32 };
    for column in 0..whole {
        f(column);
    }
    for column in whole..width {
        f(column);
    }
}

/// The states of columns, `step` apart, of the rows at the indices of a cursor, each with one of `contexts`.
///
/// # Safety
///
/// The cursor has at least one index, and from each of them on `width` elements, `step` apart, may be read. `width`
/// times [`levels`] of the cursor's count fit in the space. `contexts` has `width` elements, outside the space.
#[inline(always)]
pub(super) unsafe fn columns<'r, T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    x: *const T,
    cursor: &mut Cursor<'_>,
    (width, step): (usize, isize),
    contexts: &[R::Context],
    space: &'r mut [Space],
) -> &'r mut [R::State] {
    let states = space.as_mut_ptr().cast::<R::State>();
    let rows = cursor.count();
    // rows in order, if the states and a row fit in the first cache
    let is_in_order = rows.saturating_mul(width).saturating_mul(size_of::<T>()) >= LARGE
        && width.saturating_mul(size_of::<(T, R::State, R::Context)>()) <= CACHE;
    let block = if const { matches!(R::ORDER, Order::Pairs) } { DEEP } else { usize::MAX };
    // a stack of states: one for each bit of the number of blocks that is 1
    let (mut row, mut count, mut height) = (0, 0usize, 0);
    while row < rows {
        let some = block.min(rows - row);
        let top = states.wrapping_add(height * width).cast();
        // SAFETY: `height` bits of `count` are 1, and `count` is below the number of blocks. So `height` is below
        // `levels`, and `(height + 1) * width` states fit.
        let top = unsafe { core::slice::from_raw_parts_mut(top, width) };
        // SAFETY: the cursor has `some` indices left, and `top` has `width` places.
        unsafe { take(reducer, Rows::new(cursor, x, some), step, is_in_order, contexts, top) };
        (row, count, height) = (row + some, count + 1, height + 1);
        let pairs = if row < rows { count.trailing_zeros() as usize } else { height - 1 };
        for _ in 0..pairs {
            height -= 1;
            let [left, right] = [height - 1, height].map(|row| states.wrapping_add(row * width));
            // SAFETY: `take` has written `width` states in each of these rows.
            let [left, right] = [left, right].map(|row| unsafe { core::slice::from_raw_parts_mut(row, width) });
            let merge: fn(&mut [_], &[_], &mut R) = merge;
            merge(left, right, reducer);
        }
    }
    // SAFETY: `take` has written the `width` states at the bottom, since `rows > 0`.
    unsafe { core::slice::from_raw_parts_mut(states, width) }
}

/// The states of adjacent columns of the rows at the indices of a cursor, in their order.
///
/// # Safety
///
/// The cursor has at least one index, and from each of them on as many adjacent elements as `states` has may be read.
#[inline(always)]
pub(in crate::kernel) unsafe fn in_order<'s, T: Copy, R: Reducer<T, Context = ()>>(
    reducer: &mut R,
    x: *const T,
    cursor: &mut Cursor<'_>,
    states: &'s mut [MaybeUninit<R::State>],
) -> &'s [R::State] {
    let (rows, width) = (cursor.count(), states.len());
    // SAFETY: the cursor has `rows` indices, at least one, with `width` elements each.
    unsafe { take(reducer, Rows::new(cursor, x, rows), 1, false, &[(); usize::MAX][..width], states) };
    // SAFETY: `take` has written each of the states.
    unsafe { core::slice::from_raw_parts(states.as_ptr().cast(), width) }
}

/// Merges states into those on the left.
#[inline(always)]
fn merge<T, R: Reducer<T>>(left: &mut [R::State], right: &[R::State], reducer: &mut R) {
    each::<R::State>(left.len().min(right.len()), |column| left[column] = reducer.merge(left[column], right[column]));
}

/// Writes the states of some rows. If adjacent and `is_in_order`, they are read one at a time.
///
/// # Safety
///
/// As for [`columns`]: there is at least one row. `states` and `contexts` have `width` elements.
#[inline(always)]
unsafe fn take<T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    mut rows: Rows<'_, '_, T>,
    step: isize,
    is_in_order: bool,
    contexts: &[R::Context],
    states: &mut [MaybeUninit<R::State>],
) {
    if const { !is_large::<(T, R::State)>() } && step == 1 {
        match states.len() {
            // SAFETY: each row has two adjacent elements, as `states` and `contexts` have.
            2 => return unsafe { narrow::<T, R, 2>(reducer, &mut rows, contexts, states) },
            // SAFETY: the same, for three.
            3 => return unsafe { narrow::<T, R, 3>(reducer, &mut rows, contexts, states) },
            // four elements of one or two bytes would leave their register and return
            4 if const { size_of::<R::State>() > 2 } => {
                // SAFETY: the same, for four.
                return unsafe { narrow::<T, R, 4>(reducer, &mut rows, contexts, states) };
            }
            _ => {}
        }
    }
    // by a pointer, or it would be inlined before LLVM sees that the states are an argument
    macro_rules! some {
        ($rows:literal, $first:literal) => {{
            let rows = rows.next();
            // pairs after the first row: for a single one, LLVM stores the choice under a mask
            if step == 1 {
                let dense: unsafe fn(&mut [_], [_; $rows], isize, &[_], &mut R) = some::<T, R, $rows, $first, true>;
                // SAFETY: from `rows` on, `width` elements may be read.
                unsafe { dense(states, rows, 1, contexts, reducer) };
            } else {
                // SAFETY: from `rows` on, `width` elements may be read.
                unsafe { some::<T, R, $rows, $first, false>(states, rows, step, contexts, reducer) };
            }
        }};
    }
    if rows.left % 2 == 0 {
        some!(2, true);
    } else {
        some!(1, true);
    }
    if rows.left % 4 > 0 {
        some!(2, false);
    }
    if is_in_order && step == 1 && rows.apart == states.len() as isize {
        while rows.left > 0 {
            some!(1, false);
        }
    }
    while rows.left > 0 {
        some!(4, false);
    }
    rows.go_to();
}

/// The states of few adjacent columns of one row.
///
/// # Safety
///
/// From `x` on, `WIDTH` adjacent elements may be read.
#[inline(always)]
pub(super) unsafe fn begin<T: Copy, R: Reducer<T>, const WIDTH: usize>(
    reducer: &mut R,
    x: *const T,
    contexts: &[R::Context; WIDTH],
) -> [R::State; WIDTH] {
    // SAFETY: `WIDTH` adjacent elements may be read; an array is aligned as its elements are.
    let x = unsafe { read(x.cast::<[T; WIDTH]>(), 0) };
    // LLVM does not always inline `map`
    let mut states = [reducer.first(x[0], contexts[0]); WIDTH];
    for column in 1..WIDTH {
        states[column] = reducer.first(x[column], contexts[column]);
    }
    states
}

/// Adds `count` rows, `apart` from each other, to these states.
///
/// # Safety
///
/// As for [`begin`], for each row.
#[inline(always)]
pub(super) unsafe fn add<T: Copy, R: Reducer<T>, const WIDTH: usize>(
    reducer: &mut R,
    states: &mut [R::State; WIDTH],
    (first, apart, count): (*const T, isize, usize),
    contexts: &[R::Context; WIDTH],
) {
    for row in 0..count {
        if const { WIDTH == 4 && matches!(R::ORDER, Order::Exact) } {
            // or LLVM shuffles eight rows
            black_box(());
        }
        // SAFETY: `row < count`: `WIDTH` adjacent elements, and an array is aligned as its elements are.
        let x = unsafe { read(far(first, apart, row).cast::<[T; WIDTH]>(), 0) };
        for column in 0..WIDTH {
            states[column] = reducer.next(states[column], x[column], contexts[column]);
        }
    }
}

/// Writes the states of few columns, which are in registers.
///
/// # Safety
///
/// As for [`take`], with `WIDTH` adjacent columns.
#[inline(always)]
unsafe fn narrow<T: Copy, R: Reducer<T>, const WIDTH: usize>(
    reducer: &mut R,
    rows: &mut Rows<'_, '_, T>,
    contexts: &[R::Context],
    states: &mut [MaybeUninit<R::State>],
) {
    let contexts = contexts.first_chunk::<WIDTH>().unwrap_or_else(|| unreachable!("one for each column"));
    let [row] = rows.next();
    // SAFETY: `WIDTH` adjacent elements of the first row may be read.
    let mut all = unsafe { begin(reducer, row, contexts) };
    while rows.left > 0 {
        let some = rows.equally_apart();
        // SAFETY: `WIDTH` adjacent elements of each row may be read.
        unsafe { add(reducer, &mut all, some, contexts) };
    }
    rows.go_to();
    // or LLVM joins two states
    for (place, state) in states.iter_mut().zip(&all) {
        place.write(*state);
    }
}

/// Takes some rows, which are the `FIRST` ones or are added to the states.
///
/// # Safety
///
/// From each of `rows` on, an element for each of `states` may be read, `step` apart, and `contexts` has one for each.
/// `step == 1` if `UNIT`; the states are initialised unless the rows are the `FIRST`.
#[inline(always)]
unsafe fn some<T: Copy, R: Reducer<T>, const ROWS: usize, const FIRST: bool, const UNIT: bool>(
    states: &mut [MaybeUninit<R::State>],
    rows: [*const T; ROWS],
    step: isize,
    contexts: &[R::Context],
    reducer: &mut R,
) {
    let width = states.len();
    let mut one = |column: usize| {
        // SAFETY: `column < states.len()`, and there is a context for each state.
        let context = unsafe { *contexts.get_unchecked(column) };
        // SAFETY: `column < states.len()`: elements that may be read.
        let element = |row: *const T| unsafe { *far(row, if UNIT { 1 } else { step }, column) };
        // SAFETY: `column < states.len()`.
        let place = unsafe { states.get_unchecked_mut(column) };
        let mut state = if FIRST {
            reducer.first(element(rows[0]), context)
        } else {
            // SAFETY: the states are initialised.
            reducer.next(unsafe { place.assume_init() }, element(rows[0]), context)
        };
        for row in &rows[1..] {
            state = reducer.next(state, element(*row), context);
        }
        place.write(state);
    };
    if UNIT {
        each::<R::State>(width, one);
    } else {
        for column in 0..width {
            // or LLVM would compile another loop, for steps of 1
            black_box(());
            one(column);
        }
    }
}

/// The first elements of rows, from the cursor's on.
pub(in crate::kernel) struct Rows<'c, 'a, T> {
    cursor: &'c mut Cursor<'a>,
    from: *const T,
    pub(in crate::kernel) left: usize,
    /// The next row; the distance to those after it, and their number; and the distance of the cursor behind it.
    first: *const T,
    apart: isize,
    run: usize,
    ahead: usize,
}

impl<'c, 'a, T> Rows<'c, 'a, T> {
    #[inline(always)]
    pub(in crate::kernel) fn new(cursor: &'c mut Cursor<'a>, from: *const T, left: usize) -> Self {
        Self { cursor, from, left, first: from, apart: 0, run: 0, ahead: 0 }
    }

    /// The next rows; there are as many.
    #[inline(always)]
    pub(in crate::kernel) fn next<const ROWS: usize>(&mut self) -> [*const T; ROWS] {
        self.left -= ROWS;
        if self.run < ROWS {
            // LLVM does not always inline `map`
            let mut rows = [self.from; ROWS];
            for row in &mut rows {
                if self.run == 0 {
                    self.seek();
                }
                *row = self.after(1);
            }
            return rows;
        }
        let (first, apart) = (self.after(ROWS), self.apart);
        core::array::from_fn(|i| far(first, apart, i))
    }

    /// The next rows: the first, their distance and number.
    #[inline(always)]
    fn equally_apart(&mut self) -> (*const T, isize, usize) {
        if self.run == 0 {
            self.seek();
        }
        let count = self.run.min(self.left);
        self.left -= count;
        (self.after(count), self.apart, count)
    }

    #[inline(always)]
    fn seek(&mut self) {
        (self.run, self.apart) = self.cursor.next_run(self.ahead);
        self.ahead = 0;
        self.first = self.from.wrapping_offset(self.cursor.at);
    }

    /// Returns the next row, and moves on by `rows`.
    #[inline(always)]
    fn after(&mut self, rows: usize) -> *const T {
        let first = self.first;
        (self.first, self.run, self.ahead) = (far(first, self.apart, rows), self.run - rows, self.ahead + rows);
        first
    }

    #[inline(always)]
    pub(in crate::kernel) fn go_to(&mut self) {
        self.cursor.advance(self.ahead);
        self.ahead = 0;
    }
}
