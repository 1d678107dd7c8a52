//! The elements along an axis in order.
//!
//! ```text
//! sorted(x), of each line:
//!     keys = the elements, each with its index if that is asked for
//!     sort keys by an order; equal ones keep theirs
//!     write what is asked for of each key
//! ```

use super::top_k::{Line, lines};
use crate::kernel::elementwise::operand::Operand;
use crate::shape::Shape;
use crate::storage::{Destination, Storage};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Writes what `value` makes of the keys along an axis, in order. `keys` is an empty vector with memory for the keys of
/// one line.
///
/// # Panics
///
/// If the destination has other sizes, or `order` is no order and the sort of the standard library finds it out.
#[inline]
pub(crate) fn sorted<T: Copy, K, U, S: Shape, D: Storage, To: Destination<U>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    axis: usize,
    mut keys: Vec<K>,
    key: impl Fn(T, usize) -> K,
    order: impl Fn(&K, &K) -> Ordering,
    value: impl Fn(&K) -> U,
) -> To::Written {
    x.tensor.shape().with_sizes(|sizes| to.shape().with_sizes(|out| assert!(sizes == out, "the same sizes")));
    let each = |line: Line<T, U>, size: usize, count: usize| {
        keys.clear();
        // SAFETY: `index < size`, the number of elements of the line.
        keys.extend((0..size).map(|index| key(unsafe { line.element(index) }, index)));
        keys.sort_by(&order);
        for (at, key) in keys.iter().enumerate().take(count) {
            // SAFETY: `at < count`, the number of places of the line.
            unsafe { line.set(at, value(key)) };
        }
    };
    // SAFETY: there are as many keys as elements, and as many places, since the sizes are equal.
    unsafe { lines(to, x, axis, each) }
}
