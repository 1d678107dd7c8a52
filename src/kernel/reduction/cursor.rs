//! The lost and kept axes of a reduction, and cursors over their indices.

use super::reducer::Order;
use crate::layout::sort_outermost_first;
use crate::shape::Sizes;

pub(crate) struct Source<'a, T> {
    pub(crate) first: *const T,
    pub(crate) sizes: &'a [usize],
    pub(crate) strides: &'a [usize],
    /// 1 for each lost axis, else 0.
    pub(crate) lost: &'a [usize],
}

/// An axis, with its strides in the tensor and in the target.
#[derive(Clone, Copy, Default)]
pub(in crate::kernel) struct Along {
    pub(in crate::kernel) size: usize,
    pub(in crate::kernel) step: isize,
    pub(in crate::kernel) target: isize,
}

/// The axes of a walk, outermost first, each of more than one element.
pub(in crate::kernel) struct Plan {
    pub(in crate::kernel) kept: Sizes<Along>,
    pub(in crate::kernel) lost: Sizes<Along>,
}

impl Plan {
    /// The plan of a reduction. The target's strides are over the kept axes, or over all with 0 for lost ones.
    pub(in crate::kernel) fn new<T>(source: &Source<'_, T>, targets: &[usize], order: Order) -> Self {
        Self::with(source, targets, order, false)
    }

    /// The plan of a scan, whose target has all axes.
    pub(in crate::kernel) fn of_scan<T>(source: &Source<'_, T>, targets: &[usize]) -> Self {
        Self::with(source, targets, Order::RowMajor, true)
    }

    fn with<T>(source: &Source<'_, T>, targets: &[usize], order: Order, scans: bool) -> Self {
        let Source { sizes, strides, lost: marks, .. } = source;
        let mut plan = Self { kept: Sizes::default(), lost: Sizes::default() };
        let mut target = targets.iter();
        for (axis, &size) in sizes.iter().enumerate() {
            let lost = marks[axis] == 1;
            let over = if lost && targets.len() < sizes.len() { None } else { target.next() };
            // the stride of a lost axis is 0, even if the target keeps it
            let target = if lost && !scans { 0 } else { over.copied().unwrap_or(0) };
            if size != 1 {
                let along = Along { size, step: strides[axis] as isize, target: target as isize };
                if lost { plan.lost.push(along) } else { plan.kept.push(along) }
            }
        }
        let is_free = !matches!(order, Order::RowMajor);
        for (axes, is_free) in [(&mut plan.kept, true), (&mut plan.lost, is_free)] {
            if is_free {
                sort_outermost_first(axes, |&along| distance(along));
            }
            merge(axes);
        }
        plan
    }

    /// Whether the innermost axis is a lost one.
    pub(in crate::kernel) fn is_of_lines(&self) -> bool {
        match (self.kept.last(), self.lost.last()) {
            (Some(kept), Some(lost)) => distance(*lost) <= distance(*kept),
            (kept, _) => kept.is_none(),
        }
    }
}

/// The distance of the elements of an axis; the greatest for a broadcast axis.
fn distance(along: Along) -> usize {
    along.step.unsigned_abs().wrapping_sub(1)
}

/// Merges adjacent axes that can be walked as one.
fn merge(axes: &mut Sizes<Along>) {
    let mut rank = 0;
    for axis in 0..axes.len() {
        let inner = axes[axis];
        let is_one = |step: isize, inner_step: isize| step == inner_step.wrapping_mul(inner.size as isize);
        match axes[..rank].last_mut() {
            Some(outer) if is_one(outer.step, inner.step) && is_one(outer.target, inner.target) => {
                // the product overflows only if another size is 0, and then nothing is walked
                *outer = Along { size: outer.size.wrapping_mul(inner.size), ..inner };
            }
            _ => {
                axes[rank] = inner;
                rank += 1;
            }
        }
    }
    axes.truncate(rank);
}

/// An index of some axes, and its offset from the first.
pub(in crate::kernel) struct Cursor<'a> {
    axes: &'a [Along],
    index: Sizes<usize>,
    pub(in crate::kernel) at: isize,
    pub(in crate::kernel) target: isize,
}

impl<'a> Cursor<'a> {
    pub(in crate::kernel) fn new(axes: &'a [Along]) -> Self {
        Self { axes, index: axes.iter().map(|_| 0).collect(), at: 0, target: 0 }
    }

    /// Whether there are no axes, and so one index.
    #[inline]
    pub(in crate::kernel) fn is_one(&self) -> bool {
        self.axes.is_empty()
    }

    pub(in crate::kernel) fn count(&self) -> usize {
        self.axes.iter().map(|along| along.size).product()
    }

    /// The number of indices left along the innermost axis, with this one, and their distance.
    #[inline]
    pub(in crate::kernel) fn run(&self) -> (usize, isize) {
        match (self.axes, &*self.index) {
            ([.., along], [.., index]) => (along.size - index, along.step),
            _ => (1, 0),
        }
    }

    /// Moves on by some indices of the innermost axis; after the last index to the first.
    #[inline]
    pub(in crate::kernel) fn advance(&mut self, by: usize) {
        let mut by = by as isize;
        for (along, index) in self.axes.iter().zip(self.index.iter_mut()).rev() {
            *index = index.wrapping_add_signed(by);
            self.at = self.at.wrapping_add(along.step.wrapping_mul(by));
            self.target = self.target.wrapping_add(along.target.wrapping_mul(by));
            if *index < along.size {
                return;
            }
            let size = along.size as isize;
            self.at = self.at.wrapping_sub(along.step.wrapping_mul(size));
            self.target = self.target.wrapping_sub(along.target.wrapping_mul(size));
            (*index, by) = (0, 1);
        }
    }
}

/// The axis of a shape without axes: one element.
pub(in crate::kernel) const ONE: Along = Along { size: 1, step: 1, target: 1 };

/// Reads the element `i` places from the first.
///
/// # Safety
///
/// `first + i` is inside the block of memory of `first`, and has an initialised `T` that may be read.
#[inline(always)]
pub(in crate::kernel) unsafe fn read<T: Copy>(first: *const T, i: usize) -> T {
    // SAFETY: `first + i` is inside the block of `first` (`# Safety`).
    let place = unsafe { first.add(i) };
    // SAFETY: an initialised `T` that may be read is at `first + i` (`# Safety`).
    unsafe { *place }
}

/// Writes the element `i` places from the first.
///
/// # Safety
///
/// `first + i` is inside the block of memory of `first`, aligned, and may be written.
#[inline(always)]
pub(in crate::kernel) unsafe fn write<T>(first: *mut T, i: usize, value: T) {
    // SAFETY: `first + i` is inside the block of `first` (`# Safety`).
    let place = unsafe { first.add(i) };
    // SAFETY: `first + i` may be written (`# Safety`).
    unsafe { place.write(value) };
}

/// The place `i` steps from the first.
#[inline(always)]
pub(in crate::kernel) fn far<T>(first: *const T, step: isize, i: usize) -> *const T {
    first.wrapping_offset(step.wrapping_mul(i as isize))
}
