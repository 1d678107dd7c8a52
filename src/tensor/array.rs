//! Tensors from arrays whose length is a number of elements, and back.

use super::Tensor;
use crate::numel::{Numel, StaticShape};
use generic_array::GenericArray;

/// From the elements of a static shape, in row-major order.
///
/// ```
/// use conformable::{Shape, Tensor};
/// use generic_array::arr;
///
/// let x = Tensor::<_, Shape![2, 2]>::from(arr![1, 2, 3, 4]);
/// assert_eq!(x, Tensor::from([[1, 2], [3, 4]]));
/// assert_eq!(x.into_array(), arr![1, 2, 3, 4]);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Tensor};
/// use generic_array::arr;
///
/// Tensor::<_, Shape![2, 3]>::from(arr![1, 2, 3, 4]);
/// ```
impl<T, S: StaticShape> From<GenericArray<T, Numel<S>>> for Tensor<T, S> {
    fn from(array: GenericArray<T, Numel<S>>) -> Self {
        Self { data: array.into_iter().collect(), shape: S::shape() }
    }
}

impl<T, S: StaticShape> Tensor<T, S> {
    /// The elements, in row-major order, where the shape is static.
    ///
    /// ```compile_fail,E0599
    /// use conformable::{Tensor, shape};
    ///
    /// let n = 2;
    /// Tensor::zeros(shape![n]).into_array(); // not every size of `(Dyn,)` is known at compile time
    /// ```
    pub fn into_array(self) -> GenericArray<T, Numel<S>> {
        self.data.into_iter().collect()
    }
}
