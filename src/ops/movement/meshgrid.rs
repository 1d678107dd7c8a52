//! The coordinates of a grid.
//!
//! ```text
//! grid(())                    = ()
//! grid((..X, x))              = (..grid(X), d)        if (d,) is the shape of x
//! meshgrid(X)[k][i1, .., in]  = X[k][ik]
//! ```

use crate::forms::forms;
use crate::shape::{AnyShape, Axes, Dim, Dyn, List, Nil, Shape, ShapeError, Tuple};
use crate::storage::{Storage, View, count};
use crate::tensor::{Tensor, expect};

/// The shape of a vector.
#[diagnostic::on_unimplemented(
    message = "cannot make a grid of `{Self}`",
    label = "the coordinates along each axis are a vector, whose shape is `(D,)`",
    note = "conformable: E-operand"
)]
pub trait VectorShape: Shape {
    /// The dim.
    type Dim: Dim;
}

impl<D: Dim> VectorShape for (D,) {
    type Dim = D;
}

impl VectorShape for AnyShape {
    type Dim = Dyn;
}

/// A tuple of 0 to 16 references to vectors: the coordinates along the axes of a grid.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of 0 to 16 references to vectors",
    label = "write one tuple: `meshgrid((&x, &y))`",
    note = "conformable: E-operand"
)]
pub trait MeshgridTensors {
    /// The tuple of views of the vectors in the shape of the grid.
    type Output;

    /// Implements [`try_meshgrid`].
    #[doc(hidden)]
    fn meshgrid_tensors(self) -> Result<Self::Output, ShapeError>;
}

impl<Tensors: Tuple<List: GridList<Grid = Grid> + OnGrid<Grid, Output = Views>>, Grid: Shape, Views: List>
    MeshgridTensors for Tensors
{
    type Output = Views::Tuple;

    fn meshgrid_tensors(self) -> Result<Self::Output, ShapeError> {
        let tensors = self.into_list();
        let grid = tensors.grid()?;
        count::<(), _>(&grid)?;
        tensors.on_grid(&grid).map(|(views, _)| views.into_tuple())
    }
}

/// A list of references to vectors.
pub trait GridList {
    /// The shape of their grid.
    type Grid: Shape;
    /// Computes it.
    #[doc(hidden)]
    fn grid(&self) -> Result<Self::Grid, ShapeError>;
}

// grid(()) = ()
impl GridList for Nil {
    type Grid = ();

    fn grid(&self) -> Result<(), ShapeError> {
        Ok(())
    }
}

// grid((..X, x)) = (..grid(X), d)
impl<T, S: VectorShape, D: Storage, Outer: GridList> GridList for Axes<&Tensor<T, S, D>, Outer> {
    type Grid = <Outer::Grid as Shape>::Push<S::Dim>;

    fn grid(&self) -> Result<Self::Grid, ShapeError> {
        let shape = self.last.shape();
        let dim = shape.with_sizes(<(S::Dim,)>::from_sizes)?;
        Ok(self.outer.grid()?.push(dim.0))
    }
}

/// Turns a list of references to vectors into views of the shape `Grid`.
pub trait OnGrid<Grid> {
    /// The list of views.
    type Output;
    /// The views and their number.
    #[doc(hidden)]
    fn on_grid(self, grid: &Grid) -> Result<(Self::Output, usize), ShapeError>;
}

impl<Grid> OnGrid<Grid> for Nil {
    type Output = Self;

    fn on_grid(self, _: &Grid) -> Result<(Self, usize), ShapeError> {
        Ok((Self, 0))
    }
}

impl<'a, T, S: VectorShape, D: Storage, Outer: OnGrid<Grid>, Grid: Shape> OnGrid<Grid>
    for Axes<&'a Tensor<T, S, D>, Outer>
{
    type Output = Axes<Tensor<T, Grid, View<'a, D::Owner>>, Outer::Output>;

    fn on_grid(self, grid: &Grid) -> Result<(Self::Output, usize), ShapeError> {
        let (outer, axis) = self.outer.on_grid(grid)?;
        let view = self.last.walked(grid.clone(), |at| (at == axis).then_some((0, 1)));
        let last = view.ok_or_else(|| ShapeError::overflow(grid.partial()))?;
        Ok((Axes { last, outer }, axis + 1))
    }
}

forms! {
    fn;

    /// Returns the coordinates of all points of a grid, as views of the vectors in the shape of the grid.
    ///
    /// The elements of vector `k` vary along axis `k`. This is NumPy's `meshgrid(.., indexing="ij")`; for its default,
    /// `"xy"`, call `meshgrid((&y, &x))` and swap the two results.
    ///
    /// ```
    /// use conformable::{Shape, Tensor, View, meshgrid};
    ///
    /// let (x, y) = (Tensor::from([1, 2]), Tensor::from([0.5, 1.5, 2.5]));
    /// let (rows, columns) = meshgrid((&x, &y));
    /// assert_eq!(rows, Tensor::from([[1, 1, 1], [2, 2, 2]]));
    /// assert_eq!(columns, Tensor::from([[0.5, 1.5, 2.5], [0.5, 1.5, 2.5]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Tensor, meshgrid};
    ///
    /// meshgrid((&Tensor::from([1, 2]), &Tensor::from([[1], [2]]))); // the coordinates along each axis are a vector
    /// ```
    ///
    /// # Panics
    ///
    /// If the rank of an `AnyShape` is not 1, or the number of elements of the grid is above `isize::MAX`.
    meshgrid try_meshgrid: [Tensors: MeshgridTensors<Output = Views>, Views](tensors: Tensors) -> Views
    => tensors.meshgrid_tensors();
}
