//! Conversions to and from matrices of the crate `faer`.

use super::base::Tensor;
use crate::shape::{Dim, Shape, ShapeError};
use crate::storage::faer::{matrix, matrix_mut, of_matrix, of_matrix_mut};
use crate::storage::{Owner, Storage, StorageMut, View, ViewMut};
use faer::{MatMut, MatRef};

/// Views the elements of a matrix. [`to_owned`](Tensor::to_owned) copies them.
///
/// # Errors
///
/// If the sizes differ from the type's.
impl<'a, T, S: Shape, Place: Owner> TryFrom<MatRef<'a, T>> for Tensor<T, S, View<'a, Place>> {
    type Error = ShapeError;

    fn try_from(matrix: MatRef<'a, T>) -> Result<Self, ShapeError> {
        of_matrix(matrix)
    }
}

/// Views the elements of a mutable matrix.
///
/// # Errors
///
/// If the sizes differ from the type's.
impl<'a, T, S: Shape, Place: Owner> TryFrom<MatMut<'a, T>> for Tensor<T, S, ViewMut<'a, Place>> {
    type Error = ShapeError;

    fn try_from(matrix: MatMut<'a, T>) -> Result<Self, ShapeError> {
        of_matrix_mut(matrix)
    }
}

/// A shape with two axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a matrix",
    label = "a matrix of `faer` has two axes: `matrices()` goes over the last two of more, `unsqueeze` makes one of a vector, `refine` of an `AnyShape`",
    note = "conformable: E-product"
)]
pub trait TwoAxes: Shape<Sizes = [usize; 2]> {
    /// The dim of the first axis.
    type Rows: Dim;
}

impl<M: Dim, N: Dim> TwoAxes for (M, N) {
    type Rows = M;
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Views the tensor as a matrix of `faer`, with any strides.
    ///
    /// `faer` has least squares by QR, eigenvalues, determinants and more. [`solve`](Self::solve), `inv`, `cholesky`
    /// and `svd` need no conversion.
    ///
    /// ```
    /// use conformable::{Shape, ShapeError, Tensor, View};
    /// use faer::Side;
    /// use faer::prelude::*;
    ///
    /// // the line nearest to four points
    /// let x = Tensor::from([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]);
    /// let y = Tensor::from([[1.0], [3.0], [5.0], [7.0]]);
    /// let line = x.as_faer().qr().solve_lstsq(y.as_faer());
    /// let line: Tensor<f64, Shape![2, 1], View> = Tensor::try_from(line.as_ref())?;
    /// assert!((line[[0, 0]] - 1.0).abs() < 1e-12 && (line[[1, 0]] - 2.0).abs() < 1e-12);
    ///
    /// let symmetric = Tensor::from([[2.0_f64, 1.0], [1.0, 2.0]]);
    /// let eigen = symmetric.as_faer().self_adjoint_eigen(Side::Lower).unwrap();
    /// assert!((eigen.S()[0] - 1.0).abs() < 1e-12 && (eigen.S()[1] - 3.0).abs() < 1e-12);
    ///
    /// assert!((symmetric.as_faer().determinant() - 3.0).abs() < 1e-12);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// conformable::Tensor::from([1.0, 2.0]).as_faer(); // `(Size<2>,)` is not a matrix
    /// ```
    #[must_use]
    pub fn as_faer<M: Dim>(&self) -> MatRef<'_, T>
    where
        S: TwoAxes<Rows = M>,
    {
        matrix(self)
    }

    /// Views the tensor as a mutable matrix of `faer`, with any strides.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let mut x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    /// x.as_faer_mut()[(0, 1)] = 5.0;
    /// assert_eq!(x, Tensor::from([[1.0, 5.0], [3.0, 4.0]]));
    /// ```
    #[must_use]
    pub fn as_faer_mut<M: Dim>(&mut self) -> MatMut<'_, T>
    where
        S: TwoAxes<Rows = M>,
        D: StorageMut,
    {
        matrix_mut(self)
    }
}
