//! `erf` and `gelu`.

use crate::coefficients as table;
use crate::exponential;
use crate::number::polynomial;

#[inline(always)]
pub(crate) fn erf(x: f32) -> f32 {
    let magnitude = f32::from_bits(x.to_bits() & 0x7fff_ffff);
    let square = x * x;
    let near = magnitude + magnitude * polynomial(square, table::ERF);
    // beyond 4 it is 1
    let bounded = if magnitude > 4.0 { 4.0 } else { magnitude };
    let far = 1.0 - exponential::exp(polynomial(bounded, table::LN_ERFC));
    let y = if magnitude < 1.0 { near } else { far };
    f32::from_bits(y.to_bits() | (x.to_bits() & 0x8000_0000))
}

/// `x` times the normal distribution below `x`, in `f64`, since its digits are lost in the square of `x`.
#[inline(always)]
pub(crate) fn gelu(x: f32) -> f32 {
    const ROUND: f64 = 6_755_399_441_055_744.0 + 1023.0;
    const SCALE: f64 = 3.0 * core::f64::consts::SQRT_2;
    // below -15 it is smaller than any number
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
    let tail = exp * power * (t * polynomial(t, table::TAIL));
    #[allow(clippy::cast_possible_truncation, reason = "this is the one rounding of the result")]
    let y = (wide * if x < 0.0 { tail } else { 1.0 - tail }) as f32;
    y
}
