//! Tensors from arrays of the crate `ndarray`, and back.

use super::base::Tensor;
use crate::shape::{Refused, Shape, ShapeError};
use crate::storage::ndarray::{Ndarray, assert_counted, strides_of, view, view_mut};
use crate::storage::{Owner, Storage, StorageMut, View, ViewData, ViewMut, ViewMutData};
use ndarray::{Array, ArrayBase, ArrayD, ArrayViewD, ArrayViewMutD, Data, DataMut, Dimension, IxDyn};

/// # Errors
///
/// If the array's shape is not what the type says; the error names the axis, and holds the array.
impl<T, S: Shape, D: Dimension> TryFrom<Array<T, D>> for Tensor<T, S, Ndarray<D>> {
    type Error = Refused<Array<T, D>>;

    fn try_from(array: Array<T, D>) -> Result<Self, Self::Error> {
        match S::from_sizes(array.shape()) {
            Ok(shape) => Ok(Self { data: array, shape }),
            Err(error) => Err(Refused::new(error, array)),
        }
    }
}

impl<T, S: Shape, D: Dimension> Tensor<T, S, Ndarray<D>> {
    /// The array.
    #[must_use]
    pub fn into_ndarray(self) -> Array<T, D> {
        self.data
    }
}

/// # Errors
///
/// If the array's shape is not what the type says; the error names the axis.
impl<'a, T, S: Shape, A: Data<Elem = T>, D: Dimension, Place: Owner> TryFrom<&'a ArrayBase<A, D>>
    for Tensor<T, S, View<'a, Place>>
{
    type Error = ShapeError;

    fn try_from(array: &'a ArrayBase<A, D>) -> Result<Self, ShapeError> {
        let shape = S::from_sizes(array.shape())?;
        Ok(Self { data: ViewData::new(array.as_ptr(), strides_of::<S>(array.strides())), shape })
    }
}

/// # Errors
///
/// If the array's shape is not what the type says; the error names the axis.
impl<'a, T, S: Shape, A: DataMut<Elem = T>, D: Dimension, Place: Owner> TryFrom<&'a mut ArrayBase<A, D>>
    for Tensor<T, S, ViewMut<'a, Place>>
{
    type Error = ShapeError;

    fn try_from(array: &'a mut ArrayBase<A, D>) -> Result<Self, ShapeError> {
        let shape = S::from_sizes(array.shape())?;
        let strides = strides_of::<S>(array.strides());
        Ok(Self { data: ViewMutData::new(array.as_mut_ptr(), strides), shape })
    }
}

/// # Panics
///
/// If the product of the sizes other than 0 is above `isize::MAX`, which takes a size of 0.
impl<T, S: Shape> From<Tensor<T, S>> for ArrayD<T> {
    fn from(tensor: Tensor<T, S>) -> Self {
        assert_counted(tensor.shape.sizes().as_ref());
        let sizes = IxDyn(tensor.shape.sizes().as_ref());
        Array::from_shape_vec(sizes, tensor.into_vec()).expect("a tensor has the elements of its shape")
    }
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// The same elements as a view of `ndarray`.
    ///
    /// # Panics
    ///
    /// If the product of the sizes other than 0 is above `isize::MAX`, as it may be for a view that repeats its elements.
    #[must_use]
    pub fn as_ndarray(&self) -> ArrayViewD<'_, T> {
        view::<T, S, D>(&self.data, &self.shape)
    }

    /// The same elements as a mutable view of `ndarray`.
    ///
    /// # Panics
    ///
    /// If the product of the sizes other than 0 is above `isize::MAX`, which takes a size of 0.
    #[must_use]
    pub fn as_ndarray_mut(&mut self) -> ArrayViewMutD<'_, T>
    where
        D: StorageMut,
    {
        view_mut::<T, S, D>(&mut self.data, &self.shape)
    }
}
