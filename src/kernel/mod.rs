//! The loop behind every elementwise operation.
//!
//! ```text
//! walk(plan, target, lanes, f):
//!     for each index of the outer axes of the plan:
//!         for i of the innermost axis:                          # a row
//!             f(target[i], (lane0[i], lane1[i], ..))
//! ```
//!
//! What the real code does differently: where the plan is a constant and small, the loops are compiled in place, to
//! straight-line code. Else the loop over a row is compiled once for each choice of lanes that are dense or one element,
//! and for the vectors of each kind of processor ([`simd`]); short rows that repeat are laid out in tiles ([`tile`]).
//!
//! The target is a slice of elements to be written or changed, or of `()` where nothing is.

#![allow(unsafe_code, reason = "kernels read and write through pointers")]
#![allow(unreachable_pub, reason = "a hidden associated type of the public `Conform` names them")]
#![allow(missing_debug_implementations, reason = "nothing outside can name them")]
#![allow(clippy::cast_possible_wrap, reason = "no block of memory has more elements than an `isize` counts")]
#![allow(clippy::inline_always, reason = "what is not inlined is not compiled for the processor's vectors")]

mod lane;
mod operand;
#[cfg(feature = "rayon")]
pub(crate) mod parallel;
mod simd;
mod tile;

pub use operand::{Operand, Operands};

use crate::layout::{MAX_RANK, Plan, Steps, advance, merges, offset};
use crate::shape::{List, Room, Shape};
use crate::storage::{Inline, Owner, StorageMut, dense_strides};
use core::mem::{MaybeUninit, forget, needs_drop};
use core::ptr::{NonNull, slice_from_raw_parts_mut};
use core::slice;
use lane::{Choose, Lanes, With};

/// How many lanes get a loop for each choice of rows: two to the power of it.
const CHOICES: usize = 3;

/// The data of a result, each element computed from the operands' in its place, and its shape.
#[inline]
pub(crate) fn map<V, Out: Shape, Place: Owner, Ops: Operands>(
    room: Room<V, Out, Place>,
    operands: &Ops,
    mut f: impl FnMut(<Ops::Items as List>::Tuple) -> V,
) -> (Place::Data<V, Out>, Out) {
    let (shape, numel, block) = room.into_parts();
    let fill = |target: Target<MaybeUninit<V>, Out>| {
        let mut written = Written { first: target.ptr.cast::<V>(), count: 0 };
        let write = |slot: &mut MaybeUninit<V>, items| {
            slot.write(f(items));
            if const { needs_drop::<V>() } {
                written.count += 1;
            }
        };
        // SAFETY: the target has room for every element of the shape.
        unsafe { run(&shape, target, operands, write) };
        forget(written);
    };
    // SAFETY: the room has reserved the block; `run` writes every element.
    let data = unsafe { fresh::<V, Out, Place>(block, numel, fill) };
    (data, shape)
}

/// The elements of a dense result that have been written: the first ones, which go if the closure panics.
struct Written<V> {
    first: *mut V,
    /// Stays 0 where nothing has to be dropped.
    count: usize,
}

impl<V> Drop for Written<V> {
    fn drop(&mut self) {
        // SAFETY: kernels write a dense target in row-major order, so these are initialised; nobody else has them.
        unsafe { slice_from_raw_parts_mut(self.first, self.count).drop_in_place() };
    }
}

/// The data of a result whose elements `write` writes.
///
/// # Safety
///
/// The shape has `numel` elements, the block was reserved for as many, and `write` initialises them.
#[inline(always)]
unsafe fn fresh<V, Out: Shape, Place: Owner>(
    block: Place::Block<V>,
    numel: usize,
    write: impl FnOnce(Target<MaybeUninit<V>, Out>),
) -> Place::Data<V, Out> {
    let init = |ptr: *mut V| write(Target { ptr: ptr.cast(), strides: None });
    // SAFETY: the caller's promise.
    unsafe { Place::build(block, numel, init) }
}

/// Changes each element of the data of a tensor with the operands' in its place.
#[inline]
pub(crate) fn update<W, S: Shape, D: StorageMut, Ops: Operands>(
    shape: &S,
    data: &mut D::Data<W, S>,
    operands: &Ops,
    f: impl FnMut(&mut W, <Ops::Items as List>::Tuple),
) {
    // SAFETY: a `StorageMut` has every element of its shape, at a place of its own.
    unsafe { run(shape, Target::of::<D>(shape, data), operands, f) };
}

/// Calls `f` with the operands' elements, in row-major order of a shape whose elements can be counted.
#[inline]
pub(crate) fn for_each<Out: Shape, Ops: Operands>(
    room: Room<(), Out, Inline>,
    operands: &Ops,
    mut f: impl FnMut(<Ops::Items as List>::Tuple),
) {
    let (shape, ..) = room.into_parts();
    let target = Target { ptr: NonNull::<()>::dangling().as_ptr(), strides: None };
    // SAFETY: any number of `()` stands at any place.
    unsafe { run(&shape, target, operands, |(), items| f(items)) };
}

/// Elements that are written or changed: dense, or with the strides of the shape `S`.
struct Target<W, S: Shape> {
    ptr: *mut W,
    strides: Option<S::Sizes>,
}

impl<W, S: Shape> Target<W, S> {
    /// The elements of a tensor.
    #[inline(always)]
    fn of<D: StorageMut>(shape: &S, data: &mut D::Data<W, S>) -> Self {
        let strides = if D::DENSE { None } else { Some(D::strides(data, shape)) };
        Self { ptr: D::as_mut_ptr(data), strides }
    }
}

/// # Safety
///
/// The target has every element of the shape, each at a place of its own, which no operand reads.
#[inline]
unsafe fn run<W, Out: Shape, Ops: Operands>(
    shape: &Out,
    target: Target<W, Out>,
    operands: &Ops,
    mut f: impl FnMut(&mut W, <Ops::Items as List>::Tuple),
) {
    if operands.right_aligned() && target.strides.is_none() {
        if let Some(plan) = const { &operand::plan::<Out, Ops::Known<Out>>() } {
            if const { operand::has_small_plan::<Out, Ops::Known<Out>>() } {
                let steps = const { &operand::known_steps::<Out, Out, Ops::Known<Out>, false>() };
                let lanes = operands.known_lanes::<Out, Ops::Known<Out>, false>();
                // SAFETY: the caller's promise; the constants were computed from the same shapes.
                unsafe { unrolled(plan, target.ptr, steps, lanes, &mut f) };
            } else {
                let steps = const { &operand::known_steps::<Out, Out, Ops::Known<Out>, true>() };
                let lanes = operands.known_lanes::<Out, Ops::Known<Out>, true>();
                // SAFETY: as above.
                unsafe { walk(plan, target.ptr, steps, lanes, &mut f) };
            }
            return;
        }
    }
    let Some(walks) = Walks::new(shape, target, operands) else { return };
    if walks.outer == 0 {
        // SAFETY: the caller's promise.
        return unsafe { walks.run(&walks.plan, &[], &mut f) };
    }
    let mut index = shape.sizes();
    let index = &mut index.as_mut()[..walks.outer];
    index.fill(0);
    loop {
        // SAFETY: the caller's promise.
        unsafe { walks.run(&walks.plan, index, &mut f) };
        if !advance(index, walks.sizes.as_ref()) {
            return;
        }
    }
}

/// A target and operands with a plan made at run time; one walk for each index of the axes above those that it holds.
struct Walks<'a, W, Out: Shape, Ops: Operands> {
    target: *mut W,
    target_strides: Out::Sizes,
    operands: &'a Ops,
    strides: Ops::Strides<Out>,
    sizes: Out::Sizes,
    outer: usize,
    plan: Plan,
}

impl<'a, W, Out: Shape, Ops: Operands> Walks<'a, W, Out, Ops> {
    /// `None` where there is nothing to walk.
    #[inline(always)]
    fn new(shape: &Out, target: Target<W, Out>, operands: &'a Ops) -> Option<Self> {
        let sizes = shape.sizes();
        if sizes.as_ref().contains(&0) {
            return None;
        }
        let dense = target.strides.is_none();
        let target_strides = target.strides.unwrap_or_else(|| dense_strides(shape));
        let strides = operands.strides::<Out>(&sizes);
        let outer = sizes.as_ref().len().saturating_sub(MAX_RANK);
        let inner = &sizes.as_ref()[outer..];
        let target_merges = if dense { u32::MAX } else { merges(inner, &target_strides.as_ref()[outer..]) };
        let plan = Plan::new(inner, target_merges & Ops::merges::<Out>(&strides, inner, outer));
        Some(Self { target: target.ptr, target_strides, operands, strides, sizes, outer, plan })
    }

    /// Walks the plan, or a part of it, from that index on.
    ///
    /// # Safety
    ///
    /// The target has every element of the part, each at a place of its own, which no operand reads.
    #[inline(always)]
    unsafe fn run<F: FnMut(&mut W, <Ops::Items as List>::Tuple)>(&self, plan: &Plan, index: &[usize], f: &mut F) {
        let steps = Ops::steps::<Out>(&self.strides, self.outer, plan);
        let lanes = self.operands.lanes::<Out>(&self.strides, &steps, index);
        let target = self.target.wrapping_offset(offset(index, self.target_strides.as_ref()));
        let target_steps = plan.steps::<true>(&self.target_strides.as_ref()[self.outer..]);
        // SAFETY: the caller's promise; the steps follow from the shape and the strides of both sides.
        unsafe { walk(plan, target, &target_steps, lanes, f) };
    }
}

/// Chooses the loop for the rows at hand.
///
/// # Safety
///
/// The target and the lanes have every element of the plan; none of the target's is read by a lane.
unsafe fn walk<W, L: Choose<Items: List>, F>(plan: &Plan, target: *mut W, steps: &Steps, lanes: L, f: &mut F)
where
    F: FnMut(&mut W, <L::Items as List>::Tuple),
{
    let walk = Walk { plan, target, steps, f };
    if steps[0] != 1 {
        // SAFETY: the caller's promise.
        return unsafe { nest::<false, _, _>(walk.plan, walk.target, walk.steps, lanes, walk.f) };
    }
    if const { L::TILED } {
        let too_many = L::COUNT > CHOICES && !lanes.is_dense();
        if let Some(axes) = tile::row_axes(plan, steps, &lanes, too_many) {
            return simd::vectorise_apart(plan.numel(), size_of::<W>(), Tiled { walk, lanes, axes });
        }
    }
    // a constant, or every choice would be compiled for any number of lanes
    if const { L::COUNT <= CHOICES } && lanes.is_simple() {
        lanes.choose(walk);
    } else if lanes.is_dense() {
        lanes.choose_dense(walk);
    } else {
        // SAFETY: the caller's promise.
        unsafe { nest::<true, _, _>(walk.plan, walk.target, walk.steps, lanes, walk.f) };
    }
}

/// A walk in tiles over rows of that many axes.
struct Tiled<'p, W, F, L> {
    walk: Walk<'p, W, F>,
    lanes: L,
    axes: usize,
}

impl<W, L: Choose<Items: List>, F: FnMut(&mut W, <L::Items as List>::Tuple)> simd::Task for Tiled<'_, W, F, L> {
    #[inline(always)]
    fn run(self) {
        // SAFETY: `walk` is the only place that makes it, and its caller has promised it.
        unsafe { tile::nest(self.walk, self.lanes, self.axes) };
    }
}

/// A walk over dense rows of the target, waiting for its lanes.
struct Walk<'p, W, F> {
    plan: &'p Plan,
    target: *mut W,
    steps: &'p Steps,
    f: &'p mut F,
}

impl<W, Items: List, F: FnMut(&mut W, Items::Tuple)> With<Items> for Walk<'_, W, F> {
    #[inline(always)]
    fn with<L: Lanes<Items = Items>>(self, lanes: L) {
        simd::vectorise(self.plan.numel(), size_of::<W>(), Task { walk: self, lanes });
    }
}

/// A walk and its lanes.
struct Task<'p, W, F, L> {
    walk: Walk<'p, W, F>,
    lanes: L,
}

impl<W, L: Lanes<Items: List>, F: FnMut(&mut W, <L::Items as List>::Tuple)> simd::Task for Task<'_, W, F, L> {
    #[inline(always)]
    fn run(self) {
        let Walk { plan, target, steps, f } = self.walk;
        // SAFETY: `walk` is the only place that makes a task, and its caller has promised it.
        unsafe { nest::<true, _, _>(plan, target, steps, self.lanes, f) };
    }
}

/// The loops of a small plan that is a constant, compiled in place.
///
/// # Safety
///
/// As for [`walk`], but for the steps, which are plain; the target is dense.
#[inline(always)]
unsafe fn unrolled<W, L: Lanes<Items: List>>(
    plan: &Plan,
    target: *mut W,
    steps: &Steps,
    lanes: L,
    f: &mut impl FnMut(&mut W, <L::Items as List>::Tuple),
) {
    for i in 0..plan.sizes[3] {
        let (target, lanes) = step(3, i, target, steps, lanes);
        for i in 0..plan.sizes[2] {
            let (target, lanes) = step(2, i, target, steps, lanes);
            for i in 0..plan.sizes[1] {
                let (target, lanes) = step(1, i, target, steps, lanes);
                // SAFETY: the caller's promise: here begins a row.
                unsafe { row::<true, _, _>(plan.sizes[0], target, 1, lanes, f) };
            }
        }
    }
}

/// The loops of a plan; `DENSE` tells that the target's rows are.
///
/// # Safety
///
/// As for [`walk`].
#[inline(always)]
unsafe fn nest<const DENSE: bool, W, L: Lanes<Items: List>>(
    plan: &Plan,
    target: *mut W,
    steps: &Steps,
    lanes: L,
    f: &mut impl FnMut(&mut W, <L::Items as List>::Tuple),
) {
    let (size, rows) = (plan.sizes[0], plan.sizes[1]);
    let (inner, outer, distance) = (steps[0], steps[1], lanes.distance(1));
    blocks(plan, target, steps, lanes, |mut target, mut lanes| {
        for _ in 0..rows {
            // SAFETY: the caller's promise: here begins a row.
            unsafe { row::<DENSE, _, _>(size, target, inner, lanes, f) };
            (target, lanes) = (target.wrapping_offset(outer), lanes.go(distance));
        }
    });
}

/// Calls `f` where each block of the two innermost axes begins.
#[inline(always)]
fn blocks<W, L: Lanes>(plan: &Plan, mut target: *mut W, steps: &Steps, mut lanes: L, mut f: impl FnMut(*mut W, L)) {
    let mut index = [0; MAX_RANK];
    loop {
        f(target, lanes);
        let Some(axis) = plan.next(&mut index) else { return };
        (target, lanes) = step(axis, 1, target, steps, lanes);
    }
}

/// Where the target and the lanes are after `i` steps on an axis.
#[inline(always)]
fn step<W, L: Lanes>(axis: usize, i: usize, target: *mut W, steps: &Steps, lanes: L) -> (*mut W, L) {
    (target.wrapping_offset((i as isize).wrapping_mul(steps[axis])), lanes.step(axis, i as isize))
}

/// # Safety
///
/// The target and the lanes have a row of `size` elements, side by side in the target if `DENSE`.
#[inline(always)]
unsafe fn row<const DENSE: bool, W, L: Lanes<Items: List>>(
    size: usize,
    target: *mut W,
    step: isize,
    lanes: L,
    f: &mut impl FnMut(&mut W, <L::Items as List>::Tuple),
) {
    // SAFETY: the caller's promise.
    let row = unsafe { lanes.row() };
    if DENSE {
        // SAFETY: the elements are side by side, and nothing else reads or writes them meanwhile.
        let target = unsafe { slice::from_raw_parts_mut(target, size) };
        dense_row::<_, L>(target, &row, f);
        return;
    }
    for i in 0..size {
        // SAFETY: the caller's promise.
        let element = unsafe { &mut *target.wrapping_offset(i as isize * step) };
        // SAFETY: the row has `size` elements.
        f(element, unsafe { L::get(&row, i) }.into_tuple());
    }
}

/// A function of its own, since what the compiler knows of a mutable slice it knows of an argument.
///
/// Reads come first: beside a place to write that is there before them, LLVM works on half as many vectors at once.
#[inline]
#[allow(clippy::needless_range_loop, reason = "an iterator would give the place first")]
fn dense_row<W, L: Lanes<Items: List>>(
    target: &mut [W],
    row: &L::Row,
    f: &mut impl FnMut(&mut W, <L::Items as List>::Tuple),
) {
    for i in 0..target.len() {
        // SAFETY: every caller has a row as long as the target.
        let items = unsafe { L::get(row, i) }.into_tuple();
        f(&mut target[i], items);
    }
}
