//! Functions of one `f64`.
//!
//! Infinities, NaN, zeros of both signs and subnormal numbers give what the methods of [`f64`] give, and so does every angle but
//! for [`near_sin`] and [`near_cos`].

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

/// The sine of an angle in radians, however large. It branches, so that no loop over it is in vectors: see [`near_sin`].
#[inline(always)]
#[must_use]
pub fn sin(x: f64) -> f64 {
    angle::sin(x)
}

/// The cosine of an angle in radians, however large. It branches, so that no loop over it is in vectors: see [`near_cos`].
#[inline(always)]
#[must_use]
pub fn cos(x: f64) -> f64 {
    angle::cos(x)
}

/// The sine of an angle of up to 2^22 radians, the bits of [`sin`]; NaN beyond.
#[inline(always)]
#[must_use]
pub fn near_sin(x: f64) -> f64 {
    angle::near_sin(x)
}

/// The cosine of an angle of up to 2^22 radians, the bits of [`cos`]; NaN beyond.
#[inline(always)]
#[must_use]
pub fn near_cos(x: f64) -> f64 {
    angle::near_cos(x)
}

/// Whether it is a finite angle that [`near_sin`] and [`near_cos`] do not reach.
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

/// `x` times the standard normal distribution up to `x`, exactly, and not by `tanh`. At minus infinity it is -0, its limit.
///
/// It is at most 8 units of the last place off, unlike all others: several quotients and products are rounded one after the other.
#[inline(always)]
#[must_use]
pub fn gelu(x: f64) -> f64 {
    gauss::f64_gelu(x)
}

/// From a slice into another of the same length, in the vectors of the processor that runs. Other lengths panic.
///
/// ```
/// let mut y = [0.0; 2];
/// conformable_maths::f64::into::exp(&[0.0, f64::NEG_INFINITY], &mut y);
/// assert_eq!(y, [1.0, 0.0]);
/// ```
pub mod into {
    crate::vectors::each_into!(f64: exp ln tanh sigmoid silu softplus erf gelu; sin near_sin cos near_cos);
}

/// In the place of each number of a slice, in the vectors of the processor that runs.
///
/// ```
/// let mut x = [1.0, f64::INFINITY];
/// conformable_maths::f64::in_place::ln(&mut x);
/// assert_eq!(x, [0.0, f64::INFINITY]);
/// ```
pub mod in_place {
    crate::vectors::each_in_place!(f64: exp ln tanh sigmoid silu softplus erf gelu; sin near_sin cos near_cos);
}
