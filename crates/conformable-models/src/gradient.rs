//! Sums, factors and limits of gradients, which are models.

use crate::element::Float;
use crate::error::{ModelError, Why};
use crate::parameters::{Mapped, Name, Parameters, Visitor};
use conformable::Shape;
use conformable::engine::{EngineTensor, FloatEngine};

/// Returns the sum of two models, parameter by parameter: gradients of several batches before one step.
///
/// ```
/// use conformable::Tensor;
/// use conformable::engine::{EngineTensor, Native};
/// use conformable_models::{accumulate, scale};
///
/// let batches = [[1.0, 2.0], [3.0, 6.0]].map(|g| EngineTensor::<f64, _, Native>::from(Tensor::from(g)));
/// let mean = scale(&accumulate(&batches[0], &batches[1])?, 0.5)?;
/// assert_eq!(mean.as_engine(), &Tensor::from([2.0, 4.0]));
/// # Ok::<(), conformable_models::ModelError<Native>>(())
/// ```
///
/// # Errors
///
/// If sizes known only at run time differ, or the engine fails.
pub fn accumulate<M: Parameters<T, E>, T: Float, E: FloatEngine<T>>(x: &M, y: &M) -> Mapped<M, E> {
    M::visit([x, y], Weighted([1.0, 1.0]))
}

/// Returns a model times a number.
///
/// # Errors
///
/// If the engine fails.
pub fn scale<M: Parameters<T, E>, T: Float, E: FloatEngine<T>>(x: &M, factor: f64) -> Mapped<M, E> {
    M::visit([x], Weighted([factor]))
}

/// Returns the root of the sum of the squares of all parameters.
///
/// # Errors
///
/// If the engine fails.
pub fn norm<M: Parameters<T, E>, T: Float + Into<f64>, E: FloatEngine<T>>(x: &M) -> Result<f64, ModelError<E>> {
    let mut sum = 0.0;
    M::visit([x], Squares(&mut sum))?;
    Ok(sum.sqrt())
}

/// Scales gradients whose norm is above `most` to that norm, and returns the norm that they had: PyTorch's
/// `clip_grad_norm_`.
///
/// ```
/// use conformable::Tensor;
/// use conformable::engine::{EngineTensor, Native};
/// use conformable_models::clip_norm;
///
/// let gradients = EngineTensor::<f64, _, Native>::from(Tensor::from([3.0, 4.0]));
/// let (clipped, norm) = clip_norm(&gradients, 1.0)?;
/// assert_eq!(norm, 5.0);
/// assert!((clipped.as_engine()[[0]] - 0.6).abs() < 1e-6);
/// # Ok::<(), conformable_models::ModelError<Native>>(())
/// ```
///
/// # Errors
///
/// If the engine fails.
pub fn clip_norm<M: Parameters<T, E>, T: Float + Into<f64>, E: FloatEngine<T>>(
    gradients: &M,
    most: f64,
) -> Result<(M, f64), ModelError<E>> {
    let norm = norm(gradients)?;
    let factor = if norm > most { most / (norm + 1e-6) } else { 1.0 };
    Ok((scale(gradients, factor)?, norm))
}

struct Squares<'a>(&'a mut f64);

impl<T: Float + Into<f64>, E: FloatEngine<T>> Visitor<1, T, E> for Squares<'_> {
    fn parameter<S: Shape>(
        &mut self,
        _: Name<'_>,
        [x]: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        let sum = x.square().erase().sum(..).to_tensor()?;
        *self.0 += sum.into_vec()[0].into();
        Ok(x.clone())
    }
}

/// A weighted sum of parameters.
pub(crate) struct Weighted<const N: usize>(pub(crate) [f64; N]);

impl<const N: usize, T: Float, E: FloatEngine<T>> Visitor<N, T, E> for Weighted<N> {
    fn parameter<S: Shape>(
        &mut self,
        _: Name<'_>,
        all: [&EngineTensor<T, S, E>; N],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        #[allow(clippy::float_cmp, reason = "a weight of 1 is exact")]
        let part =
            |(x, weight): (&EngineTensor<T, S, E>, f64)| if weight == 1.0 { x.clone() } else { x * T::of(weight) };
        let mut parts = all.into_iter().zip(self.0).map(part);
        let first = parts.next().expect("several are summed");
        parts.try_fold(first, |sum, part| Ok(sum.try_add(&part)?))
    }
}
