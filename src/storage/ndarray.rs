//! Arrays of the crate `ndarray`: as tensors, as views, and back, without a copy.
//!
//! The shape is checked once, at the border; from there on the types know it.
//!
//! ```
//! use conformable::{Shape, ShapeError, Tensor, View};
//! use ndarray::array;
//!
//! let table = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
//! let x: Tensor<f64, Shape![_, 3], View> = Tensor::try_from(&table)?;
//! let y = &x + Tensor::from([10.0, 20.0, 30.0]);
//! assert_eq!(y.as_ndarray(), array![[11.0, 22.0, 33.0], [14.0, 25.0, 36.0]].into_dyn());
//!
//! let refused: Result<Tensor<f64, Shape![_, 4], View>, _> = Tensor::try_from(&table);
//! assert_eq!(refused.unwrap_err().to_string(), "\
//! (2, 3) is not a (_, 4)
//!   lhs  2  3
//!   rhs  _  4
//!           ^ axis 1 is 3, not 4");
//! # Ok::<(), ShapeError>(())
//! ```

use super::{Heap, Owner, Retype, Storage, StorageMut, View, ViewData, ViewMut, ViewMutData};
use crate::error::{Refused, ShapeError};
use crate::shape::Shape;
use crate::tensor::Tensor;
use alloc::vec::Vec;
use core::marker::PhantomData;
use ndarray::{
    Array, ArrayBase, ArrayD, ArrayViewD, ArrayViewMutD, Axis, Data, DataMut, Dimension, IxDyn, ShapeBuilder,
};

/// Elements in an [`ndarray::Array`] of the dimension `D`. A result computed from them lives on the heap.
#[derive(Clone, Copy, Debug)]
pub struct Ndarray<D>(PhantomData<D>);

/// The strides of an array, one a axis of the shape `S`, below zero as two's complement.
#[allow(clippy::cast_sign_loss, reason = "strides are two's complement")]
fn strides_of<S: Shape>(strides: &[isize]) -> S::Sizes {
    let strides: Vec<usize> = strides.iter().map(|&stride| stride as usize).collect();
    S::sizes_of(&strides)
}

// SAFETY: an array has the elements of its shape, which `try_from` compares with the tensor's, at its strides.
unsafe impl<D: Dimension> Storage for Ndarray<D> {
    type Data<T, S: Shape> = Array<T, D>;
    type Owner = Heap;
    type Placed<Rhs: Storage, S: Shape> = Heap;
    const DENSE: bool = false;

    #[inline]
    fn as_ptr<T, S: Shape>(data: &Array<T, D>) -> *const T {
        data.as_ptr()
    }

    #[inline]
    fn strides<T, S: Shape>(data: &Array<T, D>, _: &S) -> S::Sizes {
        strides_of::<S>(data.strides())
    }
}

// SAFETY: the array is borrowed as mutable, and no owned array has two elements at one place.
unsafe impl<D: Dimension> StorageMut for Ndarray<D> {
    #[inline]
    fn as_mut_ptr<T, S: Shape>(data: &mut Array<T, D>) -> *mut T {
        data.as_mut_ptr()
    }
}

// SAFETY: the same array.
unsafe impl<D: Dimension> Retype for Ndarray<D> {
    #[inline]
    fn retype<T, From: Shape, To: Shape>(data: Array<T, D>) -> Array<T, D> {
        data
    }
}

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

/// # Panics
///
/// If the product of the sizes other than 0 is above `isize::MAX`: no array of ndarray has such a shape.
fn assert_counted(sizes: &[usize]) {
    let numel = sizes.iter().filter(|&&size| size > 0).try_fold(1usize, |numel, &size| numel.checked_mul(size));
    let counted = numel.is_some_and(|numel| isize::try_from(numel).is_ok());
    assert!(counted, "the sizes {sizes:?} multiply to more than ndarray counts");
}

/// The lowest address, strides that are not below zero, and the axes on which they were.
///
/// # Panics
///
/// If there are more elements than ndarray counts: those of a view may stand at one place.
#[allow(clippy::cast_possible_wrap, reason = "strides are two's complement")]
fn upward<T>(ptr: *mut T, sizes: &[usize], strides: &[usize]) -> (*mut T, Vec<usize>, Vec<Axis>) {
    assert_counted(sizes);
    // no step may lead past the elements, and where there are none, every step would
    let empty = sizes.contains(&0);
    let (mut ptr, mut up, mut inverted) = (ptr, strides.to_vec(), Vec::new());
    for (axis, (stride, &size)) in up.iter_mut().zip(sizes).enumerate() {
        if size < 2 || empty {
            *stride = 0;
        } else if (*stride as isize) < 0 {
            ptr = ptr.wrapping_offset((size as isize - 1) * *stride as isize);
            *stride = stride.wrapping_neg();
            inverted.push(Axis(axis));
        }
    }
    (ptr, up, inverted)
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// The same elements as a view of `ndarray`.
    ///
    /// # Panics
    ///
    /// If the product of the sizes other than 0 is above `isize::MAX`, as it may be for a view that repeats its elements.
    #[must_use]
    pub fn as_ndarray(&self) -> ArrayViewD<'_, T> {
        let (sizes, strides) = (self.shape.sizes(), D::strides(&self.data, &self.shape));
        let first = D::as_ptr(&self.data).cast_mut();
        let (ptr, strides, inverted) = upward(first, sizes.as_ref(), strides.as_ref());
        let shape = IxDyn(sizes.as_ref()).strides(IxDyn(&strides));
        // SAFETY: the storage has the elements of the shape at these strides for as long as it is borrowed.
        let mut view = unsafe { ArrayViewD::from_shape_ptr(shape, ptr) };
        for axis in inverted {
            view.invert_axis(axis);
        }
        view
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
        let (sizes, strides) = (self.shape.sizes(), D::strides(&self.data, &self.shape));
        let (ptr, strides, inverted) = upward(D::as_mut_ptr(&mut self.data), sizes.as_ref(), strides.as_ref());
        let shape = IxDyn(sizes.as_ref()).strides(IxDyn(&strides));
        // SAFETY: the storage has the elements of the shape at these strides, each at a place of its own, for as long
        // as it is borrowed.
        let mut view = unsafe { ArrayViewMutD::from_shape_ptr(shape, ptr) };
        for axis in inverted {
            view.invert_axis(axis);
        }
        view
    }
}
