//! Rows that are laid out side by side before they are walked.
//!
//! ```text
//! tiled(plan, target, lanes, f):
//!     for each index of the outer axes:
//!         tile each lane that repeats                   # (a, b, c) becomes a b c a b c a b c ..
//!         for each stretch of the row as long as a tile:
//!             f(target[i], (lane0[i], tile1[i], ..))    # every lane dense: one loop, as long as can be
//! ```
//!
//! A short row that repeats, such as a bias of three channels, is taken together with the axis around it: alone it
//! would be too short for vectors. And operands of which there are too many for a loop of each choice of rows are
//! all made dense. A tile stays in the innermost cache.

use super::lane::Choose;
use super::walk::{Walk, blocks, dense_row, step};
use crate::layout::{Plan, Steps};
use crate::shape::List;
use core::mem::MaybeUninit;
use core::slice;

/// How much of a tile of that many elements is a whole number of rows shorter than [`SHORT`], and if it can be of vectors
/// too.
const fn whole_rows(tile: usize, row: usize) -> usize {
    let rows = tile / row;
    let vectors = SHORT >> row.trailing_zeros();
    row * if rows >= vectors { rows / vectors * vectors } else { rows }
}

/// Rows shorter than this are too short for vectors.
const SHORT: usize = 32;

/// Short rows are tiled where they repeat at least so often.
const REPEATS: usize = 16;

/// How many axes of the plan make a row of tiles, if tiles are the way to walk it.
#[inline(always)]
pub(super) fn row_axes<L: Choose>(plan: &Plan, steps: &Steps, lanes: &L, too_many: bool) -> Option<usize> {
    let row = plan.sizes[0];
    let joins = row < SHORT && plan.sizes[1] >= REPEATS && steps[1] == row as isize;
    if joins && lanes.tiles(2, row) {
        Some(2)
    } else if too_many && lanes.tiles(1, row) {
        Some(1)
    } else {
        None
    }
}

/// Walks rows of that many axes; each lane is dense over the row, or repeats along it.
///
/// # Safety
///
/// As for [`walk`](super::walk); the target's rows are dense, and [`row_axes`] gave the axes.
#[inline(always)]
pub(super) unsafe fn nest<W, L: Choose<Items: List>, F>(walk: Walk<'_, W, F>, lanes: L, axes: usize)
where
    F: FnMut(&mut W, <L::Items as List>::Tuple),
{
    let Walk { plan, target, steps, f } = walk;
    let (period, rows) = (plan.sizes[0], plan.sizes[1]);
    // a whole number of rows, so that each tile begins with one
    let (length, tile, rows) =
        if axes == 2 { (period * rows, whole_rows(L::TILE, period), 1) } else { (period, L::TILE, rows) };
    let mut tiles = MaybeUninit::<L::Tiles>::uninit();
    // SAFETY: tiles are bytes that need not be initialised; this way they are not moved.
    let tiles = unsafe { tiles.assume_init_mut() };
    blocks(plan, target, steps, lanes, |mut target, mut lanes| {
        for _ in 0..rows {
            // SAFETY: here begins a row, and `row_axes` has looked at its lanes.
            let row = unsafe { lanes.lay(tiles, axes, period, length.min(tile)) };
            for start in (0..length).step_by(tile) {
                let stretch = tile.min(length - start);
                // SAFETY: the target's rows are dense, and nothing else reads or writes them meanwhile.
                let target = unsafe { slice::from_raw_parts_mut(target.wrapping_add(start), stretch) };
                dense_row::<_, L::Dense>(target, &L::at(&row, start), f);
            }
            (target, lanes) = step(1, 1, target, steps, lanes);
        }
    });
}
