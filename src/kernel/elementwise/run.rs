//! From shapes and operands to the loop for the rows at hand.

use super::function::{Assign, Each, Fresh, Function, Unary};
use super::lane::{Choose, With};
use super::operand::{self, Known, Operand, Operands, PlanOf};
use super::stretches::{Repeat, Stretches};
use super::tiles::{self, Lay, SHORT, fits};
use super::walk::{self, Constant, Planned, VECTOR, Walk};
use crate::kernel::simd::{self, FEW};
use crate::layout::{MAX_RANK, Over, Plan, advance, innermost, merges, offset};
use crate::shape::{AnyShape, Axes, List, Nil, Shape};
use crate::storage::{Owner, Room, Storage, StorageMut, Tensor, is_dense};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::slice;

/// How many lanes get a loop for each choice of rows: two to the power of it.
pub(in crate::kernel) const CHOICES: usize = 3;

/// Up to this number of bytes, the tiles of all lanes are on the stack.
const TILES: usize = 1 << 16;

/// The tuple of the operands' elements in one place.
pub(in crate::kernel) type Items<Ops> = <<Ops as Operands>::Items as List>::Tuple;

/// A result, each element computed from the operands' in its place.
#[inline]
pub(crate) fn map<V, Out: Shape, Place: Owner, Ops: Operands>(
    room: Room<V, Out, Place>,
    operands: &Ops,
    function: impl Function<Items<Ops>, Output = V>,
) -> Tensor<V, Out, Place> {
    let numel = room.numel();
    let write = |shape: &Out, first: *mut V| {
        let mut each = Fresh::new(function, first);
        // SAFETY: the room has reserved a block for `numel` elements at `first`, which `build` lends to this closure
        // alone; a `MaybeUninit` need not be initialised.
        let target = unsafe { slice::from_raw_parts_mut(first.cast::<MaybeUninit<V>>(), numel) };
        // SAFETY: `target` has `numel` elements, counted by the room for the same `shape`, in a block of its own.
        unsafe { dense(shape, target, operands, &mut each) };
        each.finish();
    };
    // SAFETY: the room has reserved the block for `shape`; `dense` writes each of its elements, or panics.
    unsafe { room.build(write) }
}

/// A result, each element made of its index in row-major order.
#[inline]
pub(crate) fn from_fn<V, Out: Shape, Place: Owner>(
    room: Room<V, Out, Place>,
    f: impl FnMut(Out::Sizes) -> V,
) -> Tensor<V, Out, Place> {
    let numel = room.numel();
    let write = |shape: &Out, first: *mut V| {
        let mut each = Fresh::new(f, first);
        // SAFETY: the room has reserved a block for `numel` elements at `first`, which `build` lends to this closure
        // alone; a `MaybeUninit` need not be initialised.
        let target = unsafe { slice::from_raw_parts_mut(first.cast::<MaybeUninit<V>>(), numel) };
        let sizes = shape.sizes();
        let mut index = sizes.clone();
        index.as_mut().fill(0);
        let (length, outer) = match sizes.as_ref() {
            [outer @ .., innermost] => ((*innermost).max(1), outer.len()),
            [] => (1, 0),
        };
        for row in target.chunks_exact_mut(length) {
            // a copy for each element: written in place, the compiler would read all of it back for each
            let first = index.clone();
            for (i, element) in row.iter_mut().enumerate() {
                let mut index = first.clone();
                if let [.., innermost] = index.as_mut() {
                    *innermost = i;
                }
                each.each(element, index);
            }
            advance(&mut index.as_mut()[..outer], sizes.as_ref());
        }
        each.finish();
    };
    // SAFETY: the room has reserved the block; `numel` is a multiple of `length`, the last size, so the rows are all
    // elements.
    unsafe { room.build(write) }
}

/// Changes each element of a tensor with the operands' in its place.
#[inline]
pub(crate) fn update<W, S: Shape, D: StorageMut, Ops: Operands>(
    out: &mut Tensor<W, S, D>,
    operands: &Ops,
    mut each: impl Each<W, Items<Ops>>,
) {
    if const { is_dense::<D>() } {
        let numel = out.numel();
        let (shape, first) = out.shape_and_mut_ptr();
        // SAFETY: `D` is `Contiguous`, by `is_dense`: the `numel` elements of the shape are adjacent, and `out` is
        // borrowed as mutable.
        let target = unsafe { slice::from_raw_parts_mut(first, numel) };
        // SAFETY: `target` has `numel` elements, the number of those of the shape; `out` is borrowed as mutable, so no
        // operand has them.
        unsafe { dense(shape, target, operands, &mut each) };
    } else {
        let strides = out.strides();
        let (shape, first) = out.shape_and_mut_ptr();
        // SAFETY: `first` and `strides` are those of `out`, whose `StorageMut` has a place for each index; `out` is
        // borrowed as mutable, so no operand has them.
        unsafe { strided(shape, first, strides.as_ref(), operands, &mut each) };
    }
}

/// Writes an operand of those sizes to where its elements go.
///
/// # Safety
///
/// `first` plus each index of `sizes`, by `strides`, is a place that may be written, different from all others, and not
/// an element of `x`. If `DENSE`, they are adjacent in row-major order.
#[inline]
pub(in crate::kernel) unsafe fn write<const DENSE: bool, T: Copy, S: Shape, D: Storage>(
    first: *mut T,
    sizes: &[usize],
    strides: &[usize],
    x: Operand<'_, T, S, D>,
) {
    if sizes.contains(&0) {
        return;
    }
    let (operands, first) = (Axes { last: x, outer: Nil }, first.cast::<MaybeUninit<T>>());
    let walks = Walks::new(sizes, strides, &operands);
    let mut each = Assign(Unary(MaybeUninit::new));
    // SAFETY: no size is 0, compared above, and `index` is one of the outer axes of `sizes`: a place and an element for
    // each index of the plan from there on (`# Safety`).
    for_each_outer(sizes, |index| unsafe { walks.run::<DENSE, _, _>(&walks.plan, first, index, &mut each) });
}

/// How a dense target is walked, as far as the types tell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The plan is a constant, of few elements or short rows: loops of their own.
    Constant,
    /// The plan is a constant of long rows: the loops that all shapes share.
    Rows,
    /// The plan is made at run time.
    Dynamic,
}

const fn way<W, Out: Shape, All: Known>() -> Way {
    match operand::plan::<Out, All>() {
        Some(plan) if All::REPEATS && is_for_tiles(&plan, size_of::<W>()) => Way::Dynamic,
        Some(plan) if plan.sizes[0] <= ROW || plan.numel() <= FEW_ROWS => Way::Constant,
        Some(_) => Way::Rows,
        None => Way::Dynamic,
    }
}

/// Constant rows up to this length have loops of their own, as have results of that many elements.
const ROW: usize = 64;
const FEW_ROWS: usize = 256;

/// Whether constant rows of elements of that size are faster in tiles, where each operand repeats and is laid out once:
/// so they are by a third to two thirds, 3 to 11 `f32`s and 7 to 127 bytes a row. (Rows of 12 `f32`s and more are not.)
const fn is_for_tiles(plan: &Plan, size: usize) -> bool {
    const SHORT: usize = 48;
    let row = plan.sizes[0].saturating_mul(size);
    (row < SHORT || plan.sizes[0] > ROW && row < 128) && plan.numel().saturating_mul(size) > 16 << 10
}

/// # Safety
///
/// `target.len()` is the number of elements of `shape`, and no operand reads one of them.
#[inline(always)]
unsafe fn dense<W, Out: Shape, Ops: Operands, E: Each<W, Items<Ops>>>(
    shape: &Out,
    target: &mut [W],
    operands: &Ops,
    each: &mut E,
) {
    // constants, so that one of the ways is compiled
    if const { matches!(way::<W, Out, Ops::Known<Out>>(), Way::Constant) } {
        let plan = PhantomData::<PlanOf<Out, Ops::Known<Out>>>;
        operands.choose_known::<Out, Ops::Known<Out>, false, _>(Constant { plan, target, each });
    } else if const { matches!(way::<W, Out, Ops::Known<Out>>(), Way::Rows) } {
        let plan = const { &PlanOf::<Out, Ops::Known<Out>>::PLAN };
        operands.choose_known::<Out, Ops::Known<Out>, true, _>(Walk::<false, _, _> { plan, target, each });
    } else {
        // SAFETY: `sizes` are those of `shape`, of which `target` has as many elements (`# Safety`).
        shape.with_sizes(|sizes| unsafe { dynamic(sizes, target, operands, each) });
    }
}

/// The plan for a result of those sizes that is not empty, and the operands' steps.
#[inline(always)]
pub(in crate::kernel) fn plan_over<Ops: Operands>(sizes: &[usize], operands: &Ops) -> (Plan, Ops::Steps) {
    let inner = innermost(sizes);
    let strides = operands.strides(sizes);
    let plan = Plan::new(inner, Ops::merges(&strides, inner));
    (plan, Ops::steps(&strides, &plan))
}

/// Calls `walk` with each index of the axes above those that a plan holds, of sizes that have elements.
#[inline(always)]
pub(in crate::kernel) fn for_each_outer(sizes: &[usize], mut walk: impl FnMut(&[usize])) {
    let outer = sizes.len() - innermost(sizes).len();
    let mut index = None;
    if outer > 0 {
        index.insert(AnyShape::from(&sizes[..outer])).as_mut().fill(0);
    }
    // one call, which LLVM leaves in place
    loop {
        walk(index.as_deref().unwrap_or(&[]));
        if !index.as_mut().is_some_and(|index| advance(index.as_mut(), sizes)) {
            return;
        }
    }
}

/// # Safety
///
/// `target.len()` is the number of elements of a shape of those sizes, and no operand reads one of them.
#[inline]
unsafe fn dynamic<W, Ops: Operands, E: Each<W, Items<Ops>>>(
    sizes: &[usize],
    mut target: &mut [W],
    operands: &Ops,
    each: &mut E,
) {
    if target.is_empty() {
        return;
    }
    let (plan, steps) = plan_over(sizes, operands);
    for_each_outer(sizes, |index| {
        let part;
        (part, target) = core::mem::take(&mut target).split_at_mut(plan.numel());
        // SAFETY: `part` has `plan.numel()` elements, by `split_at_mut`; `plan_over` has made plan and steps of the
        // same sizes, and the lanes begin at `index`, one of the axes above the plan.
        unsafe { walk(&plan, part, operands.lanes(&steps, index, sizes.len()), each) };
    });
}

/// # Safety
///
/// `target` plus each index of `shape`, by `strides`, is a place that may be written, different from all others, and
/// not an element of an operand.
#[inline]
unsafe fn strided<W, Out: Shape, Ops: Operands, E: Each<W, Items<Ops>>>(
    shape: &Out,
    target: *mut W,
    strides: &[usize],
    operands: &Ops,
    each: &mut E,
) {
    shape.with_sizes(|sizes| {
        if sizes.contains(&0) {
            return;
        }
        let walks = Walks::new(sizes, strides, operands);
        // SAFETY: no size is 0, compared above, and `index` is one of the outer axes of `sizes`: a place for each index
        // of the plan from there on (`# Safety`).
        for_each_outer(sizes, |index| unsafe { walks.run::<false, W, E>(&walks.plan, target, index, each) });
    });
}

/// The way over a target that is not dense, and its operands: one walk for each index of the axes above those that a
/// plan holds.
pub(in crate::kernel) struct Walks<'a, Ops: Operands> {
    pub(in crate::kernel) sizes: &'a [usize],
    strides: &'a [usize],
    operands: &'a Ops,
    over: Ops::Strides,
    pub(in crate::kernel) plan: Plan,
}

impl<'a, Ops: Operands> Walks<'a, Ops> {
    /// Of a shape that has elements.
    #[inline]
    pub(in crate::kernel) fn new(sizes: &'a [usize], strides: &'a [usize], operands: &'a Ops) -> Self {
        let inner = innermost(sizes);
        let over = operands.strides(sizes);
        let plan = Plan::new(inner, merges(inner, innermost(strides)) & Ops::merges(&over, inner));
        Self { sizes, strides, operands, over, plan }
    }

    /// How many axes are above those that a plan holds.
    #[cfg(feature = "rayon")]
    pub(in crate::kernel) fn outer(&self) -> usize {
        self.sizes.len() - innermost(self.sizes).len()
    }

    /// Walks the plan, or a part of it, from that index on.
    ///
    /// # Safety
    ///
    /// `index` is one of `sizes` from which `plan` is a part of them. `target` has a place that may be written at each
    /// index of that part, different from all others and not an element of an operand. If `DENSE`, they are adjacent in
    /// row-major order.
    #[inline]
    pub(in crate::kernel) unsafe fn run<const DENSE: bool, W, E: Each<W, Items<Ops>>>(
        &self,
        plan: &Plan,
        target: *mut W,
        index: &[usize],
        each: &mut E,
    ) {
        let steps = Ops::steps(&self.over, plan);
        let lanes = self.operands.lanes(&steps, index, self.sizes.len());
        let target = target.wrapping_offset(offset(index, self.strides));
        if DENSE {
            // SAFETY: `DENSE`: the places of the part, `plan.numel()` of them, are adjacent from `target` plus `index`
            // on (`# Safety`).
            let target = unsafe { slice::from_raw_parts_mut(target, plan.numel()) };
            // SAFETY: `target` has `plan.numel()` elements, and `lanes` begin at `index` with the steps of the same
            // plan.
            unsafe { walk(plan, target, lanes, each) };
        } else {
            let mut over: Over = [0; MAX_RANK];
            let inner = innermost(self.strides);
            over[..inner.len()].copy_from_slice(inner);
            // SAFETY: `target` begins at `index` by `strides`, and `lanes` by theirs; both have the steps of the same
            // plan, a part of `sizes` from there on (`# Safety`).
            unsafe { walk::strided(plan, target, &plan.steps::<true>(&over), lanes, each) };
        }
    }
}

/// Chooses the loop for the rows at hand.
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
    // constants, or what is not called would be compiled
    if const { fits::<L>() } && in_blocks(plan, target.len(), &lanes, simple) {
        // SAFETY: the arguments are those of this function, with its `# Safety`.
        return unsafe { tiles::walk(plan, target, lanes, each) };
    }
    if const { L::COUNT > CHOICES && size_of::<<L as Repeat>::Tiles>() <= TILES }
        && simple
        && target.len() > FEW
        && !lanes.is_dense()
    {
        return simd::vectorise(target, lanes.firsts(), Stretches { plan, lanes, each });
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

/// Whether blocks are the way to walk a plan of so many elements: tiles cost some 50 ns, and what is laid out.
#[inline(always)]
fn in_blocks<L: Choose + Lay>(plan: &Plan, numel: usize, lanes: &L, simple: bool) -> bool {
    let row = plan.sizes[0];
    if plan.rank < 2 || numel <= FEW {
        return false;
    }
    if !simple {
        return true;
    }
    if L::COUNT > CHOICES {
        return row < SHORT && (row < 8 || numel > FEW_ROWS);
    }
    // what repeats is laid out once
    let repeats = || plan.rank == 2 && row < const { elements::<L>(128) } && lanes.repeats(row);
    if lanes.is_dense() {
        // such rows go by fours, which are much of a vector but for elements of one or two bytes
        let vector = const { if elements::<L>(32) > 8 { elements::<L>(32) } else { VECTOR } };
        return row < VECTOR || numel > 3 * FEW_ROWS && (row < vector || repeats());
    }
    // what is one element a row is laid out anew for each block, and pays below a vector, or two of less than 8
    // elements
    let few = match row {
        ..8 => FEW,
        8..16 => FEW_ROWS,
        16.. => 8 * FEW_ROWS,
    };
    let vector = const { elements::<L>(32) };
    numel > few && (row < vector || row < const { elements::<L>(64) }.min(8) || repeats())
}

/// How many of the largest elements so many bytes are.
const fn elements<L: Lay>(bytes: usize) -> usize {
    match L::SIZE {
        Some(size) if size > 0 => bytes / size,
        _ => bytes,
    }
}
