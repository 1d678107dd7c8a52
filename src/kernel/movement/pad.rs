//! Elements with others before and after them, along several axes.
//!
//! ```text
//! padded(x):
//!     for each combination of extents along the axes:
//!         the box = runs of elements of x, again and again, or one value
//! ```
//!
//! Boxes of many bytes are divided, so that memory is written in order ([`PART`]).

use crate::kernel::movement::copy::copy_along;
use crate::kernel::movement::join::PART;
use crate::kernel::reduction::cursor::ONE;
use crate::layout::Along;
use crate::shape::Shape;
use crate::storage::{Destination, Storage, Tensor};
use core::ptr::from_ref;

/// Neighbours along an axis of the result.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extent {
    pub length: usize,
    /// How many times they are repeated.
    pub times: usize,
    /// The first index in the operand, and the step to the next; `None` for the value.
    pub source: Option<(usize, isize)>,
}

impl Extent {
    /// All elements of an axis, again and again.
    pub(crate) fn ring(size: usize, times: usize) -> Self {
        // one element is copied as an edge
        let (length, times, step) = if size == 1 { (times, 1, 0) } else { (size, times, 1) };
        Self { length, times, source: Some((0, step)) }
    }

    /// Whether its indices are below the size of the operand's axis.
    fn is_within(self, size: usize) -> bool {
        let Some((first, step)) = self.source else { return true };
        let last = step.checked_mul(self.length as isize - 1).and_then(|way| first.checked_add_signed(way));
        first < size && last.is_some_and(|last| last < size)
    }
}

/// The number of extents of an axis.
const EXTENTS: usize = 3;

/// The elements of `x` and others around them. `extent` returns an extent of an axis by its number; those without a
/// source have the value.
pub(crate) fn padded<T: Copy, S: Shape, D: Storage, To: Destination<T>>(
    to: To,
    x: &Tensor<T, S, D>,
    value: Option<T>,
    extent: impl Fn(usize, usize) -> Extent,
) -> To::Written {
    let (x_sizes, x_strides) = (x.shape().sizes(), x.strides());
    let write = |shape: &To::Shape, place: *mut T, strides: &[usize]| {
        let sizes = shape.sizes();
        let (sizes, x_sizes, x_strides) = (sizes.as_ref(), x_sizes.as_ref(), x_strides.as_ref());
        assert!(sizes.len() == x_sizes.len(), "the rank of the operand");
        if sizes.contains(&0) {
            return;
        }
        assert!(value.is_some() || !x_sizes.contains(&0), "an element for padding");
        // there may be more elements without bytes than a loop can visit
        if size_of::<T>() == 0 {
            return;
        }
        let (value, axes) = (value.as_ref(), sizes.len());
        let mut rows = Rows { sizes, strides, x_sizes, x_strides, extent, value, axes, row: 1 };
        while rows.axes > 1 && rows.is_one_row(rows.axes - 1) {
            rows.axes -= 1;
            rows.row *= sizes[rows.axes];
        }
        let mut last = [Part::default(); EXTENTS];
        match rows.axes.checked_sub(1) {
            None => last[0] = Part { along: ONE, times: 1, offset: Some(0) },
            Some(last_axis) => {
                let mut parts = last.iter_mut();
                rows.for_each_part(last_axis, |part| *parts.next().expect("a part for each extent") = part);
            }
        }
        // SAFETY: `Destination` has a different place at each index of `shape`, and `x` an element at each of its own.
        unsafe { rows.write(0, ONE, Some(x.as_ptr()), place, &last) };
    };
    // SAFETY: extents fill each axis, and `Rows` writes each of their indices. Elements without bytes are initialised as
    // they are: `x` or `value` has one, asserted above, so the type has a value.
    unsafe { to.write(write) }
}

/// An extent as a walk, from an offset in the operand on; `None` for the value.
#[derive(Clone, Copy, Default)]
struct Part {
    along: Along,
    times: usize,
    offset: Option<isize>,
}

struct Rows<'a, T, F> {
    /// Of the result.
    sizes: &'a [usize],
    strides: &'a [usize],
    /// Of the operand.
    x_sizes: &'a [usize],
    x_strides: &'a [usize],
    extent: F,
    value: Option<&'a T>,
    /// The elements of a row, and the number of axes outside it.
    row: usize,
    axes: usize,
}

/// The parts of the last axis outside a row.
type Last = [Part; EXTENTS];

/// Elements of the operand; `None` for the value.
type Source<T> = Option<*const T>;

fn within<T>(source: Source<T>, offset: isize) -> Source<T> {
    source.map(|source| source.wrapping_offset(offset))
}

impl<T: Copy, F: Fn(usize, usize) -> Extent> Rows<'_, T, F> {
    /// Calls a function with the parts of an axis, which fill it.
    #[inline(always)]
    fn for_each_part(&self, axis: usize, mut call: impl FnMut(Part)) {
        let (stride, target) = (self.x_strides[axis] as isize, self.strides[axis] as isize);
        let mut rest = self.sizes[axis];
        for number in 0..EXTENTS {
            let extent = (self.extent)(axis, number);
            let Extent { length: size, times, source } = extent;
            if size == 0 || times == 0 {
                continue;
            }
            let length = size.checked_mul(times).filter(|&length| length <= rest);
            rest -= length.expect("extents within the axis");
            assert!(extent.is_within(self.x_sizes[axis]), "an extent within the operand");
            assert!(source.is_some() || self.value.is_some(), "a value for padding");
            let step = source.map_or(0, |(_, step)| stride.wrapping_mul(step));
            let offset = source.map(|(first, _)| stride.wrapping_mul(first as isize));
            call(Part { along: Along { size, step, target }, times, offset });
        }
        assert!(rest == 0, "extents as long as the axis");
    }

    /// Whether the rows along an axis are contiguous.
    fn is_one_row(&self, axis: usize) -> bool {
        let mut is_one = false;
        self.for_each_part(axis, |Part { along: Along { size, step, target }, times, offset }| {
            is_one = (size, times, offset) == (self.sizes[axis], 1, Some(0))
                && (size == 1 || [step, target] == [self.row as isize; 2]);
        });
        is_one
    }

    /// Writes the axes from `axis` on, at each index of `outer`.
    ///
    /// # Safety
    ///
    /// At each index of these axes, `place` has a different place that may be written, and `source` an element that may
    /// be read.
    unsafe fn write(&self, mut axis: usize, outer: Along, mut source: Source<T>, mut place: *mut T, last: &Last) {
        // a loop: a shape may have any number of axes of one index
        while axis + 2 < self.axes && self.sizes[axis] == 1 {
            self.for_each_part(axis, |part| source = part.offset.and_then(|offset| within(source, offset)));
            axis += 1;
        }
        if axis + 1 >= self.axes {
            // SAFETY: at most the last axis is left.
            return unsafe { self.write_rows([outer, ONE], source, place, last) };
        }
        let bytes = self.sizes[axis + 1..].iter().product::<usize>() * size_of::<T>();
        let most = if bytes.saturating_mul(self.sizes[axis]) <= PART { usize::MAX } else { PART / bytes };
        self.for_each_part(axis, |Part { mut along, times, offset }| {
            let size = along.size;
            for _ in 0..times {
                let (mut source, mut left) = (offset.and_then(|offset| within(source, offset)), size);
                while left > 0 {
                    along.size = left.min(most.max(1));
                    left -= along.size;
                    // SAFETY: these indices are in bounds (`for_each_part`).
                    unsafe { self.write_part(axis, [outer, along], source, place, last) };
                    source = within(source, along.step.wrapping_mul(along.size as isize));
                    place = place.wrapping_offset(along.target.wrapping_mul(along.size as isize));
                }
            }
        });
    }

    /// # Safety
    ///
    /// As for [`write`](Self::write); `along` is of `axis`.
    #[inline]
    unsafe fn write_part(
        &self,
        axis: usize,
        [outer, mut along]: [Along; 2],
        source: Source<T>,
        place: *mut T,
        last: &Last,
    ) {
        if axis + 2 == self.axes {
            // SAFETY: one axis is inside `along`.
            unsafe { self.write_rows([outer, along], source, place, last) };
        } else if outer.size == 1 || along.merge(outer) {
            // SAFETY: `along` is both axes.
            unsafe { self.write(axis + 1, along, source, place, last) };
        } else {
            for i in 0..along.size as isize {
                let source = within(source, along.step.wrapping_mul(i));
                let place = place.wrapping_offset(along.target.wrapping_mul(i));
                // SAFETY: `i` is an index of `along`.
                unsafe { self.write(axis + 1, outer, source, place, last) };
            }
        }
    }

    /// # Safety
    ///
    /// As for [`write`](Self::write), from the last axis on.
    unsafe fn write_rows(&self, [outer, rows]: [Along; 2], source: Source<T>, mut place: *mut T, last: &Last) {
        if let (None, Some(axis)) = (source, self.axes.checked_sub(1)) {
            let all = Along { size: self.sizes[axis], step: 0, target: self.strides[axis] as isize };
            // SAFETY: the value fills the rows.
            return unsafe { self.copy(None, place, [outer, rows, all]) };
        }
        for Part { along, times, offset } in last.iter().filter(|part| part.times > 0) {
            let source = offset.and_then(|offset| within(source, offset));
            let length = along.target.wrapping_mul(along.size as isize);
            let again = Along { size: *times, step: 0, target: length };
            // blocks of transposed elements have rows
            let is_inside = outer.size == 1 && (self.row > 1 || along.step.abs() <= 1);
            let (axes, times) = if is_inside { ([rows, again], 1) } else { ([outer, rows], *times) };
            for time in 0..times as isize {
                let place = place.wrapping_offset(length.wrapping_mul(time));
                // SAFETY: the part is in bounds (`for_each_part`).
                unsafe { self.copy(source, place, [axes[0], axes[1], *along]) };
            }
            place = place.wrapping_offset(length.wrapping_mul(again.size as isize));
        }
    }

    /// # Safety
    ///
    /// As for [`write`](Self::write), at each index of `axes`; each is that of a row.
    unsafe fn copy(&self, source: Source<T>, place: *mut T, axes: [Along; 3]) {
        let copied = isize::from(source.is_some());
        let first = source.unwrap_or_else(|| from_ref(self.value.expect("a value for padding")));
        let [outer, planes, rows] = axes.map(|along| Along { step: along.step * copied, ..along });
        let row = Along { size: self.row, step: copied, target: 1 };
        // SAFETY: rows are contiguous in both (`is_one_row`). For the value, the steps are 0.
        unsafe { copy_along(first, place, [outer, planes, rows, row]) };
    }
}
