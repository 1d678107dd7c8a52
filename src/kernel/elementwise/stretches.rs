//! Long rows of many operands.
//!
//! Each choice of dense and single elements would be a loop, 2^n in all. So a single element is copied to a tile.

use super::function::Each;
use super::lane::{Dense, Lane, Lanes, StepsOf, Strided};
use super::walk::Loop;
use crate::kernel::simd;
use crate::layout::{MAX_RANK, Plan};
use crate::shape::{Axes, List, Nil};
use core::mem::MaybeUninit;

/// The elements of a stretch.
pub(in crate::kernel) const STRETCH: usize = 32;

/// A stretch of copies of one element, aligned to a cache line.
#[repr(align(64))]
pub struct Tile<T>([MaybeUninit<T>; STRETCH]);

/// The current place of one lane in its row, or the tile of its element.
pub struct Cursor<T> {
    at: *const T,
    /// The step of the row: 1, or 0 with a tile.
    step: usize,
    /// The distance to the next row, from the end of this row or from the element in the tile.
    jump: isize,
    /// The element in the tile.
    of: *const T,
    tile: *mut Tile<T>,
}

impl<T: Copy> Cursor<T> {
    /// Copies the element to the tile.
    ///
    /// # Safety
    ///
    /// The element may be read. The tile is alive, and no reference to it exists.
    #[inline(always)]
    unsafe fn fill(&self) {
        // SAFETY: the element may be read.
        let element = unsafe { self.of.read() };
        // SAFETY: the tile is alive, and no reference to it exists. This one ends here.
        unsafe { &mut *self.tile }.0.fill(MaybeUninit::new(element));
    }
}

/// A list of lanes whose rows are dense, or single elements.
pub trait Repeat: Lanes {
    type Dense: Lanes<Items = Self::Items>;
    /// A tile for each lane.
    type Tiles;
    type Cursors;

    const EMPTY: Self::Tiles;

    /// The start of a row of `length` elements.
    ///
    /// # Safety
    ///
    /// Each lane is at a row with an element that may be read.
    unsafe fn cursors(self, tiles: &mut Self::Tiles, length: usize) -> Self::Cursors;

    /// The elements of the row from the cursors on.
    fn rest(cursors: &Self::Cursors) -> <Self::Dense as Lanes>::Row;

    /// Moves by elements of the row.
    fn skip(cursors: &mut Self::Cursors, length: usize);

    /// Moves to the next row.
    ///
    /// # Safety
    ///
    /// The cursors are at the end of the row. The next row has an element that may be read. The tiles are alive, and no
    /// reference to them exists.
    unsafe fn next_row(cursors: &mut Self::Cursors);
}

impl Repeat for Nil {
    type Dense = Self;
    type Tiles = Self;
    type Cursors = Self;
    const EMPTY: Self = Self;

    #[inline(always)]
    unsafe fn cursors(self, _: &mut Self, _: usize) -> Self {
        Self
    }

    #[inline(always)]
    fn rest(_: &Self) -> Self {
        Self
    }

    #[inline(always)]
    fn skip(_: &mut Self, _: usize) {}

    #[inline(always)]
    unsafe fn next_row(_: &mut Self) {}
}

impl<T: Copy, By: StepsOf, Outer: Repeat> Repeat for Axes<Lane<T, Strided, By>, Outer> {
    type Dense = Axes<Lane<T, Dense, By>, Outer::Dense>;
    type Tiles = Axes<Tile<T>, Outer::Tiles>;
    type Cursors = Axes<Cursor<T>, Outer::Cursors>;
    const EMPTY: Self::Tiles = Axes { last: Tile([MaybeUninit::uninit(); STRETCH]), outer: Outer::EMPTY };

    #[inline(always)]
    unsafe fn cursors(self, tiles: &mut Self::Tiles, length: usize) -> Self::Cursors {
        // reads use the pointer that writes use: one from a reference would be invalid after the first write
        let tile = &raw mut tiles.last;
        let (of, jump) = (self.last.first(), self.last.step_on(1));
        let mut last = Cursor { at: tile.cast_const().cast(), step: 0, jump, of, tile };
        if self.last.step_on(0) == 1 {
            (last.at, last.step, last.jump) = (of, 1, jump - length as isize);
        } else {
            // SAFETY: the lane is at a row with an element that may be read, and `tiles` are mutably borrowed.
            unsafe { last.fill() };
        }
        // SAFETY: the lanes of `outer` are at a row with an element.
        Axes { last, outer: unsafe { self.outer.cursors(&mut tiles.outer, length) } }
    }

    #[inline(always)]
    fn rest(cursors: &Self::Cursors) -> <Self::Dense as Lanes>::Row {
        Axes { last: simd::opaque(cursors.last.at), outer: Outer::rest(&cursors.outer) }
    }

    #[inline(always)]
    fn skip(cursors: &mut Self::Cursors, length: usize) {
        cursors.last.at = cursors.last.at.wrapping_add(length * cursors.last.step);
        Outer::skip(&mut cursors.outer, length);
    }

    #[inline(always)]
    unsafe fn next_row(cursors: &mut Self::Cursors) {
        let last = &mut cursors.last;
        if last.step == 1 {
            last.at = last.at.wrapping_offset(last.jump);
        } else if last.jump != 0 {
            last.of = last.of.wrapping_offset(last.jump);
            // SAFETY: the next row has an element, and the tile is alive, with no reference to it.
            unsafe { last.fill() };
        }
        // SAFETY: the lanes of `outer` have a next row too.
        unsafe { Outer::next_row(&mut cursors.outer) };
    }
}

/// A walk row by row, in stretches.
pub(in crate::kernel) struct Stretches<'p, L> {
    pub(in crate::kernel) plan: &'p Plan,
    pub(in crate::kernel) lanes: L,
}

impl<W, L: Repeat<Items: List>, E: Each<W, <L::Items as List>::Tuple>> Loop<W, L::Firsts, E> for Stretches<'_, L> {
    const WIDE: bool = E::HEAVY;

    #[inline(always)]
    fn run(self, target: &mut [W], firsts: L::Firsts, each: &mut E) {
        let Self { plan, lanes } = self;
        let mut lanes = lanes.from(firsts);
        let (size, rows) = (plan.sizes[0], plan.sizes[1]);
        let mut tiles = L::EMPTY;
        let (mut place, mut index) = (0, [0; MAX_RANK]);
        loop {
            // SAFETY: the lanes are at a row of the plan, whose elements they have (`walk`).
            let mut cursors = unsafe { lanes.cursors(&mut tiles, size) };
            for row in 0..rows {
                if row > 0 {
                    // SAFETY: the stretches end at `size`; `row < rows`. Only the cursors point to `tiles`, a local.
                    unsafe { L::next_row(&mut cursors) };
                }
                // SAFETY: the target has `size` elements after those of earlier rows, whose number is `place`.
                let target = unsafe { target.get_unchecked_mut(place..place + size) };
                // SAFETY: the cursors are at the start of a row of as many elements.
                let rest = unsafe { stretches::<STRETCH, W, L, E>(target, &mut cursors, each) };
                if !rest.is_empty() {
                    // SAFETY: the cursors are as far from the end of the row as `rest` is long.
                    let rest = unsafe { stretches::<8, W, L, E>(rest, &mut cursors, each) };
                    if !rest.is_empty() {
                        // SAFETY: the row ends where `rest` does.
                        let rest = unsafe { stretches::<4, W, L, E>(rest, &mut cursors, each) };
                        // SAFETY: the row ends where `rest` does.
                        unsafe { stretches::<1, W, L, E>(rest, &mut cursors, each) };
                    }
                }
                place += size;
            }
            let Some(axis) = plan.next(2, &mut index) else { return };
            lanes = lanes.step(axis, 1);
        }
    }
}

/// Walks the rest of a row in stretches, and returns the target after them.
///
/// # Safety
///
/// From the cursors on, the row has `target.len()` elements.
#[inline(always)]
unsafe fn stretches<'t, const LENGTH: usize, W, L: Repeat<Items: List>, E: Each<W, <L::Items as List>::Tuple>>(
    target: &'t mut [W],
    cursors: &mut L::Cursors,
    each: &mut E,
) -> &'t mut [W] {
    let mut targets = target.chunks_exact_mut(LENGTH);
    for target in &mut targets {
        let row = L::rest(cursors);
        for (i, target) in target.iter_mut().enumerate() {
            // SAFETY: `i < LENGTH`, and the row has as many elements, or a tile of more copies of one.
            each.each(target, unsafe { L::Dense::get(&row, i) }.into_tuple());
        }
        L::skip(cursors, LENGTH);
    }
    targets.into_remainder()
}
