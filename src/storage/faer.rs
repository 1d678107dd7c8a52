//! Matrices of the crate `faer`: as views, and back, without a copy.
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
//! assert_eq!(refused.unwrap_err().to_string(), "\
//! (2, 3) is not a (_, 4)
//!   lhs  2  3
//!   rhs  _  4
//!           ^ axis 1 is 3, not 4");
//! # Ok::<(), ShapeError>(())
//! ```

use super::contract::{Storage, StorageMut};
use super::view::{ViewData, ViewMutData};
use crate::shape::Shape;
use faer::{MatMut, MatRef};

/// How many elements a step on either axis goes, as `faer` has it.
#[allow(clippy::cast_possible_wrap, reason = "strides are two's complement")]
const fn signed(strides: [usize; 2]) -> [isize; 2] {
    [strides[0] as isize, strides[1] as isize]
}

/// The same as a shape has it.
#[allow(clippy::cast_sign_loss, reason = "strides are two's complement")]
const fn unsigned(strides: [isize; 2]) -> [usize; 2] {
    [strides[0] as usize, strides[1] as usize]
}

/// The elements of a tensor of two axes as a matrix.
pub(crate) fn matrix<'a, T, S: Shape<Sizes = [usize; 2]>, D: Storage>(
    data: &'a D::Data<T, S>,
    shape: &S,
) -> MatRef<'a, T> {
    let [rows, columns] = shape.sizes();
    let [down, right] = signed(D::strides(data, shape));
    // SAFETY: the storage has the elements of the shape at these strides for as long as it is borrowed.
    unsafe { MatRef::from_raw_parts(D::as_ptr(data), rows, columns, down, right) }
}

/// The elements of a tensor of two axes as a mutable matrix.
pub(crate) fn matrix_mut<'a, T, S: Shape<Sizes = [usize; 2]>, D: StorageMut>(
    data: &'a mut D::Data<T, S>,
    shape: &S,
) -> MatMut<'a, T> {
    let [rows, columns] = shape.sizes();
    let [down, right] = signed(D::strides(data, shape));
    // SAFETY: the storage has the elements of the shape at these strides, each at a place of its own, for as long as it is borrowed.
    unsafe { MatMut::from_raw_parts_mut(D::as_mut_ptr(data), rows, columns, down, right) }
}

/// The elements of a matrix, as those of a view.
pub(crate) fn of_matrix<T, S: Shape>(matrix: MatRef<'_, T>) -> ViewData<'_, T, S> {
    let strides = unsigned([matrix.row_stride(), matrix.col_stride()]);
    ViewData::new(matrix.as_ptr(), S::sizes_of(&strides))
}

/// The elements of a mutable matrix, as those of a view.
#[allow(clippy::needless_pass_by_value, reason = "the view has its borrow")]
pub(crate) fn of_matrix_mut<T, S: Shape>(matrix: MatMut<'_, T>) -> ViewMutData<'_, T, S> {
    let strides = unsigned([matrix.row_stride(), matrix.col_stride()]);
    ViewMutData::new(matrix.as_ptr_mut(), S::sizes_of(&strides))
}
