//! Walks of run-time plans.

use super::function::Each;
use super::lane::{CHOICES, Choose, With};
use super::operand::{Items, Operands};
use super::stretches::{Repeat, Stretches};
use super::tiles::{self, Lay, SHORT, fits};
use super::walk::{self, VECTOR, Walk};
use crate::kernel::simd;
use crate::layout::{MAX_RANK, Over, Plan, advance, innermost, merges, offset};
use crate::shape::{AnyShape, List};
use core::slice;

/// The largest number of bytes of tiles on the stack.
const TILES: usize = 1 << 16;

/// The most elements of results with loops of their own.
pub(super) const FEW_ROWS: usize = 256;

/// The plan for a result of these sizes, which is not empty, and the operands' steps.
#[inline(always)]
pub(in crate::kernel) fn plan_over<Ops: Operands>(
    sizes: &[usize],
    operands: &Ops,
    plan: &mut Plan,
    steps: &mut Ops::Steps,
) {
    let inner = innermost(sizes);
    if inner.len() == sizes.len() && operands.flat(sizes, steps) {
        (plan.sizes[0], plan.rank) = (sizes.iter().product(), 1);
        return;
    }
    let mut strides = Ops::Strides::default();
    operands.strides(sizes, &mut strides);
    plan.add(inner, Ops::merges(&strides, inner));
    Ops::steps(&strides, plan, steps);
}

/// Calls `walk` with each index of the axes outside the plan; no size is 0.
#[inline(always)]
pub(in crate::kernel) fn for_each_outer(sizes: &[usize], mut walk: impl FnMut(&[usize])) {
    let outer = sizes.len() - innermost(sizes).len();
    let mut index = None;
    if outer > 0 {
        index.insert(AnyShape::from(&sizes[..outer])).as_mut().fill(0);
    }
    // one call, which LLVM inlines
    loop {
        walk(index.as_deref().unwrap_or(&[]));
        let Some(index) = &mut index else { return };
        if !advance(index.as_mut(), sizes) {
            return;
        }
    }
}

/// # Safety
///
/// `target.len()` is the number of elements of a shape of these sizes, and no operand reads one of them.
#[inline]
pub(super) unsafe fn dense<W, Ops: Operands, E: Each<W, Items<Ops>>>(
    sizes: &[usize],
    mut target: &mut [W],
    operands: &Ops,
    each: &mut E,
) {
    if target.is_empty() {
        return;
    }
    let (mut plan, mut steps) = (Plan::ONE, Ops::Steps::default());
    plan_over(sizes, operands, &mut plan, &mut steps);
    for_each_outer(sizes, |index| {
        let part;
        (part, target) = core::mem::take(&mut target).split_at_mut(plan.numel());
        // SAFETY: `part` has `plan.numel()` elements; `plan_over` has made plan and steps from the same sizes, and the
        // lanes start at `index`, one of the outer axes.
        unsafe { walk(&plan, part, operands.lanes(&steps, index, sizes.len()), each) };
    });
}

/// # Safety
///
/// `target` plus each index of `sizes`, by `strides`, is a different place that may be written, and is not an element
/// of an operand.
#[inline]
pub(super) unsafe fn strided<W, Ops: Operands, E: Each<W, Items<Ops>>>(
    sizes: &[usize],
    target: *mut W,
    strides: &[usize],
    operands: &Ops,
    each: &mut E,
) {
    if sizes.contains(&0) {
        return;
    }
    let walks = Walks::new(sizes, strides, operands);
    // SAFETY: no size is 0, and `index` is one of the outer axes of `sizes`: a place for each index of the plan.
    for_each_outer(sizes, |index| unsafe { walks.run::<false, W, E>(&walks.plan, target, index, each) });
}

/// The walks over a strided target and its operands: one for each index of the axes outside the plan.
pub(in crate::kernel) struct Walks<'a, Ops: Operands> {
    pub(in crate::kernel) sizes: &'a [usize],
    strides: &'a [usize],
    operands: &'a Ops,
    pub(super) over: Ops::Strides,
    pub(in crate::kernel) plan: Plan,
}

impl<'a, Ops: Operands> Walks<'a, Ops> {
    /// The shape has elements.
    #[inline]
    pub(in crate::kernel) fn new(sizes: &'a [usize], strides: &'a [usize], operands: &'a Ops) -> Self {
        let inner = innermost(sizes);
        let mut over = Ops::Strides::default();
        operands.strides(sizes, &mut over);
        let plan = Plan::new(inner, merges(inner, innermost(strides)) & Ops::merges(&over, inner));
        Self { sizes, strides, operands, over, plan }
    }

    /// Walks the plan, or a part of it, from an index on.
    ///
    /// # Safety
    ///
    /// `index` is one of `sizes`, from which `plan` is a part of them. `target` has a different place that may be
    /// written at each index of that part, which is not an element of an operand. If `DENSE`, they are adjacent in
    /// row-major order.
    #[inline]
    pub(in crate::kernel) unsafe fn run<const DENSE: bool, W, E: Each<W, Items<Ops>>>(
        &self,
        plan: &Plan,
        target: *mut W,
        index: &[usize],
        each: &mut E,
    ) {
        let mut steps = Ops::Steps::default();
        Ops::steps(&self.over, plan, &mut steps);
        let lanes = self.operands.lanes(&steps, index, self.sizes.len());
        let target = target.wrapping_offset(offset(index, self.strides));
        // SAFETY: `target` and `lanes` start at `index`, with the steps of a part of `sizes`.
        unsafe { self.walk::<DENSE, _, _>(plan, target, lanes, each) };
    }

    /// # Safety
    ///
    /// As for [`run`](Self::run); `target` and `lanes` are at `index`.
    #[inline]
    pub(super) unsafe fn walk<const DENSE: bool, W, E: Each<W, Items<Ops>>>(
        &self,
        plan: &Plan,
        target: *mut W,
        lanes: Ops::Lanes<'_>,
        each: &mut E,
    ) {
        if DENSE {
            // SAFETY: `DENSE`: the `plan.numel()` places of the part are adjacent from `target` on.
            let target = unsafe { slice::from_raw_parts_mut(target, plan.numel()) };
            // SAFETY: `target` has `plan.numel()` elements, and `lanes` an element at each index of it.
            unsafe { walk(plan, target, lanes, each) };
        } else {
            let mut over: Over = [0; MAX_RANK];
            let inner = innermost(self.strides);
            over[..inner.len()].copy_from_slice(inner);
            // SAFETY: `target` and `lanes` have a place and an element at each index of the plan.
            unsafe { walk::strided(plan, target, &plan.steps::<true>(&over), lanes, each) };
        }
    }
}

/// Chooses the loop for the rows of a plan.
///
/// # Safety
///
/// `target.len() == plan.numel()`, and the lanes have an element at each index of the plan; no lane reads one of the
/// target's.
unsafe fn walk<W, L: Choose<Items: List> + Lay + Repeat, E: Each<W, <L::Items as List>::Tuple>>(
    plan: &Plan,
    target: &mut [W],
    lanes: L,
    each: &mut E,
) {
    let simple = lanes.is_simple();
    // constants, or unused walks would be compiled
    if const { fits::<L>() } && in_blocks::<L, W, E>(plan, target.len(), &lanes, simple) {
        // SAFETY: the arguments are this function's.
        return unsafe { tiles::walk(plan, target, lanes, each, !simple) };
    }
    if const { L::COUNT > CHOICES && size_of::<<L as Repeat>::Tiles>() <= TILES }
        && simple
        && target.len() > simd::FEW
        && !lanes.is_dense()
    {
        return walk::vectorise(target, lanes.firsts(), each, Stretches { plan, lanes });
    }
    let walk = Walk::<true, _, _> { plan, target, each };
    if const { L::COUNT <= CHOICES } && simple {
        lanes.choose(walk);
    } else if lanes.is_dense() {
        lanes.choose_dense(walk);
    } else {
        walk.with(lanes);
    }
}

/// Whether to walk a plan in blocks: tiles cost some 50 ns, and the copies.
#[inline(always)]
fn in_blocks<L: Choose<Items: List> + Lay, W, E: Each<W, <L::Items as List>::Tuple>>(
    plan: &Plan,
    numel: usize,
    lanes: &L,
    simple: bool,
) -> bool {
    let row = plan.sizes[0];
    if plan.rank < 2 || numel <= simd::FEW {
        return false;
    }
    if !simple {
        return true;
    }
    if L::COUNT > CHOICES {
        return row < SHORT && (row < 8 || numel > FEW_ROWS);
    }
    // repeated lanes are copied once
    let repeats = || plan.rank == 2 && row < const { elements::<L>(128) } && lanes.repeats(row);
    if lanes.is_dense() {
        // such rows are walked by fours, and by one for updates
        let vector = const { if elements::<L>(32) > 8 { elements::<L>(32) } else { VECTOR } };
        return row < VECTOR || numel > 3 * FEW_ROWS && (row < vector || E::UPDATES && repeats());
    }
    let few = match row {
        ..8 => simd::FEW,
        8..16 => FEW_ROWS,
        16.. => 8 * FEW_ROWS,
    };
    let vector = const { elements::<L>(32) };
    numel > few && (row < vector || row < const { elements::<L>(64) }.min(8) || repeats())
}

/// The number of the largest elements in `bytes` bytes.
const fn elements<L: Lay>(bytes: usize) -> usize {
    match L::SIZE {
        Some(size) if size > 0 => bytes / size,
        _ => bytes,
    }
}
