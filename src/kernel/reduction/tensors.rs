//! Reductions of tensors: what is known of both sides is checked here, so that the walks may trust it.

use super::cursor::Source;
use super::reduce::ManyToOne;
use super::reducer::Reducer;
use super::scan;
use crate::kernel::elementwise::operand::Operand;
use crate::shape::Shape;
use crate::storage::{Owner, Room, Storage, StorageMut, Tensor, dense_strides};
use core::mem::MaybeUninit;

/// What a walk takes of a tensor, with a mark for each axis that is lost.
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

/// A tensor of what comes out at each index of the axes that are kept, in row-major order.
///
/// # Panics
///
/// If the room is not for as many elements.
#[inline]
pub(crate) fn reduced<T: Copy, S: Shape, D: Storage, U, Out: Shape, Place: Owner>(
    room: Room<U, Out, Place>,
    x: &Operand<'_, T, S, D>,
    lost: &S::Sizes,
    reduction: impl ManyToOne<T, Output = U>,
) -> Tensor<U, Out, Place> {
    let walk = |source: &Source<'_, T>, target: *mut U, targets: &[usize]| {
        // SAFETY: `reduced_by` calls it with the elements of `x`, and with a place in the room for each index of the
        // axes that are kept.
        unsafe { reduction.reduce(source, target, targets) };
    };
    // SAFETY: `reduce` writes an element at each index of the axes that are kept (`ManyToOne`).
    unsafe { reduced_by(room, x, lost, walk) }
}

/// The same by any walk over the axes of `x`.
///
/// # Safety
///
/// Given the elements of `x` and a place at each index of the axes that are kept, `walk` writes an element to each
/// place.
///
/// # Panics
///
/// If the room is not for as many elements.
#[inline]
pub(in crate::kernel) unsafe fn reduced_by<T: Copy, S: Shape, D: Storage, U, Out: Shape, Place: Owner>(
    room: Room<U, Out, Place>,
    x: &Operand<'_, T, S, D>,
    lost: &S::Sizes,
    walk: impl FnOnce(&Source<'_, T>, *mut U, &[usize]),
) -> Tensor<U, Out, Place> {
    // over the axes of `x`: dense over those that are kept
    let (mut targets, mut step) = (x.tensor.shape().sizes(), 1usize);
    for (target, &lost) in targets.as_mut().iter_mut().zip(lost.as_ref()).rev() {
        let size = if lost == 1 { 1 } else { *target };
        *target = if lost == 1 { 0 } else { step };
        step = step.saturating_mul(size);
    }
    assert!(step == room.numel(), "room for what comes out at each index of the axes that are kept");
    let write = |_: &Out, target: *mut U| source(x, lost, |source| walk(&source, target, targets.as_ref()));
    // SAFETY: the room has reserved the block for `step == numel` elements, asserted above, and `walk` writes each of
    // them (`# Safety`).
    unsafe { room.build(write) }
}

/// Writes what comes out at each index of the axes that are kept to a tensor of those sizes, or with a 1 for each that is lost.
///
/// # Panics
///
/// If it is of other sizes.
#[inline]
pub(crate) fn reduced_into<T: Copy, S: Shape, D: Storage, U: Copy, Out: Shape, E: StorageMut>(
    out: &mut Tensor<U, Out, E>,
    x: &Operand<'_, T, S, D>,
    lost: &S::Sizes,
    reduction: impl ManyToOne<T, Output = U>,
) {
    let (sizes, to, strides) = (x.tensor.shape().sizes(), out.shape().sizes(), out.strides());
    let mut targets = sizes.clone();
    let mut axes = to.as_ref().iter().zip(strides.as_ref());
    let keeps = to.as_ref().len() == sizes.as_ref().len();
    for ((target, &size), &lost) in targets.as_mut().iter_mut().zip(sizes.as_ref()).zip(lost.as_ref()) {
        *target = match (lost, keeps) {
            (1, false) => 0,
            (lost, _) => {
                let size = if lost == 1 { 1 } else { size };
                let (&to, &stride) = axes.next().expect("an axis for each that is kept");
                assert!(to == size, "the sizes of what comes out");
                if lost == 1 { 0 } else { stride }
            }
        };
    }
    assert!(axes.next().is_none(), "an axis for each that is kept");
    let target = out.as_mut_ptr();
    // SAFETY: `x` is borrowed, and its tensor has an element at each index; `out` is borrowed as mutable, and its sizes
    // were asserted to be those of the axes that are kept, at `targets`.
    source(x, lost, |source| unsafe { reduction.reduce(&source, target, targets.as_ref()) });
}

/// What comes out of all elements.
#[inline]
pub(crate) fn reduced_to_one<T: Copy, S: Shape, D: Storage, U>(
    x: &Operand<'_, T, S, D>,
    reduction: impl ManyToOne<T, Output = U>,
) -> U {
    let mut lost = x.tensor.shape().sizes();
    lost.as_mut().fill(1);
    let mut result = MaybeUninit::uninit();
    // SAFETY: `x` is borrowed, and its tensor has an element at each index; all axes are lost, so `result` is the one
    // place.
    source(x, &lost, |source| unsafe { reduction.reduce(&source, result.as_mut_ptr(), &[]) });
    // SAFETY: `reduce` writes the element of the one index of the axes that are kept (`ManyToOne`).
    unsafe { result.assume_init() }
}

/// A tensor of what comes of the states at each element along the axes that are marked.
///
/// # Panics
///
/// If the room is for another shape.
#[inline]
pub(crate) fn scanned<T: Copy, S: Shape, D: Storage, U, Place: Owner, R: Reducer<T, Context = ()>>(
    room: Room<U, S, Place>,
    x: &Operand<'_, T, S, D>,
    marks: &S::Sizes,
    reducer: R,
    finish: impl FnMut(R::State) -> U,
) -> Tensor<U, S, Place> {
    assert!(room.shape().sizes() == x.tensor.shape().sizes(), "the same sizes");
    let targets = dense_strides(room.shape());
    let write = |_: &S, target: *mut U| {
        // SAFETY: `x` is borrowed, and its tensor has an element at each index; the sizes of the room were asserted to
        // be the same, and `targets` are its dense strides.
        source(x, marks, |source| unsafe { scan::scan(&source, target, targets.as_ref(), reducer, finish) });
    };
    // SAFETY: the room has reserved the block, and `scan` writes an element for each index of its sizes.
    unsafe { room.build(write) }
}

/// Writes what comes of the states at each element along the axes that are marked to a tensor of the same sizes.
///
/// # Panics
///
/// If it is of other sizes.
#[inline]
pub(crate) fn scanned_into<
    T: Copy,
    S: Shape,
    D: Storage,
    U: Copy,
    Out: Shape,
    E: StorageMut,
    R: Reducer<T, Context = ()>,
>(
    out: &mut Tensor<U, Out, E>,
    x: &Operand<'_, T, S, D>,
    marks: &S::Sizes,
    reducer: R,
    finish: impl FnMut(R::State) -> U,
) {
    assert!(out.shape().sizes().as_ref() == x.tensor.shape().sizes().as_ref(), "the same sizes");
    let targets = out.strides();
    let target = out.as_mut_ptr();
    // SAFETY: `x` is borrowed, and its tensor has an element at each index; `out` is borrowed as mutable, and its sizes
    // were asserted to be the same.
    source(x, marks, |source| unsafe { scan::scan(&source, target, targets.as_ref(), reducer, finish) });
}
