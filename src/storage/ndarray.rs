//! Arrays of the crate `ndarray`: converted to tensors and views and back, without a copy.
//!
//! The conversion checks the shape once; afterwards the types know it.
//!
//! ```
//! use conformable::{Shape, ShapeError, Tensor, View};
//! use ndarray::{Array2, array};
//!
//! let table = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
//! let x: Tensor<f64, Shape![_, 3], View> = Tensor::try_from(&table)?;
//! let y = &x + Tensor::from([10.0, 20.0, 30.0]);
//! assert_eq!(y.as_ndarray(), array![[11.0, 22.0, 33.0], [14.0, 25.0, 36.0]]);
//! let sums: Array2<f64> = y.into();
//!
//! let refused: Result<Tensor<f64, Shape![_, 4], View>, _> = Tensor::try_from(&table);
//! assert_eq!(
//!     refused.unwrap_err().to_string(),
//!     "\
//! (2, 3) is not a (_, 4)
//!   lhs  2  3
//!   rhs  _  4
//!           ^ axis 1 is 3, not 4"
//! );
//! # Ok::<(), ShapeError>(())
//! ```

use super::contract::{Owner, Retype, Storage, StorageMut, Strided, Tensor};
use super::place::Heap;
use super::view::{View, ViewData, ViewMut, ViewMutData};
use crate::shape::{Measured, Refused, Shape, ShapeError};
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::slice;
use ndarray::{Array, ArrayView, ArrayViewMut, Axis, Dimension, ShapeBuilder, StrideShape};

/// Elements in an [`ndarray::Array`] of the dimension `D`. Results computed from them are on the heap.
#[derive(Clone, Copy, Debug)]
pub struct Ndarray<D>(PhantomData<D>);

/// The strides of an array, one for each axis of the shape `S`, negative ones in two's complement.
#[inline]
fn strides_of<S: Shape>(strides: &[isize]) -> S::Sizes {
    // SAFETY: `usize` and `isize` have the same size, alignment and valid bit patterns; the length is the slice's.
    S::sizes_of(unsafe { slice::from_raw_parts(strides.as_ptr().cast(), strides.len()) })
}

// SAFETY: an array has the elements of its shape, which `try_from` compares with the tensor's, at its strides.
unsafe impl<D: Dimension> Storage for Ndarray<D> {
    type Data<T, S: Measured> = Array<T, D>;
    type Owner = Heap;
    type Layout = Strided;

    #[inline]
    fn as_ptr<T, S: Shape>(data: &Array<T, D>) -> *const T {
        data.as_ptr()
    }

    #[inline]
    fn strides<T, S: Shape>(data: &Array<T, D>, _: &S) -> S::Sizes {
        strides_of::<S>(data.strides())
    }
}

// SAFETY: `as_mut_ptr` is the address of `as_ptr`, and an owned array has a different place at each index.
unsafe impl<D: Dimension> StorageMut for Ndarray<D> {
    #[inline]
    fn as_mut_ptr<T, S: Shape>(data: &mut Array<T, D>) -> *mut T {
        data.as_mut_ptr()
    }
}

// SAFETY: the array, its pointer and its strides stay the same.
unsafe impl<D: Dimension> Retype for Ndarray<D> {
    #[inline]
    fn retype<T, From: Shape, To: Shape>(data: Array<T, D>) -> Array<T, D> {
        data
    }
}

/// # Errors
///
/// If the product of the sizes other than 0 is above `isize::MAX`, which ndarray does not support.
#[inline]
pub(crate) fn counted<S: Shape>(shape: &S) -> Result<(), ShapeError> {
    let numel = |sizes: &[usize]| sizes.iter().try_fold(1usize, |numel, &size| numel.checked_mul(size.max(1)));
    match shape.with_sizes(numel).map(isize::try_from) {
        Some(Ok(_)) => Ok(()),
        _ => Err(uncounted(shape)),
    }
}

#[cold]
#[inline(never)]
fn uncounted<S: Shape>(shape: &S) -> ShapeError {
    let why = "its sizes other than 0 multiply to more than an `isize` counts";
    ShapeError::cannot("hand ndarray the shape", shape.partial(), why)
}

/// Makes a dimension of these sizes or strides.
#[inline]
pub(crate) fn dimension<S: Shape>(values: &[usize]) -> S::Dimension {
    let mut dimension = S::Dimension::zeros(values.len());
    dimension.slice_mut().copy_from_slice(values);
    dimension
}

/// The lowest address, non-negative strides, and the axes whose strides were negative.
#[inline]
#[allow(clippy::cast_possible_wrap, reason = "strides are two's complement")]
fn upward<T, S: Shape>(
    ptr: *mut T,
    sizes: &[usize],
    strides: &[usize],
) -> (*mut T, StrideShape<S::Dimension>, Vec<Axis>) {
    if sizes.contains(&0) {
        // steps must not lead past the elements; ndarray's own strides of an empty array are 0, and it checks others
        // for overlap
        return (ptr, dimension::<S>(sizes).into(), Vec::new());
    }
    let mut up = dimension::<S>(strides);
    let (mut ptr, mut inverted) = (ptr, Vec::new());
    for (axis, (stride, &size)) in up.slice_mut().iter_mut().zip(sizes).enumerate() {
        if size < 2 {
            *stride = 0;
        } else if (*stride as isize) < 0 {
            ptr = ptr.wrapping_offset((size as isize - 1) * *stride as isize);
            *stride = stride.wrapping_neg();
            inverted.push(Axis(axis));
        }
    }
    (ptr, dimension::<S>(sizes).strides(up), inverted)
}

pub(crate) fn view<T, S: Shape, D: Storage>(
    tensor: &Tensor<T, S, D>,
) -> Result<ArrayView<'_, T, S::Dimension>, ShapeError> {
    counted(tensor.shape())?;
    let ptr = tensor.as_ptr().cast_mut();
    let upward = |sizes: &[usize], strides: &[usize]| upward::<T, S>(ptr, sizes, strides);
    let (ptr, shape, inverted) =
        tensor.shape().with_sizes(|sizes| tensor.with_strides(|strides| upward(sizes, strides)));
    // SAFETY: the tensor has an element at each index of its shape, at these strides (`Storage`), while it is borrowed.
    // `upward` has moved the pointer to the first in memory where strides are negative.
    let mut view = unsafe { ArrayView::from_shape_ptr(shape, ptr) };
    for axis in inverted {
        view.invert_axis(axis);
    }
    Ok(view)
}

pub(crate) fn view_mut<T, S: Shape, D: StorageMut>(
    tensor: &mut Tensor<T, S, D>,
) -> Result<ArrayViewMut<'_, T, S::Dimension>, ShapeError> {
    counted(tensor.shape())?;
    let (sizes, strides) = (tensor.shape().sizes(), tensor.strides());
    let (ptr, shape, inverted) = upward::<T, S>(tensor.as_mut_ptr(), sizes.as_ref(), strides.as_ref());
    // SAFETY: `upward` has made the strides those of the same elements, counted upward from `ptr`. `StorageMut` has a
    // different place at each index; the tensor is borrowed as mutable.
    let mut view = unsafe { ArrayViewMut::from_shape_ptr(shape, ptr) };
    for axis in inverted {
        view.invert_axis(axis);
    }
    Ok(view)
}

/// # Errors
///
/// If the sizes differ; the error holds the array.
#[allow(clippy::type_complexity, reason = "the tensor, or the argument")]
pub(crate) fn of_array<T, S: Shape, D: Dimension>(
    array: Array<T, D>,
) -> Result<Tensor<T, S, Ndarray<D>>, Refused<Array<T, D>>> {
    match S::from_sizes(array.shape()) {
        // SAFETY: the array has an element at each index below its sizes, from which the shape was made.
        Ok(shape) => Ok(unsafe { Tensor::from_parts(shape, array) }),
        Err(error) => Err(Refused::new(error, array)),
    }
}

#[allow(clippy::needless_pass_by_value, reason = "the view has its borrow")]
pub(crate) fn of_view<T, S: Shape, D: Dimension, Place: Owner>(
    array: ArrayView<'_, T, D>,
) -> Result<Tensor<T, S, View<'_, Place>>, ShapeError> {
    let shape = S::from_sizes(array.shape())?;
    // SAFETY: the array has an element at each index below its sizes, which are the shape's, for `'a`.
    let data = unsafe { ViewData::new(array.as_ptr(), strides_of::<S>(array.strides())) };
    // SAFETY: the shape was made from the array's sizes.
    Ok(unsafe { Tensor::from_parts(shape, data) })
}

pub(crate) fn of_view_mut<T, S: Shape, D: Dimension, Place: Owner>(
    mut array: ArrayViewMut<'_, T, D>,
) -> Result<Tensor<T, S, ViewMut<'_, Place>>, ShapeError> {
    let shape = S::from_sizes(array.shape())?;
    let strides = strides_of::<S>(array.strides());
    // SAFETY: the array has a different element at each index below its sizes, and gives up its borrow.
    let data = unsafe { ViewMutData::new(array.as_mut_ptr(), strides) };
    // SAFETY: the shape was made from the array's sizes.
    Ok(unsafe { Tensor::from_parts(shape, data) })
}
