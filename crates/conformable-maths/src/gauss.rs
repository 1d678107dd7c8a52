//! `erf` and `gelu`.

use crate::coefficients as table;
use crate::exponential;
use crate::number::{Number, polynomial, product};

#[inline(always)]
pub(crate) fn f32_erf(x: f32) -> f32 {
    let magnitude = f32::from_bits(x.to_bits() & 0x7fff_ffff);
    let square = x * x;
    let near = magnitude + magnitude * polynomial(square, table::ERF_F32);
    // beyond 4 the result is 1
    let bounded = if magnitude > 4.0 { 4.0 } else { magnitude };
    let far = 1.0 - exponential::exp(polynomial(bounded, table::LN_ERFC));
    let y = if magnitude < 1.0 { near } else { far };
    f32::from_bits(y.to_bits() | (x.to_bits() & 0x8000_0000))
}

/// `x` times the normal distribution below `x`, in `f64`, since the square of `x` loses digits of `f32`.
#[inline(always)]
pub(crate) fn f32_gelu(x: f32) -> f32 {
    const ROUND: f64 = 6_755_399_441_055_744.0 + 1023.0;
    const SCALE: f64 = 3.0 * core::f64::consts::SQRT_2;
    // below -15 the result underflows
    let x = if x < -15.0 { -15.0 } else { x };
    let wide = f64::from(x);
    let magnitude = wide.abs();
    let bounded = if magnitude > 15.0 { 15.0 } else { magnitude };
    let exponent = -0.5 * bounded * bounded;
    let rounded = exponent * core::f64::consts::LOG2_E + ROUND;
    let r = exponent - (rounded - ROUND) * core::f64::consts::LN_2;
    let exp = 1.0 + (r + r * r * polynomial(r, table::EXP_F32.map(f64::from)));
    let power = f64::from_bits(rounded.to_bits() << 52);
    let t = SCALE / (SCALE + bounded);
    let tail = exp * power * (t * polynomial(t, table::TAIL_F32));
    #[allow(clippy::cast_possible_truncation, reason = "this is the one rounding of the result")]
    let y = (wide * if x < 0.0 { tail } else { 1.0 - tail }) as f32;
    y
}

/// The normal distribution below `-x`, from `z = x / sqrt(2)`: `exp(-z^2)` times a polynomial in `3 / (3 + z)`.
#[inline(always)]
fn tail((upper, lower): (f64, f64), t: f64) -> (f64, [f64; 2]) {
    let (exp, factors) = exponential::exp_of_sum(-upper, -lower);
    // in halves, since the compiler does not unroll a loop over 24 coefficients
    let s = t - 0.5625;
    let second = s * s;
    let fourth = second * second;
    let sum = polynomial(s, table::TAIL_F64) + polynomial(s, table::TAIL_F64_UPPER) * (fourth * fourth * fourth);
    (exp * (t * sum), factors)
}

#[inline(always)]
pub(crate) fn f64_erf(x: f64) -> f64 {
    let magnitude = Number::abs(x);
    let near = magnitude + magnitude * polynomial(x * x, table::ERF_F64);
    // beyond 6 the result is 1
    let bounded = if magnitude > 6.0 { 6.0 } else { magnitude };
    let (tail, [first, second]) = tail(product(bounded, bounded), 3.0 / (3.0 + bounded));
    let y = if magnitude < 1.0 { near } else { 1.0 - 2.0 * (tail * first * second) };
    Number::copysign(y, x)
}

#[inline(always)]
pub(crate) fn f64_gelu(x: f64) -> f64 {
    const SCALE: f64 = 3.0 * core::f64::consts::SQRT_2;
    // below -39 the result underflows
    let x = if x < -39.0 { -39.0 } else { x };
    let magnitude = Number::abs(x);
    let bounded = if magnitude > 39.0 { 39.0 } else { magnitude };
    let (upper, lower) = product(bounded, bounded);
    let (tail, [first, second]) = tail((0.5 * upper, 0.5 * lower), SCALE / (SCALE + bounded));
    if x < 0.0 { x * tail * first * second } else { x * (1.0 - tail * first * second) }
}
