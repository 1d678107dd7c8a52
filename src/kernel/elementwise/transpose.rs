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
use core::array;

/// The side of a block of elements of that size: a cache line or half of one.
pub(super) const fn side(size: usize) -> usize {
    match size {
        0..=2 => 32,
        3..=4 => 16,
        5..=8 => 8,
        _ => 4,
    }
}

/// The most rows that are interleaved.
pub(crate) const INTERLEAVED: usize = 4;

/// Copies the elements of two axes, in blocks, or interleaves a few rows.
///
/// # Safety
///
/// At each index of both axes, by their steps, `source` has an element that may be read, and `target` a place that may
/// be written. All places are different and are not read.
#[inline(always)]
pub(in crate::kernel) unsafe fn plane<T: Copy>(source: *const T, target: *mut T, along: Along, across: Along) {
    // constants, so that a few rows are interleaved or taken apart in vectors
    macro_rules! few {
        ($($rows:tt)*) => { $(
            let (size, step): (usize, isize) = ($rows, $rows as isize);
            if (along.size, across.target) == (size, step) {
                // SAFETY: as for this function, with the sizes and steps that were compared.
                return unsafe { interleave::<T, $rows>(source, target, along.step, across.size) };
            }
            if (across.size, along.step) == (size, step) {
                let (rows, columns) = (Along { size, step: 1, ..across }, Along { step, target: 1, ..along });
                // SAFETY: as for this function; `part` may visit the axes in any order.
                return unsafe { part(source, target, rows, columns) };
            }
        )* };
    }
    if across.step == 1 && along.target == 1 {
        few!(2 3 INTERLEAVED);
    }
    // constants, so that one is compiled
    match const { side(size_of::<T>()) } {
        // SAFETY: the arguments are those of this function.
        32 => unsafe { blocks::<T, 32>(source, target, along, across) },
        // SAFETY: as for 32.
        16 => unsafe { blocks::<T, 16>(source, target, along, across) },
        // SAFETY: as for 32.
        8 => unsafe { blocks::<T, 8>(source, target, along, across) },
        // SAFETY: as for 32.
        _ => unsafe { blocks::<T, 4>(source, target, along, across) },
    }
}

/// # Safety
///
/// `source` has `ROWS` rows of `columns` adjacent elements, `step` apart, and `target` as many adjacent places, which
/// are not read.
#[inline(always)]
unsafe fn interleave<T: Copy, const ROWS: usize>(source: *const T, target: *mut T, step: isize, columns: usize) {
    for column in 0..columns {
        let from = |row: usize| source.wrapping_offset(step.wrapping_mul(row as isize)).wrapping_add(column);
        // SAFETY: `row < ROWS` and `column < columns`: an element.
        let elements = array::from_fn(|row| unsafe { from(row).read() });
        let place = target.cast::<[T; ROWS]>().wrapping_add(column);
        // SAFETY: `column < columns`: `ROWS` places; an array is aligned as its elements are.
        unsafe { place.write(elements) };
    }
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
        // SAFETY: `column < SIDE` by the loop; an array is aligned as its elements are.
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
            // SAFETY: `row < across.size` and `column < along.size` by the loops: an element.
            let element = unsafe { source.wrapping_offset(at(along.step, across.step)).read() };
            // SAFETY: `row < across.size` and `column < along.size` by the loops: a place.
            unsafe { target.wrapping_offset(at(along.target, across.target)).write(element) };
        }
    }
}
