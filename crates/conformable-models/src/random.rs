//! Random parameters.

use crate::element::Float;
use conformable::engine::{EngineTensor, Host, Outcome};
use conformable::{Shape, Tensor};

/// A tensor of numbers from `f`, called in row-major order.
fn drawn<T: Float, S: Shape, E: Host<T>>(shape: S, device: &E::Device, mut f: impl FnMut() -> f64) -> Outcome<T, S, E> {
    let mut tensor = Tensor::<T, S>::try_full(shape, T::of(0.0))?;
    for number in tensor.as_mut_slice() {
        *number = T::of(f());
    }
    EngineTensor::upload(&tensor, device)
}

/// Numbers between `-bound` and `bound`. `random` returns numbers in `[0, 1)`.
pub(crate) fn uniform<T: Float, S: Shape, E: Host<T>>(
    shape: S,
    bound: f64,
    device: &E::Device,
    random: &mut impl FnMut() -> f64,
) -> Outcome<T, S, E> {
    drawn(shape, device, || (2.0 * random() - 1.0) * bound)
}

/// Normally distributed numbers of mean 0 and variance 1, by Box and Muller. `random` returns numbers in `[0, 1)`, two
/// for each.
pub(crate) fn normal<T: Float, S: Shape, E: Host<T>>(
    shape: S,
    device: &E::Device,
    random: &mut impl FnMut() -> f64,
) -> Outcome<T, S, E> {
    drawn(shape, device, || {
        // the logarithm of 0 is infinite
        let radius = (-2.0 * (1.0 - random()).ln()).sqrt();
        radius * (core::f64::consts::TAU * random()).cos()
    })
}
