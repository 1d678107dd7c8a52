//! Losses: scalars that compare the output of a model with the target.

use crate::element::Float;
use crate::shape::{expect, last_axis, reshaped};
use conformable::engine::{Engine, EngineTensor, Error, FloatEngine};
use conformable::{AxesOf, Axis, Dyn, NoneBroadcast, Reduced, Shape, Size};

/// Returns the mean of the squared differences.
///
/// ```
/// use conformable::Tensor;
/// use conformable::engine::{EngineTensor, Native};
/// use conformable_models::mean_squared_error;
///
/// let (x, y) = (EngineTensor::from(Tensor::from([1.0, 2.0])), EngineTensor::from(Tensor::from([1.0, 5.0])));
/// assert_eq!(mean_squared_error::<f64, _, Native>(&x, &y).as_engine(), &Tensor::scalar(4.5));
/// ```
///
/// ```compile_fail,E0308
/// use conformable::Shape;
/// use conformable::engine::{Native, EngineTensor};
/// use conformable_models::mean_squared_error;
///
/// fn loss(x: &EngineTensor<f32, Shape![4, 1], Native>, y: &EngineTensor<f32, Shape![4], Native>) {
///     mean_squared_error(x, y); // nothing is broadcast
/// }
/// ```
///
/// # Panics
///
/// If sizes known only at run time differ, the tensors are empty, or the engine fails.
#[must_use]
#[track_caller]
pub fn mean_squared_error<T: Float, S: Shape, E: FloatEngine<T>>(
    x: &EngineTensor<T, S, E>,
    y: &EngineTensor<T, S, E>,
) -> EngineTensor<T, (), E> {
    expect(equal::<E, _>(x.shape(), y.shape()));
    (x - y).square().erase().mean(..)
}

/// Returns the mean of `-ln(softmax(logits))` at the class of each row.
///
/// The last axis is the classes: logits of `(.., C)` take class indices of `(..)`.
///
/// ```
/// use conformable::Tensor;
/// use conformable::engine::{EngineTensor, Native};
/// use conformable_models::cross_entropy;
///
/// let logits = EngineTensor::from(Tensor::from([[0.0, 0.0], [1000.0, 0.0]]));
/// let classes = EngineTensor::<_, _, Native>::indices(&Tensor::from([1, 0]), &())?;
/// let loss = cross_entropy(&logits, &classes).to_tensor()?.into_vec()[0];
/// assert!((loss - 0.5 * 2.0_f64.ln()).abs() < 1e-12);
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// ```compile_fail,E0308
/// use conformable::Shape;
/// use conformable::engine::{Native, EngineTensor};
/// use conformable_models::cross_entropy;
///
/// fn loss(logits: &EngineTensor<f32, Shape![4, 10], Native>, classes: &EngineTensor<usize, Shape![5], Native>) {
///     cross_entropy(logits, classes); // expected `Size<4>`, found `Size<5>`
/// }
/// ```
///
/// # Panics
///
/// If an index is out of bounds, sizes known only at run time differ, the logits have zero rows, or the engine fails.
#[must_use]
#[track_caller]
pub fn cross_entropy<T: Float, S: Shape, E: FloatEngine<T>>(
    logits: &EngineTensor<T, S, E>,
    classes: &EngineTensor<E::Index, Reduced<Axis<-1>, S>, E>,
) -> EngineTensor<T, (), E>
where
    Axis<-1>: AxesOf<S>,
{
    let wanted = expect(Axis::<-1>.of(logits.shape()).map_err(Error::<E>::from)).0;
    expect(equal::<E, _>(&wanted, classes.shape()));
    let (rows, last) = expect(last_axis(logits.sizes().as_ref()).map_err(Error::<E>::from));
    let logarithms = expect(reshaped::<_, _, (Dyn, Dyn), _>(logits.log_softmax(Axis::<-1>), &[rows, last]));
    let classes = expect(reshaped::<_, _, (Dyn, Size<1>), _>(classes.clone(), &[rows, 1]));
    -logarithms.gather(Axis::<1>, &classes).mean(..)
}

/// Returns [`cross_entropy`] with a part `smoothing` of each target spread evenly over all classes: PyTorch's
/// `label_smoothing`.
///
/// ```
/// use conformable::Tensor;
/// use conformable::engine::{EngineTensor, Native};
/// use conformable_models::{cross_entropy_smoothed, soft_cross_entropy};
///
/// let logits = EngineTensor::<f64, _, Native>::from(Tensor::from([[1.0, 0.0]]));
/// let classes = EngineTensor::<_, _, Native>::indices(&Tensor::from([1]), &())?;
/// let loss = cross_entropy_smoothed(&logits, &classes, 0.1).to_tensor()?.into_vec()[0];
/// let soft = soft_cross_entropy(&logits, &EngineTensor::from(Tensor::from([[0.05, 0.95]])));
/// assert!((loss - soft.to_tensor()?.into_vec()[0]).abs() < 1e-12);
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// # Panics
///
/// As [`cross_entropy`].
#[must_use]
#[track_caller]
pub fn cross_entropy_smoothed<T: Float, S: Shape, E: FloatEngine<T>>(
    logits: &EngineTensor<T, S, E>,
    classes: &EngineTensor<E::Index, Reduced<Axis<-1>, S>, E>,
    smoothing: f64,
) -> EngineTensor<T, (), E>
where
    Axis<-1>: AxesOf<S>,
{
    let all = logits.log_softmax(Axis::<-1>).erase().mean(..);
    cross_entropy(logits, classes) * T::of(1.0 - smoothing) - all * T::of(smoothing)
}

/// Returns the mean of the sum of targets times `-ln(softmax(logits))` over the rows.
///
/// The last axis is the classes. Targets are probabilities, such as soft labels; use [`cross_entropy`] for class
/// indices.
///
/// ```
/// use conformable::Tensor;
/// use conformable::engine::{EngineTensor, Native};
/// use conformable_models::soft_cross_entropy;
///
/// let logits = EngineTensor::<f64, _, Native>::from(Tensor::from([[0.0, 0.0]]));
/// let targets = EngineTensor::from(Tensor::from([[0.25, 0.75]]));
/// let loss = soft_cross_entropy(&logits, &targets).to_tensor()?.into_vec()[0];
/// assert!((loss - 2.0_f64.ln()).abs() < 1e-12);
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// ```compile_fail,E0308
/// use conformable::Shape;
/// use conformable::engine::{Native, EngineTensor};
/// use conformable_models::soft_cross_entropy;
///
/// fn loss(logits: &EngineTensor<f32, Shape![4, 10], Native>, targets: &EngineTensor<f32, Shape![4], Native>) {
///     soft_cross_entropy(logits, targets); // a probability of each class
/// }
/// ```
///
/// # Panics
///
/// If sizes known only at run time differ, the logits have zero rows, or the engine fails.
#[must_use]
#[track_caller]
pub fn soft_cross_entropy<T: Float, S: Shape, E: FloatEngine<T>>(
    logits: &EngineTensor<T, S, E>,
    targets: &EngineTensor<T, S, E>,
) -> EngineTensor<T, (), E>
where
    Axis<-1>: AxesOf<S>,
{
    expect(equal::<E, _>(logits.shape(), targets.shape()));
    -(logits.log_softmax(Axis::<-1>) * targets).sum(Axis::<-1>).erase().mean(..)
}

/// Fails if two shapes of one type have different sizes.
fn equal<E: Engine, S: Shape>(x: &S, y: &S) -> Result<(), Error<E>> {
    x.none_broadcast(y)?;
    Ok(())
}
