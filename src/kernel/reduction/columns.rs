//! Reduces rows of elements to a row of states, column by column.

use super::cursor::{Cursor, far, read, write};
use super::reducer::{Order, Reducer};
use core::mem::MaybeUninit;

/// The number of rows that are added to one state before it is paired.
const DEEP: usize = 128;

/// Memory on the stack for the states of some columns.
#[repr(align(64))]
pub(in crate::kernel) struct Room(MaybeUninit<[u8; Self::SIZE]>);

impl Room {
    const SIZE: usize = 16 << 10;

    #[inline(always)]
    pub(in crate::kernel) const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// The number of columns that fit, for a number of rows; 0 if states are too large.
    pub(in crate::kernel) fn columns<T, R: Reducer<T>>(rows: usize) -> usize {
        // for pairs, a state for each bit of the number of blocks
        let levels = if const { matches!(R::ORDER, Order::Pairs) } {
            (usize::BITS - rows.div_ceil(DEEP).leading_zeros()) as usize
        } else {
            1
        };
        Self::of::<R::State>() / levels
    }

    /// The number of `State`s that fit; may be 0.
    pub(in crate::kernel) const fn of<State>() -> usize {
        if align_of::<State>() > align_of::<Self>() {
            return 0;
        }
        Self::SIZE / if size_of::<State>() == 0 { 1 } else { size_of::<State>() }
    }

    #[inline(always)]
    pub(in crate::kernel) fn as_mut_ptr<State>(&mut self) -> *mut State {
        self.0.as_mut_ptr().cast()
    }
}

/// Calls `f` with each column, mostly in loops of constant length; `f` writes a `T`. For small `T` the compiler would
/// unroll these to single elements.
#[inline(always)]
pub(in crate::kernel) fn each<T>(width: usize, mut f: impl FnMut(usize)) {
    let mut column = 0;
    if size_of::<T>() <= 2 {
        while column < width {
            f(column);
            column += 1;
        }
        return;
    }
    while column + 32 <= width {
        for i in 0..32 {
            f(column + i);
        }
        column += 32;
    }
    while column + 8 <= width {
        for i in 0..8 {
            f(column + i);
        }
        column += 8;
    }
    while column < width {
        f(column);
        column += 1;
    }
}

/// The states of some columns, `step` apart, of the rows that start at the indices of a cursor; `contexts` has one for
/// each column.
///
/// # Safety
///
/// The cursor has at least one index, and from each of them on `width` elements, `step` apart, may be read. `width` is
/// at most `Room::columns` of the cursor's count. `contexts` has `width` elements, outside the room.
#[inline(always)]
pub(in crate::kernel) unsafe fn columns<'r, T: Copy, R: Reducer<T>>(
    reducer: &mut R,
    x: *const T,
    cursor: &mut Cursor<'_>,
    (width, step): (usize, isize),
    contexts: *const R::Context,
    room: &'r mut Room,
) -> &'r mut [R::State] {
    if step == 1 {
        // SAFETY: the arguments are this function's (`# Safety`); `step == 1` was compared, for `UNIT`.
        unsafe { stack::<T, R, true>(reducer, x, cursor, (width, 1), contexts, room) }
    } else {
        // SAFETY: the arguments are this function's (`# Safety`).
        unsafe { stack::<T, R, false>(reducer, x, cursor, (width, step), contexts, room) }
    }
}

/// # Safety
///
/// As for [`columns`]; `step == 1` if `UNIT`.
#[inline(always)]
unsafe fn stack<'r, T: Copy, R: Reducer<T>, const UNIT: bool>(
    reducer: &mut R,
    x: *const T,
    cursor: &mut Cursor<'_>,
    (width, step): (usize, isize),
    contexts: *const R::Context,
    room: &'r mut Room,
) -> &'r mut [R::State] {
    let states = room.as_mut_ptr::<R::State>();
    let rows = cursor.count();
    let block = if const { matches!(R::ORDER, Order::Pairs) } { DEEP } else { usize::MAX };
    // a stack of states: one for each bit of the number of blocks that is 1
    let (mut row, mut count, mut height) = (0, 0usize, 0);
    while row < rows {
        let some = block.min(rows - row);
        // SAFETY: `height` is at most the number of bits of the number of blocks, by which `Room::columns` divides the
        // room, so `height * width` states fit, and `width` more.
        let top = unsafe { states.add(height * width) };
        // SAFETY: the cursor has `some <= rows - row` indices left, and room for `width` states starts at `top`.
        unsafe { take::<T, R, UNIT>(reducer, x, cursor, some, (width, step), contexts, top) };
        (row, count, height) = (row + some, count + 1, height + 1);
        let pairs = if row < rows { count.trailing_zeros() as usize } else { height - 1 };
        for _ in 0..pairs {
            height -= 1;
            let (lower, upper) = ((height - 1) * width, height * width);
            each::<R::State>(width, |column| {
                // SAFETY: `height - 1` and `height` are below the number of rows of states that `take` has written, and
                // `column < width`.
                let [left, right] = [lower, upper].map(|at| unsafe { read(states, at + column) });
                // SAFETY: `lower + column` is the place of a state that was read above.
                unsafe { write(states, lower + column, reducer.merge(left, right)) };
            });
        }
    }
    // SAFETY: at least one row was taken (`rows > 0`, `# Safety`), so the `width` states at the bottom are written.
    unsafe { core::slice::from_raw_parts_mut(states, width) }
}

/// Writes the states of the next `rows` rows of the cursor.
///
/// # Safety
///
/// As for [`stack`]: the cursor has `rows > 0` indices left, and `states` is the first of `width` places in the room.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "it is a part of `stack`")]
unsafe fn take<T: Copy, R: Reducer<T>, const UNIT: bool>(
    reducer: &mut R,
    x: *const T,
    cursor: &mut Cursor<'_>,
    rows: usize,
    (width, step): (usize, isize),
    contexts: *const R::Context,
    states: *mut R::State,
) {
    let element = |row: *const T, column: usize| {
        let place = if UNIT { far(row, 1, column) } else { far(row, step, column) };
        // SAFETY: `row` is at an index of the cursor and `column < width` (by `each`): an element (`# Safety`).
        unsafe { *place }
    };
    // SAFETY: `column < width` (by `each`), and `contexts` has `width` elements (`# Safety`).
    let context = |column: usize| unsafe { read(contexts, column) };
    let mut begin = |rows: &[*const T]| {
        each::<R::State>(width, |column| {
            let mut state = reducer.first(element(rows[0], column), context(column));
            for row in &rows[1..] {
                state = reducer.next(state, element(*row, column), context(column));
            }
            // SAFETY: `column < width` (by `each`), and `states` has `width` places (`# Safety`).
            unsafe { write(states, column, state) };
        });
    };
    let mut rest = Rows::new(cursor, x, rows);
    // after the first row, dense rows are taken in pairs: for a single one, LLVM stores the choice under a mask
    if UNIT && rows % 2 == 0 {
        begin(&rest.next::<2>());
    } else {
        begin(&rest.next::<1>());
    }
    let mut go_on = |rows: &[*const T]| {
        each::<R::State>(width, |column| {
            // SAFETY: `column < width` (by `each`), and `begin` has written the `width` states.
            let mut state = unsafe { read(states, column) };
            for row in rows {
                state = reducer.next(state, element(*row, column), context(column));
            }
            // SAFETY: `column < width` (by `each`), and `states` has `width` places (`# Safety`).
            unsafe { write(states, column, state) };
        });
    };
    while rest.left % 4 > 0 {
        if UNIT { go_on(&rest.next::<2>()) } else { go_on(&rest.next::<1>()) }
    }
    // states are read and written once for four rows
    while rest.left > 0 {
        go_on(&rest.next::<4>());
    }
    rest.go_to();
}

/// The first elements of rows, from the cursor's on.
pub(in crate::kernel) struct Rows<'c, 'a, T> {
    cursor: &'c mut Cursor<'a>,
    from: *const T,
    /// The number of rows that are left.
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
            return [(); ROWS].map(|()| {
                if self.run == 0 {
                    self.go_to();
                    (self.run, self.apart) = self.cursor.run();
                    self.first = self.from.wrapping_offset(self.cursor.at);
                }
                self.after(1)
            });
        }
        let (first, apart) = (self.after(ROWS), self.apart);
        core::array::from_fn(|i| far(first, apart, i))
    }

    /// Returns the next row, and moves on by `rows`.
    #[inline(always)]
    fn after(&mut self, rows: usize) -> *const T {
        let first = self.first;
        (self.first, self.run, self.ahead) = (far(first, self.apart, rows), self.run - rows, self.ahead + rows);
        first
    }

    /// Moves the cursor to the next row.
    #[inline(always)]
    pub(in crate::kernel) fn go_to(&mut self) {
        self.cursor.advance(self.ahead);
        self.ahead = 0;
    }
}
