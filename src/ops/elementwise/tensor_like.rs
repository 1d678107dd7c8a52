//! The right operand of a comparison or a similar method: a tensor by reference, or a scalar.

use super::binary::Under;
use crate::kernel::{self, Pure, WithScalar};
use crate::rule::{RuleFor, RuleOutput};
use crate::shape::{Axes, Nil, Shape, ShapeError};
use crate::storage::{Inline, Room, Storage};
use crate::tensor::{Computed, Scalar, Tensor};

/// A reference to a tensor with elements of type `T`, or a scalar `T`.
///
/// A scalar conforms as a tensor of rank 0, and needs no memory.
///
/// ```
/// use conformable::{Shape, Tensor, ops::TensorLike};
///
/// type Row = Tensor<f32, Shape![3]>;
///
/// /// Replaces each element below the limit with 0.
/// fn cut<L: TensorLike<f32, Shape = ()>>(x: &Row, limit: L) -> Row {
///     x.less(limit).where_cond(0.0, x)
/// }
///
/// let x = Tensor::from([1.0, 2.0, 3.0]);
/// assert_eq!(cut(&x, 2.5), Tensor::from([0.0, 0.0, 3.0]));
/// assert_eq!(cut(&x, &Tensor::scalar(1.5)), Tensor::from([0.0, 2.0, 3.0]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::Tensor;
///
/// Tensor::from([1.0, 2.0]).less("1.5"); // neither a reference to a tensor of `f64` nor a scalar `{T}`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a reference to a tensor of `{T}` nor a scalar `{T}`",
    label = "expected `&Tensor<{T}, _>` or `{T}`",
    note = "implement `Scalar` for your own element type; it has no items",
    note = "conformable: E-operand"
)]
pub trait TensorLike<T>: Sized {
    /// The shape; `()` for a scalar.
    type Shape: Shape;

    /// The storage; [`Inline`] for a scalar.
    type Storage: Storage;

    /// Calls `f` with the tensor, or with a scalar as a tensor of rank 0.
    fn with_tensor<V>(self, f: impl FnOnce(&Tensor<T, Self::Shape, Self::Storage>) -> V) -> V;

    /// Combines each element of `lhs` with the one at its index.
    #[doc(hidden)]
    #[inline]
    #[allow(clippy::type_complexity, reason = "it has a name")]
    fn zip_onto<S: Shape, X: RuleFor<S, Self::Shape>, D: Storage, V>(
        self,
        lhs: Under<'_, T, S, X, D>,
        f: impl Fn(T, T) -> V + Copy + Send + Sync,
    ) -> Result<Computed<V, RuleOutput<X, S, Self::Shape>, D, Self::Storage>, ShapeError>
    where
        T: Copy,
    {
        self.with_tensor(|rhs| lhs.zip_pure(rhs, f))
    }
}

impl<T, R: Shape, E: Storage> TensorLike<T> for &Tensor<T, R, E> {
    type Shape = R;
    type Storage = E;

    #[inline]
    fn with_tensor<V>(self, f: impl FnOnce(&Tensor<T, R, E>) -> V) -> V {
        f(self)
    }
}

impl<T: Scalar> TensorLike<T> for T {
    type Shape = ();
    type Storage = Inline;

    #[inline]
    fn with_tensor<V>(self, f: impl FnOnce(&Tensor<T, (), Inline>) -> V) -> V {
        f(&Tensor::<T, (), Inline>::of_arrays(self))
    }

    // one operand, as in an operator with a scalar on the right
    #[inline]
    fn zip_onto<S: Shape, X: RuleFor<S, ()>, D: Storage, V>(
        self,
        lhs: Under<'_, T, S, X, D>,
        f: impl Fn(T, T) -> V + Copy + Send + Sync,
    ) -> Result<Computed<V, RuleOutput<X, S, ()>, D, Inline>, ShapeError> {
        let room = Room::new(lhs.rule.broadcast(lhs.tensor.shape(), &())?)?;
        let operands = Axes { last: lhs.tensor.aligned(), outer: Nil };
        Ok(kernel::map(room, &operands, Pure(WithScalar(f, self))))
    }
}
