//! Operations made of other kernels, for engines without a kernel of their own.
//!
//! An adapter implements a kernel trait by a call: `composed::softmax(x, axes)`.

#![allow(clippy::needless_pass_by_value, reason = "how a window moves is a value")]

use super::bounds::FloatKernels;
use super::capability::{BinaryKernel, Host, ViewKernel};
use super::engine::Engine;
use super::join::{ConcatKernel, concatenated, surrounded};
use super::op::{self, Operation, With};
use super::operator::binary;
use super::plan::Interval;
use super::tensor::{EngineTensor, Outcome};
use crate::axes::{AxesOf, Keep, Kept, Reduced};
use crate::numeric::Real;
use crate::rule::Numpy;
use crate::shape::{AnyShape, Shape};
use crate::tensor::{Scalar, Tensor};
use crate::windows::{Conv, Convolved, Motion, Pool, Pooled};
use alloc::vec::Vec;

/// `op` of each element and that of a tensor which broadcasts to this shape, such as the reduced one of its axes.
pub(super) fn with_kept<Op: Operation<T>, T: Copy, S: Shape, K: Shape, E: BinaryKernel<Op, T>>(
    op: Op,
    x: &EngineTensor<T, S, E>,
    kept: EngineTensor<T, K, E>,
) -> Outcome<Op::Output, S, E> {
    // `kept` broadcasts to the shape of `x`, but the types do not prove it for every shape
    let kept = kept.erase();
    let result = binary(op, Numpy, x.given(), (kept.tensor, &kept.shape))?;
    Ok(result.retyped(x.shape.clone()))
}

/// The maxima along axes, limited to finite values; they are subtracted before `exp`.
fn greatest<T: Scalar + Real<Wide = T>, S: Shape, X: AxesOf<S>, E: FloatKernels<T>>(
    x: &EngineTensor<T, S, E>,
    axes: X,
) -> Outcome<T, Kept<X, S>, E> {
    let greatest = x.try_max(Keep(axes))?;
    greatest.into_unary(With(op::Maximum, T::min_value()))?.into_unary(With(op::Minimum, T::max_value()))
}

/// [`Tensor::softmax`](crate::Tensor::softmax), made of `exp` and sums.
///
/// # Errors
///
/// If an `AnyShape` has no such axis, or an axis is named twice.
pub fn softmax<T: Scalar + Real<Wide = T>, S: Shape, X: AxesOf<S>, E: FloatKernels<T>>(
    x: &EngineTensor<T, S, E>,
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

/// [`Tensor::log_softmax`](crate::Tensor::log_softmax), made of `exp`, sums and `ln`.
///
/// # Errors
///
/// As for [`softmax`].
pub fn log_softmax<T: Scalar + Real<Wide = T>, S: Shape, X: AxesOf<S>, E: FloatKernels<T>>(
    x: &EngineTensor<T, S, E>,
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

/// [`Tensor::log_sum_exp`](crate::Tensor::log_sum_exp), made of `exp`, sums and `ln`.
///
/// # Errors
///
/// As for [`softmax`].
pub fn log_sum_exp<T: Scalar + Real<Wide = T>, S: Shape, X: AxesOf<S>, E: FloatKernels<T>>(
    x: &EngineTensor<T, S, E>,
    axes: X,
) -> Outcome<T, Reduced<X, S>, E> {
    let out = axes.reduce(&x.shape)?;
    if x.shape.numel()? == 0 {
        return EngineTensor::full(out, T::neg_infinity(), &x.device());
    }
    let greatest = greatest(x, axes)?;
    let logarithms = with_kept(op::Sub, x, greatest.clone())?.into_unary(op::Exp)?.try_sum(axes)?.into_unary(op::Ln)?;
    with_kept(op::Add, &logarithms, greatest.reshaped(&out)?)
}

/// [`EngineTensor::overwrite`], by a join.
///
/// # Errors
///
/// If the engine fails.
pub fn overwrite<T: Copy, S: Shape, P: Shape, E: ConcatKernel<T> + ViewKernel<T>>(
    x: &mut EngineTensor<T, S, E>,
    axis: usize,
    start: usize,
    part: &EngineTensor<T, P, E>,
) -> Result<(), super::Error<E>> {
    let end = start + part.sizes().as_ref()[axis];
    let rest = x.sizes().as_ref()[axis] - end;
    let side = |start, len| x.part(axis, Interval { start, len, step: 1 }, x.sizes_with(axis, len));
    let all = concatenated(axis, &[side(0, start)?, part.clone().erase(), side(end, rest)?])?;
    *x = all.retyped(x.shape.clone());
    Ok(())
}

/// For each element of a window, a view of the elements that it covers at all positions.
struct TapViews<'a, T: Copy, E: Engine> {
    x: EngineTensor<T, AnyShape, E>,
    motions: &'a [Motion],
}

impl<'a, T: Scalar, E: ConcatKernel<T> + Host<T>> TapViews<'a, T, E> {
    /// The views of a tensor whose last axes the window moves along; padding has the value `padding`.
    fn new<S: Shape>(x: &EngineTensor<T, S, E>, motions: &'a [Motion], padding: T) -> Result<Self, super::Error<E>> {
        let outer = x.shape.rank() - motions.len();
        let mut x = x.clone().erase();
        for (axis, motion) in motions.iter().enumerate() {
            x = surrounded(x, outer + axis, [motion.before, motion.after()], padding)?;
        }
        Ok(Self { x, motions })
    }

    /// The number of elements of the window.
    fn count(&self) -> usize {
        self.motions.iter().map(|motion| motion.window).product()
    }

    /// The index of an element of the window along each axis.
    fn index(&self, mut number: usize) -> Vec<usize> {
        let mut index: Vec<_> = self
            .motions
            .iter()
            .rev()
            .map(|motion| {
                let at = number % motion.window;
                number /= motion.window;
                at
            })
            .collect();
        index.reverse();
        index
    }

    /// The elements that an element of the window covers, for all positions.
    fn of(&self, index: &[usize]) -> Outcome<T, AnyShape, E>
    where
        E: ViewKernel<T>,
    {
        let sizes = self.x.sizes();
        let outer = sizes.as_ref().len() - self.motions.len();
        let whole = sizes.as_ref()[..outer].iter().map(|&len| Interval { start: 0, len, step: 1 });
        let seen = self.motions.iter().zip(index).map(|(motion, at)| Interval {
            start: at * motion.dilation,
            len: motion.places,
            // sizes with padding fit in an `isize`
            step: isize::try_from(motion.stride).unwrap_or(1),
        });
        let parts: Vec<_> = whole.chain(seen).collect();
        let out: Vec<_> = parts.iter().map(|part| part.len).collect();
        self.x.parts(parts, AnyShape::from(&out[..]))
    }
}

/// [`Tensor::conv`](crate::Tensor::conv), made of a matrix product for each element of the window.
///
/// # Errors
///
/// If run-time sizes do not fit the weights.
pub fn conv<T: Scalar + Real<Wide = T>, S: Shape + Conv<W, M>, W: Shape, M, E: FloatKernels<T> + ConcatKernel<T>>(
    x: &EngineTensor<T, S, E>,
    weights: &EngineTensor<T, W, E>,
    window: M,
) -> Outcome<T, Convolved<S, W, M>, E> {
    let (out, moves) = x.shape.slides(&weights.shape, &window)?;
    let (sizes, kernel) = (x.sizes(), weights.sizes());
    let ([n, channels, ..], [o, each, ..]) = (sizes.as_ref(), kernel.as_ref()) else {
        unreachable!("images have channels")
    };
    let motions: Vec<_> = moves.motions(sizes.as_ref()).collect();
    if out.numel()? == 0 || *channels == 0 {
        return EngineTensor::full(out, T::zero(), &x.device());
    }
    let (groups, places) = (moves.groups(), motions.iter().map(|motion| motion.places).product());
    let views = TapViews::new(x, &motions, T::zero())?;
    // (O, C / groups, elements of the window)
    let weights = weights.reshaped(&AnyShape::from([*o, *each, views.count()]))?;
    let mut sum: Option<EngineTensor<T, AnyShape, E>> = None;
    for number in 0..views.count() {
        let seen = views.of(&views.index(number))?.reshaped(&AnyShape::from([*n, groups, *each, places]))?;
        let weights = weights.part(2, Interval { start: number, len: 1, step: 1 }, AnyShape::from([*o, *each, 1]))?;
        let product = weights.reshaped(&AnyShape::from([1, groups, o / groups, *each]))?.try_matmul(&seen)?;
        sum = Some(match sum {
            None => product,
            Some(sum) => sum.try_add(&product)?,
        });
    }
    match sum {
        Some(sum) => sum.reshaped(&out),
        None => EngineTensor::full(out, T::zero(), &x.device()),
    }
}

/// [`Tensor::max_pool`](crate::Tensor::max_pool), made of a maximum for each element of the window.
///
/// # Errors
///
/// If the window does not fit run-time sizes, or covers only padding at a position.
pub fn max_pool<T: Scalar + Real<Wide = T>, S: Shape + Pool<K, M>, K, M, E: FloatKernels<T> + ConcatKernel<T>>(
    x: &EngineTensor<T, S, E>,
    size: K,
    window: M,
) -> Outcome<T, Pooled<S, K, M>, E> {
    let (out, moves) = x.shape.slides_over(&size, &window)?;
    let motions: Vec<_> = moves.motions(x.sizes().as_ref()).collect();
    let greatest = |x: EngineTensor<T, AnyShape, E>, y: &EngineTensor<T, AnyShape, E>| x.try_maximum(y);
    Ok(pooled(x, &motions, T::neg_infinity(), &out, greatest)?.retyped(out))
}

/// [`Tensor::avg_pool`](crate::Tensor::avg_pool), made of a sum for each element of the window.
///
/// # Errors
///
/// As for [`max_pool`].
pub fn avg_pool<T: Scalar + Real<Wide = T>, S: Shape + Pool<K, M>, K, M, E: FloatKernels<T> + ConcatKernel<T>>(
    x: &EngineTensor<T, S, E>,
    size: K,
    window: M,
) -> Outcome<T, Pooled<S, K, M>, E> {
    let (out, moves) = x.shape.slides_over(&size, &window)?;
    let motions: Vec<_> = moves.motions(x.sizes().as_ref()).collect();
    let sums = pooled(x, &motions, T::zero(), &out, |x, y| x.try_add(y))?;
    // the elements that a window covers at each position, and the padding that counts
    let seen = |motion: &Motion, place: usize| {
        let [before, after] = motion.counted;
        let at =
            |element: usize| (place * motion.stride + element * motion.dilation + before).checked_sub(motion.before);
        (0..motion.window).filter(|&element| at(element).is_some_and(|at| at < before + motion.size + after)).count()
    };
    let counts = motions.iter().fold(alloc::vec![1], |counts: Vec<usize>, motion| {
        let along: Vec<_> = (0..motion.places).map(|place| seen(motion, place)).collect();
        counts.iter().flat_map(|count| along.iter().map(move |seen| count * seen)).collect()
    });
    let places: Vec<_> = motions.iter().map(|motion| motion.places).collect();
    let counts = counts.into_iter().map(|count| T::from(count).unwrap_or_else(T::nan)).collect();
    let counts = Tensor::from_vec(AnyShape::from(&places[..]), counts).map_err(crate::shape::ShapeError::from)?;
    let means = sums.try_div(&EngineTensor::<T, AnyShape, E>::upload(&counts, &x.device())?)?;
    Ok(means.retyped(out))
}

/// Folds the views of all elements of the window with `f`.
fn pooled<T: Scalar, S: Shape, E: FloatKernels<T> + ConcatKernel<T>>(
    x: &EngineTensor<T, S, E>,
    motions: &[Motion],
    padding: T,
    out: &impl Shape,
    f: impl Fn(EngineTensor<T, AnyShape, E>, &EngineTensor<T, AnyShape, E>) -> Outcome<T, AnyShape, E>,
) -> Outcome<T, AnyShape, E> {
    if out.numel()? == 0 {
        return EngineTensor::full(out.erase(), padding, &x.device());
    }
    let views = TapViews::new(x, motions, padding)?;
    let first = views.of(&views.index(0))?;
    (1..views.count()).try_fold(first, |all, number| f(all, &views.of(&views.index(number))?))
}
