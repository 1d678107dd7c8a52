//! The indices of the first `k` elements along an axis, by an order.
//!
//! ```text
//! top(x, k), for each line:
//!     heap = the indices below k                      # the last one in order on top
//!     for each index i from k on:
//!         if x[i] comes before the top: replace the top, and sift it down
//!     for k > 1, k - 1, ..:
//!         swap the top with the last one of the first k, and sift the new top down
//! ```
//!
//! The heap is the line of the result, so it needs no memory. Equal elements keep their order: they are compared by
//! index.

use crate::kernel::elementwise::operand::Operand;
use crate::layout::{advance, offset};
use crate::shape::Shape;
use crate::storage::{Destination, Storage};

/// A line of elements and the line of the result, with their steps.
pub(super) struct Line<T, U> {
    elements: *const T,
    step: usize,
    places: *mut U,
    places_step: usize,
}

impl<T: Copy, U> Line<T, U> {
    /// # Safety
    ///
    /// `index` is below the number of elements of the line; each index has an element that may be read.
    #[inline(always)]
    pub(super) unsafe fn element(&self, index: usize) -> T {
        // SAFETY: `index` is below the number of elements of the line.
        unsafe { self.elements.wrapping_add(index.wrapping_mul(self.step)).read() }
    }

    #[inline(always)]
    fn place(&self, at: usize) -> *mut U {
        self.places.wrapping_add(at.wrapping_mul(self.places_step))
    }

    /// # Safety
    ///
    /// The result has a place at `at`, which may be written.
    #[inline(always)]
    pub(super) unsafe fn set(&self, at: usize, value: U) {
        // SAFETY: the result has a place at `at`.
        unsafe { self.place(at).write(value) };
    }
}

struct Heap<T, F> {
    line: Line<T, usize>,
    /// Whether an element comes before another.
    before: F,
}

impl<T: Copy, F: Fn(T, T) -> bool> Heap<T, F> {
    /// # Safety
    ///
    /// `index` is below the number of elements of the line, which may be read.
    #[inline(always)]
    unsafe fn element(&self, index: usize) -> T {
        // SAFETY: `index` is below the number of elements of the line.
        unsafe { self.line.element(index) }
    }

    /// # Safety
    ///
    /// `at` is a place of the heap that is written.
    #[inline(always)]
    unsafe fn get(&self, at: usize) -> usize {
        // SAFETY: the heap is written at `at`.
        unsafe { self.line.place(at).read() }
    }

    /// # Safety
    ///
    /// The heap has a place at `at`, which may be written.
    #[inline(always)]
    unsafe fn set(&self, at: usize, index: usize) {
        // SAFETY: the heap has a place at `at`.
        unsafe { self.line.set(at, index) };
    }

    /// # Safety
    ///
    /// The heap is written at 0, with the index of an element.
    #[inline(always)]
    unsafe fn top(&self) -> T {
        // SAFETY: the heap is written at 0.
        let index = unsafe { self.get(0) };
        // SAFETY: the index at 0 is that of an element.
        unsafe { self.element(index) }
    }

    /// Whether one element comes after another, in the order or, if equal, in the line.
    ///
    /// # Safety
    ///
    /// `index` and `other` are below the number of elements of the line.
    #[inline(always)]
    unsafe fn is_after(&self, index: usize, other: usize) -> bool {
        // SAFETY: `index` is that of an element.
        let x = unsafe { self.element(index) };
        // SAFETY: `other` is that of an element.
        let y = unsafe { self.element(other) };
        (self.before)(y, x) || index > other && !(self.before)(x, y)
    }

    /// Sifts down the index at `at` in a heap of `count` indices.
    ///
    /// # Safety
    ///
    /// `at < count`, and the heap has indices of elements in its first `count` places.
    #[inline]
    unsafe fn sink(&self, mut at: usize, count: usize) {
        // SAFETY: `at < count`.
        let index = unsafe { self.get(at) };
        // the first half has children
        while at < count / 2 {
            let mut below = 2 * at + 1;
            // SAFETY: `at < count / 2`, so `below == 2 * at + 1 < count`.
            let mut child = unsafe { self.get(below) };
            if below + 1 < count {
                // SAFETY: `below + 1 < count` was compared.
                let other = unsafe { self.get(below + 1) };
                // SAFETY: both are from the first `count` places of the heap: indices of elements.
                if unsafe { self.is_after(other, child) } {
                    (below, child) = (below + 1, other);
                }
            }
            // SAFETY: both are from the first `count` places of the heap: indices of elements.
            if unsafe { self.is_after(index, child) } {
                break;
            }
            // SAFETY: `at < count / 2`, by the loop's condition.
            unsafe { self.set(at, child) };
            at = below;
        }
        // SAFETY: `at` is the argument (`at < count`, `# Safety`) or `below`, compared with `count` above.
        unsafe { self.set(at, index) };
    }

    /// Writes the indices of the first `count` of `size` elements.
    ///
    /// # Safety
    ///
    /// The line has `size` elements and the heap `count` places, which may be written; `0 < count <= size`.
    unsafe fn run(&self, size: usize, count: usize) {
        for index in 0..count {
            // SAFETY: `index < count` by the loop.
            unsafe { self.set(index, index) };
        }
        for at in (0..count / 2).rev() {
            // SAFETY: `at < count / 2` by the loop, and the loop above has written the indices `0..count`, all below
            // `size`.
            unsafe { self.sink(at, count) };
        }
        // SAFETY: `count > 0`, and the first `count` places are indices of elements.
        let mut top = unsafe { self.top() };
        for index in count..size {
            // SAFETY: `index < size` by the loop.
            let x = unsafe { self.element(index) };
            if (self.before)(x, top) {
                // SAFETY: `count > 0`.
                unsafe { self.set(0, index) };
                // SAFETY: `0 < count`, and the first `count` places are indices of elements: that at 0 is
                // `index < size`.
                unsafe { self.sink(0, count) };
                // SAFETY: `count > 0`, and `sink` has moved only indices of elements.
                top = unsafe { self.top() };
            }
        }
        for last in (1..count).rev() {
            // SAFETY: `last < count` by the loop, and the first `count` places are written.
            let index = unsafe { self.get(last) };
            // SAFETY: `0 < count`, and the first `count` places are written.
            let top = unsafe { self.get(0) };
            // SAFETY: `last < count` by the loop.
            unsafe { self.set(last, top) };
            // SAFETY: `0 < last < count` by the loop.
            unsafe { self.set(0, index) };
            // SAFETY: `0 < last < count` by the loop, and the first `count` places are indices of elements.
            unsafe { self.sink(0, last) };
        }
    }
}

/// Calls `each` with every line along the axis and its number of elements; not if there are none or `count` is 0.
///
/// Each line has `count` places from `target` on, by `targets`.
#[inline]
fn walk<T: Copy, U, S: Shape, D: Storage>(
    x: &Operand<'_, T, S, D>,
    axis: usize,
    count: usize,
    target: *mut U,
    targets: &[usize],
    mut each: impl FnMut(Line<T, U>, usize),
) {
    let (mut sizes, strides) = (x.tensor.shape().sizes(), x.tensor.strides());
    let size = core::mem::replace(&mut sizes.as_mut()[axis], 1);
    assert!(count <= size, "as many elements as are asked for");
    if count == 0 || sizes.as_ref().contains(&0) {
        return;
    }
    let mut index = S::blank(sizes.as_ref().len());
    loop {
        let line = Line {
            elements: x.tensor.as_ptr().wrapping_offset(offset(index.as_ref(), strides.as_ref())),
            step: strides.as_ref()[axis],
            places: target.wrapping_offset(offset(index.as_ref(), targets)),
            places_step: targets[axis],
        };
        each(line, size);
        if !advance(index.as_mut(), sizes.as_ref()) {
            return;
        }
    }
}

/// The size of the result along the axis; its other sizes are those of `x`.
#[inline]
fn count<S: Shape, Out: Shape>(shape: &S, axis: usize, out: &Out) -> usize {
    let (mut sizes, out) = (shape.sizes(), out.sizes());
    let count = out.as_ref()[axis];
    sizes.as_mut()[axis] = count;
    assert!(sizes.as_ref() == out.as_ref(), "the other sizes");
    count
}

/// Calls `each` with every line along the axis, its number of elements and of places, which is at least one.
///
/// # Safety
///
/// `each` writes all places of the line.
#[inline]
pub(super) unsafe fn lines<T: Copy, U, S: Shape, D: Storage, To: Destination<U>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    axis: usize,
    mut each: impl FnMut(Line<T, U>, usize, usize),
) -> To::Written {
    let count = count(x.tensor.shape(), axis, to.shape());
    let write = |_: &To::Shape, first: *mut U, strides: &[usize]| {
        walk(x, axis, count, first, strides, |line, size| each(line, size, count));
    };
    // SAFETY: `each` writes `count` places of each line, which are all elements of the destination.
    unsafe { to.write(write) }
}

/// Finds the indices of the first elements along an axis.
#[inline]
pub(crate) fn top<T: Copy, S: Shape, D: Storage, To: Destination<usize>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    axis: usize,
    before: impl Fn(T, T) -> bool + Copy,
) -> To::Written {
    let each = |line, size, count| {
        // SAFETY: the line has `size` elements of `x`, which is borrowed, and `count` places; `walk` has compared `0 <
        // count <= size`.
        unsafe { Heap { line, before }.run(size, count) };
    };
    // SAFETY: `run` writes `count` places of the line.
    unsafe { lines(to, x, axis, each) }
}
