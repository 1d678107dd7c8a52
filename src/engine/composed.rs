//! Operations that are made of others: what an engine has that has no kernel of its own for them.
//!
//! An adapter implements a capability by them in a line: `composed::softmax(x, axes)`.

use super::bundle::FloatKernels;
use super::can::Binary;
use super::on::{On, Outcome};
use super::op::{self, Operation, With};
use super::operator::binary;
use crate::axes::{AxesOf, Keep, Kept, Reduced};
use crate::numeric::Real;
use crate::rule::Numpy;
use crate::shape::Shape;
use crate::tensor::Scalar;

/// `op` of each element and the one of those along axes that it is among.
fn with_kept<Op: Operation<T>, T: Copy, S: Shape, K: Shape, E: Binary<Op, T>>(
    op: Op,
    x: &On<T, S, E>,
    kept: On<T, K, E>,
) -> Outcome<Op::Output, S, E> {
    // they stretch to the shape, which the types do not tell of every shape
    let kept = kept.erase();
    let result = binary(op, Numpy, x.given(), (kept.tensor, &kept.shape))?;
    Ok(result.retyped(x.shape.clone()))
}

/// What is taken off before powers are: the greatest elements along axes, as far as they are finite.
fn greatest<T: Scalar + Real<Wide = T>, S: Shape, X: AxesOf<S>, E: FloatKernels<T>>(
    x: &On<T, S, E>,
    axes: X,
) -> Outcome<T, Kept<X, S>, E> {
    let greatest = x.try_max(Keep(axes))?;
    greatest.into_unary(With(op::Maximum, T::min_value()))?.into_unary(With(op::Minimum, T::max_value()))
}

/// [`Tensor::softmax`](crate::Tensor::softmax), of powers and sums.
///
/// # Errors
///
/// If an `AnyShape` has no such axis, or one is named twice; if the engine fails.
pub fn softmax<T: Scalar + Real<Wide = T>, S: Shape, X: AxesOf<S>, E: FloatKernels<T>>(
    x: &On<T, S, E>,
    axes: X,
) -> Outcome<T, S, E> {
    axes.of(&x.shape)?;
    if x.shape.numel()? == 0 {
        return Ok(x.clone());
    }
    let powers = with_kept(op::Sub, x, greatest(x, axes)?)?.into_unary(op::Exp)?;
    let sums = powers.try_sum(Keep(axes))?;
    with_kept(op::Div, &powers, sums)
}

/// [`Tensor::log_softmax`](crate::Tensor::log_softmax), of powers, sums and logarithms.
///
/// # Errors
///
/// As for [`softmax`].
pub fn log_softmax<T: Scalar + Real<Wide = T>, S: Shape, X: AxesOf<S>, E: FloatKernels<T>>(
    x: &On<T, S, E>,
    axes: X,
) -> Outcome<T, S, E> {
    axes.of(&x.shape)?;
    if x.shape.numel()? == 0 {
        return Ok(x.clone());
    }
    let less = with_kept(op::Sub, x, greatest(x, axes)?)?;
    let sums = less.unary(op::Exp)?.try_sum(Keep(axes))?.into_unary(op::Ln)?;
    with_kept(op::Sub, &less, sums)
}

/// [`Tensor::log_sum_exp`](crate::Tensor::log_sum_exp), of powers, sums and logarithms.
///
/// # Errors
///
/// As for [`softmax`].
pub fn log_sum_exp<T: Scalar + Real<Wide = T>, S: Shape, X: AxesOf<S>, E: FloatKernels<T>>(
    x: &On<T, S, E>,
    axes: X,
) -> Outcome<T, Reduced<X, S>, E> {
    let out = axes.reduce(&x.shape)?;
    if x.shape.numel()? == 0 {
        return On::full(out, T::neg_infinity(), &x.device());
    }
    let greatest = greatest(x, axes)?;
    let logarithms = with_kept(op::Sub, x, greatest.clone())?.into_unary(op::Exp)?.try_sum(axes)?.into_unary(op::Ln)?;
    with_kept(op::Add, &logarithms, greatest.reshaped(&out)?)
}
