//! What loops over indices compute, and whether a tensor has it.

use conformable::{Shape, Storage, Tensor};
use core::fmt::Debug;

/// The sizes and the elements that loops compute, in row-major order.
pub(crate) type Computed<T = i64> = (Vec<usize>, Vec<T>);

/// All indices of a shape, in row-major order.
pub(crate) fn indices(sizes: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<> {
    let sizes = sizes.to_vec();
    (0..sizes.iter().product()).map(move |mut i| {
        let mut index = vec![0; sizes.len()];
        for (place, size) in index.iter_mut().zip(&sizes).rev() {
            *place = i % size;
            i /= size;
        }
        index
    })
}

/// The sizes with another one along an axis.
pub(crate) fn with_size(sizes: &[usize], axis: usize, size: usize) -> Vec<usize> {
    let mut sizes = sizes.to_vec();
    sizes[axis] = size;
    sizes
}

/// Asserts that a tensor has the sizes and the elements that loops compute.
#[track_caller]
pub(crate) fn same<T, S: Shape, D: Storage>(x: &Tensor<T, S, D>, (sizes, elements): &Computed<T>)
where
    T: Copy + PartialEq + Debug,
{
    assert_eq!((x.sizes().as_ref(), &x.to_vec()), (&sizes[..], elements));
}
