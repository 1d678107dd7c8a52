//! Walks in blocks, with lanes that are not dense copied to tiles.
//!
//! ```text
//! blocks(plan, target, lanes, f):
//!     for each block of whole rows, or a part of a row, as long as a tile:
//!         for each lane that is not dense over the block:
//!             copy its elements to a tile                       # (a, b, c) becomes a b c a b c ..
//!         for i of the block:
//!             f(target[i], (lane0[i], tile1[i], ..))            # every lane is dense: one long loop
//! ```
//!
//! Blocks are for rows too short for vectors, for many operands, and for transposed ones.

use super::bits;
use super::function::Each;
use super::lane::{Dense, Lane, Lanes, StepsOf, Strided};
use super::transpose::{plane, side};
use super::walk::{Rows, vectorise};
use crate::kernel::simd;
use crate::layout::{Along, MAX_RANK, Plan};
use crate::shape::{Axes, List, Nil};
use core::mem::MaybeUninit;
use core::{ptr, slice};

/// The bytes of all tiles; few without an operating system, where stacks are small. One tile holds 16 rows of 1 KiB,
/// and [`SPLATS`] more elements.
const BYTES: usize = if cfg!(feature = "std") { 17 << 10 } else { 1 << 10 };

/// The most bytes of a tile, unless an operand is transposed: that needs many rows, to copy whole cache lines.
const TILE: usize = 4 << 10;

/// The largest size and alignment of elements in tiles.
const LARGEST: usize = 16;

/// A lane with one element for each row is copied in runs of this length, doubled up to [`SPLATS`].
const SPLAT: usize = 4;
const SPLATS: usize = 32;

/// The length of rows that are long enough for vectors.
pub(in crate::kernel) const SHORT: usize = 32;

/// Memory for tiles, aligned to a cache line.
#[repr(align(64))]
struct Room {
    _bytes: [MaybeUninit<u8>; BYTES],
}

/// The bytes of each tile of at most `most`, in whole cache lines.
const fn bytes<L: Lay>(most: usize) -> usize {
    let each = BYTES / if L::COUNT == 0 { 1 } else { L::COUNT };
    (if each < most { each } else { most }) / 64 * 64
}

/// The number of elements of each lane in a tile of `bytes`, without the space for runs that are too long; 0 if an
/// element is too large.
const fn room<L: Lay>(bytes: usize) -> usize {
    match L::SIZE {
        Some(size) => (bytes / if size == 0 { 1 } else { size }).saturating_sub(SPLATS),
        None => 0,
    }
}

/// Whether tiles are large enough.
pub(in crate::kernel) const fn fits<L: Lay>() -> bool {
    L::COUNT > 0 && room::<L>(bytes::<L>(TILE)) >= SHORT
}

/// A part of a plan: its innermost axes, and some elements of the outermost of them.
#[derive(Clone, Copy)]
pub struct Block {
    /// 1 from the plan's rank on.
    sizes: [usize; MAX_RANK],
    /// The outermost axis; those outside it have one element.
    axis: usize,
    numel: usize,
}

impl Block {
    /// The largest block that fits in tiles of `room` elements, with a `multiple` of rows if there are as many.
    fn new(plan: &Plan, room: usize, multiple: usize) -> Self {
        let (mut axis, mut inner) = (0, 1);
        while axis + 1 < plan.rank && inner * plan.sizes[axis] <= room {
            // stops at a plane that fills much of the room: an operand may be dense over it
            if axis > 0 && inner * plan.sizes[axis] > room / 4 {
                break;
            }
            inner *= plan.sizes[axis];
            axis += 1;
        }
        let size = plan.sizes[axis].min(if axis == 0 { room } else { whole_rows(room, inner, multiple) });
        let mut sizes = plan.sizes;
        sizes[axis] = size;
        sizes[axis + 1..].fill(1);
        Self { sizes, axis, numel: inner * size }
    }

    /// The distance from the first index to this one.
    fn offset(&self, index: &[usize; MAX_RANK], strides: &[isize; MAX_RANK]) -> isize {
        let offset = |axis: usize| (index[axis] as isize).wrapping_mul(strides[axis]);
        (self.axis..MAX_RANK).map(offset).fold(0, isize::wrapping_add)
    }

    /// With another size on the outermost axis.
    fn with_size(mut self, size: usize) -> Self {
        self.numel = self.numel / self.sizes[self.axis] * size;
        self.sizes[self.axis] = size;
        self
    }
}

/// The number of rows that fit in the room: if possible, a whole number of vectors and a `multiple` of rows.
fn whole_rows(room: usize, row: usize, multiple: usize) -> usize {
    let rows = room / row;
    let vectors = (SHORT >> row.trailing_zeros().min(SHORT.trailing_zeros())).max(multiple);
    if rows >= vectors { rows / vectors * vectors } else { rows }
}

/// A list of lanes that can be copied to tiles.
pub trait Lay: Lanes {
    type Dense: Lanes<Items = Self::Items>;
    /// The strides of each lane over all blocks, and the contents of its tile.
    type Tiles: Copy;

    /// The size of the largest element, if all are small enough for tiles.
    const SIZE: Option<usize>;

    /// Whether each lane is dense over rows of two axes, or repeats.
    fn repeats(&self, row: usize) -> bool;

    /// The number of lanes whose rows are not dense.
    fn tiled(&self) -> usize;

    /// Whether the columns of a lane are closer than its rows.
    fn has_columns(&self) -> bool;

    /// Tiles of `bytes` bytes each, from `room` on, for blocks of the size of `block`.
    fn tiles(&self, plan: &Plan, block: &Block, room: *mut u8, bytes: usize) -> Self::Tiles;

    /// The distance of rows that were laid by a block with rows of `row` elements.
    fn distances(tiles: &Self::Tiles, row: usize) -> <Self::Dense as Lanes>::Distance;

    /// The elements of the block at an index; lanes that are not dense are copied to their tiles.
    ///
    /// # Safety
    ///
    /// The lanes have the block's elements; each tile has room for them and for [`SPLATS`] more.
    unsafe fn lay(self, block: &Block, index: &[usize; MAX_RANK], tiles: &mut Self::Tiles) -> Self::Dense;
}

pub struct Tile<T> {
    first: *mut T,
    /// On each axis of the plan.
    strides: [isize; MAX_RANK],
    dense: bool,
    /// The elements in the tile: the first, and their number.
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
    fn tiled(&self) -> usize {
        0
    }

    #[inline(always)]
    fn has_columns(&self) -> bool {
        false
    }

    #[inline(always)]
    fn tiles(&self, _: &Plan, _: &Block, _: *mut u8, _: usize) -> Self {
        Self
    }

    #[inline(always)]
    fn distances(_: &Self, _: usize) -> Self {
        Self
    }

    #[inline(always)]
    unsafe fn lay(self, _: &Block, _: &[usize; MAX_RANK], _: &mut Self) -> Self {
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
        let (inner, outer) = (self.last.step_on(0), self.last.step_on(1));
        (outer == 0 || inner == 1 && outer == row as isize) && self.outer.repeats(row)
    }

    #[inline(always)]
    fn tiled(&self) -> usize {
        usize::from(self.last.step_on(0) != 1) + self.outer.tiled()
    }

    #[inline(always)]
    fn has_columns(&self) -> bool {
        let [along, across] = [self.last.step_on(0), self.last.step_on(1)].map(isize::unsigned_abs);
        across > 0 && across < along || self.outer.has_columns()
    }

    #[inline(always)]
    fn tiles(&self, plan: &Plan, block: &Block, room: *mut u8, bytes: usize) -> Self::Tiles {
        let strides = plan.strides_of(self.last.steps());
        let dense = is_dense(block, &strides);
        let last = Tile { first: room.cast(), strides, dense, laid: (ptr::null(), 0) };
        let room = if dense { room } else { room.wrapping_add(bytes) };
        Axes { last, outer: self.outer.tiles(plan, block, room, bytes) }
    }

    #[inline(always)]
    fn distances(tiles: &Self::Tiles, row: usize) -> <Self::Dense as Lanes>::Distance {
        let last = if tiles.last.dense { tiles.last.strides[1] } else { row as isize };
        Axes { last, outer: Outer::distances(&tiles.outer, row) }
    }

    #[inline(always)]
    unsafe fn lay(self, block: &Block, index: &[usize; MAX_RANK], tiles: &mut Self::Tiles) -> Self::Dense {
        // SAFETY: the lanes of `outer` have the block's elements too, and their tiles its room.
        let outer = unsafe { self.outer.lay(block, index, &mut tiles.outer) };
        let tile = &mut tiles.last;
        let first = self.last.first().wrapping_offset(block.offset(index, &tile.strides));
        if tile.dense {
            return Axes { last: self.last.dense_from(first), outer };
        }
        // the tile has these elements already, if the last block had them
        if tile.laid.0 != first || tile.laid.1 < block.numel {
            let strides = &tile.strides;
            // SAFETY: the lane has the block's elements. Its tile has room for `block.numel + SPLATS`, not borrowed
            // elsewhere.
            unsafe {
                bits::copy!(T: lay_out_in(first, tile.first, strides: &[isize; MAX_RANK], block: &Block));
            }
            tile.laid = (first, block.numel);
        }
        Axes { last: self.last.dense_from(tile.first), outer }
    }
}

/// Whether the elements of a block are contiguous.
fn is_dense(block: &Block, strides: &[isize; MAX_RANK]) -> bool {
    let mut inner = 1;
    block.sizes[..=block.axis].iter().zip(strides).all(|(&size, &stride)| {
        let dense = size == 1 || stride == inner;
        inner *= size as isize;
        dense
    })
}

/// Copies a block to a tile, in vectors.
///
/// # Safety
///
/// As for [`lay_out`]; nothing else borrows the places.
unsafe fn lay_out_in<T: Copy>(first: *const T, tile: *mut T, strides: &[isize; MAX_RANK], block: &Block) {
    // SAFETY: the tile has these places, which need not be initialised.
    let room = unsafe { slice::from_raw_parts_mut(tile.cast::<MaybeUninit<T>>(), block.numel + SPLATS) };
    simd::vectorise(room, (), LayOut { first, strides, block });
}

struct LayOut<'a, T> {
    first: *const T,
    strides: &'a [isize; MAX_RANK],
    block: &'a Block,
}

impl<T: Copy> simd::Task<MaybeUninit<T>> for LayOut<'_, T> {
    #[inline(always)]
    fn run(self, tile: &mut [MaybeUninit<T>], (): ()) {
        // SAFETY: only `lay_out_in` makes a `LayOut`, with its own arguments; `tile` has `block.numel + SPLATS` places.
        unsafe { lay_out(self.first, self.strides, self.block, tile.as_mut_ptr().cast()) };
    }
}

/// Copies the elements of a block to a tile, plane by plane; axes that repeat are copied from the tile.
///
/// # Safety
///
/// From `first` on, at these strides, each index of the block has an element that may be read. `tile` has
/// `block.numel + SPLATS` places that may be written.
#[inline(always)]
unsafe fn lay_out<T: Copy>(mut first: *const T, strides: &[isize; MAX_RANK], block: &Block, tile: *mut T) {
    let (sizes, mut index, mut laid) = (&block.sizes, [0; MAX_RANK], 0);
    'planes: loop {
        // SAFETY: `first` is at an index of the outer axes, with a plane of `sizes[0] * sizes[1]` elements. `laid` and
        // these are at most `block.numel`, before `SPLATS` more places.
        unsafe { lay_plane(first, [strides[0], strides[1]], [sizes[0], sizes[1]], tile.wrapping_add(laid)) };
        let mut whole = sizes[0] * sizes[1];
        laid += whole;
        for axis in 2..=block.axis {
            if strides[axis] == 0 {
                // SAFETY: the last `whole` elements before `laid` are written, and `laid - whole + whole * sizes[axis]`
                // is at most `block.numel`, before `SPLATS` more places.
                unsafe { repeat(tile.wrapping_add(laid - whole), whole, whole * sizes[axis]) };
                laid += whole * (sizes[axis] - 1);
            } else {
                index[axis] += 1;
                if index[axis] < sizes[axis] {
                    first = first.wrapping_offset(strides[axis]);
                    continue 'planes;
                }
                index[axis] = 0;
                first = first.wrapping_offset(strides[axis].wrapping_mul(1 - sizes[axis] as isize));
            }
            whole *= sizes[axis];
        }
        return;
    }
}

/// Copies the elements of two axes to adjacent places.
///
/// # Safety
///
/// From `first` on, at these strides, `rows` rows of `row` elements may be read. `tile` has `rows * row + SPLATS`
/// places that may be written.
#[inline(always)]
#[allow(clippy::multiple_unsafe_ops_per_block, reason = "one of them is called")]
unsafe fn lay_plane<T: Copy>(first: *const T, strides: [isize; 2], [row, rows]: [usize; 2], tile: *mut T) {
    let [inner, outer] = strides;
    // SAFETY: `rows * row` elements may be read, and the tile has room for `SPLATS` more. Each arm
    // compares `row` with its `AT_ONCE`.
    unsafe {
        match inner {
            0 if outer == 0 => fill(first, row * rows, tile),
            0 if row <= SPLAT => splat::<T, SPLAT>(first, outer, rows, row, tile),
            0 if row <= 2 * SPLAT => splat::<T, { 2 * SPLAT }>(first, outer, rows, row, tile),
            0 if row <= 4 * SPLAT => splat::<T, { 4 * SPLAT }>(first, outer, rows, row, tile),
            0 if row <= SPLATS => splat::<T, SPLATS>(first, outer, rows, row, tile),
            0 => {
                for i in 0..rows {
                    fill(first.wrapping_offset(i as isize * outer), row, tile.wrapping_add(i * row));
                }
            }
            1 if outer == row as isize => tile.copy_from_nonoverlapping(first, row * rows),
            _ if outer == 0 => {
                copy(first, strides, 1, row, tile);
                match row {
                    _ if row <= SPLAT => again::<T, SPLAT>(tile, row, rows),
                    _ if row <= 2 * SPLAT => again::<T, { 2 * SPLAT }>(tile, row, rows),
                    _ if row <= 4 * SPLAT => again::<T, { 4 * SPLAT }>(tile, row, rows),
                    _ if row <= SPLATS => again::<T, SPLATS>(tile, row, rows),
                    _ => repeat(tile, row, row * rows),
                }
            }
            _ if inner != 1 && outer.unsigned_abs() < inner.unsigned_abs() => {
                let along = Along { size: row, step: inner, target: 1 };
                plane(first, tile, along, Along { size: rows, step: outer, target: row as isize });
            }
            _ => copy(first, strides, rows, row, tile),
        }
    }
}

/// Copies one element for each row, in runs as long as vectors; the next row overwrites the excess.
///
/// # Safety
///
/// As for [`lay_plane`], with one element for each row, and `row <= AT_ONCE <= SPLATS`.
#[inline(always)]
unsafe fn splat<T: Copy, const AT_ONCE: usize>(first: *const T, step: isize, rows: usize, row: usize, tile: *mut T) {
    for i in 0..rows {
        // SAFETY: `i < rows` by the loop, and each row has an element.
        let element = unsafe { first.wrapping_offset(i as isize * step).read() };
        let place = tile.wrapping_add(i * row);
        for j in 0..AT_ONCE {
            // SAFETY: `i * row + j` is below `rows * row + SPLATS`, as `i < rows` and `j < AT_ONCE <= SPLATS`.
            unsafe { place.wrapping_add(j).write(element) };
        }
    }
}

/// # Safety
///
/// An element at `first` may be read, and `tile` has `times` places that may be written.
#[inline(always)]
unsafe fn fill<T: Copy>(first: *const T, times: usize, tile: *mut T) {
    // SAFETY: there is an element at `first`.
    let element = unsafe { first.read() };
    for i in 0..times {
        // SAFETY: `i < times`, and the tile has `times` places.
        unsafe { tile.wrapping_add(i).write(element) };
    }
}

/// Copies the first row to the others, in runs as long as vectors.
///
/// # Safety
///
/// The first row of the tile is written, `row <= AT_ONCE <= SPLATS`, and `tile` has `rows * row + SPLATS` places that
/// may be written.
#[inline(always)]
unsafe fn again<T: Copy, const AT_ONCE: usize>(tile: *mut T, row: usize, rows: usize) {
    let tile = tile.cast::<MaybeUninit<T>>();
    // SAFETY: the tile has `AT_ONCE <= SPLATS` places, and a `MaybeUninit` may be read from uninitialised places.
    let elements = unsafe { tile.cast::<[MaybeUninit<T>; AT_ONCE]>().read() };
    for i in 1..rows {
        // SAFETY: `i * row + AT_ONCE` is at most `rows * row + SPLATS`, for which there is room.
        unsafe { tile.wrapping_add(i * row).cast::<[MaybeUninit<T>; AT_ONCE]>().write(elements) };
    }
}

/// # Safety
///
/// As for [`lay_plane`].
#[inline(always)]
unsafe fn copy<T: Copy>(first: *const T, strides: [isize; 2], rows: usize, row: usize, tile: *mut T) {
    for i in 0..rows {
        let (first, place) = (first.wrapping_offset(i as isize * strides[1]), tile.wrapping_add(i * row));
        for j in 0..row {
            // SAFETY: `i < rows` and `j < row` by the loops, and each row has `row` elements.
            let element = unsafe { first.wrapping_offset(j as isize * strides[0]).read() };
            // SAFETY: `i * row + j < rows * row`, for which there is room.
            unsafe { place.wrapping_add(j).write(element) };
        }
    }
}

/// Repeats the first elements of a tile, [`SPLATS`] at once; the excess is overwritten.
///
/// # Safety
///
/// The first `written` elements of the tile are written, `written > 0`, and it has `length + SPLATS` places that may be
/// written.
#[inline(always)]
unsafe fn repeat<T: Copy>(tile: *mut T, written: usize, length: usize) {
    let tile = tile.cast::<MaybeUninit<T>>();
    let mut laid = written;
    while laid < length {
        let more = laid.min(length - laid);
        for i in (0..more).step_by(SPLATS) {
            // SAFETY: `i + SPLATS <= length + SPLATS`, the room; a `MaybeUninit` may be read from uninitialised places.
            let elements = unsafe { tile.wrapping_add(i).cast::<[MaybeUninit<T>; SPLATS]>().read() };
            // SAFETY: `laid + i < length`, and there is room for `SPLATS` more.
            unsafe { tile.wrapping_add(laid + i).cast::<[MaybeUninit<T>; SPLATS]>().write(elements) };
        }
        laid += more;
    }
}

/// Walks a plan in blocks, each a dense row. If the walk `transposes` an operand, tiles are larger.
///
/// # Safety
///
/// `target.len()` is the plan's number of elements, the lanes have an element at each of its indices, and no lane reads
/// an element of the target.
#[inline(never)]
pub(in crate::kernel) unsafe fn walk<W, L: Lay<Items: List>, E: Each<W, <L::Items as List>::Tuple>>(
    plan: &Plan,
    mut target: &mut [W],
    lanes: L,
    each: &mut E,
    transposes: bool,
) {
    let (bytes, multiple) = if transposes {
        (const { bytes::<L>(usize::MAX) }, L::SIZE.map_or(1, side))
    } else {
        (const { bytes::<L>(TILE) }, 1)
    };
    let block = Block::new(plan, room::<L>(bytes), multiple);
    let (axis, size) = (block.axis, plan.sizes[block.axis]);
    let mut room = MaybeUninit::<Room>::uninit();
    let has_few_rows = axis < 2 && block.numel < plan.sizes[0] * multiple.min(plan.sizes[1]);
    // other elements see the order
    if const { E::PURE } && has_few_rows && lanes.has_columns() && E::writes_numbers() && L::are_numbers() {
        // SAFETY: the arguments are this function's.
        return unsafe { walk_across(plan, target, lanes, each, &mut room, multiple) };
    }
    let mut tiles = lanes.tiles(plan, &block, room.as_mut_ptr().cast::<u8>(), bytes);
    let mut index = [0; MAX_RANK];
    loop {
        for i in (0..size).step_by(block.sizes[axis]) {
            let block = block.with_size(block.sizes[axis].min(size - i));
            index[axis] = i;
            // SAFETY: `index` and `block` are a part of the plan, whose elements the lanes have. By
            // `Block::new`, `block.numel + SPLATS` elements fit into `bytes`.
            let lanes = unsafe { lanes.lay(&block, &index, &mut tiles) };
            let part;
            (part, target) = core::mem::take(&mut target).split_at_mut(block.numel);
            // the block has as many elements in every lane or its tile
            vectorise(part, lanes.firsts(), each, Rows::<false, _> { plan: &Plan::row(block.numel), lanes });
        }
        if plan.next(axis + 1, &mut index).is_none() {
            return;
        }
    }
}

/// Walks a plan in blocks of `multiple` parts of rows, so that each cache line of a transposed operand is read once.
///
/// # Safety
///
/// As for [`walk`], in any order.
#[inline(always)]
unsafe fn walk_across<W, L: Lay<Items: List>, E: Each<W, <L::Items as List>::Tuple>>(
    plan: &Plan,
    target: &mut [W],
    lanes: L,
    each: &mut E,
    tiles: &mut MaybeUninit<Room>,
    multiple: usize,
) {
    let (row, rows) = (plan.sizes[0], plan.sizes[1]);
    let bytes = BYTES / lanes.tiled().max(1) / 64 * 64;
    let most = room::<L>(bytes) / multiple;
    let columns = if most < SHORT { most } else { most / SHORT * SHORT };
    let (mut index, mut start) = ([0; MAX_RANK], 0);
    loop {
        for i in (0..rows).step_by(multiple) {
            for j in (0..row).step_by(columns) {
                let (height, width) = (multiple.min(rows - i), columns.min(row - j));
                let mut sizes = [1; MAX_RANK];
                sizes[..2].copy_from_slice(&[width, height]);
                let block = Block { sizes, axis: 1, numel: width * height };
                let lanes = lanes.step(0, j as isize);
                let mut tiles = lanes.tiles(plan, &block.with_size(1), tiles.as_mut_ptr().cast(), bytes);
                index[1] = i;
                // SAFETY: `index`, from `j` on, and `block` are a part of the plan, whose elements the lanes have.
                // As `width <= most`, its elements and `SPLATS` more fit into `bytes`; only lanes that `tiled` counts
                // have a tile.
                let mut lanes = unsafe { lanes.lay(&block, &index, &mut tiles) };
                let distances = L::distances(&tiles, width);
                for i in i..i + height {
                    let part = &mut target[start + i * row + j..][..width];
                    vectorise(part, lanes.firsts(), each, Rows::<false, _> { plan: &Plan::row(width), lanes });
                    lanes = lanes.go(distances);
                }
            }
        }
        index[1] = 0;
        start += rows * row;
        if plan.next(2, &mut index).is_none() {
            return;
        }
    }
}
