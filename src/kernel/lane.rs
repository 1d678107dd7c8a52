//! What a kernel reads: one lane an operand, a pointer and its steps on the axes of the plan.
//!
//! A lane is [`Strided`] until the kernel has looked at its innermost step; the loops over rows are compiled
//! once for each choice of [`Dense`] and [`Same`].

use super::tile::{LARGEST, Tile};
use crate::layout::Steps;
use crate::shape::{Axes, Nil};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// One operand, from the element on that the walk has come to.
pub struct Lane<'p, T, Row> {
    ptr: *const T,
    steps: &'p Steps,
    row: PhantomData<Row>,
}

impl<T, Row> Clone for Lane<'_, T, Row> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, Row> Copy for Lane<'_, T, Row> {}

impl<'p, T> Lane<'p, T, Strided> {
    #[inline(always)]
    pub const fn new(ptr: *const T, steps: &'p Steps) -> Self {
        Self { ptr, steps, row: PhantomData }
    }
}

impl<'p, T, Row> Lane<'p, T, Row> {
    /// Whether the elements of rows of one or two axes stand side by side.
    #[inline(always)]
    fn is_through(&self, axes: usize, period: usize) -> bool {
        self.steps[0] == 1 && (axes == 1 || self.steps[1] == period as isize)
    }

    #[inline(always)]
    fn known_as<To>(self) -> Lane<'p, T, To> {
        Lane { ptr: self.ptr, steps: self.steps, row: PhantomData }
    }
}

/// The elements of a row, the innermost axis: any distance apart.
pub struct Strided;
/// One after the other.
pub struct Dense;
/// One for the whole row.
pub struct Same;

/// A kind of row.
pub trait Row {
    /// What is kept while the row is walked.
    type At<T: Copy>: Copy;

    /// # Safety
    ///
    /// The pointer may be read.
    unsafe fn start<T: Copy>(ptr: *const T, step: isize) -> Self::At<T>;

    /// # Safety
    ///
    /// The row has more than `i` elements, which may be read.
    unsafe fn get<T: Copy>(at: &Self::At<T>, i: usize) -> T;
}

impl Row for Strided {
    type At<T: Copy> = (*const T, isize);

    #[inline(always)]
    unsafe fn start<T: Copy>(ptr: *const T, step: isize) -> (*const T, isize) {
        (ptr, step)
    }

    #[inline(always)]
    unsafe fn get<T: Copy>(&(ptr, step): &(*const T, isize), i: usize) -> T {
        // SAFETY: the caller promises that the row has such an element, which stands there.
        unsafe { ptr.wrapping_offset(i as isize * step).read() }
    }
}

impl Row for Dense {
    type At<T: Copy> = *const T;

    #[inline(always)]
    unsafe fn start<T: Copy>(ptr: *const T, _: isize) -> *const T {
        ptr
    }

    #[inline(always)]
    unsafe fn get<T: Copy>(ptr: &*const T, i: usize) -> T {
        // SAFETY: the caller promises that the row has such an element, and its elements are side by side.
        let place = unsafe { ptr.add(i) };
        // SAFETY: as above.
        unsafe { place.read() }
    }
}

impl Row for Same {
    type At<T: Copy> = T;

    #[inline(always)]
    unsafe fn start<T: Copy>(ptr: *const T, _: isize) -> T {
        // SAFETY: the caller promises that it may be read.
        unsafe { ptr.read() }
    }

    #[inline(always)]
    unsafe fn get<T: Copy>(element: &T, _: usize) -> T {
        *element
    }
}

/// A list of lanes.
pub trait Lanes: Copy {
    /// The list of their elements.
    type Items;
    /// What is kept while a row is walked.
    type Row: Copy;
    /// How many lanes.
    const COUNT: usize;

    /// The lanes after `by` steps on an axis of the plan.
    fn step(self, axis: usize, by: isize) -> Self;

    /// The list of how far one step on an axis goes, to be kept in registers.
    type Distance: Copy;
    fn distance(self, axis: usize) -> Self::Distance;
    /// The lanes after that distance.
    fn go(self, distance: Self::Distance) -> Self;

    /// # Safety
    ///
    /// Where the lanes have come to, there are elements.
    unsafe fn row(self) -> Self::Row;

    /// # Safety
    ///
    /// The row has more than `i` elements.
    unsafe fn get(row: &Self::Row, i: usize) -> Self::Items;
}

impl Lanes for Nil {
    type Items = Self;
    type Row = Self;
    type Distance = Self;
    const COUNT: usize = 0;

    #[inline(always)]
    fn distance(self, _: usize) -> Self {
        self
    }

    #[inline(always)]
    fn go(self, _: Self) -> Self {
        self
    }

    #[inline(always)]
    fn step(self, _: usize, _: isize) -> Self {
        self
    }

    #[inline(always)]
    unsafe fn row(self) -> Self {
        self
    }

    #[inline(always)]
    unsafe fn get(_: &Self, _: usize) -> Self {
        Self
    }
}

impl<T: Copy, R: Row, Outer: Lanes> Lanes for Axes<Lane<'_, T, R>, Outer> {
    type Items = Axes<T, Outer::Items>;
    type Row = Axes<R::At<T>, Outer::Row>;
    type Distance = Axes<isize, Outer::Distance>;
    const COUNT: usize = 1 + Outer::COUNT;

    #[inline(always)]
    fn distance(self, axis: usize) -> Self::Distance {
        Axes { last: self.last.steps[axis], outer: self.outer.distance(axis) }
    }

    #[inline(always)]
    fn go(self, distance: Self::Distance) -> Self {
        let ptr = self.last.ptr.wrapping_offset(distance.last);
        Self { last: Lane { ptr, ..self.last }, outer: self.outer.go(distance.outer) }
    }

    #[inline(always)]
    fn step(self, axis: usize, by: isize) -> Self {
        let ptr = self.last.ptr.wrapping_offset(self.last.steps[axis].wrapping_mul(by));
        Self { last: Lane { ptr, ..self.last }, outer: self.outer.step(axis, by) }
    }

    #[inline(always)]
    unsafe fn row(self) -> Self::Row {
        // SAFETY: the caller's promise, for this lane.
        let last = unsafe { R::start(self.last.ptr, self.last.steps[0]) };
        // SAFETY: the caller's promise, for the others.
        let outer = unsafe { self.outer.row() };
        Axes { last, outer }
    }

    #[inline(always)]
    unsafe fn get(row: &Self::Row, i: usize) -> Self::Items {
        // SAFETY: the caller's promise, for the others.
        let outer = unsafe { Outer::get(&row.outer, i) };
        // SAFETY: the caller's promise, for this lane.
        let last = unsafe { R::get(&row.last, i) };
        Axes { last, outer }
    }
}

/// What is done with lanes of elements `Items`, whatever their rows.
pub trait With<Items> {
    fn with<L: Lanes<Items = Items>>(self, lanes: L);
}

/// A list of [`Strided`] lanes, of which each row is to be looked at.
pub trait Choose: Lanes {
    /// Whether every row is dense, or one element.
    fn is_simple(&self) -> bool;

    /// Whether every row is dense.
    fn is_dense(&self) -> bool;

    /// Calls `then` with each lane [`Dense`] or [`Same`], which all of them are.
    fn choose<Then: With<Self::Items>>(self, then: Then);

    /// Calls `then` with each lane [`Dense`], which all of them are.
    fn choose_dense<Then: With<Self::Items>>(self, then: Then);

    /// The same lanes, each [`Dense`].
    type Dense: Lanes<Items = Self::Items>;
    /// Room for a tile a lane, initialised or not.
    type Tiles;
    /// Where each lane or its tile begins, and how far it goes for each element.
    type Laid: Copy;

    /// Whether every lane's elements are small enough for tiles.
    const TILED: bool;
    /// How many elements of each lane a tile has room for.
    const TILE: usize;

    /// Whether over rows of that many axes, of which the innermost has `period` elements, each lane is dense or repeats.
    fn tiles(&self, axes: usize, period: usize) -> bool;

    /// Fills tiles with the first `length` elements of a row, where the lane is not dense.
    ///
    /// # Safety
    ///
    /// The lanes have come to such a row, for which [`tiles`](Self::tiles) holds; a tile is not shorter than `length`,
    /// nor `length` than `period` where there are two axes.
    unsafe fn lay(self, tiles: &mut Self::Tiles, axes: usize, period: usize, length: usize) -> Self::Laid;

    /// The elements from `start` on, which is a multiple of the length of the tiles.
    fn at(laid: &Self::Laid, start: usize) -> <Self::Dense as Lanes>::Row;
}

impl Choose for Nil {
    #[inline(always)]
    fn is_simple(&self) -> bool {
        true
    }

    #[inline(always)]
    fn is_dense(&self) -> bool {
        true
    }

    #[inline(always)]
    fn choose<Then: With<Self>>(self, then: Then) {
        then.with(self);
    }

    #[inline(always)]
    fn choose_dense<Then: With<Self>>(self, then: Then) {
        then.with(self);
    }

    type Dense = Self;
    type Tiles = Self;
    type Laid = Self;
    const TILED: bool = true;
    const TILE: usize = Tile::room::<()>();

    #[inline(always)]
    fn tiles(&self, _: usize, _: usize) -> bool {
        true
    }

    #[inline(always)]
    unsafe fn lay(self, _: &mut Self, _: usize, _: usize, _: usize) -> Self {
        self
    }

    #[inline(always)]
    fn at(_: &Self, _: usize) -> Self {
        Self
    }
}

impl<'p, T: Copy, Outer: Choose> Choose for Axes<Lane<'p, T, Strided>, Outer> {
    #[inline(always)]
    fn is_simple(&self) -> bool {
        matches!(self.last.steps[0], 0 | 1) && self.outer.is_simple()
    }

    #[inline(always)]
    fn is_dense(&self) -> bool {
        self.last.steps[0] == 1 && self.outer.is_dense()
    }

    #[inline(always)]
    fn choose<Then: With<Self::Items>>(self, then: Then) {
        if self.last.steps[0] == 0 {
            self.outer.choose(Append { lane: self.last.known_as::<Same>(), then });
        } else {
            self.outer.choose(Append { lane: self.last.known_as::<Dense>(), then });
        }
    }

    #[inline(always)]
    fn choose_dense<Then: With<Self::Items>>(self, then: Then) {
        self.outer.choose_dense(Append { lane: self.last.known_as::<Dense>(), then });
    }

    type Dense = Axes<Lane<'p, T, Dense>, Outer::Dense>;
    type Tiles = Axes<Tile, Outer::Tiles>;
    type Laid = Axes<(*const T, usize), Outer::Laid>;
    const TILED: bool = size_of::<T>() <= LARGEST && align_of::<T>() <= LARGEST && Outer::TILED;
    const TILE: usize = if Tile::room::<T>() < Outer::TILE { Tile::room::<T>() } else { Outer::TILE };

    #[inline(always)]
    fn tiles(&self, axes: usize, period: usize) -> bool {
        let steps = self.last.steps;
        let repeats = matches!(steps[0], 0 | 1) && (axes == 1 || steps[1] == 0);
        (repeats || self.last.is_through(axes, period)) && self.outer.tiles(axes, period)
    }

    #[inline(always)]
    unsafe fn lay(self, tiles: &mut Self::Tiles, axes: usize, period: usize, length: usize) -> Self::Laid {
        // SAFETY: the caller's promise, for the others.
        let outer = unsafe { self.outer.lay(&mut tiles.outer, axes, period, length) };
        if self.last.is_through(axes, period) {
            return Axes { last: (self.last.ptr, 1), outer };
        }
        let tile = &mut tiles.last.elements::<T>()[..length];
        if self.last.steps[0] == 0 {
            // SAFETY: the row has an element.
            tile.fill(MaybeUninit::new(unsafe { self.last.ptr.read() }));
        } else {
            for (i, slot) in tile[..period].iter_mut().enumerate() {
                // SAFETY: the row has `period` elements side by side.
                slot.write(unsafe { self.last.ptr.wrapping_add(i).read() });
            }
            let mut laid = period;
            while laid < length {
                let more = laid.min(length - laid);
                tile.copy_within(..more, laid);
                laid += more;
            }
        }
        Axes { last: (tile.as_ptr().cast(), 0), outer }
    }

    #[inline(always)]
    fn at(laid: &Self::Laid, start: usize) -> <Self::Dense as Lanes>::Row {
        let (ptr, step) = laid.last;
        Axes { last: ptr.wrapping_add(start * step), outer: Outer::at(&laid.outer, start) }
    }
}

/// Appends a lane to those of the outer list, and goes on.
struct Append<L, Then> {
    lane: L,
    then: Then,
}

impl<T: Copy, R: Row, Items, Then: With<Axes<T, Items>>> With<Items> for Append<Lane<'_, T, R>, Then> {
    #[inline(always)]
    fn with<L: Lanes<Items = Items>>(self, lanes: L) {
        self.then.with(Axes { last: self.lane, outer: lanes });
    }
}
