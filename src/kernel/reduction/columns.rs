//! A row of results, of rows of elements, each in its column.

use super::cursor::{Cursor, far, read, write};
use super::reducer::{Order, Reducer};
use core::mem::MaybeUninit;

/// How many rows are taken one after the other before they are one of a pair.
const DEEP: usize = 128;

/// Room on the stack for the states of some columns.
#[repr(align(64))]
pub(in crate::kernel) struct Room(MaybeUninit<[u8; Self::SIZE]>);

impl Room {
    const SIZE: usize = 16 << 10;

    #[inline(always)]
    pub(in crate::kernel) const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// How many columns there is room for, where there are so many rows; 0 of states that are too large.
    pub(in crate::kernel) fn columns<T, R: Reducer<T>>(rows: usize) -> usize {
        // of all but the last, a state for each bit of the number of blocks
        let levels = if const { matches!(R::ORDER, Order::Pairs) } {
            (usize::BITS - rows.div_ceil(DEEP).leading_zeros()) as usize
        } else {
            1
        };
        Self::of::<R::State>() / levels
    }

    /// How many of a type there is room for, which may be none.
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

/// Calls `f` with each column, of which it writes a `T`: most of them in loops of constant length, but for numbers so
/// small that the compiler would unroll these to single ones.
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

/// The states of some columns, which are so far apart, of the rows that begin at the indices of a cursor; and for each
/// of them what is known before.
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
        // SAFETY: the arguments are those of this function, with its `# Safety`; `step == 1` was compared, for `UNIT`.
        unsafe { stack::<T, R, true>(reducer, x, cursor, (width, 1), contexts, room) }
    } else {
        // SAFETY: the arguments are those of this function, with its `# Safety`.
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
    // the states of blocks lie one above the other, those of as many blocks as each bit of their number says
    let (mut row, mut count, mut height) = (0, 0usize, 0);
    while row < rows {
        let some = block.min(rows - row);
        // SAFETY: `height` is at most the number of bits of the number of blocks, and `Room::columns` divides the room
        // by it, so `height * width` states fit with room for `width` more.
        let top = unsafe { states.add(height * width) };
        // SAFETY: the cursor has `some <= rows - row` indices left, and room for `width` states begins at `top`.
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
    // SAFETY: at least one row was taken (`rows > 0`, `# Safety`), so `take` has written the `width` states at the
    // bottom.
    unsafe { core::slice::from_raw_parts_mut(states, width) }
}

/// Writes the states of so many rows, from the cursor on, taken one after the other.
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
        // SAFETY: `row` begins at an index of the cursor and `column < width` (by `each`): the element may be read
        // (`# Safety`).
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
    // no row that is dense alone after the first: a state that is kept, or is that row's, would be stored under a mask
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

/// Where rows begin, from the one on that a cursor is at.
pub(in crate::kernel) struct Rows<'c, 'a, T> {
    cursor: &'c mut Cursor<'a>,
    from: *const T,
    /// How many are left.
    pub(in crate::kernel) left: usize,
    /// The next one; how far apart it and those after it are, and how many these are; and how many before it the cursor
    /// is.
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

    /// The next rows: there are as many.
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

    /// The next row, and goes on by so many.
    #[inline(always)]
    fn after(&mut self, rows: usize) -> *const T {
        let first = self.first;
        (self.first, self.run, self.ahead) = (far(first, self.apart, rows), self.run - rows, self.ahead + rows);
        first
    }

    /// Brings the cursor to the next row.
    #[inline(always)]
    pub(in crate::kernel) fn go_to(&mut self) {
        self.cursor.advance(self.ahead);
        self.ahead = 0;
    }
}
