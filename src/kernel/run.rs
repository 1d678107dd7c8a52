//! From shapes and operands to the loop for the rows at hand.

use super::lane::Choose;
use super::operand::{self, Operands};
use super::walk::{Walk, nest, unrolled};
use super::{simd, tiled};
use crate::layout::{MAX_RANK, Plan, Steps, advance, merges, offset};
use crate::shape::{List, Shape};
use crate::storage::{Owner, Room, StorageMut, dense_strides};
use core::mem::{MaybeUninit, forget, needs_drop};
use core::ptr::slice_from_raw_parts_mut;

/// How many lanes get a loop for each choice of rows: two to the power of it.
pub(super) const CHOICES: usize = 3;

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
pub(super) unsafe fn fresh<V, Out: Shape, Place: Owner>(
    block: Place::Block<V, Out>,
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

/// Elements that are written or changed: dense, or with the strides of the shape `S`.
pub(super) struct Target<W, S: Shape> {
    pub(super) ptr: *mut W,
    pub(super) strides: Option<S::Sizes>,
}

impl<W, S: Shape> Target<W, S> {
    /// The elements of a tensor.
    #[inline(always)]
    pub(super) fn of<D: StorageMut>(shape: &S, data: &mut D::Data<W, S>) -> Self {
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
pub(super) struct Walks<'a, W, Out: Shape, Ops: Operands> {
    target: *mut W,
    target_strides: Out::Sizes,
    operands: &'a Ops,
    strides: Ops::Strides<Out>,
    pub(super) sizes: Out::Sizes,
    pub(super) outer: usize,
    pub(super) plan: Plan,
}

impl<'a, W, Out: Shape, Ops: Operands> Walks<'a, W, Out, Ops> {
    /// `None` where there is nothing to walk.
    #[inline(always)]
    pub(super) fn new(shape: &Out, target: Target<W, Out>, operands: &'a Ops) -> Option<Self> {
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

    /// How far each lane goes for a step on each axis of the plan, or of a part of it.
    #[inline(always)]
    pub(super) fn steps(&self, plan: &Plan) -> Ops::Steps {
        Ops::steps::<Out>(&self.strides, self.outer, plan)
    }

    /// The lanes from that index on.
    #[inline(always)]
    pub(super) fn lanes<'s>(&'s self, steps: &'s Ops::Steps, index: &[usize]) -> Ops::Lanes<'s> {
        self.operands.lanes::<Out>(&self.strides, steps, index)
    }

    /// Walks the plan, or a part of it, from that index on.
    ///
    /// # Safety
    ///
    /// The target has every element of the part, each at a place of its own, which no operand reads.
    #[inline(always)]
    pub(super) unsafe fn run<F: FnMut(&mut W, <Ops::Items as List>::Tuple)>(
        &self,
        plan: &Plan,
        index: &[usize],
        f: &mut F,
    ) {
        let steps = self.steps(plan);
        let lanes = self.lanes(&steps, index);
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
        if let Some(axes) = tiled::row_axes(plan, steps, &lanes, too_many) {
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
        unsafe { tiled::nest(self.walk, self.lanes, self.axes) };
    }
}
