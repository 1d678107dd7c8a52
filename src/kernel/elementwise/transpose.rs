//! Transposes planes of elements.
//!
//! ```text
//! plane(x, to):
//!     along  = the axis that is contiguous in the target
//!     across = the axis that is contiguous in x
//!     for each block of both, with a cache line on each side:
//!         read it row by row, transpose it, and write it row by row
//! ```

use crate::layout::Along;

/// The side of a block of elements of that size: a cache line or half of one.
pub(super) const fn side(size: usize) -> usize {
    match size {
        0..=2 => 32,
        3..=4 => 16,
        5..=8 => 8,
        _ => 4,
    }
}

/// The largest size of an axis whose elements are interleaved with those of the other axis, or taken apart from them.
pub(crate) const INTERLEAVED: usize = 4;

/// Copies the elements of two axes, in blocks, or interleaves a few rows.
///
/// # Safety
///
/// At each index of both axes, by their steps, `source` has an element that may be read, and `target` a place that may
/// be written. All places are different and are not read.
#[inline(always)]
pub(in crate::kernel) unsafe fn plane<T: Copy>(source: *const T, target: *mut T, along: Along, across: Along) {
    if across.step == 1 && along.target == 1 {
        let interleaved = if across.target == along.size as isize { along.size } else { 0 };
        let apart = if along.step == across.size as isize { across.size } else { 0 };
        match [interleaved, apart] {
            // SAFETY: the arguments are those of this function (`# Safety`), with the steps that were compared, and as
            // many rows as the constant.
            [2, _] => return unsafe { interleave::<T, 2>(source, target, along, across) },
            // SAFETY: as for 2.
            [3, _] => return unsafe { interleave::<T, 3>(source, target, along, across) },
            // SAFETY: as for 2.
            [INTERLEAVED, _] => return unsafe { interleave::<T, INTERLEAVED>(source, target, along, across) },
            // SAFETY: as for 2.
            [_, 2] => return unsafe { take_apart::<T, 2>(source, target, along, across) },
            // SAFETY: as for 2.
            [_, 3] => return unsafe { take_apart::<T, 3>(source, target, along, across) },
            // SAFETY: as for 2.
            [_, INTERLEAVED] => return unsafe { take_apart::<T, INTERLEAVED>(source, target, along, across) },
            _ => {}
        }
    }
    // constants, so that one is compiled
    match const { side(size_of::<T>()) } {
        // SAFETY: the arguments are those of this function (`# Safety`).
        32 => unsafe { blocks::<T, 32>(source, target, along, across) },
        // SAFETY: as for 32.
        16 => unsafe { blocks::<T, 16>(source, target, along, across) },
        // SAFETY: as for 32.
        8 => unsafe { blocks::<T, 8>(source, target, along, across) },
        // SAFETY: as for 32.
        _ => unsafe { blocks::<T, 4>(source, target, along, across) },
    }
}

/// Copies rows that are `along.step` apart to the columns of a dense target.
///
/// # Safety
///
/// As for [`plane`]. `along.size` and `across.target` are `ROWS`; `along.target` and `across.step` are 1.
#[inline(always)]
unsafe fn interleave<T: Copy, const ROWS: usize>(source: *const T, target: *mut T, along: Along, across: Along) {
    let (rows, target) = (rows::<_, ROWS>(source.cast_mut(), along.step), target.cast::<[T; ROWS]>());
    for column in 0..across.size {
        // SAFETY: `column < across.size`: an element of each row (`# Safety`).
        let elements = rows.map(|row| unsafe { row.wrapping_add(column).read() });
        // SAFETY: the target has `ROWS` adjacent places at each column; an array is aligned as its elements are.
        unsafe { target.wrapping_add(column).write(elements) };
    }
}

/// Copies the columns of a dense source to rows that are `across.target` apart.
///
/// # Safety
///
/// As for [`plane`]. `across.size` and `along.step` are `ROWS`; `along.target` and `across.step` are 1.
#[inline(always)]
unsafe fn take_apart<T: Copy, const ROWS: usize>(source: *const T, target: *mut T, along: Along, across: Along) {
    let (source, rows) = (source.cast::<[T; ROWS]>(), rows::<_, ROWS>(target, across.target));
    for column in 0..along.size {
        // SAFETY: the source has `ROWS` adjacent elements at each column; an array is aligned as its elements are.
        let elements = unsafe { source.wrapping_add(column).read() };
        for (row, element) in rows.iter().zip(elements) {
            // SAFETY: `column < along.size`: a place of each row (`# Safety`).
            unsafe { row.wrapping_add(column).write(element) };
        }
    }
}

/// The first places of rows that are `step` apart.
#[inline(always)]
fn rows<T, const ROWS: usize>(first: *mut T, step: isize) -> [*mut T; ROWS] {
    let mut rows = [first; ROWS];
    for row in 1..ROWS {
        rows[row] = rows[row - 1].wrapping_offset(step);
    }
    rows
}

/// # Safety
///
/// As for [`plane`].
#[inline(always)]
unsafe fn blocks<T: Copy, const SIDE: usize>(source: *const T, target: *mut T, along: Along, across: Along) {
    let is_plain = along.target == 1 && across.step == 1;
    for row in (0..across.size).step_by(SIDE) {
        let rows = SIDE.min(across.size - row);
        for column in (0..along.size).step_by(SIDE) {
            let columns = SIDE.min(along.size - column);
            let at = |along: isize, across: isize| {
                along.wrapping_mul(column as isize).wrapping_add(across.wrapping_mul(row as isize))
            };
            let source = source.wrapping_offset(at(along.step, across.step));
            let target = target.wrapping_offset(at(along.target, across.target));
            if is_plain && rows == SIDE && columns == SIDE {
                // SAFETY: `rows == SIDE` and `columns == SIDE` were compared, and `is_plain`: `along.target` and
                // `across.step` are 1.
                unsafe { whole::<T, SIDE>((source, along.step), (target, across.target)) };
            } else {
                let (along, across) = (Along { size: columns, ..along }, Along { size: rows, ..across });
                // SAFETY: `row + rows <= across.size` and `column + columns <= along.size`, by the minima above.
                unsafe { part(source, target, along, across) };
            }
        }
    }
}

/// Transposes a square block whose rows are contiguous on both sides; rows are `step` and `by` elements apart.
///
/// # Safety
///
/// `SIDE` adjacent elements may be read from each of `SIDE` places, `step` apart, from `source` on. As many may be
/// written elsewhere from each of `SIDE` places, `by` apart, from `target` on.
#[inline(always)]
unsafe fn whole<T: Copy, const SIDE: usize>((source, step): (*const T, isize), (target, by): (*mut T, isize)) {
    // SAFETY: it is called with `row < SIDE`, the length of `rows`; an array is aligned as its elements are.
    let read =
        |row: usize| unsafe { source.wrapping_offset(step.wrapping_mul(row as isize)).cast::<[T; SIDE]>().read() };
    let mut rows = [read(0); SIDE];
    for (row, elements) in rows.iter_mut().enumerate().skip(1) {
        *elements = read(row);
    }
    for column in 0..SIDE {
        let mut elements = rows[0];
        for (element, row) in elements.iter_mut().zip(&rows) {
            *element = row[column];
        }
        let place = target.wrapping_offset(by.wrapping_mul(column as isize)).cast::<[T; SIDE]>();
        // SAFETY: `column < SIDE` by the loop (`# Safety`); an array is aligned as its elements are.
        unsafe { place.write(elements) };
    }
}

/// # Safety
///
/// As for [`plane`].
#[inline(always)]
unsafe fn part<T: Copy>(source: *const T, target: *mut T, along: Along, across: Along) {
    for row in 0..across.size {
        for column in 0..along.size {
            let at = |along: isize, across: isize| {
                along.wrapping_mul(column as isize).wrapping_add(across.wrapping_mul(row as isize))
            };
            // SAFETY: `row < across.size` and `column < along.size` by the loops: an element (`# Safety`).
            let element = unsafe { source.wrapping_offset(at(along.step, across.step)).read() };
            // SAFETY: `row < across.size` and `column < along.size` by the loops: a place (`# Safety`).
            unsafe { target.wrapping_offset(at(along.target, across.target)).write(element) };
        }
    }
}
