//! `exp` and the functions made of it, for both types.
//!
//! `exp(x) = 2^n exp(r)`, and `exp(r) = 1 + r + g` with a small `g`, so that the sum loses few digits. The rounding
//! errors of the parts of a quotient `N / D` are added after the division, times `1 / D`, which follows from the
//! quotient.

use crate::coefficients as table;
use crate::number::{Number, polynomial, product, sum};

/// Clamps `x` to the bounds; NaN stays.
#[inline(always)]
fn clamp<T: Number>(x: T, [low, high]: [T; 2]) -> T {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// `n + ROUND`, `r` and `g`, where `exp(x + lower)` is `(1 + r + g) 2^n`, for a `lower` below the digits of `x`.
#[inline(always)]
fn reduce<T: Number>(x: T, lower: T) -> (T, T, T) {
    let rounded = x * T::LOG2_E + T::ROUND;
    let n = rounded - T::ROUND;
    let nearly = x - n * T::LN_2[0];
    let rest = n * T::LN_2[1] - lower;
    let r = nearly - rest;
    (rounded, nearly, r * r * T::exp_rest(r) - rest)
}

#[inline(always)]
pub(crate) fn exp<T: Number>(x: T) -> T {
    let (rounded, r, g) = reduce(clamp(x, T::EXP), T::ZERO);
    let [first, second] = T::powers(rounded);
    (T::ONE + (r + g)) * first * second
}

/// The digits of `exp(x + lower)`, for a `lower` below the digits of `x`, and the factors to multiply them by.
#[inline(always)]
pub(crate) fn exp_of_sum<T: Number>(x: T, lower: T) -> (T, [T; 2]) {
    let (rounded, r, g) = reduce(x, lower);
    (T::ONE + (r + g), T::powers(rounded))
}

#[inline(always)]
pub(crate) fn exp2(x: f32) -> f32 {
    let x = clamp(x, [-151.0, 129.0]);
    let rounded = x + f32::ROUND;
    let r = x - (rounded - f32::ROUND);
    let [first, second] = f32::powers(rounded);
    let rest = r * table::LN_2_WHOLE_F32[1] + r * r * polynomial(r, table::EXP2_F32);
    (1.0 + (r * table::LN_2_WHOLE_F32[0] + rest)) * first * second
}

/// `exp(x)` for `x` up to 0: its digits in two parts, and the factors to multiply both by.
#[inline(always)]
fn exp_parts<T: Number>(x: T) -> (T, T, [T; 2]) {
    let (rounded, r, g) = reduce(clamp(x, T::EXP), T::ZERO);
    let (upper, lower) = sum(T::ONE, r);
    let (upper, lower) = sum(upper, lower + g);
    (upper, lower, T::powers(rounded))
}

/// `(exp(x) - 1) / second` in two parts, and `second`.
#[inline(always)]
fn exp_m1_parts<T: Number>(x: T) -> (T, T, T) {
    let (rounded, r, g) = reduce(x, T::ZERO);
    let [first, second] = T::powers(rounded);
    let (upper, lower) = sum(first - second.inverse_power(), first * r);
    let (upper, lower) = sum(upper, lower + first * g);
    (upper, lower, second)
}

#[inline(always)]
pub(crate) fn exp_m1<T: Number>(x: T) -> T {
    let (upper, _, factor) = exp_m1_parts(clamp(x, T::EXP));
    (upper * factor).copysign(x)
}

#[inline(always)]
pub(crate) fn tanh<T: Number>(x: T) -> T {
    let magnitude = clamp(x.abs(), [T::ZERO, T::FLAT]);
    // with e = exp(-2 |x|) - 1 the result is q = -e / (e + 2), and 1 / (e + 2) = (1 + q) / 2
    let (upper, lower, factor) = exp_m1_parts(-(magnitude + magnitude));
    let (upper, lower) = (-upper * factor, -lower * factor);
    let (divisor, rest) = sum(T::TWO, -upper);
    let q = upper / divisor;
    (q + (lower - q * (rest - lower)) * (T::HALF + T::HALF * q)).copysign(x)
}

#[inline(always)]
pub(crate) fn sigmoid<T: Number>(x: T) -> T {
    let (upper, lower, [first, second]) = exp_parts(-x.abs());
    let (upper, lower) = (upper * first * second, lower * first * second);
    let (divisor, rest) = sum(T::ONE, upper);
    let negative = x < T::ZERO;
    let q = (if negative { upper } else { T::ONE }) / divisor;
    // 1 / (1 + e) is the quotient itself, or with e in the numerator, 1 - q
    let inverse = if negative { T::ONE - q } else { q };
    q + ((if negative { lower } else { T::ZERO }) - q * (rest + lower)) * inverse
}

#[inline(always)]
pub(crate) fn silu<T: Number>(x: T) -> T {
    let bounded = clamp(x, [T::EXP[0], T::FLAT]);
    let negative = x < T::ZERO;
    // below 0 the powers of two come last, since `exp(x)` underflows before `x exp(x)` does
    let (upper, lower, [first, second]) = exp_parts(-bounded.abs());
    let (divisor, rest) = sum(T::ONE, upper * first * second);
    let q = (if negative { upper } else { T::ONE }) / divisor;
    let inverse = if negative { T::ONE - q * first * second } else { q };
    let correction = ((if negative { lower } else { T::ZERO }) - q * (rest + lower * first * second)) * inverse;
    let (product, lost) = product(bounded, q);
    let unscaled = product + (bounded * correction + lost);
    let y = if negative { unscaled * first * second } else { unscaled };
    if x > T::FLAT { x } else { y.copysign(x) }
}

/// `x sigmoid(2 u)`, which is `x (1 + tanh(u)) / 2`, for `u = sqrt(2 / pi) (x + 0.044715 x^3)`.
#[inline(always)]
pub(crate) fn gelu_tanh<T: Number>(x: T) -> T {
    let x = if x < T::GELU_END { T::GELU_END } else { x };
    x * sigmoid(x * (T::GELU_TANH[0] + T::GELU_TANH[1] * (x * x)))
}

#[inline(always)]
pub(crate) fn softplus<T: Number>(x: T) -> T {
    let (upper, lower, [first, second]) = exp_parts(-x.abs());
    let (upper, lower) = (upper * first * second, lower * first * second);
    // ln(1 + e) = 2 atanh(e / (2 + e)), where 4 / (2 + e) = 2 - q
    let (divisor, rest) = sum(T::TWO, upper);
    let q = (upper + upper) / divisor;
    let correction = (lower + lower - q * (rest + lower)) * (T::HALF - T::HALF * T::HALF * q);
    let half = T::HALF * q;
    let square = half * half;
    let logarithm = q + (correction + half * square * T::atanh_rest(square));
    (if x > T::ZERO { x } else { T::ZERO }) + logarithm
}
