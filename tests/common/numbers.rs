//! Elements that are the same in each run, and the number of random cases.

use conformable::{AnyShape, Tensor};

pub(crate) use conformable_test::cases::{config, config_under_miri, mixed};

/// A tensor whose elements are the numbers after that one, in order.
pub(crate) fn numbers(sizes: &[usize], after: i64) -> Tensor<i64, AnyShape> {
    let mut next = after;
    Tensor::from_fn(AnyShape::from(sizes), |_| {
        next += 1;
        next
    })
}
