//! `ln` for both types, and the other logarithms of `f32`.

use crate::number::{Number, sum};

/// The logarithm at `x`, where `y` is correct for positive finite numbers.
#[inline(always)]
fn with_limits<T: Number>(x: T, y: T) -> T {
    let y = if x == T::INFINITY { x } else { y };
    let beside = if x == T::ZERO { -T::INFINITY } else { T::NAN };
    if x > T::ZERO { y } else { beside }
}

#[inline(always)]
pub(crate) fn ln<T: Number>(x: T) -> T {
    let (f, k) = x.exponent();
    with_limits(x, k * T::LN_2[0] + (f + (T::ln_rest(f) + k * T::LN_2[1])))
}

/// `ln(1 + x)`. The rounding error of `1 + x` is added to `f`, which is `x` itself if `x` is small.
#[inline(always)]
pub(crate) fn ln_1p(x: f32) -> f32 {
    let (small, large) = (sum(1.0, x), sum(x, 1.0));
    let (whole, lost) = if x.abs() < 1.0 { small } else { large };
    let (upper, k) = whole.exponent();
    // the power of two of a number is its bits without its digits; above 2^126 it is exact
    let power = (whole.to_bits() & 0x7f80_0000).min(253 << 23);
    let digits = f32::from_bits((whole.to_bits() & 0x007f_ffff) | 0x3f80_0000);
    let scale = f32::from_bits(power).inverse_power() * if digits > upper + 1.0 { 0.5 } else { 1.0 };
    let f = upper + lost * scale;
    let y = k * f32::LN_2[0] + (f + (f32::ln_rest(f) + k * f32::LN_2[1]));
    // the sign of 0 is that of `x`
    if x == 0.0 { x } else { with_limits(whole, y) }
}

/// The logarithm to another base, summed in `f64`, so that the logarithms of powers of the base are exact.
#[inline(always)]
fn with_base(x: f32, of_e: f64, of_2: f64) -> f32 {
    let (f, k) = x.exponent();
    #[allow(clippy::cast_possible_truncation, reason = "this is the one rounding of the result")]
    let y = (f64::from(k) * of_2 + (f64::from(f) + f64::from(f32::ln_rest(f))) * of_e) as f32;
    with_limits(x, y)
}

#[inline(always)]
pub(crate) fn log2(x: f32) -> f32 {
    with_base(x, core::f64::consts::LOG2_E, 1.0)
}

#[inline(always)]
pub(crate) fn log10(x: f32) -> f32 {
    with_base(x, core::f64::consts::LOG10_E, core::f64::consts::LOG10_2)
}
