//! Elements with others before and after them, along any number of axes.
//!
//! ```text
//! padded(x):
//!     for each box of the result, where an extent of each axis is one run of x or one value:
//!         the box = the elements of x at these runs, or the value
//! ```
//!
//! Boxes are visited in row-major order. In a large result they have few rows, so memory is written in order.

use crate::kernel::movement::copy::copy_along;
use crate::kernel::movement::join::parts;
use crate::kernel::reduction::cursor::push;
use crate::layout::Along;
use crate::shape::{Shape, Sizes};
use crate::storage::{Destination, Storage, Tensor};
use core::ptr::from_ref;

/// Neighbours along an axis of the result.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extent {
    /// Their number, at least 1.
    pub length: usize,
    /// The index of the first one in the operand, and the step to the next; `None` for padding by a value.
    pub source: Option<(usize, isize)>,
}

impl Extent {
    /// Whether each of its indices is below the size of the axis of the operand.
    fn is_within(self, size: usize) -> bool {
        let Some((first, step)) = self.source else { return true };
        let last = step.checked_mul(self.length as isize - 1).and_then(|way| first.checked_add_signed(way));
        first < size && last.is_some_and(|last| last < size)
    }
}

/// The elements of `x` and others around them. `extent` returns the extent of an axis that begins at an index of the
/// result, and `value` is the element of extents without a source.
pub(crate) fn padded<T: Copy, S: Shape, D: Storage, To: Destination<T>>(
    to: To,
    x: &Tensor<T, S, D>,
    value: Option<T>,
    extent: impl Fn(usize, usize) -> Extent,
) -> To::Written {
    let (of, own) = (x.shape().sizes(), x.strides());
    let write = |shape: &To::Shape, place: *mut T, strides: &[usize]| {
        let all = shape.sizes();
        let (all, rank) = (all.as_ref(), strides.len());
        assert!(rank == of.as_ref().len(), "the rank of the operand");
        if all.contains(&0) {
            return;
        }
        assert!(value.is_some() || !of.as_ref().contains(&0), "an element for padding");
        // elements without bytes are not written, and there may be more than a loop can visit
        if size_of::<T>() == 0 {
            return;
        }
        let rows = parts::<T>(all, rank.saturating_sub(1));
        let mut start = S::blank(rank);
        let start = start.as_mut();
        let mut extents: Sizes<Extent> = (0..rank).map(|_| Extent::default()).collect();
        let mut changed = 0;
        loop {
            for axis in changed..rank {
                let (at, most) = (start[axis], rows.filter(|rows| rows.0 == axis).map_or(usize::MAX, |rows| rows.1));
                // the value fills the inner axes
                let filled = extents[..axis].iter().any(|outer| outer.source.is_none());
                let run = if filled { Extent { length: all[axis] - at, source: None } } else { extent(axis, at) };
                let run = Extent { length: run.length.min(most), ..run };
                assert!(run.length > 0 && run.length <= all[axis] - at, "an extent within the result");
                assert!(run.is_within(of.as_ref()[axis]), "an extent within the operand");
                extents[axis] = run;
            }
            let is_filled = extents.iter().any(|extent| extent.source.is_none());
            let (mut first, mut place) = (x.as_ptr(), place);
            if is_filled {
                first = from_ref(value.as_ref().expect("a value for padding"));
            }
            let mut merged = Sizes::default();
            for (axis, &Extent { length, source }) in extents.iter().enumerate() {
                let (index, step) = source.filter(|_| !is_filled).unwrap_or_default();
                let own = own.as_ref()[axis] as isize;
                first = first.wrapping_offset(own.wrapping_mul(index as isize));
                place = place.wrapping_add(strides[axis].wrapping_mul(start[axis]));
                let target = strides[axis] as isize;
                push(&mut merged, Along { size: length, step: own.wrapping_mul(step), target });
            }
            // SAFETY: the extents are within the result, asserted above, so `place` plus each index of them is a place
            // of it. `Destination` has a different one for each index. `first` is the value, with steps of 0, or the
            // element of `x` where the extents begin. They are within `x`, asserted above, which is borrowed.
            unsafe { copy_along(first, place, &merged) };
            match next(start, &extents, all) {
                Some(axis) => changed = axis,
                None => return,
            }
        }
    };
    // SAFETY: along each axis, extents follow each other from 0 to its size, for each box of the axes before it. So
    // each index of the result is in one box. Elements without bytes are initialised as they are: `x` or `value` has
    // one, asserted above, so the type has a value.
    unsafe { to.write(write) }
}

/// Moves on by the sizes of a box, the last axis first: the axis that changed, or `None` after the last box.
fn next(start: &mut [usize], extents: &[Extent], all: &[usize]) -> Option<usize> {
    (0..all.len()).rev().find(|&axis| {
        start[axis] += extents[axis].length;
        let is_there = start[axis] < all[axis];
        if !is_there {
            start[axis] = 0;
        }
        is_there
    })
}
