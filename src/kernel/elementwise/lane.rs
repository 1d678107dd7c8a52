//! Lanes: for each operand, a pointer and its steps on the axes of the plan.
//!
//! A lane is [`Strided`] until the kernel compares its innermost step; the loops over rows are compiled for each choice
//! of [`Dense`] and [`Same`].

use crate::kernel::simd::Spread;
use crate::kernel::threads::is_number;
use crate::layout::Steps;
use crate::shape::{Axes, Nil};
use core::marker::PhantomData;

/// The steps on each axis of a plan, in elements: a reference, or a type with constant steps.
pub trait StepsOf: Copy {
    /// The same steps, in a type that all shapes share.
    type Shared: StepsOf;

    fn steps(&self) -> &Steps;
    fn shared(self) -> Self::Shared;
}

impl StepsOf for &Steps {
    type Shared = Self;

    #[inline(always)]
    fn steps(&self) -> &Steps {
        self
    }

    #[inline(always)]
    fn shared(self) -> Self {
        self
    }
}

/// One operand, from the current element of the walk on.
pub struct Lane<T, Row, By> {
    ptr: *const T,
    by: By,
    row: PhantomData<Row>,
}

impl<T, Row, By: Copy> Clone for Lane<T, Row, By> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, Row, By: Copy> Copy for Lane<T, Row, By> {}

impl<T, Row, By: StepsOf> Lane<T, Row, By> {
    #[inline(always)]
    pub const fn new(ptr: *const T, by: By) -> Self {
        Self { ptr, by, row: PhantomData }
    }

    #[inline(always)]
    fn after(self, elements: isize) -> Self {
        Self::new(self.ptr.wrapping_offset(elements), self.by)
    }

    /// The current element of the walk.
    #[inline(always)]
    pub(in crate::kernel) const fn first(&self) -> *const T {
        self.ptr
    }

    #[inline(always)]
    pub(in crate::kernel) fn steps(&self) -> &Steps {
        self.by.steps()
    }

    #[inline(always)]
    pub(in crate::kernel) fn step_on(&self, axis: usize) -> isize {
        self.by.steps()[axis]
    }

    #[inline(always)]
    pub(in crate::kernel) fn known_as<To>(self) -> Lane<T, To, By> {
        Lane::new(self.ptr, self.by)
    }

    #[inline(always)]
    pub(in crate::kernel) fn dense_from(self, first: *const T) -> Lane<T, Dense, By> {
        Lane::new(first, self.by)
    }
}

/// Elements of a row, the innermost axis, at any distance.
pub struct Strided;
/// Adjacent elements.
pub struct Dense;
/// One element for the whole row.
pub struct Same;

pub trait Row {
    const IN_VECTORS: bool;
    const DENSE: bool = false;
    /// The state while the row is walked.
    type At<T: Copy>: Copy;

    /// # Safety
    ///
    /// The row has an element, and it may be read at `ptr`.
    unsafe fn start<T: Copy>(ptr: *const T, step: isize) -> Self::At<T>;

    /// # Safety
    ///
    /// `at` was returned by [`start`](Self::start) for a row of more than `i` elements, which may be read.
    unsafe fn get<T: Copy>(at: &Self::At<T>, i: usize) -> T;
}

impl Row for Strided {
    const IN_VECTORS: bool = false;
    type At<T: Copy> = (*const T, isize);

    #[inline(always)]
    unsafe fn start<T: Copy>(ptr: *const T, step: isize) -> (*const T, isize) {
        (ptr, step)
    }

    #[inline(always)]
    unsafe fn get<T: Copy>(&(ptr, step): &(*const T, isize), i: usize) -> T {
        // SAFETY: the row has more than `i` elements, `step` apart from `ptr` on, which may be read.
        unsafe { ptr.wrapping_offset(i as isize * step).read() }
    }
}

impl Row for Dense {
    const IN_VECTORS: bool = true;
    const DENSE: bool = true;
    type At<T: Copy> = *const T;

    #[inline(always)]
    unsafe fn start<T: Copy>(ptr: *const T, _: isize) -> *const T {
        ptr
    }

    #[inline(always)]
    unsafe fn get<T: Copy>(ptr: &*const T, i: usize) -> T {
        // SAFETY: the row has more than `i` adjacent elements from `ptr` on, so `ptr + i` is inside their block.
        let place = unsafe { ptr.add(i) };
        // SAFETY: the element at `ptr + i` may be read.
        unsafe { place.read() }
    }
}

impl Row for Same {
    const IN_VECTORS: bool = true;
    type At<T: Copy> = T;

    #[inline(always)]
    unsafe fn start<T: Copy>(ptr: *const T, _: isize) -> T {
        // SAFETY: the row has an element, which may be read at `ptr`.
        unsafe { ptr.read() }
    }

    #[inline(always)]
    unsafe fn get<T: Copy>(element: &T, _: usize) -> T {
        *element
    }
}

/// A list of lanes.
pub trait Lanes: Copy {
    type Items;
    type Row: Copy;
    const COUNT: usize;
    const IN_VECTORS: bool;
    const DENSE: bool;
    fn are_numbers() -> bool;

    /// The same lanes, in a type that all shapes share.
    type Shared: Lanes<Items = Self::Items>;
    fn shared(self) -> Self::Shared;

    type Firsts: Copy + Spread;
    fn firsts(self) -> Self::Firsts;
    fn from(self, firsts: Self::Firsts) -> Self;

    /// The lanes after `by` steps on an axis of the plan.
    fn step(self, axis: usize, by: isize) -> Self;

    /// The list of distances of a step on an axis, to keep in registers.
    type Distance: Copy;
    fn distance(self, axis: usize) -> Self::Distance;
    fn go(self, distance: Self::Distance) -> Self;

    /// # Safety
    ///
    /// The lanes are at the start of a row of the plan, which has an element.
    unsafe fn row(self) -> Self::Row;

    /// # Safety
    ///
    /// `row` was returned by [`row`](Self::row) for lanes whose rows have more than `i` elements.
    unsafe fn get(row: &Self::Row, i: usize) -> Self::Items;
}

impl Lanes for Nil {
    type Items = Self;
    type Firsts = ();
    type Row = Self;
    type Distance = Self;
    type Shared = Self;
    const COUNT: usize = 0;
    const IN_VECTORS: bool = true;
    const DENSE: bool = true;

    #[inline(always)]
    fn are_numbers() -> bool {
        true
    }

    #[inline(always)]
    fn shared(self) -> Self {
        self
    }

    #[inline(always)]
    fn firsts(self) {}

    #[inline(always)]
    fn from(self, (): ()) -> Self {
        self
    }

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

impl<T: Copy, R: Row, By: StepsOf, Outer: Lanes> Lanes for Axes<Lane<T, R, By>, Outer> {
    type Items = Axes<T, Outer::Items>;
    type Firsts = (*const T, Outer::Firsts);
    type Row = Axes<R::At<T>, Outer::Row>;
    type Distance = Axes<isize, Outer::Distance>;
    type Shared = Axes<Lane<T, R, By::Shared>, Outer::Shared>;
    const COUNT: usize = 1 + Outer::COUNT;
    const IN_VECTORS: bool = R::IN_VECTORS && Outer::IN_VECTORS;
    const DENSE: bool = R::DENSE && Outer::DENSE;

    #[inline(always)]
    fn are_numbers() -> bool {
        is_number::<T>() && Outer::are_numbers()
    }

    #[inline(always)]
    fn shared(self) -> Self::Shared {
        Axes { last: Lane::new(self.last.ptr, self.last.by.shared()), outer: self.outer.shared() }
    }

    #[inline(always)]
    fn firsts(self) -> Self::Firsts {
        (self.last.ptr, self.outer.firsts())
    }

    #[inline(always)]
    fn from(self, (first, outer): Self::Firsts) -> Self {
        Self { last: Lane::new(first, self.last.by), outer: self.outer.from(outer) }
    }

    #[inline(always)]
    fn distance(self, axis: usize) -> Self::Distance {
        Axes { last: self.last.step_on(axis), outer: self.outer.distance(axis) }
    }

    #[inline(always)]
    fn go(self, distance: Self::Distance) -> Self {
        Self { last: self.last.after(distance.last), outer: self.outer.go(distance.outer) }
    }

    #[inline(always)]
    fn step(self, axis: usize, by: isize) -> Self {
        let last = self.last.after(self.last.step_on(axis).wrapping_mul(by));
        Self { last, outer: self.outer.step(axis, by) }
    }

    #[inline(always)]
    unsafe fn row(self) -> Self::Row {
        // SAFETY: the row of each lane has an element, that of `last` at `last.ptr`.
        let last = unsafe { R::start(self.last.ptr, self.last.step_on(0)) };
        // SAFETY: the row of each lane has an element, those of `outer` too.
        let outer = unsafe { self.outer.row() };
        Axes { last, outer }
    }

    #[inline(always)]
    unsafe fn get(row: &Self::Row, i: usize) -> Self::Items {
        // SAFETY: the row of each lane has more than `i` elements, those of `outer` too.
        let outer = unsafe { Outer::get(&row.outer, i) };
        // SAFETY: the row of each lane has more than `i` elements, that of `last` too.
        let last = unsafe { R::get(&row.last, i) };
        Axes { last, outer }
    }
}

/// A function of lanes of elements `Items`, with any rows.
pub trait With<Items> {
    fn with<L: Lanes<Items = Items>>(self, lanes: L);
}

/// The number of lanes up to which loops are compiled for each choice of rows.
pub(in crate::kernel) const CHOICES: usize = 3;

/// A list of [`Strided`] lanes whose rows are to be compared.
pub trait Choose: Lanes {
    /// Whether every row is dense, or one element.
    fn is_simple(&self) -> bool;

    fn is_dense(&self) -> bool;

    /// Calls `then` with each lane as [`Dense`] or [`Same`], which all of them are; more than [`CHOICES`] stay.
    fn choose<Then: With<Self::Items>>(self, then: Then);

    /// Calls `then` with each lane as [`Dense`], which all of them are.
    fn choose_dense<Then: With<Self::Items>>(self, then: Then);
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
}

impl<T: Copy, By: StepsOf, Outer: Choose> Choose for Axes<Lane<T, Strided, By>, Outer> {
    #[inline(always)]
    fn is_simple(&self) -> bool {
        matches!(self.last.step_on(0), 0 | 1) && self.outer.is_simple()
    }

    #[inline(always)]
    fn is_dense(&self) -> bool {
        self.last.step_on(0) == 1 && self.outer.is_dense()
    }

    #[inline(always)]
    fn choose<Then: With<Self::Items>>(self, then: Then) {
        // a constant: rustc follows the calls of removed branches, 2^n for n lanes
        let choose = const { if Self::COUNT <= CHOICES { choose_each::<T, By, Outer, Then> } else { strided } };
        choose(self, then);
    }

    #[inline(always)]
    fn choose_dense<Then: With<Self::Items>>(self, then: Then) {
        self.outer.choose_dense(Append { lane: self.last.known_as::<Dense>(), then });
    }
}

#[inline(always)]
fn choose_each<T: Copy, By: StepsOf, Outer: Choose, Then: With<Axes<T, Outer::Items>>>(
    Axes { last, outer }: Axes<Lane<T, Strided, By>, Outer>,
    then: Then,
) {
    if last.step_on(0) == 0 {
        outer.choose(Append { lane: last.known_as::<Same>(), then });
    } else {
        outer.choose(Append { lane: last.known_as::<Dense>(), then });
    }
}

#[inline(always)]
fn strided<L: Lanes, Then: With<L::Items>>(lanes: L, then: Then) {
    then.with(lanes);
}

/// Appends a lane to the outer list, and calls `then`.
pub(in crate::kernel) struct Append<L, Then> {
    pub(in crate::kernel) lane: L,
    pub(in crate::kernel) then: Then,
}

impl<T: Copy, R: Row, By: StepsOf, Items, Then: With<Axes<T, Items>>> With<Items> for Append<Lane<T, R, By>, Then> {
    #[inline(always)]
    fn with<L: Lanes<Items = Items>>(self, lanes: L) {
        self.then.with(Axes { last: self.lane, outer: lanes });
    }
}
