//! Conversions to and from arrays of the crate `ndarray`.

use super::base::{Tensor, expect};
use crate::forms::forms;
use crate::shape::{Refused, Shape, ShapeError};
use crate::storage::ndarray::{Ndarray, counted, of_array, of_view, of_view_mut, view, view_mut};
use crate::storage::{Owner, Storage, StorageMut, View, ViewMut};
use ndarray::{Array, ArrayBase, ArrayD, ArrayView, ArrayViewMut, Data, DataMut, Dim, Dimension, IxDyn};

/// Takes the array as storage, without a copy.
///
/// # Errors
///
/// If the shape differs from the type's. The error holds the array.
impl<T, S: Shape, D: Dimension> TryFrom<Array<T, D>> for Tensor<T, S, Ndarray<D>> {
    type Error = Refused<Array<T, D>>;

    fn try_from(array: Array<T, D>) -> Result<Self, Self::Error> {
        of_array(array)
    }
}

impl<T, S: Shape, D: Dimension> Tensor<T, S, Ndarray<D>> {
    /// Returns the array.
    #[must_use]
    pub fn into_ndarray(self) -> Array<T, D> {
        self.into_data()
    }
}

/// Moves the elements. They are copied only if the array is not in row-major order.
///
/// # Errors
///
/// If the shape differs from the type's. The error holds the array.
impl<T, S: Shape, D: Dimension> TryFrom<Array<T, D>> for Tensor<T, S> {
    type Error = Refused<Array<T, D>>;

    fn try_from(array: Array<T, D>) -> Result<Self, Self::Error> {
        let shape = match S::from_sizes(array.shape()) {
            Ok(shape) => shape,
            Err(error) => return Err(Refused::new(error, array)),
        };
        let numel = array.len();
        let in_order = array.is_standard_layout();
        let (mut data, offset) =
            if in_order { array.into_raw_vec_and_offset() } else { (array.into_iter().collect(), None) };
        data.truncate(offset.unwrap_or(0) + numel);
        data.drain(..offset.unwrap_or(0));
        Ok(expect(Self::of_vec(shape, data)))
    }
}

/// Views the elements of an array.
///
/// # Errors
///
/// If the shape differs from the type's.
impl<'a, T, S: Shape, A: Data<Elem = T>, D: Dimension, Place: Owner> TryFrom<&'a ArrayBase<A, D>>
    for Tensor<T, S, View<'a, Place>>
{
    type Error = ShapeError;

    fn try_from(array: &'a ArrayBase<A, D>) -> Result<Self, ShapeError> {
        Self::try_from(array.view())
    }
}

/// Views the elements of an array mutably.
///
/// # Errors
///
/// If the shape differs from the type's.
impl<'a, T, S: Shape, A: DataMut<Elem = T>, D: Dimension, Place: Owner> TryFrom<&'a mut ArrayBase<A, D>>
    for Tensor<T, S, ViewMut<'a, Place>>
{
    type Error = ShapeError;

    fn try_from(array: &'a mut ArrayBase<A, D>) -> Result<Self, ShapeError> {
        Self::try_from(array.view_mut())
    }
}

/// Views the elements of an array.
///
/// # Errors
///
/// If the shape differs from the type's.
impl<'a, T, S: Shape, D: Dimension, Place: Owner> TryFrom<ArrayView<'a, T, D>> for Tensor<T, S, View<'a, Place>> {
    type Error = ShapeError;

    fn try_from(array: ArrayView<'a, T, D>) -> Result<Self, ShapeError> {
        of_view(array)
    }
}

/// Views the elements of an array mutably.
///
/// # Errors
///
/// If the shape differs from the type's.
impl<'a, T, S: Shape, D: Dimension, Place: Owner> TryFrom<ArrayViewMut<'a, T, D>> for Tensor<T, S, ViewMut<'a, Place>> {
    type Error = ShapeError;

    fn try_from(array: ArrayViewMut<'a, T, D>) -> Result<Self, ShapeError> {
        of_view_mut(array)
    }
}

/// Converts a typed shape of rank 0 to 6 to an array of the same rank.
///
/// ```
/// use conformable::Tensor;
/// use ndarray::{Array2, array};
///
/// let x: Array2<f64> = Tensor::from([[1.0, 2.0], [3.0, 4.0]]).into();
/// assert_eq!(x, array![[1.0, 2.0], [3.0, 4.0]]);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::Tensor;
/// use ndarray::Array3;
///
/// let x: Array3<f64> = Tensor::from([[1.0, 2.0], [3.0, 4.0]]).into();
/// ```
///
/// # Panics
///
/// If a size is 0, and the product of the others is above `isize::MAX`.
impl<T, S: OfRank<RANK>, const RANK: usize> From<Tensor<T, S>> for Array<T, Dim<[usize; RANK]>>
where
    Dim<[usize; RANK]>: Dimension,
{
    #[track_caller]
    fn from(tensor: Tensor<T, S>) -> Self {
        let mut sizes = Dim::<[usize; RANK]>::zeros(RANK);
        sizes.slice_mut().copy_from_slice(&tensor.shape().sizes());
        into_array(tensor, sizes)
    }
}

/// Converts any tensor to an array of dynamic rank.
///
/// # Panics
///
/// If a size is 0, and the product of the others is above `isize::MAX`.
impl<T, S: Shape> From<Tensor<T, S>> for ArrayD<T> {
    #[track_caller]
    fn from(tensor: Tensor<T, S>) -> Self {
        let sizes = IxDyn(tensor.shape().sizes().as_ref());
        into_array(tensor, sizes)
    }
}

/// A shape of a given rank.
#[diagnostic::on_unimplemented(
    message = "the ranks of `{Self}` and of the array differ",
    label = "expected a shape with the rank of the array",
    note = "conformable: E-shape"
)]
pub trait OfRank<const RANK: usize>: Shape<Sizes = [usize; RANK]> {}

#[diagnostic::do_not_recommend]
impl<S: Shape<Sizes = [usize; RANK]>, const RANK: usize> OfRank<RANK> for S {}

#[track_caller]
fn into_array<T, S: Shape, D: Dimension>(tensor: Tensor<T, S>, sizes: D) -> Array<T, D> {
    expect(counted(tensor.shape()));
    Array::from_shape_vec(sizes, tensor.into_vec()).expect("a tensor has the elements of its shape")
}

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Views the tensor as an array of `ndarray`.
    ///
    /// It is an `ArrayView2` for rank 2. Above rank 6, and for an `AnyShape`, it is an `ArrayViewD`.
    ///
    /// ```
    /// use conformable::Tensor;
    /// use ndarray::{ArrayView2, array};
    ///
    /// let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    /// let view: ArrayView2<f64> = x.as_ndarray();
    /// assert_eq!(view.t(), array![[1.0, 3.0], [2.0, 4.0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the product of the sizes other than 0 is above `isize::MAX`, as in a view that repeats elements.
    #[must_use]
    as_ndarray try_as_ndarray: (&self) -> ArrayView<'_, T, S::Dimension> => view(self);

    /// Views the tensor as a mutable array of `ndarray`.
    ///
    /// # Panics
    ///
    /// If a size is 0, and the product of the others is above `isize::MAX`.
    #[must_use]
    as_ndarray_mut try_as_ndarray_mut: (&mut self) -> ArrayViewMut<'_, T, S::Dimension>
    where [D: StorageMut] => view_mut(self);
}
