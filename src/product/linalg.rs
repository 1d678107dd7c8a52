//! Shapes in linear algebra: the last two axes are matrices, and those before are batches.
//!
//! ```text
//! square((..L, n, n))     = (..L, n, n)
//! solve(A, b)             = matmul(inverse of A, b)                   where A is square, and so is its inverse
//! svd((..L, m, n))        = (..L, m, k), (..L, k), (..L, k, n)        where k is the lesser of m and n
//! square(*) = svd(*)      = *                                         * is a shape of unknown rank
//! ```

use super::matmul::MatmulAxes;
use crate::shape::{
    AnyShape, Axes, AxesList, Clash, Dim, DimMin, Equal, Least, Meet, Met, Relation, Shape, ShapeError, refusal,
};
use core::marker::PhantomData;

/// A square matrix or a batch of them: the last two axes have equal sizes.
///
/// ```
/// use conformable::{Shape, Square, assert_type_eq, shape};
///
/// assert_type_eq!(<Shape![8, 3, 3] as Square>::Output, Shape![8, 3, 3]);
/// assert_type_eq!(<Shape![_, 3] as Square>::Output, Shape![3, 3]);
/// assert_eq!(shape![3, 3].square(), Ok(shape![3, 3]));
///
/// let error = shape![2, 3].erase().square().unwrap_err();
/// assert_eq!(error.to_string(), "(2, 3) is not a square matrix: 2 and 3 differ");
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Square};
///
/// let shape: <Shape![2, 3] as Square>::Output; // is not a square matrix: `Size<2>` and `Size<3>` differ
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a square matrix",
    label = "the compiler cannot prove that its last two axes are equal",
    note = "in generic code, add the bound `where {Self}: Square`",
    note = "conformable: E-product"
)]
pub trait Square {
    /// The shape with the dim that either of the two axes knows more precisely.
    type Output: Shape;

    /// Checks the shape at run time.
    ///
    /// # Errors
    ///
    /// If the sizes of the last two axes differ, or there are fewer than two.
    fn square(&self) -> Result<Self::Output, ShapeError>;
}

impl<S: Shape<Axes: SquareAxes<S>>> Square for S {
    type Output = <S::Axes as SquareAxes<S>>::Output;

    fn square(&self) -> Result<Self::Output, ShapeError> {
        is_square(self)?;
        self.with_sizes(Self::Output::from_sizes)
    }
}

/// Fails if the last two sizes differ, or there are fewer.
fn is_square<S: Shape>(shape: &S) -> Result<(), ShapeError> {
    shape.with_sizes(|sizes| match sizes {
        [.., m, n] if m == n => Ok(()),
        _ => Err(ShapeError::not_square(shape.partial())),
    })
}

/// The list of a square matrix or a batch of them.
#[diagnostic::on_unimplemented(
    message = "`{S}` is not a square matrix",
    label = "its type has fewer than two axes",
    note = "in generic code, add the bound `where {S}: Square`",
    note = "conformable: E-product"
)]
pub trait SquareAxes<S> {
    /// [`Square::Output`].
    type Output: Shape;
}

// square((..L, n, n)) = (..L, n, n)
impl<M: SideOf<N, S>, N, Outer: AxesList, S> SquareAxes<S> for Axes<N, Axes<M, Outer>> {
    type Output = <<Outer::Shape as Shape>::Push<M::Output> as Shape>::Push<M::Output>;
}

// square(*) = *
impl<S> SquareAxes<S> for AnyShape {
    type Output = Self;
}

/// The dims of the two sides of a square matrix of the shape `S`.
#[diagnostic::on_unimplemented(
    message = "`{S}` is not a square matrix",
    label = "`{Self}` and `{Other}` differ",
    note = "conformable: E-product"
)]
pub trait SideOf<Other, S> {
    /// The dim that is known more precisely.
    type Output: Dim;
}

#[diagnostic::do_not_recommend]
impl<M: Dim<Kind: Meet<N::Kind, Equal>>, N: Dim, S> SideOf<N, S> for M {
    type Output = Met<M, N, Equal>;
}

/// Matrices `A` of equations `A x = b` with a right side `b` of the shape `Rhs`.
///
/// `x` has the shape of the product of the inverse of `A` and `b` ([`Matmul`](crate::Matmul)): a `b` of rank 1 is a
/// vector, any other `b` is matrices whose columns are right sides. Batches broadcast.
///
/// ```
/// use conformable::{Shape, Solve, Solved, assert_type_eq, shape};
///
/// assert_type_eq!(Solved<Shape![3, 3], Shape![3]>, Shape![3]);
/// assert_type_eq!(Solved<Shape![8, 3, 3], Shape![3, 2]>, Shape![8, 3, 2]);
/// assert_eq!(shape![3, 3].solve(&shape![3, 2]), Ok(shape![3, 2]));
///
/// let error = shape![3, 3].erase().solve(&shape![4]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "cannot multiply the inverse of (3, 3) by (4,) as matrices: 3, the last axis of the left shape, and 4 differ"
/// );
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Solved};
///
/// type Refused = Solved<Shape![3, 3], Shape![4, 2]>;
/// let shape: Refused; // `Size<3>`, the last axis of the left shape, and `Size<4>` differ
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot solve the equations of `{Self}` for `{Rhs}`",
    label = "the compiler cannot prove that these matrices multiply",
    note = "in generic code, add the bound `where {Self}: Solve<{Rhs}>`",
    note = "conformable: E-product"
)]
pub trait Solve<Rhs> {
    /// The shape of the solution.
    type Output: Shape;

    /// The run-time rule.
    ///
    /// # Errors
    ///
    /// If the last two sizes of the left shape differ from each other or from that of `b`, or the batches do not
    /// broadcast.
    fn solve(&self, rhs: &Rhs) -> Result<Solved<Self, Rhs>, ShapeError>;
}

/// The shape of the solution of equations of `A` with the right side `B`.
pub type Solved<A, B> = <A as Solve<B>>::Output;

// solve(A, b) = matmul(inverse of A, b)
impl<Lhs: Shape, Rhs: Shape> Solve<Rhs> for Lhs
where
    Rhs::Axes: SolveAxes<Lhs::Axes, Lhs, Rhs>,
{
    type Output = <Rhs::Axes as SolveAxes<Lhs::Axes, Lhs, Rhs>>::Output;

    fn solve(&self, rhs: &Rhs) -> Result<Solved<Self, Rhs>, ShapeError> {
        is_square(self)?;
        self.with_axes(|lhs| rhs.with_axes(|rhs| Rhs::Axes::solved(lhs, rhs)))
            .map_err(|clash| refusal(Relation::Product { inverse: true }, clash, self, rhs))
    }
}

/// The list of right sides; `Left` is that of the matrices.
///
/// The right side is `Self`, so that no error names the left one before the right one is known.
pub trait SolveAxes<Left, Lhs, Rhs> {
    /// The shape of the solution.
    type Output: Shape;
    #[doc(hidden)]
    fn solved(lhs: &Left, rhs: &Self) -> Result<Self::Output, Clash>;
}

impl<Left: SquareAxes<Lhs>, Right, Lhs, Rhs> SolveAxes<Left, Lhs, Rhs> for Right
where
    Right: MatmulAxes<Left, InverseOf<Lhs>, Rhs>,
{
    type Output = Right::Output;

    fn solved(lhs: &Left, rhs: &Self) -> Result<Self::Output, Clash> {
        Right::multiplied(lhs, rhs)
    }
}

/// The inverse of a matrix of the shape `S`: a name for messages.
#[derive(Debug)]
pub struct InverseOf<S>(PhantomData<S>);

/// A shape whose matrices have singular values, as many as the lesser of their two sizes.
///
/// ```
/// use conformable::{Shape, Svd, assert_type_eq};
///
/// assert_type_eq!(<Shape![8, 5, 3] as Svd>::Left, Shape![8, 5, 3]);
/// assert_type_eq!(<Shape![8, 5, 3] as Svd>::Values, Shape![8, 3]);
/// assert_type_eq!(<Shape![8, 5, 3] as Svd>::Right, Shape![8, 3, 3]);
/// assert_type_eq!(<Shape![_, 3] as Svd>::Right, Shape![_, 3]);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Svd};
///
/// let shape: <Shape![3] as Svd>::Values; // it has fewer than two axes
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a matrix",
    label = "the compiler does not know its last two axes",
    note = "in generic code, add the bound `where {Self}: Svd`",
    note = "conformable: E-product"
)]
pub trait Svd {
    /// The left singular vectors, as columns: `(..L, m, k)`.
    type Left: Shape;
    /// The singular values: `(..L, k)`.
    type Values: Shape;
    /// The right singular vectors, as rows: `(..L, k, n)`.
    type Right: Shape;

    /// Computes the three shapes at run time.
    ///
    /// # Errors
    ///
    /// If an [`AnyShape`] has fewer than two axes.
    fn svd(&self) -> Result<SvdShapes<Self>, ShapeError>;
}

/// The shapes of left singular vectors, values and right singular vectors of `S`.
pub type SvdShapes<S> = (<S as Svd>::Left, <S as Svd>::Values, <S as Svd>::Right);

impl<S: Shape<Axes: SvdAxes<S>>> Svd for S {
    type Left = <S::Axes as SvdAxes<S>>::Left;
    type Values = <S::Axes as SvdAxes<S>>::Values;
    type Right = <S::Axes as SvdAxes<S>>::Right;

    fn svd(&self) -> Result<SvdShapes<S>, ShapeError> {
        let rank = self.rank();
        if rank < 2 {
            return Err(ShapeError::cannot("decompose", self.partial(), "a matrix has two axes"));
        }
        let mut sizes = self.sizes();
        let sizes = sizes.as_mut();
        let [m, n] = [sizes[rank - 2], sizes[rank - 1]];
        sizes[rank - 1] = m.min(n);
        let left = Self::Left::from_sizes(sizes)?;
        sizes[rank - 2] = m.min(n);
        let values = Self::Values::from_sizes(&sizes[..rank - 1])?;
        sizes[rank - 1] = n;
        Ok((left, values, Self::Right::from_sizes(sizes)?))
    }
}

/// The list of a matrix or a batch of them.
#[diagnostic::on_unimplemented(
    message = "`{S}` is not a matrix",
    label = "its type has fewer than two axes",
    note = "in generic code, add the bound `where {S}: Svd`",
    note = "conformable: E-product"
)]
pub trait SvdAxes<S> {
    /// [`Svd::Left`].
    type Left: Shape;
    /// [`Svd::Values`].
    type Values: Shape;
    /// [`Svd::Right`].
    type Right: Shape;
}

// svd((..L, m, n)) = (..L, m, k), (..L, k), (..L, k, n)
impl<M: Dim + DimMin<N>, N: Dim, Outer: AxesList, S> SvdAxes<S> for Axes<N, Axes<M, Outer>> {
    type Left = <<Outer::Shape as Shape>::Push<M> as Shape>::Push<Least<M, N>>;
    type Values = <Outer::Shape as Shape>::Push<Least<M, N>>;
    type Right = <Self::Values as Shape>::Push<N>;
}

// svd(*) = *
impl<S> SvdAxes<S> for AnyShape {
    type Left = Self;
    type Values = Self;
    type Right = Self;
}
