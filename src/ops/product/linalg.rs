//! Linear algebra by the crate `faer`: `solve`, `inv`, `cholesky` and `svd`.
//!
//! Matrices are the last two axes, with any strides; the axes before are batches.

#![allow(clippy::type_complexity, reason = "the result types are long")]

use crate::kernel::{self, Unary};
use crate::product::{Solve, Solved, Square, Svd};
use crate::shape::{AnyShape, Axes, Axis, Dyn, Nil, PartialShape, Shape, ShapeError};
use crate::storage::{Owner, Placed, Room, Storage, View, ViewMut};
use crate::tensor::{Computed, Tensor};
use alloc::vec::Vec;
use core::convert::identity;
use core::fmt::{self, Debug, Display};
use faer::linalg::solvers::{Llt, PartialPivLu, Solve as _, Svd as Decomposition};
use faer::prelude::ReborrowMut;
use faer::traits::ComplexField;
use faer::traits::math_utils::{abs, mul_real, one, real, zero};
use faer::{Mat, MatRef, Side};
use num_traits::{Float, NumCast};

/// An error of linear algebra.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinalgError {
    /// The shapes do not fit, or memory cannot be allocated.
    Shape(ShapeError),
    /// A matrix is singular to working precision.
    Singular(Which),
    /// A matrix is not positive definite.
    NotPositiveDefinite(Which),
    /// The singular values of a matrix did not converge: it has non-finite elements.
    NotConverged(Which),
}

/// Identifies one matrix of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Which {
    shape: PartialShape,
    number: usize,
}

impl Which {
    /// The position among all matrices of the tensor, in row-major order.
    #[must_use]
    pub const fn number(&self) -> usize {
        self.number
    }

    /// The shape of the tensor.
    #[must_use]
    pub const fn shape(&self) -> &PartialShape {
        &self.shape
    }
}

impl Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shape, number } = self;
        match shape.dims() {
            Some([_, _]) => write!(f, "the matrix {shape}"),
            _ => write!(f, "matrix {number} of {shape}"),
        }
    }
}

impl Display for LinalgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => Display::fmt(error, f),
            Self::Singular(which) => write!(f, "{which} is singular: it has no inverse"),
            Self::NotPositiveDefinite(which) => write!(f, "{which} is not positive definite"),
            Self::NotConverged(which) => write!(f, "the singular values of {which} were not found"),
        }
    }
}

/// Prints the same text as `Display`, for `unwrap` and `main`.
impl Debug for LinalgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl core::error::Error for LinalgError {}

impl From<ShapeError> for LinalgError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

/// An element type of linear algebra: `f32`, `f64`, and complex numbers of them.
#[diagnostic::on_unimplemented(
    message = "linear algebra does not support `{Self}` elements",
    label = "expected `f32`, `f64`, or complex numbers of them",
    note = "conformable: E-product"
)]
pub trait Field: Copy + ComplexField<Real = <Self as Field>::Scalar> {
    /// The type of absolute values.
    type Scalar: Float + ComplexField;
}

#[diagnostic::do_not_recommend]
impl<T: Copy + ComplexField<Real: Float>> Field for T {
    type Scalar = T::Real;
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Solves the equations `A x = b` for `x`, where this tensor is `A`: NumPy's `linalg.solve`.
    ///
    /// The shape of the result is that of the product of `A`'s inverse and `b` ([`Solve`]).
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let a = Tensor::from([[2.0, 1.0], [1.0, 3.0]]);
    /// let x = a.solve(&Tensor::from([3.0, 4.0]))?;
    /// assert!((a.matmul(&x) - Tensor::from([3.0, 4.0])).abs().max_all() < 1e-12);
    ///
    /// let error = Tensor::from([[1.0, 2.0], [2.0, 4.0]]).solve(&Tensor::from([3.0, 4.0])).unwrap_err();
    /// assert_eq!(error.to_string(), "the matrix (2, 2) is singular: it has no inverse");
    /// # Ok::<(), conformable::ops::LinalgError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// let a = Tensor::from([[2.0, 1.0], [1.0, 3.0]]);
    /// a.solve(&Tensor::from([3.0, 4.0, 5.0])); // `Size<2>`, the last axis of the left shape, and `Size<3>` differ
    /// ```
    ///
    /// # Errors
    ///
    /// If run-time sizes do not fit, the result cannot be allocated, or a matrix is singular.
    ///
    /// A matrix counts as singular if a pivot of its LU decomposition is at most `n * EPSILON` times the largest
    /// element of its column. Each row is first divided by its largest element.
    pub fn solve<R: Shape, E: Storage>(
        &self,
        rhs: &Tensor<T, R, E>,
    ) -> Result<Computed<T, Solved<S, R>, D, E>, LinalgError>
    where
        S: Solve<R>,
        T: Field,
    {
        let shape = self.shape().solve(rhs.shape())?;
        let operands = Axes { last: rhs.aligned(), outer: Nil };
        let mut solution = kernel::map(Room::<_, _, Placed<D, E>>::new(shape)?, &operands, Unary(identity));
        let unknown = solution.view_mut().erase();
        if rhs.shape().rank() == 1 {
            solve(&self.view().erase(), unknown.into_unsqueezed(Axis::<-1>))?;
        } else {
            solve(&self.view().erase(), unknown)?;
        }
        Ok(solution)
    }

    /// Computes the inverse of each matrix: NumPy's `linalg.inv`.
    ///
    /// To multiply by an inverse, [`solve`](Self::solve) is faster and more accurate.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let inverse = Tensor::from([[2.0, 0.0], [0.0, 4.0]]).inv()?;
    /// assert_eq!(inverse, Tensor::from([[0.5, 0.0], [0.0, 0.25]]));
    /// # Ok::<(), conformable::ops::LinalgError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// // is not a square matrix: `Size<2>` and `Size<3>` differ
    /// conformable::Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).inv();
    /// ```
    ///
    /// # Errors
    ///
    /// If an `AnyShape` is not square, the result cannot be allocated, or a matrix is singular, as in
    /// [`solve`](Self::solve).
    pub fn inv<Out: Shape>(&self) -> Result<Tensor<T, Out, D::Owner>, LinalgError>
    where
        S: Square<Output = Out>,
        T: Field,
    {
        let mut inverse = filled::<T, _, D::Owner>(self.shape().square()?, zero())?;
        let mut unknown = inverse.view_mut().erase();
        for mut matrix in unknown.matrices_mut::<Dyn, Dyn>() {
            matrix.as_faer_mut().diagonal_mut().fill(one());
        }
        solve(&self.view().erase(), unknown)?;
        Ok(inverse)
    }

    /// Computes the Cholesky factor `L` of this tensor `A`: NumPy's `linalg.cholesky`.
    ///
    /// It is the lower triangle with `L L^T = A`, or `L L^H = A` for complex numbers. Only the lower triangle of `A` is
    /// read.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let l = Tensor::from([[4.0, 2.0], [2.0, 10.0]]).cholesky()?;
    /// assert_eq!(l, Tensor::from([[2.0, 0.0], [1.0, 3.0]]));
    ///
    /// let error = Tensor::from([[1.0, 2.0], [2.0, 1.0]]).cholesky().unwrap_err();
    /// assert_eq!(error.to_string(), "the matrix (2, 2) is not positive definite");
    /// # Ok::<(), conformable::ops::LinalgError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// conformable::Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).cholesky(); // is not a square matrix
    /// ```
    ///
    /// # Errors
    ///
    /// If an `AnyShape` is not square, the result cannot be allocated, or a matrix is not positive definite.
    pub fn cholesky<Out: Shape>(&self) -> Result<Tensor<T, Out, D::Owner>, LinalgError>
    where
        S: Square<Output = Out>,
        T: Field,
    {
        let mut triangle = filled::<T, _, D::Owner>(self.shape().square()?, zero())?;
        let (a, mut l) = (self.view().erase(), triangle.view_mut().erase());
        for (number, (a, mut l)) in a.matrices::<Dyn, Dyn>().zip(l.matrices_mut::<Dyn, Dyn>()).enumerate() {
            let which = || Which { shape: self.shape().partial(), number };
            let found = Llt::new(a.as_faer(), Side::Lower);
            let found = found.map_err(|_| LinalgError::NotPositiveDefinite(which()))?;
            if !found.L().diagonal().column_vector().iter().all(|root| abs(root) > zero()) {
                return Err(LinalgError::NotPositiveDefinite(which()));
            }
            l.as_faer_mut().copy_from(found.L());
        }
        Ok(triangle)
    }

    /// Computes the singular value decomposition `(u, s, vt)`: NumPy's `linalg.svd(full_matrices=False)`.
    ///
    /// For matrices `(m, n)` and `k = min(m, n)`, `s` has the `k` singular values in descending order. `u` is `(m, k)`
    /// with one vector in each column, and `vt` is `(k, n)` with one in each row.
    ///
    /// ```
    /// use conformable::{Shape, Tensor};
    ///
    /// let x = Tensor::from([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    /// let (u, s, vt) = x.svd()?;
    /// let values: &Tensor<f64, Shape![2]> = &s;
    /// assert!(((u * s).matmul(&vt) - x).abs().max_all() < 1e-12);
    /// # Ok::<(), conformable::ops::LinalgError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// conformable::Tensor::from([1.0, 2.0]).svd(); // `(Size<2>,)` is not a matrix
    /// ```
    ///
    /// # Errors
    ///
    /// If an `AnyShape` has fewer than two axes, the result cannot be allocated, or an element is non-finite.
    pub fn svd<Left: Shape, Values: Shape, Right: Shape, Real: Float + ComplexField>(
        &self,
    ) -> Result<(Tensor<T, Left, D::Owner>, Tensor<Real, Values, D::Owner>, Tensor<T, Right, D::Owner>), LinalgError>
    where
        S: Svd<Left = Left, Values = Values, Right = Right>,
        T: Field<Scalar = Real>,
    {
        let (left, values, right) = self.shape().svd()?;
        let mut u = filled::<T, _, D::Owner>(left, zero())?;
        let mut s = filled::<Real, _, D::Owner>(values, zero())?;
        let mut vt = filled::<T, _, D::Owner>(right, zero())?;
        let (a, mut us, mut values, mut vts) =
            (self.view().erase(), u.view_mut().erase(), s.view_mut().erase(), vt.view_mut().erase());
        let vectors = us.matrices_mut::<Dyn, Dyn>().zip(vts.matrices_mut::<Dyn, Dyn>());
        let results = vectors.zip(values.rows_mut::<Dyn>());
        for (number, (a, ((mut u, mut vt), mut s))) in a.matrices::<Dyn, Dyn>().zip(results).enumerate() {
            let which = || Which { shape: self.shape().partial(), number };
            let found = Decomposition::new_thin(a.as_faer());
            let found = found.map_err(|_| LinalgError::NotConverged(which()))?;
            u.as_faer_mut().copy_from(found.U());
            vt.as_faer_mut().copy_from(found.V().adjoint());
            for (to, from) in s.iter_mut().zip(found.S().column_vector().iter()) {
                *to = real(from);
            }
        }
        Ok((u, s, vt))
    }
}

fn filled<T: Clone, S: Shape, Place: Owner>(shape: S, element: T) -> Result<Tensor<T, S, Place>, ShapeError> {
    Ok(kernel::map(Room::new(shape)?, &Nil, |()| element.clone()))
}

/// Solves equations in place of their right sides, which are matrices.
fn solve<T: Field, Place: Owner>(
    a: &Tensor<T, AnyShape, View<'_, Place>>,
    mut x: Tensor<T, AnyShape, ViewMut<'_, impl Owner>>,
) -> Result<(), LinalgError> {
    let (sizes, matrix) = (x.sizes(), a.sizes());
    let rank = sizes.rank();
    let all = sizes[..rank - 2].iter().chain(&matrix[matrix.rank() - 2..]).copied().collect::<AnyShape>();
    let stretched = a.try_broadcast_to(&all)?;
    let mut last: Option<(*const T, Factors<T>)> = None;
    for (number, (a, mut x)) in stretched.matrices::<Dyn, Dyn>().zip(x.matrices_mut::<Dyn, Dyn>()).enumerate() {
        let (a, mut x) = (a.as_faer(), x.as_faer_mut());
        // a matrix shared by the whole batch is decomposed once
        let factors = match last.take_if(|(at, _)| *at == a.as_ptr()) {
            Some((_, factors)) => factors,
            None => Factors::of(a).ok_or_else(|| LinalgError::Singular(Which { shape: all.partial(), number }))?,
        };
        for (i, &scale) in factors.scales.iter().enumerate() {
            x.rb_mut().row_mut(i).iter_mut().for_each(|x| *x = mul_real(x, &scale));
        }
        factors.lu.solve_in_place(x);
        last = Some((a.as_ptr(), factors));
    }
    Ok(())
}

/// The decomposition of a matrix with scaled rows.
struct Factors<T: Field> {
    lu: PartialPivLu<T>,
    /// The factor of each row: a power of 2, so that scaling does not round.
    scales: Vec<T::Scalar>,
}

impl<T: Field> Factors<T> {
    /// Returns `None` if the matrix is singular.
    fn of(matrix: MatRef<'_, T>) -> Option<Self> {
        let n = matrix.nrows();
        let greatest = |from: &mut dyn Iterator<Item = &T>| from.map(abs).fold(zero(), T::Scalar::max);
        let scales: Vec<T::Scalar> = matrix
            .row_iter()
            .map(|row| {
                let scale = greatest(&mut row.iter()).log2().floor().exp2().recip();
                if scale.is_normal() { scale } else { one() }
            })
            .collect();
        let divided = Mat::from_fn(n, n, |i, j| mul_real(&matrix[(i, j)], &scales[i]));
        let lu = PartialPivLu::new(divided.as_ref());
        let rounding = <T::Scalar as NumCast>::from(n)? * T::Scalar::epsilon();
        let columns = divided.col_iter().map(|column| greatest(&mut column.iter()));
        let pivots = lu.U().diagonal().column_vector();
        let is_regular = columns.zip(pivots.iter()).all(|(column, pivot)| abs(pivot) > rounding * column);
        is_regular.then_some(Self { lu, scales })
    }
}
