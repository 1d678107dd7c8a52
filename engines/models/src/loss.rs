//! What a model loses: one number of what it made and what it should have made.

use crate::element::Float;
use crate::shape::{expect, last_axis, reshaped};
use conformable::engine::{Error, FloatEngine, Host, On, Outcome};
use conformable::ops::IndexElement;
use conformable::{AxesOf, Axis, Dim, Dyn, Keep, NoneBroadcast, Scalar, Shape, Tensor};

/// The mean of the squares of the differences.
///
/// ```
/// use conformable::Tensor;
/// use conformable::engine::{Native, On};
/// use conformable_models::mean_squared_error;
///
/// let (x, y) = (On::from(Tensor::from([1.0, 2.0])), On::from(Tensor::from([1.0, 5.0])));
/// assert_eq!(mean_squared_error::<f64, _, Native>(&x, &y).as_engine(), &Tensor::scalar(4.5));
/// ```
///
/// ```compile_fail,E0308
/// use conformable::Shape;
/// use conformable::engine::{Native, On};
/// use conformable_models::mean_squared_error;
///
/// fn loss(x: &On<f32, Shape![4, 1], Native>, y: &On<f32, Shape![4], Native>) {
///     mean_squared_error(x, y); // nothing is broadcast
/// }
/// ```
///
/// # Panics
///
/// If sizes that only run time tells differ, there is no element, or the engine fails.
#[must_use]
#[track_caller]
pub fn mean_squared_error<T: Float, S: Shape, E: FloatEngine<T>>(x: &On<T, S, E>, y: &On<T, S, E>) -> On<T, (), E> {
    expect(same(x, y));
    (x - y).square().erase().mean(..)
}

/// The mean, over all but the last axis, of what the classes of `targets` have of `-ln(softmax(logits))`.
///
/// The last axis are the classes. Targets are probabilities of each, as [`one_hot`] makes them.
///
/// ```
/// use conformable::{Size, Tensor};
/// use conformable::engine::{Native, On};
/// use conformable_models::{cross_entropy, one_hot};
///
/// let logits = On::<f64, _, Native>::from(Tensor::from([[0.0, 0.0], [1000.0, 0.0]]));
/// let targets = one_hot(&Tensor::from([1, 0]), Size::<2>, &())?;
/// let loss = cross_entropy(&logits, &targets).to_tensor()?;
/// assert!((loss.into_vec()[0] - 0.5 * 2.0_f64.ln()).abs() < 1e-12);
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// ```compile_fail,E0308
/// use conformable::Shape;
/// use conformable::engine::{Native, On};
/// use conformable_models::cross_entropy;
///
/// fn loss(logits: &On<f32, Shape![4, 10], Native>, targets: &On<f32, Shape![4], Native>) {
///     cross_entropy(logits, targets); // `one_hot` makes them of classes
/// }
/// ```
///
/// # Panics
///
/// If sizes that only run time tells differ, there is no row or no class, or the engine fails.
#[must_use]
#[track_caller]
pub fn cross_entropy<T: Float, S: Shape, E: FloatEngine<T>>(logits: &On<T, S, E>, targets: &On<T, S, E>) -> On<T, (), E>
where
    Axis<-1>: AxesOf<S>,
{
    expect(same(logits, targets));
    let rows = |x| expect(classes(x));
    let logits = rows(logits);
    let differences = &logits - logits.max(Keep(Axis::<-1>));
    let logarithms = &differences - differences.exp().sum(Keep(Axis::<-1>)).ln();
    -(logarithms * rows(targets)).sum(Axis::<-1>).mean(..)
}

/// A row for each number that names a class: a 1 there, and 0 at all others.
///
/// ```
/// use conformable::{Shape, Size, Tensor};
/// use conformable::engine::{Native, On};
/// use conformable_models::one_hot;
///
/// let y: On<f32, Shape![2, 3], Native> = one_hot(&Tensor::from([2, 0]), Size::<3>, &())?;
/// assert_eq!(y.as_engine(), &Tensor::from([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]));
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Size, Tensor};
/// use conformable::engine::Native;
/// use conformable_models::one_hot;
///
/// one_hot::<f32, _, _, _, Native>(&Tensor::from([2.0, 0.0]), Size::<3>, &()); // a float is no index
/// ```
///
/// # Errors
///
/// If a number is not below that of the classes, or the engine fails.
pub fn one_hot<T: Float, N: IndexElement, S: Shape, C: Dim, E: Host<T>>(
    numbers: &Tensor<N, S>,
    classes: C,
    device: &E::Device,
) -> Outcome<T, S::Push<C>, E> {
    let ones = numbers.try_one_hot::<u8, C>(classes)?;
    On::upload(&ones.map(|one| T::of(f64::from(one))), device)
}

/// Whether two tensors of one type have the same sizes.
fn same<T: Scalar, S: Shape, E: FloatEngine<T>>(x: &On<T, S, E>, y: &On<T, S, E>) -> Result<(), Error<E>> {
    x.shape().none_broadcast(y.shape())?;
    Ok(())
}

/// A row for all but the last axis.
fn classes<T: Float, S: Shape, E: FloatEngine<T>>(x: &On<T, S, E>) -> Outcome<T, (Dyn, Dyn), E>
where
    Axis<-1>: AxesOf<S>,
{
    let sizes = x.sizes();
    let (outer, last) = last_axis(sizes.as_ref())?;
    reshaped(x.clone(), &[outer, last])
}
