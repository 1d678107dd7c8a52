//! Conversions of matrices of `nalgebra`.

use super::base::{Tensor, expect};
use crate::forms::forms;
use crate::shape::{Dim, Dyn, Millions, Named, Plain, Shape, ShapeError, Size, Thousands, Within};
use crate::storage::nalgebra::{matrix, matrix_mut, of_matrix, of_matrix_mut};
use crate::storage::{Heap, Owner, Storage, StorageMut, View, ViewMut};
use nalgebra::allocator::Allocator;
use nalgebra::base::storage::{RawStorage, RawStorageMut};
use nalgebra::{Const, DefaultAllocator, Matrix, MatrixView, MatrixViewMut, OMatrix, U1};

/// Views the elements of a matrix.
///
/// # Errors
///
/// If the sizes differ from the type's.
impl<'a, T, S: Shape, Place: Owner, R: nalgebra::Dim, C: nalgebra::Dim, M: RawStorage<T, R, C>>
    TryFrom<&'a Matrix<T, R, C, M>> for Tensor<T, S, View<'a, Place>>
{
    type Error = ShapeError;

    fn try_from(matrix: &'a Matrix<T, R, C, M>) -> Result<Self, ShapeError> {
        of_matrix(matrix)
    }
}

/// Views the elements of a mutable matrix.
///
/// # Errors
///
/// If the sizes differ from the type's.
impl<'a, T, S: Shape, Place: Owner, R: nalgebra::Dim, C: nalgebra::Dim, M: RawStorageMut<T, R, C>>
    TryFrom<&'a mut Matrix<T, R, C, M>> for Tensor<T, S, ViewMut<'a, Place>>
{
    type Error = ShapeError;

    fn try_from(matrix: &'a mut Matrix<T, R, C, M>) -> Result<Self, ShapeError> {
        of_matrix_mut(matrix)
    }
}

/// A dim of `nalgebra`: `Const<N>` or `Dyn`.
pub trait OfNalgebra: nalgebra::Dim {
    /// The dim of the same size.
    type Dim: Dim;
}

impl<const N: usize> OfNalgebra for Const<N>
where
    Size<N>: Dim,
{
    type Dim = Size<N>;
}

impl OfNalgebra for nalgebra::Dyn {
    type Dim = Dyn;
}

/// A dim as one of `nalgebra`: `Const<N>` if it is `Size<N>`, else `Dyn`.
pub trait AsNalgebra {
    /// The dim of the same size.
    type Nalgebra: nalgebra::Dim;
}

impl<const N: usize> AsNalgebra for Size<N> {
    type Nalgebra = Const<N>;
}

impl<L: ?Sized> AsNalgebra for Dyn<L> {
    type Nalgebra = nalgebra::Dyn;
}

impl<Lo, Hi, L: ?Sized> AsNalgebra for Within<Lo, Hi, L> {
    type Nalgebra = nalgebra::Dyn;
}

impl<L, D: Plain + AsNalgebra> AsNalgebra for Named<L, D> {
    type Nalgebra = D::Nalgebra;
}

impl<const K: usize, const N: usize> AsNalgebra for Thousands<K, N> {
    type Nalgebra = nalgebra::Dyn;
}

impl<const M: usize, const K: usize, const N: usize> AsNalgebra for Millions<M, K, N> {
    type Nalgebra = nalgebra::Dyn;
}

/// A shape with two axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a matrix",
    label = "a matrix of `nalgebra` has two axes",
    note = "conformable: E-product"
)]
pub trait NalgebraMatrix: Shape<Sizes = [usize; 2]> {
    /// The dim of the first axis.
    type Rows: nalgebra::Dim;
    /// The dim of the second.
    type Columns: nalgebra::Dim;
}

impl<M: Dim + AsNalgebra, N: Dim + AsNalgebra> NalgebraMatrix for (M, N) {
    type Rows = M::Nalgebra;
    type Columns = N::Nalgebra;
}

impl<'a, T, R: Dim, C: Dim> Tensor<T, (R, C), View<'a, Heap>> {
    /// Views a matrix, with its dims.
    #[must_use]
    pub fn from_nalgebra<M, Rows: OfNalgebra<Dim = R>, Columns: OfNalgebra<Dim = C>>(
        matrix: &'a Matrix<T, Rows, Columns, M>,
    ) -> Self
    where
        M: RawStorage<T, Rows, Columns>,
    {
        expect(of_matrix(matrix))
    }
}

impl<T: nalgebra::Scalar, S: NalgebraMatrix, D: Storage> Tensor<T, S, D> {
    /// Copies the elements to a matrix of `nalgebra`.
    #[must_use]
    pub fn to_nalgebra(&self) -> OMatrix<T, S::Rows, S::Columns>
    where
        DefaultAllocator: Allocator<S::Rows, S::Columns>,
    {
        let [rows, columns] = self.shape().sizes();
        let (rows, columns) = (nalgebra::Dim::from_usize(rows), nalgebra::Dim::from_usize(columns));
        OMatrix::from_row_iterator_generic(rows, columns, self.iter().cloned())
    }
}

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Views a tensor in column-major order, such as `x.t()`, as a matrix of `nalgebra`.
    ///
    /// # Panics
    ///
    /// If a column is not contiguous.
    #[must_use]
    as_nalgebra try_as_nalgebra: (&self) -> MatrixView<'_, T, S::Rows, S::Columns, U1, nalgebra::Dyn>
    where [S: NalgebraMatrix] => matrix(self);

    /// The same as a mutable matrix.
    ///
    /// # Panics
    ///
    /// If a column is not contiguous.
    #[must_use]
    as_nalgebra_mut try_as_nalgebra_mut: (&mut self) -> MatrixViewMut<'_, T, S::Rows, S::Columns, U1, nalgebra::Dyn>
    where [S: NalgebraMatrix, D: StorageMut] => matrix_mut(self);
}
