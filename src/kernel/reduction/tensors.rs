//! Reductions of tensors, whose sizes are checked here.

use super::cursor::{Blocks, Plan, Source};
use super::reduce::ManyToOne;
use super::reducer::Reducer;
use super::scan;
use super::small::Few;
use crate::axes::AxesOf;
use crate::kernel::elementwise::operand::Operand;
#[cfg(feature = "rayon")]
use crate::kernel::elementwise::run::pays;
use crate::kernel::threads::{self, Permit};
use crate::shape::{Shape, Sizes};
use crate::storage::{Destination, Storage, Tensor, is_dense};
use core::mem::MaybeUninit;
use core::ops::RangeFull;

/// Calls `then` with the elements of a tensor, and a mark for each lost axis.
#[inline]
fn source<T, S: Shape, D: Storage, R>(
    x: &Operand<'_, T, S, D>,
    lost: &S::Sizes,
    then: impl FnOnce(Source<'_, T>) -> R,
) -> R {
    let strides = x.tensor.strides();
    let (first, strides, lost) = (x.tensor.as_ptr(), strides.as_ref(), lost.as_ref());
    x.tensor.shape().with_sizes(|sizes| {
        assert!(lost.len() == sizes.len(), "a mark for each axis");
        then(Source { first, sizes, strides, lost })
    })
}

/// Reduces a tensor to one element for each index of the kept axes.
///
/// # Panics
///
/// If the sizes of the destination are not those of the kept axes. Axes of size 1 are not compared; if both are dense
/// and the lost axes adjacent, only the number of elements is.
#[inline]
pub(crate) fn reduced<T: Copy, S: Shape, D: Storage, R: ManyToOne<T>, To: Destination<R::Output>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    lost: &S::Sizes,
    reduction: R,
) -> To::Written {
    if const { is_dense::<D>() && To::DENSE } {
        if let Some(blocks) = x.tensor.shape().with_sizes(|sizes| Blocks::of(sizes, lost.as_ref())) {
            let reduce = |x: *const T, target: *mut R::Output| {
                // SAFETY: `reduced_blocks` calls it with the elements and places of `blocks`, which are the plan's.
                Plan::with_blocks(blocks, |plan| unsafe { reduction.walk(plan, x, target) });
            };
            // SAFETY: `walk` writes each result (`ManyToOne`).
            return unsafe { reduced_blocks(to, x.tensor, blocks, reduce) };
        }
    }
    let walk = |source: &Source<'_, T>, target: *mut R::Output, targets: &[usize]| {
        // SAFETY: `reduced_by` calls it with the elements of `x` and a place for each index of the kept axes.
        unsafe { reduction.reduce(source, target, targets) };
    };
    // SAFETY: `reduce` writes an element at each index of the kept axes (`ManyToOne`).
    unsafe { reduced_by(to, x, lost, walk) }
}

/// [`reduced`], on several threads if that pays.
#[inline]
pub(crate) fn reduced_anywhere<T: Copy, S: Shape, D: Storage, R: ManyToOne<T>, To: Destination<R::Output>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    lost: &S::Sizes,
    reduction: impl Fn() -> R + Sync,
) -> To::Written {
    #[cfg(feature = "rayon")]
    return {
        let permit = if pays::<T, T>(x.tensor.len(), false) { Permit::of_numbers() } else { None };
        reduced_by_each(to, x, lost, reduction, permit)
    };
    #[cfg(not(feature = "rayon"))]
    reduced(to, x, lost, reduction())
}

#[inline]
pub(in crate::kernel) fn reduced_by_each<T: Copy, S: Shape, D: Storage, R: ManyToOne<T>, To: Destination<R::Output>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    lost: &S::Sizes,
    reduction: impl Fn() -> R + Sync,
    permit: Option<Permit<T, R::Output>>,
) -> To::Written {
    if permit.is_none() {
        return reduced(to, x, lost, reduction());
    }
    let walk = |source: &Source<'_, T>, target: *mut R::Output, targets: &[usize]| {
        // SAFETY: `reduced_by` calls it with the elements of `x`, a place for each index of the kept axes, and a stride
        // for each axis. There is a permit.
        unsafe { divide(source, target, targets, &reduction) };
    };
    // SAFETY: the pieces of `divide` are all indices of the divided axis (`ManyToOne`).
    unsafe { reduced_by(to, x, lost, walk) }
}

/// The bytes of the shortest part of a row: threads read shorter ones slower than one thread reads rows.
const NARROW: usize = if cfg!(miri) { 32 } else { 4 << 10 };

/// # Safety
///
/// As for [`ManyToOne::reduce`]; `targets` has a stride for each axis of `source`, also for lost ones. There is a
/// [`Permit`].
unsafe fn divide<T, U, R: ManyToOne<T, Output = U>>(
    source: &Source<'_, T>,
    target: *mut U,
    targets: &[usize],
    reduction: &(impl Fn() -> R + Sync),
) {
    let Source { first, sizes, strides, lost } = *source;
    let Some((axis, pieces)) = divided_axis(sizes, strides, lost, NARROW / size_of::<T>().max(1)) else {
        // SAFETY: the arguments are those of this function, with the `# Safety` of `ManyToOne::reduce`.
        return unsafe { reduction().reduce(source, target, targets) };
    };
    let work = |_, piece| {
        let of_piece = threads::part(sizes[axis], pieces, piece);
        let mut sizes = Sizes::copy_of(sizes);
        sizes[axis] = of_piece.len();
        let first = first.wrapping_add(strides[axis].wrapping_mul(of_piece.start));
        let target = target.wrapping_add(targets[axis].wrapping_mul(of_piece.start));
        // SAFETY: `of_piece` is within `sizes[axis]`. The axis is kept, so pieces write different places.
        unsafe { reduction().reduce(&Source { first, sizes: &sizes, strides, lost }, target, targets) };
    };
    // SAFETY: pieces write different places, with a permit, and `reduction` is `Sync`.
    unsafe { threads::share(pieces, &work) };
}

/// The kept axis to divide, and the number of its pieces: the first with enough for the threads, else that with the
/// most. Pieces have at least two results, since one alone may be summed in another order, and `narrow` side by side.
fn divided_axis(sizes: &[usize], strides: &[usize], lost: &[usize], narrow: usize) -> Option<(usize, usize)> {
    let wanted = threads::PIECES * threads::count();
    let parts = |axis: usize| {
        let side_by_side = matches!(strides[axis] as isize, 1 | -1);
        let least = if side_by_side { narrow.max(2) } else { 2 };
        (sizes[axis] / least).min(wanted)
    };
    let kept = || (0..sizes.len()).filter(|&axis| lost[axis] == 0);
    let axis = kept().find(|&axis| parts(axis) == wanted).or_else(|| kept().max_by_key(|&axis| parts(axis)))?;
    (parts(axis) > 1 && !sizes.contains(&0)).then(|| (axis, parts(axis)))
}

/// Replaces the sizes of a tensor by the steps in the result, of the given sizes and strides.
#[inline]
fn to_steps(sizes: &mut [usize], lost: &[usize], of_result: &[usize], strides: &[usize]) {
    // an axis of size 1 takes no step: it is kept, or replaces a lost one
    let mut axes = of_result.iter().zip(strides).filter(|&(&size, _)| size != 1);
    for (size, &lost) in sizes.iter_mut().zip(lost) {
        *size = if lost == 1 || *size == 1 {
            0
        } else {
            let (&of_axis, &stride) = axes.next().expect("an axis for each that is kept");
            assert!(of_axis == *size, "the sizes of the result");
            stride
        };
    }
    assert!(axes.next().is_none(), "an axis for each that is kept");
}

/// Reduces a tensor by any walk over its axes.
///
/// # Safety
///
/// Given the elements of `x` and a place at each index of the kept axes, `walk` writes an element to each place.
#[inline]
pub(in crate::kernel) unsafe fn reduced_by<T: Copy, S: Shape, D: Storage, U, To: Destination<U>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    lost: &S::Sizes,
    walk: impl FnOnce(&Source<'_, T>, *mut U, &[usize]),
) -> To::Written {
    let mut steps = x.tensor.shape().sizes();
    let write = |shape: &To::Shape, target: *mut U, strides: &[usize]| {
        to_steps(steps.as_mut(), lost.as_ref(), shape.sizes().as_ref(), strides);
        source(x, lost, |source| walk(&source, target, steps.as_ref()));
    };
    // SAFETY: the destination has the sizes of the kept axes, as asserted, and `walk` writes an element at each of
    // their indices.
    unsafe { to.write(write) }
}

/// Reduces a dense tensor to a dense destination. `reduce` is called with the first element and the first place.
///
/// # Panics
///
/// If `x` or the destination is not dense, or has another number of elements than the blocks or results.
///
/// # Safety
///
/// Given as many adjacent elements as the blocks have, and a place for each of their results, `reduce` writes each.
#[inline]
unsafe fn reduced_blocks<T: Copy, S: Shape, D: Storage, U, To: Destination<U>>(
    to: To,
    x: &Tensor<T, S, D>,
    blocks: Blocks,
    reduce: impl FnOnce(*const T, *mut U),
) -> To::Written {
    assert!(is_dense::<D>() && To::DENSE && x.len() == blocks.elements(), "the elements of the blocks");
    let write = |shape: &To::Shape, target: *mut U, _: &[usize]| {
        assert!(shape.numel().is_ok_and(|numel| numel == blocks.results()), "the sizes of the result");
        reduce(x.as_ptr(), target);
    };
    // SAFETY: `x` has as many adjacent elements, and `to` as many adjacent places, as was asserted, so `reduce` writes
    // each place.
    unsafe { to.write(write) }
}

/// Reduces a tensor of few elements to a destination in row-major order.
///
/// # Panics
///
/// If the blocks are not [`Few`], or `x` or the destination has another number of elements.
#[inline]
pub(crate) fn reduced_small<
    T: Copy,
    S: Shape,
    D: Storage,
    X: AxesOf<S>,
    R: ManyToOne<T>,
    To: Destination<R::Output>,
>(
    to: To,
    x: &Tensor<T, S, D>,
    reduction: R,
) -> To::Written {
    let (Some(blocks), true) = (<(S, D, X)>::BLOCKS, R::IS_SMALL) else { unreachable!("the caller has compared them") };
    // `blocks` by reference: if LLVM knows them earlier, it splits the vectors of batches
    // SAFETY: `reduced_blocks` calls it with the elements and places of `blocks`.
    let reduce =
        |x: *const T, target: *mut R::Output| unsafe { reduction.reduce_small::<(S, D, X)>(x, blocks, target) };
    // SAFETY: `reduce_small` writes each result (`ManyToOne`).
    unsafe { reduced_blocks(to, x, blocks, reduce) }
}

#[inline]
pub(crate) fn reduced_to_one<T: Copy, S: Shape, D: Storage, R: ManyToOne<T>>(
    x: &Operand<'_, T, S, D>,
    reduction: R,
) -> R::Output {
    let mut result = MaybeUninit::uninit();
    if const { R::IS_SMALL && <(S, D, RangeFull)>::BLOCKS.is_some() } {
        let blocks = <(S, D, RangeFull)>::BLOCKS.unwrap_or_else(|| unreachable!("a constant"));
        assert!(x.tensor.len() == blocks.elements(), "the sizes of the shape");
        // SAFETY: `x` borrows as many adjacent elements (`Few`); `result` is the one place.
        unsafe { reduction.reduce_small::<(S, D, RangeFull)>(x.tensor.as_ptr(), blocks, result.as_mut_ptr()) };
    } else if const { is_dense::<D>() } {
        let blocks = Blocks::line(x.tensor.len());
        // SAFETY: `x` borrows as many adjacent elements; `result` is the one place.
        Plan::with_blocks(blocks, |plan| unsafe { reduction.walk(plan, x.tensor.as_ptr(), result.as_mut_ptr()) });
    } else {
        let mut lost = x.tensor.shape().sizes();
        lost.as_mut().fill(1);
        // SAFETY: `x` borrows an element at each index; all axes are lost, so `result` is the one place.
        source(x, &lost, |source| unsafe { reduction.reduce(&source, result.as_mut_ptr(), &[]) });
    }
    // SAFETY: each way has written the one result (`ManyToOne`).
    unsafe { result.assume_init() }
}

/// Scans a tensor along the marked axes; `finish` computes an element from each state.
#[inline]
pub(crate) fn scanned<T: Copy, S: Shape, D: Storage, U, R: Reducer<T, Context = ()>, To: Destination<U>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    marks: &S::Sizes,
    reducer: R,
    finish: impl FnMut(R::State) -> U,
) -> To::Written {
    let write = |shape: &To::Shape, target, strides: &[usize]| {
        assert!(shape.sizes().as_ref().iter().eq(x.tensor.shape().sizes().as_ref()), "the same sizes");
        // SAFETY: `x` borrows an element at each index. `Destination` has a different place at each index of `shape`,
        // whose sizes were asserted to be the same.
        source(x, marks, |source| unsafe { scan::scan(&source, target, strides, reducer, finish) });
    };
    // SAFETY: `scan` writes an element at each index of `shape`.
    unsafe { to.write(write) }
}
