//! The axes of one shape followed by those of another.
//!
//! ```text
//! outer(L, ())        = L
//! outer(L, (..R, r))  = (..outer(L, R), r)
//! ```

use crate::shape::{AnyShape, Axes, Dim, Nil, Shape};

/// A shape followed by the axes of another: the shape of an outer product.
///
/// ```
/// use conformable::product::{OuterOutput, OuterProduct};
/// use conformable::{AnyShape, Shape, assert_type_eq, shape};
///
/// assert_type_eq!(OuterOutput<Shape![2, 3], Shape![_]>, Shape![2, 3, _]);
/// assert_type_eq!(OuterOutput<Shape![2, 3], AnyShape>, AnyShape);
/// assert_eq!(shape![2].outer(&shape![3, 4]), shape![2, 3, 4]);
/// ```
pub trait OuterProduct<Rhs> {
    /// The shape with the axes of both.
    type Output: Shape;

    /// The run-time rule.
    fn outer(&self, rhs: &Rhs) -> Self::Output;
}

/// The axes of `Lhs` followed by those of `Rhs`.
pub type OuterOutput<Lhs, Rhs> = <Lhs as OuterProduct<Rhs>>::Output;

impl<Lhs: Shape, Rhs: Shape<Axes: OuterAxes<Lhs>>> OuterProduct<Rhs> for Lhs {
    type Output = <Rhs::Axes as OuterAxes<Lhs>>::Output;

    #[inline]
    fn outer(&self, rhs: &Rhs) -> Self::Output {
        rhs.with_axes(|rhs| rhs.after(self.clone()))
    }
}

/// A list of axes that follow those of the shape `Lhs`.
#[diagnostic::on_unimplemented(
    message = "the compiler does not know the outer product of `{Lhs}` and this shape",
    label = "in generic code, add the bound `Lhs: OuterProduct<Rhs>`",
    note = "conformable: E-product"
)]
pub trait OuterAxes<Lhs> {
    /// The shape with the axes of both.
    type Output: Shape;
    #[doc(hidden)]
    fn after(&self, lhs: Lhs) -> Self::Output;
}

// outer(L, ()) = L
impl<Lhs: Shape> OuterAxes<Lhs> for Nil {
    type Output = Lhs;

    #[inline]
    fn after(&self, lhs: Lhs) -> Lhs {
        lhs
    }
}

// outer(L, (..R, r)) = (..outer(L, R), r)
impl<Lhs, Last: Dim, Before: OuterAxes<Lhs>> OuterAxes<Lhs> for Axes<Last, Before> {
    type Output = <Before::Output as Shape>::Push<Last>;

    #[inline]
    fn after(&self, lhs: Lhs) -> Self::Output {
        self.outer.after(lhs).push(self.last)
    }
}

// outer(L, *) = *
impl<Lhs: Shape> OuterAxes<Lhs> for AnyShape {
    type Output = Self;

    #[inline]
    fn after(&self, lhs: Lhs) -> Self {
        lhs.with_sizes(|lhs| lhs.iter().chain(self.iter()).copied().collect())
    }
}
