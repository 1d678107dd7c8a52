//! Transposes planes of elements.
//!
//! ```text
//! plane(x, to):
//!     along  = the axis that is contiguous in the target
//!     across = the axis that is contiguous in x
//!     for each block of both, with a cache line on each side:
//!         read it row by row, transpose it, and write it row by row
//! ```

use super::bits;
use crate::layout::Along;
use core::mem::MaybeUninit;
use core::{array, mem};

/// The side of a block of elements of that size: a cache line or half of one.
pub(super) const fn side(size: usize) -> usize {
    match size {
        0..=2 => 32,
        3..=4 => 16,
        5..=8 => 8,
        _ => 4,
    }
}

/// The distance in bytes from which on parts of lines are copied along all lines, element by element. Vectors are
/// slower there (Zen 4).
const FAR: usize = 2048;

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

/// Transposes `SIDE` rows of as many adjacent elements.
///
/// # Safety
///
/// `SIDE` adjacent elements may be read from each of `SIDE` places, `step` apart, from `source` on.
#[inline(always)]
pub(in crate::kernel) unsafe fn square<T: Copy, const SIDE: usize>(source: *const T, step: isize) -> [[T; SIDE]; SIDE] {
    let mut target = MaybeUninit::<[[T; SIDE]; SIDE]>::uninit();
    let (along, across) = (Along { size: SIDE, step, target: 1 }, Along { size: SIDE, step: 1, target: SIDE as isize });
    // SAFETY: the elements may be read, and `target` has a place for each; an array is aligned as its elements are.
    unsafe { blocks::<T, SIDE>(source, target.as_mut_ptr().cast(), along, across) };
    // SAFETY: `blocks` has written each place.
    unsafe { target.assume_init() }
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
    let by_vectors = is_plain && (across.size >= SIDE || along.step.unsigned_abs() < FAR / size_of::<T>().max(1));
    for row in (0..across.size).step_by(SIDE) {
        let rows = SIDE.min(across.size - row);
        for column in (0..along.size).step_by(SIDE) {
            let columns = SIDE.min(along.size - column);
            let at = |along: isize, across: isize| {
                along.wrapping_mul(column as isize).wrapping_add(across.wrapping_mul(row as isize))
            };
            let source = source.wrapping_offset(at(along.step, across.step));
            let target = target.wrapping_offset(at(along.target, across.target));
            let (along, across) = (Along { size: columns, ..along }, Along { size: rows, ..across });
            // SAFETY: `row + rows <= across.size` and `column + columns <= along.size`, by the minima above. The
            // other conditions of each function are compared.
            #[allow(clippy::multiple_unsafe_ops_per_block, reason = "one of them is called")]
            unsafe {
                if by_vectors && const { bits::in_vectors::<T, bits::Four>() } {
                    by_fours::<T, bits::Fours>(source, target, along, across);
                } else if by_vectors && const { bits::in_vectors::<T, bits::Eight>() } {
                    by_fours::<T, bits::Eights>(source, target, along, across);
                } else if is_plain && rows == SIDE && columns == SIDE {
                    whole::<T, SIDE>((source, along.step), (target, across.target));
                } else {
                    part(source, target, along, across);
                }
            }
        }
    }
}

/// Copies the elements of two axes, four by four in vectors `V`.
///
/// # Safety
///
/// As for [`plane`], `across.step` and `along.target` are 1, and `V` has the size of four elements.
#[inline(always)]
unsafe fn by_fours<T: Copy, V: Copy>(source: *const T, target: *mut T, along: Along, across: Along) {
    let (rows, columns) = (across.size / 4 * 4, along.size / 4 * 4);
    let at = |row: usize, column: usize| {
        let source = source.wrapping_offset(along.step.wrapping_mul(column as isize)).wrapping_add(row);
        (source, target.wrapping_offset(across.target.wrapping_mul(row as isize)).wrapping_add(column))
    };
    // whole lines of the source, to be prefetched
    for column in (0..columns).step_by(4) {
        for row in (0..rows).step_by(4) {
            let (source, target) = at(row, column);
            // SAFETY: four rows and four columns are left, contiguous on one side each (`# Safety`).
            unsafe { four::<T, V>((source, along.step), (target, across.target)) };
        }
    }
    let rest = |row, column, rows, columns| {
        let (source, target) = at(row, column);
        // SAFETY: `row + rows` and `column + columns` are at most the sizes.
        unsafe { part(source, target, Along { size: columns, ..along }, Along { size: rows, ..across }) };
    };
    rest(0, columns, across.size, along.size - columns);
    rest(rows, 0, across.size - rows, columns);
}

/// Transposes four vectors of four elements; they are `step` and `by` elements apart. LLVM shuffles the elements of
/// vectors, but copies those of an array one by one.
///
/// # Safety
///
/// As for [`whole`], where `SIDE` is 4, and `V` has the size of four elements.
#[inline(always)]
unsafe fn four<T: Copy, V: Copy>((source, step): (*const T, isize), (target, by): (*mut T, isize)) {
    // SAFETY: it is called with `row < 4`: four elements.
    let read = |row| unsafe { source.wrapping_offset(step.wrapping_mul(row)).cast::<V>().read_unaligned() };
    let [a, b, c, d] = [read(0), read(1), read(2), read(3)];
    // SAFETY: `V` has the size of four elements.
    let select = |a, b, lanes| unsafe { select::<T, V>(a, b, lanes) };
    let (even, odd) = (select(a, b, [0, 4, 2, 6]), select(a, b, [1, 5, 3, 7]));
    let (next_even, next_odd) = (select(c, d, [0, 4, 2, 6]), select(c, d, [1, 5, 3, 7]));
    let columns = [
        select(even, next_even, [0, 1, 4, 5]),
        select(odd, next_odd, [0, 1, 4, 5]),
        select(even, next_even, [2, 3, 6, 7]),
        select(odd, next_odd, [2, 3, 6, 7]),
    ];
    for (column, elements) in columns.into_iter().enumerate() {
        let place = target.wrapping_offset(by.wrapping_mul(column as isize)).cast::<V>();
        // SAFETY: `column < 4`: four places.
        unsafe { place.write_unaligned(elements) };
    }
}

/// The elements of `a`, 0 to 3, and of `b`, 4 to 7, at four numbers.
///
/// # Safety
///
/// `V` has the size of four elements, which it holds.
#[inline(always)]
unsafe fn select<T: Copy, V: Copy>(a: V, b: V, lanes: [usize; 4]) -> V {
    // SAFETY: `a` holds four elements (`# Safety`).
    let a = unsafe { mem::transmute_copy::<V, [T; 4]>(&a) };
    // SAFETY: `b` holds four elements (`# Safety`).
    let b = unsafe { mem::transmute_copy::<V, [T; 4]>(&b) };
    let element = |lane: usize| if lane < 4 { a[lane] } else { b[lane - 4] };
    // LLVM does not always inline `map`
    let elements = [element(lanes[0]), element(lanes[1]), element(lanes[2]), element(lanes[3])];
    // SAFETY: `V` has the size of four elements (`# Safety`), and is only copied.
    unsafe { mem::transmute_copy::<[T; 4], V>(&elements) }
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
