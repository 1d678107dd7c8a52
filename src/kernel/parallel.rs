//! The same walks on several threads.
//!
//! ```text
//! parallel(walk):
//!     axis = the outermost of the plan with a piece for each thread, else the longest
//!     for each index of the axes above it, and each piece of the axis, on some thread:
//!         walk(the plan with that piece alone)
//! ```

use super::elementwise::function::{Each, Function};
use super::elementwise::operand::{Operand, Operands};
use super::elementwise::run::{self as serial, Items, Walks};
use super::product::gemm::{Gemm, MatrixElement, Product};
use super::product::matmul::{Batches, Multiplier, OneThread, ProductOf};
use super::reduction::cursor::Source;
use super::reduction::reduce::ManyToOne;
use super::reduction::tensors::reduced_by;
use crate::layout::{Plan, unravel};
use crate::shape::Shape;
use crate::storage::{Destination, Owner, Room, Storage, StorageMut, Tensor, dense_strides, is_dense};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

/// Up to so many bytes read and written, one thread is done before the others have started.
///
/// `benches/threads` shows it. On two cores that others used, too, `exp` and `tanh` took 0.8 to 0.9 of one thread's
/// time at 2 to 4 MiB, and 1.1 at 1 MiB. A closure may take as much for an element, or more: too few bytes cost a light
/// one some 40 us, too many a long one the other threads.
const FEW: usize = if cfg!(miri) { 64 } else { 1 << 20 };

/// The same of functions that compute little of an element: an operator took 2.2 of one thread's time at 3 MiB, 1.0 to
/// 1.5 at 8 to 12, and 0.8 at 32.
const FEW_LIGHT: usize = if cfg!(miri) { 64 } else { 8 << 20 };

/// Whether one thread is enough for so many elements of the target and the operands. Those that stretch count as if
/// they did not.
const fn is_little<W, Items>(numel: usize, light: bool) -> bool {
    numel < 2 || numel.saturating_mul(size_of::<W>() + size_of::<Items>()) <= if light { FEW_LIGHT } else { FEW }
}

/// An operator of numbers.
#[derive(Clone, Copy)]
pub(crate) struct Operator<F>(pub(crate) F);

impl<Items, F: Function<Items>> Function<Items> for Operator<F> {
    type Output = F::Output;
    const LIGHT: bool = true;

    #[inline(always)]
    fn call(&mut self, items: Items) -> F::Output {
        self.0.call(items)
    }
}

/// Pieces a thread, so that one that is held up does not hold up all.
const PIECES: usize = 4;

/// Writes elements where there are none yet, and counts none: what is there when the function panics is leaked.
struct Write<F>(F);

impl<V, I, F: Function<I, Output = V>> Each<MaybeUninit<V>, I> for Write<F> {
    const HEAVY: bool = F::HEAVY;

    #[inline(always)]
    fn each(&mut self, target: &mut MaybeUninit<V>, items: I) {
        target.write(self.0.call(items));
    }
}

/// [`map`](serial::map), on several threads where that pays. Each calls a function of its own; a user's is a reference
/// to one.
pub(crate) fn map<
    V: Send,
    Out: Shape,
    Place: Owner,
    Ops: Operands + Sync,
    F: Function<Items<Ops>, Output = V> + Copy + Sync,
>(
    room: Room<V, Out, Place>,
    operands: &Ops,
    function: F,
) -> Tensor<V, Out, Place> {
    if is_little::<V, Items<Ops>>(room.numel(), F::LIGHT) {
        return serial::map(room, operands, function);
    }
    let write = |shape: &Out, first: *mut V| {
        let (first, strides) = (first.cast::<MaybeUninit<V>>(), dense_strides(shape));
        // SAFETY: the room has reserved a block for `shape` at `first`, and the strides are its dense ones; `build`
        // lends it to this closure alone.
        unsafe { run::<true, _, _, _, _>(shape, first, strides.as_ref(), operands, || Write(function)) };
    };
    // SAFETY: the room has reserved the block for `shape`; the pieces of `run` are together all indices of the shape.
    unsafe { room.build(write) }
}

/// [`update`](serial::update), on several threads where that pays.
pub(crate) fn update<W: Send, S: Shape, D: StorageMut, Ops: Operands + Sync>(
    out: &mut Tensor<W, S, D>,
    operands: &Ops,
    f: impl Fn(&mut W, Items<Ops>) + Sync,
) {
    if is_little::<W, Items<Ops>>(out.numel(), false) {
        return serial::update(out, operands, f);
    }
    let (first, strides) = (out.as_mut_ptr(), out.strides());
    let shape = out.shape();
    if const { is_dense::<D>() } {
        // SAFETY: `first` and `strides` are those of `out`, whose `StorageMut` has a place for each index; these are
        // adjacent by `is_dense`. `out` is borrowed as mutable, so no operand has them.
        unsafe { run::<true, _, _, _, _>(shape, first, strides.as_ref(), operands, || &f) };
    } else {
        // SAFETY: `first` and `strides` are those of `out`, whose `StorageMut` has a place for each index. `out` is
        // borrowed as mutable, so no operand has them.
        unsafe { run::<false, _, _, _, _>(shape, first, strides.as_ref(), operands, || &f) };
    }
}

/// Calls `f` with pieces of a slice that together are all of it, for an `f` that computes much of an element.
pub(crate) fn pieces<T: Send>(all: &mut [T], f: impl Fn(&mut [T]) + Sync) {
    if is_little::<T, T>(all.len(), false) {
        return f(all);
    }
    let length = all.len().div_ceil(PIECES * rayon::current_num_threads());
    all.par_chunks_mut(length).for_each(&f);
}

/// [`reduced`](super::reduced), on several threads where that pays: each makes a part of the results, as one thread
/// would.
pub(crate) fn reduced<T: Copy + Sync, S: Shape, D: Storage, R: ManyToOne<T, Output: Send>, To>(
    to: To,
    x: &Operand<'_, T, S, D>,
    lost: &S::Sizes,
    reduction: impl Fn() -> R + Sync,
) -> To::Written
where
    To: Destination<R::Output>,
{
    let walk = |source: &Source<'_, T>, target: *mut R::Output, targets: &[usize]| {
        // SAFETY: `reduced_by` calls it with the elements of `x`, and with a place for each index of the axes that are
        // kept; `targets` has a stride for each axis.
        unsafe { reduce(source, target, targets, &reduction) };
    };
    // SAFETY: the pieces of `reduce` are together all indices of the axis that is split, and each writes an element at
    // each of its indices (`ManyToOne`).
    unsafe { reduced_by(to, x, lost, walk) }
}

/// Rows of fewer bytes are read slower by several threads than whole ones by one: sums of columns of 128 bytes took two
/// to three times as long.
const NARROW: usize = if cfg!(miri) { 32 } else { 4 << 10 };

/// # Safety
///
/// As for [`ManyToOne::reduce`]; `targets` has a stride for each axis of `source`, also those that are lost.
unsafe fn reduce<T: Sync, U: Send, R: ManyToOne<T, Output = U>>(
    source: &Source<'_, T>,
    target: *mut U,
    targets: &[usize],
    reduction: &(impl Fn() -> R + Sync),
) {
    let Source { first, sizes, strides, lost } = *source;
    let numel = sizes.iter().fold(1usize, |numel, &size| numel.saturating_mul(size));
    let wanted = PIECES * rayon::current_num_threads();
    // no part is one result alone, which might be made of other parts of its elements; nor narrow rows
    let parts = |axis: usize| {
        let side_by_side = matches!(strides[axis] as isize, 1 | -1);
        let least = if side_by_side { (NARROW / size_of::<T>().max(1)).max(2) } else { 2 };
        (sizes[axis] / least).min(wanted)
    };
    let kept = || (0..sizes.len()).filter(|&axis| lost[axis] == 0);
    let axis = kept().find(|&axis| parts(axis) == wanted).or_else(|| kept().max_by_key(|&axis| parts(axis)));
    let pieces = axis.map_or(1, parts);
    let (Some(axis), 2.., false) = (axis, pieces, sizes.contains(&0) || is_little::<(), T>(numel, true)) else {
        // SAFETY: the arguments are those of this function, with the `# Safety` of `ManyToOne::reduce`.
        return unsafe { reduction().reduce(source, target, targets) };
    };
    let (length, longer) = (sizes[axis] / pieces, sizes[axis] % pieces);
    let ends = Ends { first, target };
    (0..pieces).into_par_iter().for_each(|piece| {
        let from = length * piece + piece.min(longer);
        let mut sizes = sizes.to_vec();
        sizes[axis] = length + usize::from(piece < longer);
        let (first, target) = ends.at(strides[axis].wrapping_mul(from), targets[axis].wrapping_mul(from));
        // SAFETY: `from` plus the piece's size is at most `sizes[axis]`: `length * pieces + longer == sizes[axis]`. The
        // axis is kept, so pieces write different places.
        unsafe { reduction().reduce(&Source { first, sizes: &sizes, strides, lost }, target, targets) };
    });
}

/// Where a reduction reads and writes, for all threads.
struct Ends<T, U> {
    first: *const T,
    target: *mut U,
}

impl<T, U> Ends<T, U> {
    fn at(&self, source: usize, target: usize) -> (*const T, *mut U) {
        (self.first.wrapping_add(source), self.target.wrapping_add(target))
    }
}

// SAFETY: `first` is read as `&[T]` would be, which needs `T: Sync`. Each piece writes the places of its own indices of
// a kept axis, which needs `U: Send`.
unsafe impl<T: Sync, U: Send> Sync for Ends<T, U> {}

/// What the threads share: a target of which each has a part of its own, and operands that all may read.
struct Work<'a, W, Ops: Operands> {
    target: *mut W,
    walks: Walks<'a, Ops>,
}

// SAFETY: each piece writes the places of its own indices, which needs `W: Send`. `Walks` is only read; its operands
// are `Sync`, and the rest are numbers.
unsafe impl<W: Send, Ops: Operands + Sync> Sync for Work<'_, W, Ops> {}

/// # Safety
///
/// `target` plus each index of `shape`, by `strides`, is a place that may be written, different from all others, and
/// not an element of an operand. If `DENSE`, they are adjacent in row-major order.
unsafe fn run<const DENSE: bool, W: Send, Out: Shape, Ops: Operands + Sync, E: Each<W, Items<Ops>>>(
    shape: &Out,
    target: *mut W,
    strides: &[usize],
    operands: &Ops,
    each: impl Fn() -> E + Sync,
) {
    let sizes = shape.sizes();
    let sizes = sizes.as_ref();
    if sizes.contains(&0) {
        return;
    }
    let walks = Walks::new(sizes, strides, operands);
    let (rank, outer) = (sizes.len(), walks.outer());
    let axis = axis_to_split(&walks.plan);
    let size = walks.plan.sizes[axis];
    let pieces = size.min(PIECES * rayon::current_num_threads());
    let work = &Work { target, walks };
    let (length, longer) = (size / pieces, size % pieces);
    // the axes above it, in the plan and above, are pieces too, so that the elements of each are side by side
    let above = sizes[..outer].iter().chain(&work.walks.plan.sizes[axis + 1..]).product::<usize>();
    (0..above * pieces).into_par_iter().for_each(|i| {
        let (mut above, piece) = (i / pieces, i % pieces);
        let (plan, mut index) = (&work.walks.plan, alloc::vec![0; rank]);
        for above_it in axis + 1..plan.rank {
            index[outer + plan.axis_of_result(above_it)] = above % plan.sizes[above_it];
            above /= plan.sizes[above_it];
        }
        unravel(above, &work.walks.sizes[..outer], &mut index[..outer]);
        // the first ones are one longer
        index[outer + plan.axis_of_result(axis)] = length * piece + piece.min(longer);
        let plan = plan.piece(axis, length + usize::from(piece < longer));
        // SAFETY: `index` plus the piece's size is at most the size of the axis: `length * pieces + longer == size`.
        // Each `i` has another index or another piece, so no two write the same place (`# Safety`).
        unsafe { work.walks.run::<DENSE, W, E>(&plan, work.target, &index, &mut each()) };
    });
}

fn axis_to_split(plan: &Plan) -> usize {
    let wanted = PIECES * rayon::current_num_threads();
    let enough = (0..plan.rank).rev().find(|&axis| plan.sizes[axis] >= wanted);
    enough.or_else(|| (0..plan.rank).max_by_key(|&axis| plan.sizes[axis])).unwrap_or(0)
}

/// Rows, and columns, of one thread: as many as what packs takes at once, or a multiple of it, so that every tile is
/// the one that one thread makes, and at an edge only where the matrix ends. A matrix of that many is multiplied by the
/// same loops as a longer one.
const TILES: usize = 64;

/// The threads of `rayon`, where that pays: each makes a part of the results as one thread would, bit for bit.
pub(crate) struct Threads<T>(PhantomData<T>);

impl<T> Threads<T> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: MatrixElement<Total: Send> + Sync> Multiplier<T> for Threads<T> {
    type Element = T;

    unsafe fn run<const SMALL: bool>(batches: Batches<'_>, product: ProductOf<T>, index: &mut [usize]) {
        // small matrices are no rows of one larger one: other loops multiply those
        let (batches, product) = if SMALL { (batches, product) } else { batches.merged(product) };
        let count = batches.sizes.iter().product::<usize>();
        let Product { m, k, n, .. } = product;
        let (wanted, index) = (PIECES * rayon::current_num_threads(), &mut index[..batches.sizes.len()]);
        let in_rows = m >= n;
        let cuts = if SMALL { 1 } else { wanted.div_ceil(count).min(m.max(n) / TILES).max(1) };
        let pieces = count.min(wanted);
        let products = [m, k, n].into_iter().fold(count, usize::saturating_mul);
        if products <= T::Gemm::FEW || pieces * cuts < 2 {
            // SAFETY: `batches` and `product` are the arguments, or their rows merged: the same products (`# Safety`).
            return unsafe { OneThread::<T>::run::<SMALL>(batches, product, index) };
        }
        let share = |of: usize, pieces: usize, piece: usize| of / pieces * piece + (of % pieces).min(piece);
        let shared = &Shared { batches, product };
        (0..pieces * cuts).into_par_iter().for_each(|i| {
            let (piece, cut) = (i / cuts, i % cuts);
            let mut index = alloc::vec![0; shared.batches.sizes.len()];
            for at in share(count, pieces, piece)..share(count, pieces, piece + 1) {
                unravel(at, shared.batches.sizes, &mut index);
                let product = shared.batches.at(&shared.product, &index);
                let product = if cuts == 1 {
                    product
                } else {
                    let tiles = if in_rows { m } else { n } / TILES;
                    // what is left of the last tile is in the last part
                    let end =
                        |cut: usize, size: usize| if cut == cuts { size } else { share(tiles, cuts, cut) * TILES };
                    if in_rows {
                        product.rows(end(cut, m)..end(cut + 1, m))
                    } else {
                        product.columns(end(cut, n)..end(cut + 1, n))
                    }
                };
                let alone = Batches { sizes: &[], a: &[], b: &[], c: &[] };
                // SAFETY: `at < count`, and `end` cuts the rows or columns at places from 0 up to the size: a part of
                // the product at an index of the batch (`# Safety`), which no other piece has.
                unsafe { OneThread::<T>::run::<SMALL>(alone, product, &mut []) };
            }
        });
    }
}

/// The matrices of a batch, for all threads.
struct Shared<'a, T: MatrixElement> {
    batches: Batches<'a>,
    product: ProductOf<T>,
}

// SAFETY: matrices are read as `&[T]` would be, which needs `T: Sync`. Each piece writes the places of its own rows,
// columns or indices of the batch, which needs `Total: Send`.
unsafe impl<T: MatrixElement<Total: Send> + Sync> Sync for Shared<'_, T> {}
