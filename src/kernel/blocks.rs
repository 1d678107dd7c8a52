//! Rows that are laid out side by side before they are walked.
//!
//! ```text
//! blocks(plan, target, lanes, f):
//!     for each block of whole rows, or a part of a row, as long as a tile:
//!         for each lane that is not dense over the block:
//!             lay its elements out in a tile                    # (a, b, c) becomes a b c a b c ..
//!         for i of the block:
//!             f(target[i], (lane0[i], tile1[i], ..))            # every lane dense: one loop, as long as can be
//! ```
//!
//! Short rows are walked in this way, which alone would be too short for vectors; and operands of which there are too many
//! for a loop of each choice of rows. Where an operand is walked across its rows in memory, as a transposed one is, several rows
//! are laid out while their cache lines are at hand. Tiles stay in the innermost cache. A closure is called as often, and in the
//! same order, as without them.

use super::each::Each;
use super::lane::{Dense, Lane, Lanes, StepsOf, Strided};
use super::simd::{self, Wide};
use super::walk::dense_row;
use crate::layout::{MAX_RANK, Plan};
use crate::shape::{Axes, List, Nil};
use core::mem::MaybeUninit;
use core::ptr;

/// The bytes of all tiles: few without an operating system, where stacks are small.
const BYTES: usize = if cfg!(feature = "std") { 16 << 10 } else { 1 << 10 };

/// The bytes of one tile, at most.
const TILE: usize = 4 << 10;

/// The bytes, and the alignment, of the largest element that is laid out in tiles.
const LARGEST: usize = 16;

/// An operand that is one element a row is laid out by so many at once, or twice as many, and so on up to [`SPLATS`].
const SPLAT: usize = 4;
const SPLATS: usize = 32;

/// Rows of more elements are long enough for vectors.
pub(super) const SHORT: usize = 32;

/// So much of a long row is walked at once where some operands are laid out.
const STRETCH: usize = 128;

/// Room for tiles, from the beginning of a cache line on.
#[repr(align(64))]
struct Room {
    _bytes: [MaybeUninit<u8>; BYTES],
}

/// How many elements of the innermost three axes are walked at once, innermost first. Of an axis that is not whole, those
/// outside it have one.
#[derive(Clone, Copy)]
pub struct Block {
    sizes: [usize; 3],
}

impl Block {
    /// As many as tiles of `room` elements hold.
    #[inline(always)]
    fn new(plan: &Plan, room: usize, simple: bool) -> Self {
        let [n0, n1, n2] = [plan.sizes[0], plan.sizes[1], plan.sizes[2]];
        let sizes = if simple && n0 > 2 * SHORT || n0 > room {
            [n0.min(if simple { STRETCH } else { room }).min(room), 1, 1]
        } else if n0 * n1 > room {
            [n0, whole_rows(room, n0), 1]
        } else {
            [n0, n1, n2.min(room / (n0 * n1))]
        };
        Self { sizes }
    }

    #[inline(always)]
    fn numel(&self) -> usize {
        self.sizes[0] * self.sizes[1] * self.sizes[2]
    }
}

/// How many rows fit into the room, so many that they are a whole number of vectors, if that can be.
#[inline(always)]
fn whole_rows(room: usize, row: usize) -> usize {
    let rows = room / row;
    let vectors = SHORT >> row.trailing_zeros().min(SHORT.trailing_zeros());
    if rows >= vectors { rows / vectors * vectors } else { rows }
}

/// A list of lanes that can be laid out.
pub trait Lay: Lanes {
    /// The same lanes, each dense.
    type Dense: Lanes<Items = Self::Items>;
    /// What stands in the tiles: how many elements from where on.
    type Laid: Copy;

    /// The size of the largest element, if all are small enough for tiles.
    const SIZE: Option<usize>;
    const NOTHING: Self::Laid;

    /// Whether over rows of two axes each lane is dense, or repeats.
    fn repeats(&self, row: usize) -> bool;

    /// Lays out what is not dense in tiles of so many bytes each from `room` on.
    ///
    /// # Safety
    ///
    /// The lanes have the block's elements; there is room for them, and for [`SPLATS`] more, in each tile.
    unsafe fn lay(
        self,
        block: &Block,
        room: *mut u8,
        tile: usize,
        laid: &mut Self::Laid,
    ) -> <Self::Dense as Lanes>::Row;
}

impl Lay for Nil {
    type Dense = Self;
    type Laid = Self;
    const SIZE: Option<usize> = Some(1);
    const NOTHING: Self = Self;

    #[inline(always)]
    fn repeats(&self, _: usize) -> bool {
        true
    }

    #[inline(always)]
    unsafe fn lay(self, _: &Block, _: *mut u8, _: usize, _: &mut Self) -> Self {
        self
    }
}

impl<T: Copy, By: StepsOf, Outer: Lay> Lay for Axes<Lane<T, Strided, By>, Outer> {
    type Dense = Axes<Lane<T, Dense, By>, Outer::Dense>;
    type Laid = Axes<(*const T, usize), Outer::Laid>;
    const SIZE: Option<usize> = match Outer::SIZE {
        Some(size) if size_of::<T>() <= LARGEST && align_of::<T>() <= LARGEST => {
            Some(if size > size_of::<T>() { size } else { size_of::<T>() })
        }
        _ => None,
    };
    const NOTHING: Self::Laid = Axes { last: (ptr::null(), 0), outer: Outer::NOTHING };

    #[inline(always)]
    fn repeats(&self, row: usize) -> bool {
        let [inner, outer] = [self.last.step_on(0), self.last.step_on(1)];
        (outer == 0 || inner == 1 && outer == row as isize) && self.outer.repeats(row)
    }

    #[inline(always)]
    unsafe fn lay(
        self,
        block: &Block,
        room: *mut u8,
        tile: usize,
        laid: &mut Self::Laid,
    ) -> <Self::Dense as Lanes>::Row {
        // SAFETY: the caller's promise, for the others.
        let outer = unsafe { self.outer.lay(block, room.wrapping_add(tile), tile, &mut laid.outer) };
        let steps = [self.last.step_on(0), self.last.step_on(1), self.last.step_on(2)];
        let first = self.last.first();
        let place = room.cast::<T>();
        if is_dense(block, steps) {
            return Axes { last: first, outer };
        }
        let numel = block.numel();
        // the same elements stand at the beginning of the tile, if the last block was of them
        if laid.last.0 != first || laid.last.1 < numel {
            // SAFETY: the caller's promise, for this lane.
            unsafe { lay_out(first, steps, block, place) };
            laid.last = (first, numel);
        }
        Axes { last: place.cast_const(), outer }
    }
}

/// Whether the elements of a block stand side by side.
#[inline(always)]
fn is_dense(block: &Block, steps: [isize; 3]) -> bool {
    let [n0, n1, n2] = block.sizes;
    (steps[0] == 1 || n0 == 1) && (n1 == 1 || steps[1] == n0 as isize) && (n2 == 1 || steps[2] == (n0 * n1) as isize)
}

/// Copies the elements of a block, side by side.
///
/// # Safety
///
/// There are such elements, and room for them and for [`SPLATS`] more.
#[inline]
unsafe fn lay_out<T: Copy>(first: *const T, steps: [isize; 3], block: &Block, tile: *mut T) {
    let [n0, n1, n2] = block.sizes;
    // how much is copied before it repeats
    let (rows, planes) = (if steps[1] == 0 { 1 } else { n1 }, if steps[2] == 0 { 1 } else { n2 });
    for plane in 0..planes {
        let first = first.wrapping_offset(plane as isize * steps[2]);
        let tile = tile.wrapping_add(plane * n0 * n1);
        // SAFETY: the caller's promise, for rows of this plane.
        unsafe {
            match steps[0] {
                0 if n0 <= SPLAT => splat::<T, SPLAT>(first, steps[1], rows, n0, tile),
                0 if n0 <= 2 * SPLAT => splat::<T, { 2 * SPLAT }>(first, steps[1], rows, n0, tile),
                0 if n0 <= 4 * SPLAT => splat::<T, { 4 * SPLAT }>(first, steps[1], rows, n0, tile),
                0 if n0 <= SPLATS => splat::<T, SPLATS>(first, steps[1], rows, n0, tile),
                0 => fill(first, steps[1], rows, n0, tile),
                step if step != 1 && steps[1].unsigned_abs() < step.unsigned_abs() => {
                    transpose(first, steps, rows, n0, tile)
                }
                _ => copy(first, steps, rows, n0, tile),
            }
        }
        // SAFETY: so many rows have been written, and there is room for `n1`.
        unsafe { repeat(tile, rows * n0, n0 * n1) };
    }
    // SAFETY: so many planes have been written, and there is room for `n2`.
    unsafe { repeat(tile, planes * n0 * n1, n0 * n1 * n2) };
}

/// One element a row: each is written as often as vectors hold, and the next row overwrites what is too much.
///
/// # Safety
///
/// As for [`lay_out`].
#[inline(always)]
unsafe fn splat<T: Copy, const AT_ONCE: usize>(first: *const T, step: isize, rows: usize, row: usize, tile: *mut T) {
    for i in 0..rows {
        // SAFETY: the caller's promise: there is such a row.
        let element = unsafe { first.wrapping_offset(i as isize * step).read() };
        let place = tile.wrapping_add(i * row);
        for j in 0..AT_ONCE {
            // SAFETY: the row is not longer than `AT_ONCE`, which is at most `SPLATS`.
            unsafe { place.add(j).write(element) };
        }
    }
}

/// One element a row.
///
/// # Safety
///
/// As for [`lay_out`].
#[inline(always)]
unsafe fn fill<T: Copy>(first: *const T, step: isize, rows: usize, row: usize, tile: *mut T) {
    for i in 0..rows {
        // SAFETY: the caller's promise: there is such a row.
        let element = unsafe { first.wrapping_offset(i as isize * step).read() };
        let place = tile.wrapping_add(i * row);
        for j in 0..row {
            // SAFETY: the row has so many elements.
            unsafe { place.add(j).write(element) };
        }
    }
}

/// Row by row.
///
/// # Safety
///
/// As for [`lay_out`].
#[inline(always)]
unsafe fn copy<T: Copy>(first: *const T, steps: [isize; 3], rows: usize, row: usize, tile: *mut T) {
    for i in 0..rows {
        let (first, place) = (first.wrapping_offset(i as isize * steps[1]), tile.wrapping_add(i * row));
        for j in 0..row {
            // SAFETY: the row has such an element.
            let element = unsafe { first.wrapping_offset(j as isize * steps[0]).read() };
            // SAFETY: there is room for it.
            unsafe { place.add(j).write(element) };
        }
    }
}

/// Across the rows, where that is the shorter way in memory.
///
/// # Safety
///
/// As for [`lay_out`].
#[inline(always)]
unsafe fn transpose<T: Copy>(first: *const T, steps: [isize; 3], rows: usize, row: usize, tile: *mut T) {
    for j in 0..row {
        let (first, place) = (first.wrapping_offset(j as isize * steps[0]), tile.wrapping_add(j));
        for i in 0..rows {
            // SAFETY: the row has such an element.
            let element = unsafe { first.wrapping_offset(i as isize * steps[1]).read() };
            // SAFETY: there is room for it.
            unsafe { place.add(i * row).write(element) };
        }
    }
}

/// Repeats the first elements of a tile.
///
/// # Safety
///
/// So many of them are written, and there is room for the whole length.
#[inline(always)]
unsafe fn repeat<T: Copy>(tile: *mut T, written: usize, length: usize) {
    let mut laid = written;
    while laid < length {
        let more = laid.min(length - laid);
        // SAFETY: the caller's promise; the two parts lie one after the other.
        unsafe { ptr::copy_nonoverlapping(tile, tile.wrapping_add(laid), more) };
        laid += more;
    }
}

/// A walk in blocks, waiting for its target.
pub(super) struct Blocks<'p, L, E> {
    pub(super) plan: &'p Plan,
    pub(super) lanes: L,
    pub(super) each: &'p mut E,
    /// Whether every row is dense, or one element.
    pub(super) simple: bool,
}

impl<W, L: Lay<Items: List>, E: Each<W, <L::Items as List>::Tuple>> simd::Task<W> for Blocks<'_, L, E> {
    const WIDE: Wide = Wide::UnlessCached;

    #[inline(always)]
    fn run(self, target: &mut [W]) {
        let Self { plan, mut lanes, each, simple } = self;
        let tile = (BYTES / L::COUNT).min(TILE) / 64 * 64;
        let room = tile / L::SIZE.unwrap_or(1).max(1) - SPLATS;
        let block = Block::new(plan, room, simple);
        let [n0, n1, n2] = [plan.sizes[0], plan.sizes[1], plan.sizes[2]];
        let [c0, c1, c2] = block.sizes;
        let mut tiles = MaybeUninit::<Room>::uninit();
        let tiles = tiles.as_mut_ptr().cast::<u8>();
        let mut laid = L::NOTHING;
        let mut index = [0; MAX_RANK];
        let mut rest = target;
        loop {
            for i2 in (0..n2).step_by(c2) {
                let plane = lanes.step(2, i2 as isize);
                for i1 in (0..n1).step_by(c1) {
                    let row = plane.step(1, i1 as isize);
                    for i0 in (0..n0).step_by(c0) {
                        let block = Block { sizes: [c0.min(n0 - i0), c1.min(n1 - i1), c2.min(n2 - i2)] };
                        // SAFETY: the lanes have the elements of the plan; the tiles have the room of which the blocks are made.
                        let row = unsafe { row.step(0, i0 as isize).lay(&block, tiles, tile, &mut laid) };
                        let target;
                        (target, rest) = core::mem::take(&mut rest).split_at_mut(block.numel());
                        // SAFETY: the block has as many elements in every lane or its tile.
                        unsafe { dense_row::<W, L::Dense, E>(target, &row, each) };
                    }
                }
            }
            let Some(axis) = plan.next(3, &mut index) else { return };
            lanes = lanes.step(2, n2 as isize - 1).step(axis, 1);
        }
    }
}
