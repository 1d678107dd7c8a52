//! Reductions of tensors: what is known of both sides is checked here, so that the walks may trust it.

use super::cursor::Source;
use super::reduce::ManyToOne;
use super::reducer::Reducer;
use super::scan;
use crate::kernel::elementwise::operand::Operand;
use crate::shape::Shape;
use crate::storage::{Destination, Storage};
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

/// Reduces a tensor to one element for each index of the axes that are kept.
///
/// # Panics
///
/// If the destination has other sizes than these axes; axes of size 1 are not compared.
#[inline]
pub(crate) fn reduced<T: Copy, S: Shape, D: Storage, R: ManyToOne<T>, To: Destination<R::Output>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    lost: &S::Sizes,
    reduction: R,
) -> To::Written {
    let walk = |source: &Source<'_, T>, target: *mut R::Output, targets: &[usize]| {
        // SAFETY: `reduced_by` calls it with the elements of `x`, and with a place for each index of the axes that are
        // kept.
        unsafe { reduction.reduce(source, target, targets) };
    };
    // SAFETY: `reduce` writes an element at each index of the axes that are kept (`ManyToOne`).
    unsafe { reduced_by(to, x, lost, walk) }
}

/// Reduces a tensor by any walk over its axes.
///
/// # Safety
///
/// Given the elements of `x` and a place at each index of the axes that are kept, `walk` writes an element to each
/// place.
///
/// # Panics
///
/// As [`reduced`] does.
#[inline]
pub(in crate::kernel) unsafe fn reduced_by<T: Copy, S: Shape, D: Storage, U, To: Destination<U>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    lost: &S::Sizes,
    walk: impl FnOnce(&Source<'_, T>, *mut U, &[usize]),
) -> To::Written {
    let mut targets = x.tensor.shape().sizes();
    let write = |shape: &To::Shape, target: *mut U, strides: &[usize]| {
        let sizes = shape.sizes();
        // an axis of size 1 takes no step: it is kept, or replaces one that is lost
        let mut axes = sizes.as_ref().iter().zip(strides).filter(|&(&size, _)| size != 1);
        for (target, &lost) in targets.as_mut().iter_mut().zip(lost.as_ref()) {
            *target = if lost == 1 || *target == 1 {
                0
            } else {
                let (&size, &stride) = axes.next().expect("an axis for each that is kept");
                assert!(size == *target, "the sizes of what comes out");
                stride
            };
        }
        assert!(axes.next().is_none(), "an axis for each that is kept");
        source(x, lost, |source| walk(&source, target, targets.as_ref()));
    };
    // SAFETY: the sizes of the destination were asserted to be those of the axes that are kept, and `walk` writes an
    // element at each index of these (`# Safety`).
    unsafe { to.write(write) }
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

/// Scans a tensor along the axes that are marked: `finish` makes an element of each state.
///
/// # Panics
///
/// If the destination has other sizes than `x`.
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
        // SAFETY: `x` is borrowed, and its tensor has an element at each index. `Destination` has a different place at
        // each index of `shape`, by `strides`, whose sizes were asserted to be the same.
        source(x, marks, |source| unsafe { scan::scan(&source, target, strides, reducer, finish) });
    };
    // SAFETY: `scan` writes an element at each index of `shape`.
    unsafe { to.write(write) }
}
