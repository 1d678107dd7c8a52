//! The lost and kept axes of a reduction, and cursors over their indices.

use super::reducer::Order;
use crate::layout::{Along, sort_outermost_first};
use crate::shape::Sizes;

pub(crate) struct Source<'a, T> {
    pub(crate) first: *const T,
    pub(crate) sizes: &'a [usize],
    pub(crate) strides: &'a [usize],
    /// 1 for each lost axis, else 0.
    pub(crate) lost: &'a [usize],
}

/// The sizes of a dense tensor outside, along and inside lost axes that are adjacent.
///
/// ```text
/// x (2, 3, 4, 5) along axes 1 and 2     outer 2, count 12, inner 5
/// ```
#[derive(Clone, Copy)]
pub(crate) struct Blocks {
    pub(in crate::kernel) outer: usize,
    pub(in crate::kernel) count: usize,
    pub(in crate::kernel) inner: usize,
    /// The part of the last axis.
    part: Part,
}

#[derive(Clone, Copy)]
enum Part {
    Outer,
    Lost,
    Inner,
}

impl Blocks {
    /// The sizes without an axis.
    pub(super) const EMPTY: Self = Self { outer: 1, count: 1, inner: 1, part: Part::Outer };

    /// The sizes with one more axis, inside the others; `None` if the lost axes are not adjacent.
    #[inline]
    pub(super) const fn and(mut self, size: usize, is_lost: bool) -> Option<Self> {
        if size == 1 {
            return Some(self);
        }
        match (self.part, is_lost) {
            (Part::Outer, false) => self.outer = self.outer.saturating_mul(size),
            (Part::Outer | Part::Lost, true) => {
                self.part = Part::Lost;
                self.count = self.count.saturating_mul(size);
            }
            (Part::Lost | Part::Inner, false) => {
                self.part = Part::Inner;
                self.inner = self.inner.saturating_mul(size);
            }
            (Part::Inner, true) => return None,
        }
        Some(self)
    }

    /// The blocks of these sizes; axes with a mark of 1 are lost.
    #[inline]
    pub(super) fn of(sizes: &[usize], lost: &[usize]) -> Option<Self> {
        sizes.iter().zip(lost).try_fold(Self::EMPTY, |blocks, (&size, &lost)| blocks.and(size, lost == 1))
    }

    #[inline]
    pub(super) const fn line(elements: usize) -> Self {
        Self { count: elements, part: Part::Lost, ..Self::EMPTY }
    }

    pub(super) const fn elements(self) -> usize {
        self.outer.saturating_mul(self.count).saturating_mul(self.inner)
    }

    pub(super) const fn results(self) -> usize {
        self.outer.saturating_mul(self.inner)
    }
}

/// The axes of a walk, outermost first, each of more than one element.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    pub(in crate::kernel) kept: &'a [Along],
    pub(in crate::kernel) lost: &'a [Along],
}

impl Plan<'_> {
    /// Calls `walk` with the plan of a reduction. The target's strides are over the kept axes, or over all with 0 for
    /// lost ones.
    #[inline]
    pub(in crate::kernel) fn with<T>(
        source: &Source<'_, T>,
        targets: &[usize],
        order: Order,
        walk: impl FnOnce(Plan<'_>),
    ) {
        let mut axes = [Sizes::default(), Sizes::default()];
        fill(&mut axes, [source.sizes, source.strides, source.lost], targets, order, false);
        walk(Plan { kept: &axes[0], lost: &axes[1] });
    }

    /// Calls `walk` with the plan of a scan, whose target has all axes.
    #[inline]
    pub(in crate::kernel) fn with_scan<T>(source: &Source<'_, T>, targets: &[usize], walk: impl FnOnce(Plan<'_>)) {
        let mut axes = [Sizes::default(), Sizes::default()];
        fill(&mut axes, [source.sizes, source.strides, source.lost], targets, Order::RowMajor, true);
        walk(Plan { kept: &axes[0], lost: &axes[1] });
    }

    /// Calls `walk` with the plan of a reduction of a dense tensor to a dense target.
    #[inline]
    pub(in crate::kernel) fn with_blocks(blocks: Blocks, walk: impl FnOnce(Plan<'_>)) {
        let Blocks { outer, count, inner, .. } = blocks;
        let step = count.wrapping_mul(inner) as isize;
        let kept = [Along { size: outer, step, target: inner as isize }, Along { size: inner, step: 1, target: 1 }];
        let lost = [Along { size: count, step: inner as isize, target: 0 }];
        let kept = &kept[usize::from(outer == 1)..=usize::from(inner != 1)];
        walk(Plan { kept, lost: &lost[usize::from(count == 1)..] });
    }

    /// Whether the innermost axis is a lost one.
    #[inline]
    pub(in crate::kernel) fn is_of_lines(&self) -> bool {
        match (self.kept.last(), self.lost.last()) {
            (Some(kept), Some(lost)) => distance(*lost) <= distance(*kept),
            (kept, _) => kept.is_none(),
        }
    }
}

/// Adds the kept axes and the lost ones, merged.
fn fill(
    [kept, lost]: &mut [Sizes<Along>; 2],
    [sizes, strides, marks]: [&[usize]; 3],
    targets: &[usize],
    order: Order,
    scans: bool,
) {
    let mut target = targets.iter();
    for (axis, &size) in sizes.iter().enumerate() {
        let is_lost = marks[axis] == 1;
        let over = if is_lost && targets.len() < sizes.len() { None } else { target.next() };
        // the stride of a lost axis is 0, even if the target keeps it
        let target = if is_lost && !scans { 0 } else { over.copied().unwrap_or(0) };
        let along = Along { size, step: strides[axis] as isize, target: target as isize };
        push(if is_lost { lost } else { kept }, along);
    }
    sort(kept);
    if !matches!(order, Order::RowMajor) {
        sort(lost);
    }
}

/// The distance of the elements of an axis; the greatest for a broadcast axis.
fn distance(along: Along) -> usize {
    along.step.unsigned_abs().wrapping_sub(1)
}

/// Sorts axes by the distance of their elements, and merges them again.
fn sort(axes: &mut Sizes<Along>) {
    if axes.windows(2).all(|axes| distance(axes[0]) >= distance(axes[1])) {
        return;
    }
    sort_outermost_first(axes, |&along| distance(along));
    let mut merged = Sizes::default();
    axes.iter().for_each(|&along| push(&mut merged, along));
    *axes = merged;
}

/// Adds an axis inside the others, merged with the last one if the steps of both allow. An axis of one element is not
/// added.
#[inline]
fn push(axes: &mut Sizes<Along>, mut inner: Along) {
    match axes.last_mut() {
        _ if inner.size == 1 => {}
        Some(outer) if inner.merge(*outer) => *outer = inner,
        _ => axes.push(inner),
    }
}

/// An index of some axes, and its offset from the first.
pub(in crate::kernel) struct Cursor<'a> {
    axes: &'a [Along],
    index: Sizes<usize>,
    pub(in crate::kernel) at: isize,
    pub(in crate::kernel) target: isize,
}

impl<'a> Cursor<'a> {
    #[inline]
    pub(in crate::kernel) fn new(axes: &'a [Along]) -> Self {
        Self { axes, index: Sizes::with_len(axes.len()), at: 0, target: 0 }
    }

    /// Whether there are no axes, and so one index.
    #[inline]
    pub(in crate::kernel) fn is_one(&self) -> bool {
        self.axes.is_empty()
    }

    #[inline]
    pub(in crate::kernel) fn count(&self) -> usize {
        self.axes.iter().map(|along| along.size).product()
    }

    /// Moves on, and returns the number of indices left along the innermost axis, with this one, and their distance.
    #[inline]
    pub(in crate::kernel) fn next_run(&mut self, by: usize) -> (usize, isize) {
        if by > 0 {
            self.advance(by);
        }
        match (self.axes, &*self.index) {
            ([.., along], [.., index]) => (along.size - index, along.step),
            _ => (1, 0),
        }
    }

    /// Moves on by some indices of the innermost axis; after the last index to the first.
    #[inline(never)]
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
    // SAFETY: `first + i` is inside the block of `first`.
    let place = unsafe { first.add(i) };
    // SAFETY: an initialised `T` that may be read is at `first + i`.
    unsafe { *place }
}

/// Writes the element `i` places from the first.
///
/// # Safety
///
/// `first + i` is inside the block of memory of `first`, aligned, and may be written.
#[inline(always)]
pub(in crate::kernel) unsafe fn write<T>(first: *mut T, i: usize, value: T) {
    // SAFETY: `first + i` is inside the block of `first`.
    let place = unsafe { first.add(i) };
    // SAFETY: `first + i` may be written.
    unsafe { place.write(value) };
}

/// The place `i` steps from the first.
#[inline(always)]
pub(in crate::kernel) fn far<T>(first: *const T, step: isize, i: usize) -> *const T {
    first.wrapping_offset(step.wrapping_mul(i as isize))
}
