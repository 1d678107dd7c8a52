//! Matrices of the crate `nalgebra` as views, and back.
//!
//! ```
//! use conformable::{Shape, Tensor, View};
//! use nalgebra::{DMatrix, Matrix2x3};
//!
//! let fixed = Matrix2x3::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
//! let y: Tensor<f64, Shape![2, 3]> = Tensor::from_nalgebra(&fixed) + Tensor::from([10.0, 20.0, 30.0]);
//! assert_eq!(y.to_nalgebra(), Matrix2x3::new(11.0, 22.0, 33.0, 14.0, 25.0, 36.0));
//!
//! let table = DMatrix::<f64>::zeros(2, 3);
//! let refused: Result<Tensor<f64, Shape![_, 4], View>, _> = Tensor::try_from(&table);
//! assert_eq!(
//!     refused.unwrap_err().to_string(),
//!     "\
//! (2, 3) is not a (_, 4)
//!   lhs  2  3
//!   rhs  _  4
//!           ^ axis 1 is 3, not 4"
//! );
//! ```

use super::contract::{Owner, Storage, StorageMut, Tensor};
use super::view::{View, ViewData, ViewMut, ViewMutData};
use crate::shape::{Shape, ShapeError};
use nalgebra::base::storage::{RawStorage, RawStorageMut};
use nalgebra::{Dim, Dyn, Matrix, MatrixView, MatrixViewMut, U1, ViewStorage, ViewStorageMut};

/// The strides, if each column is contiguous. nalgebra's own products write out of bounds for other views (0.35).
fn strides_of<T, S: Shape<Sizes = [usize; 2]>, D: Storage>(tensor: &Tensor<T, S, D>) -> Result<(U1, Dyn), ShapeError> {
    let ([rows, columns], [down, right]) = (tensor.shape().sizes(), tensor.strides());
    let step = if rows == 0 || columns < 2 { rows } else { right };
    if (rows < 2 || columns == 0 || down == 1) && isize::try_from(step).is_ok() {
        return Ok((U1, Dyn(step)));
    }
    let why = "its columns are not contiguous; `to_nalgebra` copies them";
    Err(ShapeError::cannot("hand nalgebra the shape", tensor.shape().partial(), why))
}

pub(crate) fn matrix<T, S: Shape<Sizes = [usize; 2]>, D: Storage, R: Dim, C: Dim>(
    tensor: &Tensor<T, S, D>,
) -> Result<MatrixView<'_, T, R, C, U1, Dyn>, ShapeError> {
    let [rows, columns] = tensor.shape().sizes();
    let (sizes, strides) = ((R::from_usize(rows), C::from_usize(columns)), strides_of(tensor)?);
    // SAFETY: `Storage` has an element at each index, while the tensor is borrowed; `from_usize` compares the sizes.
    Ok(Matrix::from_data(unsafe { ViewStorage::from_raw_parts(tensor.as_ptr(), sizes, strides) }))
}

pub(crate) fn matrix_mut<T, S: Shape<Sizes = [usize; 2]>, D: StorageMut, R: Dim, C: Dim>(
    tensor: &mut Tensor<T, S, D>,
) -> Result<MatrixViewMut<'_, T, R, C, U1, Dyn>, ShapeError> {
    let [rows, columns] = tensor.shape().sizes();
    let (sizes, strides) = ((R::from_usize(rows), C::from_usize(columns)), strides_of(tensor)?);
    // SAFETY: `StorageMut` has a different element at each index, and is borrowed; `from_usize` compares the sizes.
    Ok(Matrix::from_data(unsafe { ViewStorageMut::from_raw_parts(tensor.as_mut_ptr(), sizes, strides) }))
}

pub(crate) fn of_matrix<T, R: Dim, C: Dim, M: RawStorage<T, R, C>, S: Shape, Place: Owner>(
    matrix: &Matrix<T, R, C, M>,
) -> Result<Tensor<T, S, View<'_, Place>>, ShapeError> {
    let shape = S::from_sizes(&<[usize; 2]>::from(matrix.shape()))?;
    let strides = S::sizes_of(&<[usize; 2]>::from(matrix.strides()));
    // SAFETY: `RawStorage` has an element at each index, while it is borrowed.
    let data = unsafe { ViewData::new(matrix.as_ptr(), strides) };
    // SAFETY: the shape was made from the matrix's sizes.
    Ok(unsafe { Tensor::from_parts(shape, data) })
}

pub(crate) fn of_matrix_mut<T, R: Dim, C: Dim, M: RawStorageMut<T, R, C>, S: Shape, Place: Owner>(
    matrix: &mut Matrix<T, R, C, M>,
) -> Result<Tensor<T, S, ViewMut<'_, Place>>, ShapeError> {
    let shape = S::from_sizes(&<[usize; 2]>::from(matrix.shape()))?;
    let strides = S::sizes_of(&<[usize; 2]>::from(matrix.strides()));
    // SAFETY: `RawStorageMut` has a different element at each index, and is borrowed as mutable.
    let data = unsafe { ViewMutData::new(matrix.as_mut_ptr(), strides) };
    // SAFETY: the shape was made from the matrix's sizes.
    Ok(unsafe { Tensor::from_parts(shape, data) })
}
