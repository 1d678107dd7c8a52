//! Matrices of the crate `faer`: converted to views and back, without a copy.
//!
//! ```
//! use conformable::{Shape, ShapeError, Tensor, View};
//! use faer::mat;
//!
//! let table = mat![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
//! let x: Tensor<f64, Shape![_, 3], View> = Tensor::try_from(table.as_ref())?;
//! let y = &x + Tensor::from([10.0, 20.0, 30.0]);
//! assert_eq!(y.as_faer(), mat![[11.0, 22.0, 33.0], [14.0, 25.0, 36.0]]);
//!
//! let refused: Result<Tensor<f64, Shape![_, 4], View>, _> = Tensor::try_from(table.as_ref());
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

use super::contract::{Owner, Storage, StorageMut, Tensor};
use super::view::{View, ViewData, ViewMut, ViewMutData};
use crate::shape::{Shape, ShapeError};
use faer::{MatMut, MatRef};

#[allow(clippy::cast_possible_wrap, reason = "strides are two's complement")]
const fn signed(strides: [usize; 2]) -> [isize; 2] {
    [strides[0] as isize, strides[1] as isize]
}

#[allow(clippy::cast_sign_loss, reason = "strides are two's complement")]
const fn unsigned(strides: [isize; 2]) -> [usize; 2] {
    [strides[0] as usize, strides[1] as usize]
}

pub(crate) fn matrix<T, S: Shape<Sizes = [usize; 2]>, D: Storage>(tensor: &Tensor<T, S, D>) -> MatRef<'_, T> {
    let [rows, columns] = tensor.shape().sizes();
    let [down, right] = signed(tensor.strides());
    // SAFETY: `Storage` has an element at each index of the shape times these strides; the tensor is borrowed as long
    // as the matrix.
    unsafe { MatRef::from_raw_parts(tensor.as_ptr(), rows, columns, down, right) }
}

pub(crate) fn matrix_mut<T, S: Shape<Sizes = [usize; 2]>, D: StorageMut>(
    tensor: &mut Tensor<T, S, D>,
) -> MatMut<'_, T> {
    let [rows, columns] = tensor.shape().sizes();
    let [down, right] = signed(tensor.strides());
    // SAFETY: `StorageMut` has a different element at each index of the shape times these strides; the tensor is
    // borrowed as mutable as long as the matrix.
    unsafe { MatMut::from_raw_parts_mut(tensor.as_mut_ptr(), rows, columns, down, right) }
}

pub(crate) fn of_matrix<T, S: Shape, Place: Owner>(
    matrix: MatRef<'_, T>,
) -> Result<Tensor<T, S, View<'_, Place>>, ShapeError> {
    let shape = S::from_sizes(&[matrix.nrows(), matrix.ncols()])?;
    let strides = S::sizes_of(&unsigned([matrix.row_stride(), matrix.col_stride()]));
    // SAFETY: the matrix has an element at each index below its sizes, which are the shape's, while it is borrowed.
    let data = unsafe { ViewData::new(matrix.as_ptr(), strides) };
    // SAFETY: the shape was made from the matrix's sizes.
    Ok(unsafe { Tensor::from_parts(shape, data) })
}

#[allow(clippy::needless_pass_by_value, reason = "the view has its borrow")]
pub(crate) fn of_matrix_mut<T, S: Shape, Place: Owner>(
    matrix: MatMut<'_, T>,
) -> Result<Tensor<T, S, ViewMut<'_, Place>>, ShapeError> {
    let shape = S::from_sizes(&[matrix.nrows(), matrix.ncols()])?;
    let strides = S::sizes_of(&unsigned([matrix.row_stride(), matrix.col_stride()]));
    // SAFETY: the matrix has a different element at each index below its sizes, and gives up its borrow.
    let data = unsafe { ViewMutData::new(matrix.as_ptr_mut(), strides) };
    // SAFETY: the shape was made from the matrix's sizes.
    Ok(unsafe { Tensor::from_parts(shape, data) })
}
