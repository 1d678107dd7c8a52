//! Results of loops over indices, and comparison of tensors with them.

use conformable::{Shape, Storage, Tensor};
use core::fmt::Debug;

pub(crate) use conformable_test::indices::{indices, with_size};

/// The sizes and the elements of a result of loops, in row-major order.
pub(crate) type Computed<T = i64> = (Vec<usize>, Vec<T>);

/// Asserts that a tensor has the sizes and the elements of the loops.
#[track_caller]
pub(crate) fn same<T, S: Shape, D: Storage>(x: &Tensor<T, S, D>, (sizes, elements): &Computed<T>)
where
    T: Copy + PartialEq + Debug,
{
    assert_eq!((x.sizes().as_ref(), &x.to_vec()), (&sizes[..], elements));
}
