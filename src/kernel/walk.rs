//! The loops of a plan.

use super::lane::{Lanes, With};
use super::simd;
use crate::layout::{MAX_RANK, Plan, Steps};
use crate::shape::List;
use core::slice;

/// A walk over dense rows of the target, waiting for its lanes.
pub(super) struct Walk<'p, W, F> {
    pub(super) plan: &'p Plan,
    pub(super) target: *mut W,
    pub(super) steps: &'p Steps,
    pub(super) f: &'p mut F,
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
pub(super) unsafe fn unrolled<W, L: Lanes<Items: List>>(
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
pub(super) unsafe fn nest<const DENSE: bool, W, L: Lanes<Items: List>>(
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
pub(super) fn blocks<W, L: Lanes>(
    plan: &Plan,
    mut target: *mut W,
    steps: &Steps,
    mut lanes: L,
    mut f: impl FnMut(*mut W, L),
) {
    let mut index = [0; MAX_RANK];
    loop {
        f(target, lanes);
        let Some(axis) = plan.next(&mut index) else { return };
        (target, lanes) = step(axis, 1, target, steps, lanes);
    }
}

/// Where the target and the lanes are after `i` steps on an axis.
#[inline(always)]
pub(super) fn step<W, L: Lanes>(axis: usize, i: usize, target: *mut W, steps: &Steps, lanes: L) -> (*mut W, L) {
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
pub(super) fn dense_row<W, L: Lanes<Items: List>>(
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
