//! Long rows of many operands.
//!
//! There would be 2^n loops, one for each choice of dense and single elements. So a single element is copied to a tile
//! of the length of a stretch, and every operand is walked as dense.

use super::function::Each;
use super::lane::{Dense, Lane, Lanes, StepsOf, Strided};
use super::walk::{dense_row, stretch};
use crate::kernel::simd;
use crate::layout::{MAX_RANK, Plan};
use crate::shape::{Axes, List, Nil};
use core::mem::MaybeUninit;
use core::{ptr, slice};

/// The elements of a stretch; a constant, so that its loop has no remainder.
pub(in crate::kernel) const STRETCH: usize = 32;

/// The length of the steps for the rest of a row.
const VECTOR: usize = 8;

/// A stretch of copies of one element, aligned to a cache line.
#[repr(align(64))]
pub struct Tile<T>([MaybeUninit<T>; STRETCH]);

/// The row of one lane, or the tile of its element.
pub struct Place<T> {
    first: *const T,
    /// The step of the row: 1, or 0 with a tile.
    step: usize,
    /// The element in the tile.
    of: *const T,
    tile: *mut Tile<T>,
}

impl<T> Clone for Place<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Place<T> {}

impl<T: Copy> Place<T> {
    /// Goes to the row at `row`.
    ///
    /// # Safety
    ///
    /// An element at `row` may be read. The tile is alive, and no reference to it exists.
    #[inline(always)]
    unsafe fn go_to(&mut self, row: *const T) {
        if self.step == 1 {
            self.first = row;
        } else if self.of != row {
            self.of = row;
            // SAFETY: an element at `row` may be read.
            let element = unsafe { row.read() };
            // SAFETY: the tile is alive, and no reference to it exists. This one ends here.
            unsafe { &mut *self.tile }.0.fill(MaybeUninit::new(element));
        }
    }
}

/// A list of lanes whose rows are dense, or single elements.
pub trait Repeat: Lanes {
    type Dense: Lanes<Items = Self::Items>;
    /// A tile for each lane.
    type Tiles;
    /// The current row of each lane.
    type Places: Copy;

    const EMPTY: Self::Tiles;

    /// The places before the first row, with pointers to the tiles.
    fn places(&self, tiles: &mut Self::Tiles) -> Self::Places;

    /// Goes to the current row of the lanes.
    ///
    /// # Safety
    ///
    /// Each lane is at a row with an element that may be read. The tiles of the places are alive, and no reference to
    /// them exists.
    unsafe fn go_to(self, places: &mut Self::Places);

    /// The elements of a row from `start` on, a multiple of [`STRETCH`].
    fn at(places: &Self::Places, start: usize) -> <Self::Dense as Lanes>::Row;
}

impl Repeat for Nil {
    type Dense = Self;
    type Tiles = Self;
    type Places = Self;
    const EMPTY: Self = Self;

    #[inline(always)]
    fn places(&self, _: &mut Self) -> Self {
        Self
    }

    #[inline(always)]
    unsafe fn go_to(self, _: &mut Self) {}

    #[inline(always)]
    fn at(_: &Self, _: usize) -> Self {
        Self
    }
}

impl<T: Copy, By: StepsOf, Outer: Repeat> Repeat for Axes<Lane<T, Strided, By>, Outer> {
    type Dense = Axes<Lane<T, Dense, By>, Outer::Dense>;
    type Tiles = Axes<Tile<T>, Outer::Tiles>;
    type Places = Axes<Place<T>, Outer::Places>;
    const EMPTY: Self::Tiles = Axes { last: Tile([MaybeUninit::uninit(); STRETCH]), outer: Outer::EMPTY };

    #[inline(always)]
    fn places(&self, tiles: &mut Self::Tiles) -> Self::Places {
        // reads use the pointer that writes use: one from a reference would be invalid after the first write
        let tile = &raw mut tiles.last;
        let step = usize::from(self.last.step_on(0) == 1);
        let last = Place { first: tile.cast_const().cast(), step, of: ptr::null(), tile };
        Axes { last, outer: self.outer.places(&mut tiles.outer) }
    }

    #[inline(always)]
    unsafe fn go_to(self, places: &mut Self::Places) {
        // SAFETY: the lanes of `outer` are at a row with an element, and their tiles are alive.
        unsafe { self.outer.go_to(&mut places.outer) };
        // SAFETY: the last lane is at a row with an element, and its tile is alive.
        unsafe { places.last.go_to(self.last.first()) };
    }

    #[inline(always)]
    fn at(places: &Self::Places, start: usize) -> <Self::Dense as Lanes>::Row {
        let Place { first, step, .. } = places.last;
        Axes { last: first.wrapping_add(start * step), outer: Outer::at(&places.outer, start) }
    }
}

/// A walk row by row, in stretches.
pub(in crate::kernel) struct Stretches<'p, L, E> {
    pub(in crate::kernel) plan: &'p Plan,
    pub(in crate::kernel) lanes: L,
    pub(in crate::kernel) each: &'p mut E,
}

impl<W, L: Repeat<Items: List>, E: Each<W, <L::Items as List>::Tuple>> simd::Task<W, L::Firsts>
    for Stretches<'_, L, E>
{
    const WIDE: bool = E::HEAVY;

    #[inline(always)]
    fn run(self, target: &mut [W], firsts: L::Firsts) {
        let Self { plan, lanes, each } = self;
        let mut lanes = lanes.from(firsts);
        let (size, rows, distance) = (plan.sizes[0], plan.sizes[1], lanes.distance(1));
        let (whole, vectors, left) = (size / STRETCH * STRETCH, size / VECTOR * VECTOR, size % VECTOR);
        let mut tiles = L::EMPTY;
        let mut places = lanes.places(&mut tiles);
        let (mut place, mut index) = (target.as_mut_ptr(), [0; MAX_RANK]);
        loop {
            let mut first = lanes;
            for _ in 0..rows {
                // SAFETY: `first` has moved by `distance` less than `rows` times: it is at a row of the plan, whose
                // elements the lanes have (`walk`). Only `places` points to `tiles`, a local.
                unsafe { first.go_to(&mut places) };
                for start in (0..whole).step_by(STRETCH) {
                    // SAFETY: `start + STRETCH <= whole <= size`, and the target has a row of `size` elements from
                    // `place` on.
                    let target = unsafe { slice::from_raw_parts_mut(place.wrapping_add(start), STRETCH) };
                    // SAFETY: the row has `STRETCH` elements from `start` on, or a tile of as many copies of its
                    // element.
                    unsafe { stretch::<STRETCH, W, L::Dense, E>(target, &L::at(&places, start), each) };
                }
                for start in (whole..vectors).step_by(VECTOR) {
                    // SAFETY: `start + VECTOR <= vectors <= size`, and the target has a row of `size` elements from
                    // `place` on.
                    let target = unsafe { slice::from_raw_parts_mut(place.wrapping_add(start), VECTOR) };
                    // SAFETY: the row has `VECTOR` elements from `start` on, or a tile of more copies of its element.
                    unsafe { stretch::<VECTOR, W, L::Dense, E>(target, &L::at(&places, start), each) };
                }
                if left > 0 {
                    // SAFETY: `vectors + left == size`, and the target has a row of `size` elements from `place` on.
                    let target = unsafe { slice::from_raw_parts_mut(place.wrapping_add(vectors), left) };
                    // SAFETY: the row has `left` elements from `vectors` on, or a tile of more copies of its element.
                    unsafe { dense_row::<false, W, L::Dense, E>(target, &L::at(&places, vectors), each) };
                }
                (first, place) = (first.go(distance), place.wrapping_add(size));
            }
            let Some(axis) = plan.next(2, &mut index) else { return };
            lanes = lanes.step(axis, 1);
        }
    }
}
