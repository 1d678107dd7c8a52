//! Functions of one `f32`.
//!
//! Infinities, NaN, zeros of both signs and subnormal numbers give the results of the methods of [`f32`].

use crate::{angle, exponential, gauss, logarithm};

/// `e^x`.
///
/// ```
/// assert_eq!(conformable_maths::f32::exp(0.0), 1.0);
/// ```
#[inline(always)]
#[must_use]
pub fn exp(x: f32) -> f32 {
    exponential::exp(x)
}

/// `2^x`.
#[inline(always)]
#[must_use]
pub fn exp2(x: f32) -> f32 {
    exponential::exp2(x)
}

/// `e^x - 1`, accurate near 0.
#[inline(always)]
#[must_use]
pub fn exp_m1(x: f32) -> f32 {
    exponential::exp_m1(x)
}

/// The natural logarithm.
#[inline(always)]
#[must_use]
pub fn ln(x: f32) -> f32 {
    logarithm::ln(x)
}

/// The natural logarithm of `1 + x`, accurate near 0.
#[inline(always)]
#[must_use]
pub fn ln_1p(x: f32) -> f32 {
    logarithm::ln_1p(x)
}

/// The logarithm to base 2.
#[inline(always)]
#[must_use]
pub fn log2(x: f32) -> f32 {
    logarithm::log2(x)
}

/// The logarithm to base 10.
#[inline(always)]
#[must_use]
pub fn log10(x: f32) -> f32 {
    logarithm::log10(x)
}

/// The sine of any angle in radians.
#[inline(always)]
#[must_use]
pub fn sin(x: f32) -> f32 {
    angle::f32_sin(x)
}

/// The cosine of any angle in radians.
#[inline(always)]
#[must_use]
pub fn cos(x: f32) -> f32 {
    angle::f32_cos(x)
}

/// The hyperbolic tangent.
#[inline(always)]
#[must_use]
pub fn tanh(x: f32) -> f32 {
    exponential::tanh(x)
}

/// `1 / (1 + e^-x)`, the logistic function.
#[inline(always)]
#[must_use]
pub fn sigmoid(x: f32) -> f32 {
    exponential::sigmoid(x)
}

/// `x sigmoid(x)`, also named swish. At minus infinity it is -0, its limit.
#[inline(always)]
#[must_use]
pub fn silu(x: f32) -> f32 {
    exponential::silu(x)
}

/// `ln(1 + e^x)`.
#[inline(always)]
#[must_use]
pub fn softplus(x: f32) -> f32 {
    exponential::softplus(x)
}

/// The error function.
#[inline(always)]
#[must_use]
pub fn erf(x: f32) -> f32 {
    gauss::f32_erf(x)
}

/// `x` times the normal distribution function, without the `tanh` approximation.
///
/// At minus infinity it is -0, its limit.
#[inline(always)]
#[must_use]
pub fn gelu(x: f32) -> f32 {
    gauss::f32_gelu(x)
}

/// The approximation of [`gelu`] by `tanh`, as in GPT-2: `x (1 + tanh(u)) / 2`, with
/// `u = sqrt(2 / pi) (x + 0.044715 x^3)`.
///
/// At minus infinity it is -0, its limit. Below -1, the relative error is that of `exp` of a rounded number: up to
/// 2e-6 at -5.
#[inline(always)]
#[must_use]
pub fn gelu_tanh(x: f32) -> f32 {
    exponential::gelu_tanh(x)
}

/// Functions from a slice into another one, in the vectors of the running processor.
///
/// They panic if the lengths differ.
///
/// ```
/// let mut y = [0.0; 2];
/// conformable_maths::f32::into::exp(&[0.0, f32::NEG_INFINITY], &mut y);
/// assert_eq!(y, [1.0, 0.0]);
/// ```
pub mod into {
    crate::vectors::each_into!(f32: exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tanh sigmoid silu softplus erf gelu gelu_tanh;);
}

/// Functions on each number of a slice in place, in the vectors of the running processor.
///
/// ```
/// let mut x = [1.0, f32::INFINITY];
/// conformable_maths::f32::in_place::ln(&mut x);
/// assert_eq!(x, [0.0, f32::INFINITY]);
/// ```
pub mod in_place {
    crate::vectors::each_in_place!(f32: exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tanh sigmoid silu softplus erf gelu gelu_tanh;);
}
