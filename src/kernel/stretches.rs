//! Long rows of many operands.
//!
//! A loop for each choice of dense and single elements would be one of 2^n. So a single element is written as often as a
//! stretch is long, and every operand is walked as if it was dense, one stretch after the other: of those that are laid out the
//! next stretch is the same.

use super::each::Each;
use super::lane::{Dense, Lane, Lanes, StepsOf, Strided};
use super::simd::{self, Wide};
use super::walk::{dense_row, stretch};
use crate::layout::{MAX_RANK, Plan};
use crate::shape::{Axes, List, Nil};
use core::mem::MaybeUninit;
use core::ptr;

/// The elements of a stretch: a constant, so that its loop has no remainder.
pub(super) const STRETCH: usize = 64;

/// One element, as often as a stretch is long, from the beginning of a cache line on.
#[repr(align(64))]
pub struct Tile<T> {
    elements: [MaybeUninit<T>; STRETCH],
    /// Where it stands.
    of: *const T,
}

/// A list of lanes whose rows are dense, or single elements.
pub trait Repeat: Lanes {
    /// The same lanes, each dense.
    type Dense: Lanes<Items = Self::Items>;
    /// Room for a stretch of each lane.
    type Tiles;
    const EMPTY: Self::Tiles;
    /// Where a row of each lane begins, and how far it goes for each element.
    type Places: Copy;

    /// # Safety
    ///
    /// The lanes have come to a row.
    unsafe fn places(self, tiles: &mut Self::Tiles) -> Self::Places;

    /// The elements of a row from `start` on, which is a multiple of [`STRETCH`].
    fn at(places: &Self::Places, start: usize) -> <Self::Dense as Lanes>::Row;
}

impl Repeat for Nil {
    type Dense = Self;
    type Tiles = Self;
    const EMPTY: Self = Self;
    type Places = Self;

    #[inline(always)]
    unsafe fn places(self, _: &mut Self) -> Self {
        self
    }

    #[inline(always)]
    fn at(_: &Self, _: usize) -> Self {
        Self
    }
}

impl<T: Copy, By: StepsOf, Outer: Repeat> Repeat for Axes<Lane<T, Strided, By>, Outer> {
    type Dense = Axes<Lane<T, Dense, By>, Outer::Dense>;
    type Tiles = Axes<Tile<T>, Outer::Tiles>;
    const EMPTY: Self::Tiles =
        Axes { last: Tile { elements: [MaybeUninit::uninit(); STRETCH], of: ptr::null() }, outer: Outer::EMPTY };
    type Places = Axes<(*const T, usize), Outer::Places>;

    #[inline(always)]
    unsafe fn places(self, tiles: &mut Self::Tiles) -> Self::Places {
        // SAFETY: the caller's promise, for the others.
        let outer = unsafe { self.outer.places(&mut tiles.outer) };
        let first = self.last.first();
        if self.last.step_on(0) == 1 {
            return Axes { last: (first, 1), outer };
        }
        let tile = &mut tiles.last;
        if tile.of != first {
            // SAFETY: the row has an element.
            tile.elements.fill(MaybeUninit::new(unsafe { first.read() }));
            tile.of = first;
        }
        Axes { last: (tile.elements.as_ptr().cast(), 0), outer }
    }

    #[inline(always)]
    fn at(places: &Self::Places, start: usize) -> <Self::Dense as Lanes>::Row {
        let (first, step) = places.last;
        Axes { last: first.wrapping_add(start * step), outer: Outer::at(&places.outer, start) }
    }
}

/// A walk row by row in stretches, waiting for its target.
pub(super) struct Stretches<'p, L, E> {
    pub(super) plan: &'p Plan,
    pub(super) lanes: L,
    pub(super) each: &'p mut E,
}

impl<W, L: Repeat<Items: List>, E: Each<W, <L::Items as List>::Tuple>> simd::Task<W> for Stretches<'_, L, E> {
    const WIDE: Wide = if E::HEAVY { Wide::Always } else { Wide::UnlessCached };

    #[inline(always)]
    fn run(self, target: &mut [W]) {
        let Self { plan, mut lanes, each } = self;
        let (size, rows, distance) = (plan.sizes[0], plan.sizes[1], lanes.distance(1));
        let mut tiles = L::EMPTY;
        let (mut rest, mut index) = (target, [0; MAX_RANK]);
        loop {
            let mut first = lanes;
            for _ in 0..rows {
                let target;
                (target, rest) = core::mem::take(&mut rest).split_at_mut(size);
                // SAFETY: `walk` is the only place that makes it, whose caller has promised that here begins a row.
                let places = unsafe { first.places(&mut tiles) };
                let whole = size / STRETCH * STRETCH;
                let (stretches, left) = target.split_at_mut(whole);
                for (i, target) in stretches.chunks_exact_mut(STRETCH).enumerate() {
                    // SAFETY: of the row there are so many elements, or so many have been laid out.
                    unsafe { stretch::<STRETCH, W, L::Dense, E>(target, &L::at(&places, i * STRETCH), each) };
                }
                if !left.is_empty() {
                    // SAFETY: as above.
                    unsafe { dense_row::<W, L::Dense, E>(left, &L::at(&places, whole), each) };
                }
                first = first.go(distance);
            }
            let Some(axis) = plan.next(2, &mut index) else { return };
            lanes = lanes.step(axis, 1);
        }
    }
}
