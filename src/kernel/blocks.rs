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
use core::{ptr, slice};

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

/// Room for tiles, from the beginning of a cache line on.
#[repr(align(64))]
struct Room {
    _bytes: [MaybeUninit<u8>; BYTES],
}

/// The bytes of each tile of so many lanes, in whole cache lines.
const fn bytes<L: Lay>() -> usize {
    let each = BYTES / if L::COUNT == 0 { 1 } else { L::COUNT };
    (if each < TILE { each } else { TILE }) / 64 * 64
}

/// How many elements of each lane a tile has room for, beside what may be written too much; none if an element is too large.
const fn room<L: Lay>() -> usize {
    match L::SIZE {
        Some(size) => (bytes::<L>() / if size == 0 { 1 } else { size }).saturating_sub(SPLATS),
        None => 0,
    }
}

/// Whether tiles of the lanes hold as much as is worth a block.
pub(super) const fn fits<L: Lay>() -> bool {
    L::COUNT > 0 && room::<L>() >= SHORT
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
    fn new(plan: &Plan, room: usize) -> Self {
        let [n0, n1, n2] = [plan.sizes[0], plan.sizes[1], plan.sizes[2]];
        let sizes = if n0 > room {
            [room, 1, 1]
        } else if n0 * n1 > room {
            [n0, whole_rows(room, n0), 1]
        } else {
            // a few planes, where each is but a part of what there is room for
            [n0, n1, if n0 * n1 > room / 4 { 1 } else { n2.min(room / (n0 * n1)) }]
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
    /// What is known of each lane over all blocks, and what stands in its tile.
    type Tiles: Copy;

    /// The size of the largest element, if all are small enough for tiles.
    const SIZE: Option<usize>;

    /// Whether over rows of two axes each lane is dense, or repeats.
    fn repeats(&self, row: usize) -> bool;

    /// Tiles of so many bytes each from `room` on, for blocks of that size.
    fn tiles(&self, block: &Block, room: *mut u8, bytes: usize) -> Self::Tiles;

    /// The elements of a block; what is not dense is laid out in its tile.
    ///
    /// # Safety
    ///
    /// The lanes have the block's elements; there is room for them, and for [`SPLATS`] more, in each tile.
    unsafe fn lay(self, block: &Block, tiles: &mut Self::Tiles) -> <Self::Dense as Lanes>::Row;
}

/// Where the elements of one lane are laid out.
pub struct Tile<T> {
    first: *mut T,
    /// Whether the lane is dense over each block.
    dense: bool,
    /// The elements that stand there: so many, from there on.
    laid: (*const T, usize),
}

impl<T> Clone for Tile<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Tile<T> {}

impl Lay for Nil {
    type Dense = Self;
    type Tiles = Self;
    const SIZE: Option<usize> = Some(1);

    #[inline(always)]
    fn repeats(&self, _: usize) -> bool {
        true
    }

    #[inline(always)]
    fn tiles(&self, _: &Block, _: *mut u8, _: usize) -> Self {
        Self
    }

    #[inline(always)]
    unsafe fn lay(self, _: &Block, _: &mut Self) -> Self {
        self
    }
}

impl<T: Copy, By: StepsOf, Outer: Lay> Lay for Axes<Lane<T, Strided, By>, Outer> {
    type Dense = Axes<Lane<T, Dense, By>, Outer::Dense>;
    type Tiles = Axes<Tile<T>, Outer::Tiles>;
    const SIZE: Option<usize> = match Outer::SIZE {
        Some(size) if size_of::<T>() <= LARGEST && align_of::<T>() <= LARGEST => {
            Some(if size > size_of::<T>() { size } else { size_of::<T>() })
        }
        _ => None,
    };

    #[inline(always)]
    fn repeats(&self, row: usize) -> bool {
        let [inner, outer, _] = self.last.inner_steps();
        (outer == 0 || inner == 1 && outer == row as isize) && self.outer.repeats(row)
    }

    #[inline(always)]
    fn tiles(&self, block: &Block, room: *mut u8, bytes: usize) -> Self::Tiles {
        let dense = is_dense(block, self.last.inner_steps());
        let last = Tile { first: room.cast(), dense, laid: (ptr::null(), 0) };
        Axes { last, outer: self.outer.tiles(block, room.wrapping_add(bytes), bytes) }
    }

    #[inline(always)]
    unsafe fn lay(self, block: &Block, tiles: &mut Self::Tiles) -> <Self::Dense as Lanes>::Row {
        // SAFETY: the caller's promise, for the others.
        let outer = unsafe { self.outer.lay(block, &mut tiles.outer) };
        let (tile, first) = (&mut tiles.last, self.last.first());
        if tile.dense {
            return Axes { last: first, outer };
        }
        let numel = block.numel();
        // the same elements stand at the beginning of the tile, if the last block was of them
        if tile.laid.0 != first || tile.laid.1 < numel {
            // SAFETY: the caller's promise, for this lane.
            let room = unsafe { slice::from_raw_parts_mut(tile.first.cast::<MaybeUninit<T>>(), numel + SPLATS) };
            simd::vectorise(room, LayOut { first, steps: self.last.inner_steps(), block: *block });
            tile.laid = (first, numel);
        }
        Axes { last: tile.first.cast_const(), outer }
    }
}

/// Whether the elements of a block stand side by side.
#[inline(always)]
fn is_dense(block: &Block, steps: [isize; 3]) -> bool {
    let [n0, n1, n2] = block.sizes;
    (steps[0] == 1 || n0 == 1) && (n1 == 1 || steps[1] == n0 as isize) && (n2 == 1 || steps[2] == (n0 * n1) as isize)
}

/// Copies the elements of a block to the beginning of a tile, side by side.
struct LayOut<T> {
    first: *const T,
    steps: [isize; 3],
    block: Block,
}

impl<T: Copy> simd::Task<MaybeUninit<T>> for LayOut<T> {
    const WIDE: Wide = Wide::Never;

    #[inline(always)]
    fn run(self, tile: &mut [MaybeUninit<T>]) {
        // SAFETY: `lay` is the only place that makes it, whose caller has promised it.
        unsafe { lay_out(self.first, self.steps, &self.block, tile.as_mut_ptr().cast()) };
    }
}

/// Copies the elements of a block, side by side.
///
/// # Safety
///
/// There are such elements, and room for them and for [`SPLATS`] more.
#[inline(always)]
#[allow(clippy::multiple_unsafe_ops_per_block, reason = "one of them is called")]
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
                    transpose(first, steps, rows, n0, tile);
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
            unsafe { place.wrapping_add(j).write(element) };
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
            unsafe { place.wrapping_add(j).write(element) };
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
            unsafe { place.wrapping_add(j).write(element) };
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
            unsafe { place.wrapping_add(i * row).write(element) };
        }
    }
}

/// Repeats the first elements of a tile, [`SPLATS`] at once: what is too much is overwritten.
///
/// # Safety
///
/// So many of them are written, and there is room for the whole length and for [`SPLATS`] more.
#[inline(always)]
unsafe fn repeat<T: Copy>(tile: *mut T, written: usize, length: usize) {
    let tile = tile.cast::<MaybeUninit<T>>();
    let mut laid = written;
    while laid < length {
        let more = laid.min(length - laid);
        for i in (0..more).step_by(SPLATS) {
            // SAFETY: there is room for so many, written or not.
            let elements = unsafe { tile.wrapping_add(i).cast::<[MaybeUninit<T>; SPLATS]>().read() };
            // SAFETY: as above.
            unsafe { tile.wrapping_add(laid + i).cast::<[MaybeUninit<T>; SPLATS]>().write(elements) };
        }
        laid += more;
    }
}

/// A walk in blocks, waiting for its target.
pub(super) struct Blocks<'p, L, E> {
    pub(super) plan: &'p Plan,
    pub(super) lanes: L,
    pub(super) each: &'p mut E,
}

impl<W, L: Lay<Items: List>, E: Each<W, <L::Items as List>::Tuple>> simd::Task<W> for Blocks<'_, L, E> {
    const WIDE: Wide = Wide::UnlessCached;

    #[inline(always)]
    fn run(self, target: &mut [W]) {
        let Self { plan, mut lanes, each } = self;
        let block = Block::new(plan, const { room::<L>() });
        let [n0, n1, n2] = [plan.sizes[0], plan.sizes[1], plan.sizes[2]];
        let [c0, c1, c2] = block.sizes;
        let mut room = MaybeUninit::<Room>::uninit();
        let mut tiles = lanes.tiles(&block, room.as_mut_ptr().cast::<u8>(), const { bytes::<L>() });
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
                        let row = unsafe { row.step(0, i0 as isize).lay(&block, &mut tiles) };
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
