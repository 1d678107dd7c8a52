//! Sorts elements along an axis.
//!
//! ```text
//! sorted(x), for each line:
//!     keys = the elements except NaN, with their indices if these are returned
//!     sort keys; equal ones keep their order
//!     add the NaNs: at the end, or at the front in descending order
//! ```

use super::top_k::{Line, lines};
use crate::kernel::elementwise::operand::Operand;
use crate::shape::Shape;
use crate::storage::{Destination, Storage};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A key that is sorted, and the value that is written for it.
pub(crate) trait SortKey<T> {
    type Written;
    fn new(element: T, index: usize) -> Self;
    fn element(&self) -> &T;
    fn written(&self) -> Self::Written;
}

pub(crate) struct Value<T>(T);

/// An element with its index; the index is written.
pub(crate) struct Indexed<T>(T, usize);

impl<T: Copy> SortKey<T> for Value<T> {
    type Written = T;

    #[inline]
    fn new(element: T, _: usize) -> Self {
        Self(element)
    }

    #[inline]
    fn element(&self) -> &T {
        &self.0
    }

    #[inline]
    fn written(&self) -> T {
        self.0
    }
}

impl<T> SortKey<T> for Indexed<T> {
    type Written = usize;

    #[inline]
    fn new(element: T, index: usize) -> Self {
        Self(element, index)
    }

    #[inline]
    fn element(&self) -> &T {
        &self.0
    }

    #[inline]
    fn written(&self) -> usize {
        self.1
    }
}

/// Compares two keys; elements without an order are equal.
#[inline]
fn ascending<T: PartialOrd, K: SortKey<T>>(x: &K, y: &K) -> Ordering {
    if x.element() < y.element() {
        Ordering::Less
    } else if x.element() > y.element() {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

/// Sorts the elements along an axis and writes them or their indices. `keys` is an empty vector with capacity for one
/// line.
///
/// # Panics
///
/// If the destination has other sizes, or a sort detects that the order is not total.
#[inline]
#[allow(clippy::eq_op, reason = "of a NaN it is false")]
pub(crate) fn sorted<T: PartialOrd + Copy, K: SortKey<T>, S: Shape, D: Storage, To: Destination<K::Written>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    axis: usize,
    mut keys: Vec<K>,
    descending: bool,
) -> To::Written {
    x.tensor.shape().with_sizes(|sizes| to.shape().with_sizes(|out| assert!(sizes == out, "the same sizes")));
    let each = |line: Line<T, K::Written>, size: usize, count: usize| {
        let is_nan = |key: &K| key.element() != key.element();
        // SAFETY: `index < size`, the number of elements of the line.
        let all = || (0..size).map(|index| K::new(unsafe { line.element(index) }, index));
        keys.clear();
        keys.extend(all());
        let nans = keys.iter().map(|key| usize::from(is_nan(key))).sum();
        if nans > 0 {
            keys.clear();
            keys.extend(all().filter(|key| !is_nan(key)));
        }
        if descending {
            keys.sort_by(|x, y| ascending(y, x));
        } else {
            keys.sort_by(ascending);
        }
        if nans > 0 {
            keys.extend(all().filter(is_nan).take(nans));
            if descending {
                keys.rotate_right(nans);
            }
        }
        assert!(keys.len() == count, "as many keys as places");
        for (at, key) in keys.iter().enumerate() {
            // SAFETY: `at < count`, the number of places of the line, as was asserted.
            unsafe { line.set(at, key.written()) };
        }
    };
    // SAFETY: `each` has as many keys as the line has places, and writes them all.
    unsafe { lines(to, x, axis, each) }
}
