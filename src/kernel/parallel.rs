//! Elementwise operations, reductions and matrix products on several threads.
//!
//! ```text
//! parallel(walk):
//!     axis = the outermost of the plan with a piece for each thread, else the longest
//!     for each index of the axes above it, and each piece of the axis, on some thread:
//!         walk(the plan with only that piece)
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

/// The number of bytes read and written up to which one thread finishes before others have started (`benches/threads`).
///
/// On two shared cores, `exp` and `tanh` took 0.8 to 0.9 of one thread's time at 2 to 4 MiB, and 1.1 at 1 MiB. A
/// closure may be lighter or heavier: a limit that is too low costs a light one some 40 us, one that is too high costs
/// a heavy one the other threads.
const FEW: usize = if cfg!(miri) { 64 } else { 1 << 20 };

/// The same for light functions: an operator took 2.2 of one thread's time at 3 MiB, 1.0 to 1.5 at 8 to 12, and 0.8 at
/// 32.
const FEW_LIGHT: usize = if cfg!(miri) { 64 } else { 8 << 20 };

/// Whether one thread is enough for `numel` elements. Broadcast operands count as if they were not broadcast.
const fn is_little<W, Items>(numel: usize, light: bool) -> bool {
    numel < 2 || numel.saturating_mul(size_of::<W>() + size_of::<Items>()) <= if light { FEW_LIGHT } else { FEW }
}

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

/// Pieces for each thread, so that a delayed thread does not delay all.
const PIECES: usize = 4;

/// Writes new elements. If the function panics, those already written are leaked.
struct Write<F>(F);

impl<V, I, F: Function<I, Output = V>> Each<MaybeUninit<V>, I> for Write<F> {
    const HEAVY: bool = F::HEAVY;

    #[inline(always)]
    fn each(&mut self, target: &mut MaybeUninit<V>, items: I) {
        target.write(self.0.call(items));
    }
}

/// [`map`](serial::map), on several threads if that pays. Each thread calls a copy of `function`; a user's is a
/// reference.
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
        // SAFETY: the room has reserved a block for `shape` at `first`, with these dense strides, which only this
        // closure uses.
        unsafe { run::<true, _, _, _, _>(shape, first, strides.as_ref(), operands, || Write(function)) };
    };
    // SAFETY: the room has reserved the block for `shape`; the pieces of `run` are together all indices of the shape.
    unsafe { room.build(write) }
}

/// [`update`](serial::update), on several threads if that pays.
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
        // SAFETY: `first` and `strides` are those of `out`, which has a place for each index (`StorageMut`), adjacent by
        // `is_dense`. It is mutably borrowed, so no operand has them.
        unsafe { run::<true, _, _, _, _>(shape, first, strides.as_ref(), operands, || &f) };
    } else {
        // SAFETY: `first` and `strides` are those of `out`, which has a place for each index (`StorageMut`). It is
        // mutably borrowed, so no operand has them.
        unsafe { run::<false, _, _, _, _>(shape, first, strides.as_ref(), operands, || &f) };
    }
}

/// Calls the heavy function `f` with pieces of a slice that together are all of it.
pub(crate) fn pieces<T: Send>(all: &mut [T], f: impl Fn(&mut [T]) + Sync) {
    if is_little::<T, T>(all.len(), false) {
        return f(all);
    }
    let length = all.len().div_ceil(PIECES * rayon::current_num_threads());
    all.par_chunks_mut(length).for_each(&f);
}

/// [`reduced`](super::reduced), on several threads if that pays; each computes some results, as one thread would.
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
        // SAFETY: `reduced_by` calls it with the elements of `x`, a place for each index of the kept axes, and a stride
        // for each axis.
        unsafe { reduce(source, target, targets, &reduction) };
    };
    // SAFETY: the pieces of `reduce` are together all indices of the split axis, and each writes all of its own
    // (`ManyToOne`).
    unsafe { reduced_by(to, x, lost, walk) }
}

/// The number of bytes of the shortest part of a row: several threads read shorter ones slower than one thread reads
/// whole rows. Sums of columns of 128 bytes took two to three times as long.
const NARROW: usize = if cfg!(miri) { 32 } else { 4 << 10 };

/// # Safety
///
/// As for [`ManyToOne::reduce`]; `targets` has a stride for each axis of `source`, also for lost ones.
unsafe fn reduce<T: Sync, U: Send, R: ManyToOne<T, Output = U>>(
    source: &Source<'_, T>,
    target: *mut U,
    targets: &[usize],
    reduction: &(impl Fn() -> R + Sync),
) {
    let Source { first, sizes, strides, lost } = *source;
    let numel = sizes.iter().fold(1usize, |numel, &size| numel.saturating_mul(size));
    let wanted = PIECES * rayon::current_num_threads();
    // at least two results each, since one alone may be summed in another order; and no narrow rows
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

/// The pointers of a reduction, shared by all threads.
struct Ends<T, U> {
    first: *const T,
    target: *mut U,
}

impl<T, U> Ends<T, U> {
    fn at(&self, source: usize, target: usize) -> (*const T, *mut U) {
        (self.first.wrapping_add(source), self.target.wrapping_add(target))
    }
}

// SAFETY: `first` is read as a `&[T]`, which needs `T: Sync`. Pieces write their own indices of a kept axis, which
// needs `U: Send`.
unsafe impl<T: Sync, U: Send> Sync for Ends<T, U> {}

/// A target and operands, shared by all threads.
struct Work<'a, W, Ops: Operands> {
    target: *mut W,
    walks: Walks<'a, Ops>,
}

// SAFETY: pieces write their own indices, which needs `W: Send`. `Walks` is only read: `Sync` operands and numbers.
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
    // the axes above it are divided too, so that the elements of each piece are contiguous
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
        // SAFETY: `index` plus the piece's size is at most that of the axis: `length * pieces + longer == size`. Each
        // `i` has another index or piece, so no two write the same place (`# Safety`).
        unsafe { work.walks.run::<DENSE, W, E>(&plan, work.target, &index, &mut each()) };
    });
}

fn axis_to_split(plan: &Plan) -> usize {
    let wanted = PIECES * rayon::current_num_threads();
    let enough = (0..plan.rank).rev().find(|&axis| plan.sizes[axis] >= wanted);
    enough.or_else(|| (0..plan.rank).max_by_key(|&axis| plan.sizes[axis])).unwrap_or(0)
}

/// The unit of rows or columns for a thread: a multiple of the tiles of the packing, so that every tile is one that a
/// single thread makes. A matrix of that size is multiplied by the same loops as a larger one.
const TILES: usize = 64;

/// The threads of `rayon`, if that pays; results are those of one thread, bit for bit.
pub(crate) struct Threads<T>(PhantomData<T>);

impl<T> Threads<T> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: MatrixElement<Total: Send> + Sync> Multiplier<T> for Threads<T> {
    type Element = T;

    unsafe fn run<const SMALL: bool>(batches: Batches<'_>, product: ProductOf<T>, index: &mut [usize]) {
        // rows of small matrices are not merged: other loops multiply the larger matrix
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
                    // the rest of the last tile belongs to the last part
                    let end =
                        |cut: usize, size: usize| if cut == cuts { size } else { share(tiles, cuts, cut) * TILES };
                    if in_rows {
                        product.rows(end(cut, m)..end(cut + 1, m))
                    } else {
                        product.columns(end(cut, n)..end(cut + 1, n))
                    }
                };
                let alone = Batches { sizes: &[], a: &[], b: &[], c: &[] };
                // SAFETY: `at < count`, and `end` is at most the size: a part of the product at an index of the batch
                // (`# Safety`), which no other piece has.
                unsafe { OneThread::<T>::run::<SMALL>(alone, product, &mut []) };
            }
        });
    }
}

/// The matrices of a batch, shared by all threads.
struct Shared<'a, T: MatrixElement> {
    batches: Batches<'a>,
    product: ProductOf<T>,
}

// SAFETY: matrices are read as a `&[T]`, which needs `T: Sync`. Pieces write their own rows, columns or indices of the
// batch, which needs `Total: Send`.
unsafe impl<T: MatrixElement<Total: Send> + Sync> Sync for Shared<'_, T> {}
