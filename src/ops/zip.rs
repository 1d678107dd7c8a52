//! The loop behind every operation on two tensors.
//!
//! ```text
//! zip(sizes, l, r, f):
//!     for each index of the outer axes:       # one offset a side, advanced by the axis's stride
//!         for each i of the last axis:        # a run on each side, or one element for all of it
//!             out.push(f(l[i], r[i]))
//! ```
//!
//! An axis on which an operand is stretched has stride 0.

use crate::any::Sizes;
use alloc::vec::Vec;

/// Elements, and how many of them one step on each axis of the result goes.
pub(super) struct Strided<'a, T> {
    data: &'a [T],
    strides: &'a [usize],
}

impl<T> Clone for Strided<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Strided<'_, T> {}

impl<'a, T: Copy> Strided<'a, T> {
    pub(super) const fn new(data: &'a [T], strides: &'a [usize]) -> Self {
        Self { data, strides }
    }

    /// The elements at place `i` of the outermost axis.
    fn at(self, i: usize) -> Self {
        let Some((stride, inner)) = self.strides.split_first() else { return self };
        Self { data: &self.data[i * stride..], strides: inner }
    }

    /// The elements along the only axis that is left, of that size.
    fn run(self, size: usize) -> Run<'a, T> {
        match self.strides {
            [1, ..] => Run::Dense(&self.data[..size]),
            _ => Run::Same(self.data[0]),
        }
    }
}

enum Run<'a, T> {
    Dense(&'a [T]),
    Same(T),
}

/// The strides of a dense operand over the axes of the result, when the operand's last axis lies
/// `trailing` axes before the result's last, or, below zero, past it.
pub(super) fn strides(result_rank: usize, operand: &[usize], trailing: isize) -> Sizes<usize> {
    let mut strides: Sizes<usize> = core::iter::repeat_n(0, result_rank).collect();
    let past = trailing.min(0).unsigned_abs();
    let before = trailing.max(0).unsigned_abs();
    let mut step = 1;
    for (axis, &size) in operand.iter().rev().skip(past).enumerate() {
        if size != 1 {
            strides[result_rank - 1 - before - axis] = step;
        }
        // only the product of an empty operand can be too large, and its strides are never followed
        step = step.saturating_mul(size);
    }
    strides
}

/// Calls `f` with every pair of elements, in row-major order of `sizes`, none of which is 0.
pub(super) fn zip<T: Copy, U: Copy, V>(
    sizes: &[usize],
    lhs: Strided<'_, T>,
    rhs: Strided<'_, U>,
    f: &mut impl FnMut(T, U) -> V,
    out: &mut Vec<V>,
) {
    let (size, inner) = match sizes {
        [] => return out.push(f(lhs.data[0], rhs.data[0])),
        [size, inner @ ..] => (*size, inner),
    };
    if !inner.is_empty() {
        return (0..size).for_each(|i| zip(inner, lhs.at(i), rhs.at(i), f, out));
    }
    match (lhs.run(size), rhs.run(size)) {
        (Run::Dense(l), Run::Dense(r)) => out.extend(l.iter().zip(r).map(|(&l, &r)| f(l, r))),
        (Run::Dense(l), Run::Same(r)) => out.extend(l.iter().map(|&l| f(l, r))),
        (Run::Same(l), Run::Dense(r)) => out.extend(r.iter().map(|&r| f(l, r))),
        (Run::Same(l), Run::Same(r)) => out.extend((0..size).map(|_| f(l, r))),
    }
}

/// Calls `f` with every element of a dense `lhs` and the one that `rhs` has in its place, in
/// row-major order of `sizes`, none of which is 0.
pub(super) fn zip_mut<T, U: Copy>(sizes: &[usize], lhs: &mut [T], rhs: Strided<'_, U>, f: &mut impl FnMut(&mut T, U)) {
    let (size, inner) = match sizes {
        [] => return f(&mut lhs[0], rhs.data[0]),
        [size, inner @ ..] => (*size, inner),
    };
    if !inner.is_empty() {
        let step = lhs.len() / size;
        return lhs.chunks_mut(step).enumerate().for_each(|(i, lhs)| zip_mut(inner, lhs, rhs.at(i), f));
    }
    match rhs.run(size) {
        Run::Dense(r) => lhs.iter_mut().zip(r).for_each(|(l, &r)| f(l, r)),
        Run::Same(r) => lhs.iter_mut().for_each(|l| f(l, r)),
    }
}
