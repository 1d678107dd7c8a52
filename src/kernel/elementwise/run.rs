//! Chooses the loop for shapes and operands.

use super::dynamic::{self, FEW_ROWS, Walks, for_each_outer};
use super::function::{Assign, Each, Fresh, Function, Shared, Unary, Unmasked};
use super::lane::{CHOICES, Lanes};
use super::operand::{self, Items, Known, Operand, Operands, PlanOf};
use super::walk::{Constant, Planned, Walk};
use crate::kernel::threads::{self, Permit, if_threads};
use crate::layout::{MAX_RANK, Plan, advance, arranged, by_memory, innermost, offset};
use crate::shape::{Axes, Nil, Shape};
use crate::storage::{Owner, Room, Storage, StorageMut, Tensor, dense_strides, is_dense};
use core::marker::PhantomData;
use core::mem::{MaybeUninit, needs_drop};
use core::slice;

/// Computes each element of a result from the operands' elements at its position.
#[inline]
pub(crate) fn map<V, Out: Shape, Place: Owner, Ops: Operands, F: Function<Items<Ops>, Output = V>>(
    room: Room<V, Out, Place>,
    operands: &Ops,
    function: F,
) -> Tensor<V, Out, Place> {
    let numel = room.numel();
    if_threads! {
        if const { F::PURE } && pays::<V, Items<Ops>>(numel, F::HEAVY) {
            if let (Some(permit), Some(function)) = (permit(), function.twin()) {
                return map_divided(room, operands, &function, permit);
            }
        }
    }
    let write = |shape: &Out, first: *mut V| {
        // SAFETY: the room has reserved `numel` elements at `first`, which only this closure uses; a `MaybeUninit` need
        // not be initialised.
        let target = unsafe { slice::from_raw_parts_mut(first.cast::<MaybeUninit<V>>(), numel) };
        if const { needs_drop::<V>() } {
            let mut each = Fresh::new(function, first);
            // SAFETY: `target` has as many elements as `shape`, in its own block.
            unsafe { dense(shape, target, operands, &mut each) };
            each.finish();
        } else {
            // SAFETY: `target` has as many elements as `shape`, in its own block.
            unsafe { dense(shape, target, operands, &mut Write(function)) };
        }
    };
    // SAFETY: the room has reserved the block for `shape`; `dense` writes each of its elements, or panics.
    unsafe { room.build(write) }
}

/// Computes each element of a result from its index, in row-major order.
#[inline]
pub(crate) fn from_fn<V, Out: Shape, Place: Owner>(
    room: Room<V, Out, Place>,
    f: impl FnMut(Out::Sizes) -> V,
) -> Tensor<V, Out, Place> {
    let numel = room.numel();
    let write = |shape: &Out, first: *mut V| {
        let mut each = Fresh::new(f, first);
        // SAFETY: the room has reserved `numel` elements at `first`, which only this closure uses; a `MaybeUninit` need
        // not be initialised.
        let target = unsafe { slice::from_raw_parts_mut(first.cast::<MaybeUninit<V>>(), numel) };
        let sizes = shape.sizes();
        let mut index = sizes.clone();
        index.as_mut().fill(0);
        let (length, outer) = match sizes.as_ref() {
            [outer @ .., innermost] => ((*innermost).max(1), outer.len()),
            [] => (1, 0),
        };
        for row in target.chunks_exact_mut(length) {
            Out::fold_row(&index, row.iter_mut().enumerate(), (), |(), index, element| each.each(element, index));
            advance(&mut index.as_mut()[..outer], sizes.as_ref());
        }
        each.finish();
    };
    // SAFETY: the room has reserved the block; `numel` is a multiple of `length`, the last size, so the rows are all
    // elements. `fold_row` of the sealed `Shape` passes each of them.
    unsafe { room.build(write) }
}

/// Changes each element of a tensor with the operands' elements at its position.
#[inline]
pub(crate) fn update<W, S: Shape, D: StorageMut, Ops: Operands, E: Each<W, Items<Ops>>>(
    out: &mut Tensor<W, S, D>,
    operands: &Ops,
    each: E,
) {
    if_threads! {
        if const { E::PURE } && pays::<W, Items<Ops>>(out.numel(), E::HEAVY) {
            if let (Some(permit), Some(each)) = (permit(), each.twin()) {
                return update_divided(out, operands, &each, permit);
            }
        }
    }
    // LLVM would mask the rest of rows of more operands
    let update: fn(&mut Tensor<W, S, D>, &Ops, E) = const {
        if E::PURE || !E::READS && <Ops::Lanes<'_> as Lanes>::COUNT <= CHOICES {
            update_here
        } else {
            |out, operands, each| update_here(out, operands, Unmasked(each))
        }
    };
    update(out, operands, each);
}

#[inline]
fn update_here<W, S: Shape, D: StorageMut, Ops: Operands, E: Each<W, Items<Ops>>>(
    out: &mut Tensor<W, S, D>,
    operands: &Ops,
    mut each: E,
) {
    if const { is_dense::<D>() } {
        let numel = out.numel();
        let (shape, first) = out.shape_and_mut_ptr();
        // SAFETY: `D` is `Contiguous`, by `is_dense`: the `numel` elements are adjacent, and `out` is mutably borrowed.
        let target = unsafe { slice::from_raw_parts_mut(first, numel) };
        // SAFETY: `target` has `numel` elements, as many as the shape; `out` is mutably borrowed, so no operand has
        // them.
        unsafe { dense(shape, target, operands, &mut each) };
    } else {
        let walk: unsafe fn(&[usize], *mut W, &[usize], &Ops, &mut E) =
            const { if is_dense::<D>() { |_, _, _, _, _| unreachable!() } else { dynamic::strided } };
        let mut strides = out.strides();
        let (shape, first) = out.shape_and_mut_ptr();
        let mut sizes = shape.sizes();
        if const { <Ops::Lanes<'_> as Lanes>::COUNT == 0 } {
            let axes = by_memory(&strides);
            (sizes, strides) = (arranged(&sizes, axes.as_ref()), arranged(&strides, axes.as_ref()));
        }
        // SAFETY: `out`, whose `first` and `strides` these are, has a place for each index (`StorageMut`). Its axes
        // change order only without operands. It is mutably borrowed, so no operand has these places.
        unsafe { walk(sizes.as_ref(), first, strides.as_ref(), operands, &mut each) };
    }
}

/// Writes an operand of these sizes to `first`, by `strides`.
///
/// # Safety
///
/// `first` plus each index of `sizes`, by `strides`, is a different place that may be written, and is not an element of
/// `x`. If `DENSE`, they are adjacent in row-major order.
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
    // SAFETY: no size is 0, and `index` is one of the outer axes of `sizes`: a place and an element for each index of
    // the plan.
    for_each_outer(sizes, |index| unsafe { walks.run::<DENSE, _, _>(&walks.plan, first, index, &mut each) });
}

/// The walk over a dense target, as chosen by the types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// A constant plan with few elements or short rows: loops for this plan.
    Constant,
    /// A constant plan with long rows: loops for all shapes.
    Rows,
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

/// The longest constant rows with loops of their own.
const ROW: usize = 64;

/// Whether constant rows are faster in tiles, with each repeated operand copied once. Rows of 3 to 11 `f32`s and of 7
/// to 127 bytes are.
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
    // constants, so that one walk is compiled
    let known: fn(&mut [W], &Ops, &mut E) = const {
        match way::<W, Out, Ops::Known<Out>>() {
            Way::Constant => constant::<W, Out, Ops, E>,
            Way::Rows => constant_rows::<W, Out, Ops, E>,
            Way::Dynamic => |_, _, _| unreachable!(),
        }
    };
    let walk: unsafe fn(&[usize], &mut [W], &Ops, &mut E) = const {
        match way::<W, Out, Ops::Known<Out>>() {
            Way::Dynamic => dynamic::dense,
            _ => |_, _, _, _| unreachable!(),
        }
    };
    if const { !matches!(way::<W, Out, Ops::Known<Out>>(), Way::Dynamic) } {
        known(target, operands, each);
    } else {
        // SAFETY: `sizes` are those of `shape`, which has as many elements as `target`.
        shape.with_sizes(|sizes| unsafe { walk(sizes, target, operands, each) });
    }
}

#[inline(always)]
fn constant<W, Out: Shape, Ops: Operands, E: Each<W, Items<Ops>>>(target: &mut [W], operands: &Ops, each: &mut E) {
    let plan = PhantomData::<PlanOf<Out, Ops::Known<Out>>>;
    operands.choose_known::<Out, Ops::Known<Out>, false, _>(Constant { plan, target, each });
}

#[inline(always)]
fn constant_rows<W, Out: Shape, Ops: Operands, E: Each<W, Items<Ops>>>(target: &mut [W], operands: &Ops, each: &mut E) {
    let plan = const { &PlanOf::<Out, Ops::Known<Out>>::PLAN };
    operands.choose_known::<Out, Ops::Known<Out>, true, _>(Walk::<false, _, _> { plan, target, each });
}

/// Up to this many bytes, read and written, one thread is faster.
const FEW: usize = threads::border(1 << 19);

/// The same for functions whose limit is memory.
const FEW_LIGHT: usize = threads::border(2 << 20);

/// Whether several threads pay. Broadcast operands count as if they were not broadcast.
pub(in crate::kernel) const fn pays<W, Items>(numel: usize, heavy: bool) -> bool {
    let bytes = numel.saturating_mul(size_of::<W>() + size_of::<Items>());
    numel > 1 && bytes > if heavy { FEW } else { FEW_LIGHT }
}

fn permit<W, Ops: Operands>() -> Option<Permit<Ops, W>> {
    if !(threads::divides_operations() && threads::is_number::<W>() && <Ops::Lanes<'_> as Lanes>::are_numbers()) {
        return None;
    }
    // SAFETY: numbers are `Send` and `Sync`.
    Some(unsafe { Permit::new() })
}

/// Calls a heavy function with a slice, or with pieces of it.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) fn pieces<T>(all: &mut [T], f: impl Fn(&mut [T]) + Sync) {
    let permit = if pays::<T, T>(all.len(), true) { Permit::of_numbers() } else { None };
    match permit {
        Some(permit) => threads::share_slice(all, f, permit),
        None => f(all),
    }
}

/// Writes new elements. If the function panics, those already written are leaked.
struct Write<F>(F);

impl<V, I, F: Function<I, Output = V>> Each<MaybeUninit<V>, I> for Write<F> {
    const HEAVY: bool = F::HEAVY;
    const PURE: bool = F::PURE;

    #[inline(always)]
    fn writes_numbers() -> bool {
        threads::is_number::<V>()
    }

    #[inline(always)]
    fn each(&mut self, target: &mut MaybeUninit<V>, items: I) {
        target.write(self.0.call(items));
    }
}

pub(in crate::kernel) fn map_divided<
    V,
    Out: Shape,
    Place: Owner,
    Ops: Operands,
    F: Function<Items<Ops>, Output = V>,
>(
    room: Room<V, Out, Place>,
    operands: &Ops,
    function: &Shared<F>,
    _: Permit<Ops, V>,
) -> Tensor<V, Out, Place> {
    let write = |shape: &Out, first: *mut V| {
        let (first, strides) = (first.cast::<MaybeUninit<V>>(), dense_strides(shape));
        // SAFETY: the room has reserved a block for `shape` at `first`, with these dense strides, which only this
        // closure uses. Threads may write `V`s (`Permit`) and have copies of `function`.
        unsafe { divide::<true, _, _, _, _>(shape, first, strides.as_ref(), operands, || Write(function.get())) };
    };
    // SAFETY: the room has reserved the block for `shape`; the pieces of `divide` are all of its indices.
    unsafe { room.build(write) }
}

pub(in crate::kernel) fn update_divided<W, S: Shape, D: StorageMut, Ops: Operands, E: Each<W, Items<Ops>>>(
    out: &mut Tensor<W, S, D>,
    operands: &Ops,
    each: &Shared<E>,
    _: Permit<Ops, W>,
) {
    let (strides, (shape, first)) = (out.strides(), out.shape_and_mut_ptr());
    if const { is_dense::<D>() } {
        // SAFETY: as below; places are adjacent by `is_dense`.
        unsafe { divide::<true, _, _, _, _>(shape, first, strides.as_ref(), operands, || each.get()) };
    } else {
        // SAFETY: `first` and `strides` are those of `out`, which has a place for each index (`StorageMut`) and is
        // mutably borrowed. Threads may write `W`s (`Permit`) and have copies of `each`.
        unsafe { divide::<false, _, _, _, _>(shape, first, strides.as_ref(), operands, || each.get()) };
    }
}

/// The axis of a plan to divide, and the number of its pieces: the outermost with enough for the threads, else the
/// longest.
fn divided_axis(plan: &Plan) -> (usize, usize) {
    let wanted = threads::PIECES * threads::count();
    let enough = (0..plan.rank).rev().find(|&axis| plan.sizes[axis] >= wanted);
    let axis = enough.or_else(|| (0..plan.rank).max_by_key(|&axis| plan.sizes[axis])).unwrap_or(0);
    (axis, plan.sizes[axis].min(wanted))
}

/// Divides one axis of the plan.
///
/// # Safety
///
/// As for [`Walks::run`], at each index of `shape`. Threads may read elements, write `W`s and call `each`.
unsafe fn divide<const DENSE: bool, W, Out: Shape, Ops: Operands, E: Each<W, Items<Ops>>>(
    shape: &Out,
    target: *mut W,
    strides: &[usize],
    operands: &Ops,
    each: impl Fn() -> E,
) {
    let sizes = shape.sizes();
    let sizes = sizes.as_ref();
    if sizes.contains(&0) {
        return;
    }
    let walks = Walks::new(sizes, strides, operands);
    let plan = &walks.plan;
    let (axis, pieces) = divided_axis(plan);
    // the axes above it are divided too, so that the elements of each piece are contiguous
    let above = plan.sizes[axis + 1..].iter().product::<usize>();
    for_each_outer(sizes, |outer| {
        let (firsts, target) = (operands.firsts(outer, sizes.len()), target.wrapping_offset(offset(outer, strides)));
        let work = |_, i| {
            let (mut above, piece, mut index) = (i / pieces, i % pieces, [0; MAX_RANK]);
            for above_it in axis + 1..plan.rank {
                index[plan.axis_of_result(above_it)] = above % plan.sizes[above_it];
                above /= plan.sizes[above_it];
            }
            let of_piece = threads::part(plan.sizes[axis], pieces, piece);
            index[plan.axis_of_result(axis)] = of_piece.start;
            let plan = plan.piece(axis, of_piece.len());
            let mut steps = Ops::Steps::default();
            Ops::steps(&walks.over, &plan, &mut steps);
            let lanes = Ops::lanes_from(&firsts, &walks.over, &index, &steps);
            let target = target.wrapping_offset(offset(&index, innermost(strides)));
            // SAFETY: `index` plus the piece's size is at most that of the axis.
            unsafe { walks.walk::<DENSE, W, E>(&plan, target, lanes, &mut each()) };
        };
        // SAFETY: each `i` has another index or piece.
        unsafe { threads::share(above * pieces, &work) };
    });
}
