//! Functions of one `f64`.
//!
//! Infinities, NaN, zeros of both signs and subnormal numbers give the results of the methods of [`f64`]. So do all
//! angles, except in [`near_sin`] and [`near_cos`].

use crate::{angle, exponential, gauss, logarithm};

/// `e^x`.
#[inline(always)]
#[must_use]
pub fn exp(x: f64) -> f64 {
    exponential::exp(x)
}

/// The natural logarithm.
#[inline(always)]
#[must_use]
pub fn ln(x: f64) -> f64 {
    logarithm::ln(x)
}

/// The sine of any angle in radians. It branches, so loops over it are not vectorised: see [`near_sin`].
#[inline(always)]
#[must_use]
pub fn sin(x: f64) -> f64 {
    angle::sin(x)
}

/// The cosine of any angle in radians. It branches, so loops over it are not vectorised: see [`near_cos`].
#[inline(always)]
#[must_use]
pub fn cos(x: f64) -> f64 {
    angle::cos(x)
}

/// The sine of an angle of at most 2^22 radians, with the bits of [`sin`]; NaN beyond.
#[inline(always)]
#[must_use]
pub fn near_sin(x: f64) -> f64 {
    angle::near_sin(x)
}

/// The cosine of an angle of at most 2^22 radians, with the bits of [`cos`]; NaN beyond.
#[inline(always)]
#[must_use]
pub fn near_cos(x: f64) -> f64 {
    angle::near_cos(x)
}

/// Returns `true` for a finite angle beyond the range of [`near_sin`] and [`near_cos`].
#[inline(always)]
#[must_use]
pub fn is_far(x: f64) -> bool {
    angle::is_far(x)
}

/// The hyperbolic tangent.
#[inline(always)]
#[must_use]
pub fn tanh(x: f64) -> f64 {
    exponential::tanh(x)
}

/// `1 / (1 + e^-x)`, the logistic function.
#[inline(always)]
#[must_use]
pub fn sigmoid(x: f64) -> f64 {
    exponential::sigmoid(x)
}

/// `x sigmoid(x)`, also named swish. At minus infinity it is -0, its limit.
#[inline(always)]
#[must_use]
pub fn silu(x: f64) -> f64 {
    exponential::silu(x)
}

/// `ln(1 + e^x)`.
#[inline(always)]
#[must_use]
pub fn softplus(x: f64) -> f64 {
    exponential::softplus(x)
}

/// The error function.
#[inline(always)]
#[must_use]
pub fn erf(x: f64) -> f64 {
    gauss::f64_erf(x)
}

/// `x` times the normal distribution function, without the `tanh` approximation.
///
/// At minus infinity it is -0, its limit. Its error is at most 8 units in the last place, since several quotients and
/// products are rounded one after the other.
#[inline(always)]
#[must_use]
pub fn gelu(x: f64) -> f64 {
    gauss::f64_gelu(x)
}

/// The approximation of [`gelu`] by `tanh`, as in GPT-2: `x (1 + tanh(u)) / 2`, with
/// `u = sqrt(2 / pi) (x + 0.044715 x^3)`.
///
/// At minus infinity it is -0, its limit. Below -1, the relative error is that of `exp` of a rounded number: up to
/// 4e-15 at -5.
#[inline(always)]
#[must_use]
pub fn gelu_tanh(x: f64) -> f64 {
    exponential::gelu_tanh(x)
}

/// Functions from a slice into another one, in the vectors of the running processor.
///
/// They panic if the lengths differ.
///
/// ```
/// let mut y = [0.0; 2];
/// conformable_maths::f64::into::exp(&[0.0, f64::NEG_INFINITY], &mut y);
/// assert_eq!(y, [1.0, 0.0]);
/// ```
pub mod into {
    crate::vectors::each_into!(f64: exp ln tanh sigmoid silu softplus erf gelu gelu_tanh; sin near_sin cos near_cos);
}

/// Functions on each number of a slice in place, in the vectors of the running processor.
///
/// ```
/// let mut x = [1.0, f64::INFINITY];
/// conformable_maths::f64::in_place::ln(&mut x);
/// assert_eq!(x, [0.0, f64::INFINITY]);
/// ```
pub mod in_place {
    crate::vectors::each_in_place!(f64: exp ln tanh sigmoid silu softplus erf gelu gelu_tanh; sin near_sin cos near_cos);
}
