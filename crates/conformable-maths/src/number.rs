//! The constants and operations that the functions need of both types.

use crate::coefficients as table;
use core::ops::{Add, Div, Mul, Neg, Sub};

pub(crate) trait Number:
    Copy
    + PartialOrd
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    const ZERO: Self;
    const HALF: Self;
    const ONE: Self;
    const TWO: Self;
    const INFINITY: Self;
    const NAN: Self;
    /// Added to a small number, it rounds that to an integer in the last bits, with enough above for a power of two:
    /// see [`Number::powers`].
    const ROUND: Self;
    const LOG2_E: Self;
    /// In two parts; the first one times an integer up to the largest exponent is exact.
    const LN_2: [Self; 2];
    /// `exp` is 0 below, and infinite above; with a margin, since `x exp(x)` reaches further.
    const EXP: [Self; 2];
    /// Above, `tanh` and `1 / (1 + exp(-x))` are 1.
    const FLAT: Self;
    /// `2 sqrt(2 / pi)`, and that times 0.044715, as in `gelu_tanh`.
    const GELU_TANH: [Self; 2];
    /// Below, `gelu_tanh` underflows.
    const GELU_END: Self;

    /// `(exp(r) - 1 - r) / r^2`, for |r| up to ln 2 / 2.
    fn exp_rest(r: Self) -> Self;
    /// `ln(1 + f) - f`, for `1 + f` from sqrt(1/2) to sqrt(2).
    fn ln_rest(f: Self) -> Self;
    /// `(2 atanh(s) / s - 2) / s^2` by `s^2`, for s up to 1/3.
    fn atanh_rest(square: Self) -> Self;
    /// Two factors with the product 2^n, for `n + ROUND`; 2^n itself may be out of range.
    fn powers(rounded: Self) -> [Self; 2];
    /// `1 / self` for a power of two.
    fn inverse_power(self) -> Self;
    /// `1 + f` and `k` of a positive number `(1 + f) 2^k`, with `1 + f` from sqrt(1/2) to sqrt(2).
    fn exponent(self) -> (Self, Self);
    fn abs(self) -> Self;
    fn copysign(self, sign: Self) -> Self;
    /// The number without the lower half of its digits.
    fn upper(self) -> Self;
}

/// The polynomial with these coefficients, lowest first, two at a time for shorter dependency chains.
#[inline(always)]
pub(crate) fn polynomial<T: Number, const N: usize>(x: T, coefficients: [T; N]) -> T {
    let square = x * x;
    let mut i = (N - 1) / 2 * 2;
    let mut sum = if N % 2 == 1 { coefficients[i] } else { coefficients[i] + coefficients[i + 1] * x };
    while i > 0 {
        i -= 2;
        sum = (coefficients[i] + coefficients[i + 1] * x) + sum * square;
    }
    sum
}

/// `a + b` and its rounding error; `a` is the larger one, or 0.
#[inline(always)]
pub(crate) fn sum<T: Number>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// `a * b` and its rounding error.
#[inline(always)]
pub(crate) fn product<T: Number>(a: T, b: T) -> (T, T) {
    let product = a * b;
    let (a_upper, b_upper) = (a.upper(), b.upper());
    let (a_lower, b_lower) = (a - a_upper, b - b_upper);
    (product, ((a_upper * b_upper - product) + a_upper * b_lower + a_lower * b_upper) + a_lower * b_lower)
}

impl Number for f32 {
    const ZERO: Self = 0.0;
    const HALF: Self = 0.5;
    const ONE: Self = 1.0;
    const TWO: Self = 2.0;
    const INFINITY: Self = Self::INFINITY;
    const NAN: Self = Self::NAN;
    const ROUND: Self = 12_582_912.0 + 254.0;
    const LOG2_E: Self = core::f32::consts::LOG2_E;
    const LN_2: [Self; 2] = table::LN_2_F32;
    const EXP: [Self; 2] = [-110.0, 89.0];
    const FLAT: Self = 20.0;
    const GELU_TANH: [Self; 2] = [1.595_769_2, 0.071_354_814];
    const GELU_END: Self = -14.0;

    #[inline(always)]
    fn exp_rest(r: Self) -> Self {
        polynomial(r, table::EXP_F32)
    }

    #[inline(always)]
    fn ln_rest(f: Self) -> Self {
        f * f * (f * polynomial(f, table::LN_F32) - 0.5)
    }

    #[inline(always)]
    fn atanh_rest(square: Self) -> Self {
        polynomial(square, table::LN_1P_F32)
    }

    #[inline(always)]
    fn powers(rounded: Self) -> [Self; 2] {
        let both = rounded.to_bits();
        let half = both >> 1;
        [Self::from_bits(half << 23), Self::from_bits((both - half) << 23)]
    }

    #[inline(always)]
    fn inverse_power(self) -> Self {
        Self::from_bits((254_u32 << 23).wrapping_sub(self.to_bits()))
    }

    #[inline(always)]
    fn exponent(self) -> (Self, Self) {
        const ROOT: u32 = core::f32::consts::FRAC_1_SQRT_2.to_bits();
        let small = self < Self::MIN_POSITIVE;
        let normal = if small { self * 8_388_608.0 } else { self };
        let zero = if small { 8_388_608.0 + 128.0 + 23.0 } else { 8_388_608.0 + 128.0 };
        // from 1 on for every exponent, so that shifts need no sign
        let bits = normal.to_bits().wrapping_sub(ROOT).wrapping_add(128 << 23);
        let k = Self::from_bits((bits >> 23) | 8_388_608_f32.to_bits()) - zero;
        (Self::from_bits((bits & 0x007f_ffff) + ROOT) - 1.0, k)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self::from_bits(self.to_bits() & 0x7fff_ffff)
    }

    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        Self::from_bits((self.to_bits() & 0x7fff_ffff) | (sign.to_bits() & 0x8000_0000))
    }

    #[inline(always)]
    fn upper(self) -> Self {
        Self::from_bits(self.to_bits() & 0xffff_f000)
    }
}

impl Number for f64 {
    const ZERO: Self = 0.0;
    const HALF: Self = 0.5;
    const ONE: Self = 1.0;
    const TWO: Self = 2.0;
    const INFINITY: Self = Self::INFINITY;
    const NAN: Self = Self::NAN;
    const ROUND: Self = 6_755_399_441_055_744.0 + 2046.0;
    const LOG2_E: Self = core::f64::consts::LOG2_E;
    const LN_2: [Self; 2] = table::LN_2_F64;
    const EXP: [Self; 2] = [-760.0, 710.0];
    const FLAT: Self = 40.0;
    const GELU_TANH: [Self; 2] = [1.595_769_121_605_730_8, 0.071_354_816_272_600_25];
    const GELU_END: Self = -24.0;

    #[inline(always)]
    fn exp_rest(r: Self) -> Self {
        polynomial(r, table::EXP_F64)
    }

    #[inline(always)]
    fn ln_rest(f: Self) -> Self {
        // 2 atanh(s) of s = f / (2 + f), where 2 s = f - s f
        let s = f / (2.0 + f);
        let square = s * s;
        let half = 0.5 * f * f;
        s * (half + square * polynomial(square, table::LN_F64)) - half
    }

    #[inline(always)]
    fn atanh_rest(square: Self) -> Self {
        polynomial(square, table::LN_1P_F64)
    }

    #[inline(always)]
    fn powers(rounded: Self) -> [Self; 2] {
        let both = rounded.to_bits();
        let half = both >> 1;
        [Self::from_bits(half << 52), Self::from_bits((both - half) << 52)]
    }

    #[inline(always)]
    fn inverse_power(self) -> Self {
        Self::from_bits((2046_u64 << 52).wrapping_sub(self.to_bits()))
    }

    #[inline(always)]
    fn exponent(self) -> (Self, Self) {
        const ROOT: u64 = core::f64::consts::FRAC_1_SQRT_2.to_bits();
        let small = self < Self::MIN_POSITIVE;
        let normal = if small { self * 18_014_398_509_481_984.0 } else { self };
        let zero = if small { 4_503_599_627_370_496.0 + 1024.0 + 54.0 } else { 4_503_599_627_370_496.0 + 1024.0 };
        let bits = normal.to_bits().wrapping_sub(ROOT).wrapping_add(1024 << 52);
        let k = Self::from_bits((bits >> 52) | 4_503_599_627_370_496_f64.to_bits()) - zero;
        (Self::from_bits((bits & 0x000f_ffff_ffff_ffff) + ROOT) - 1.0, k)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self::from_bits(self.to_bits() & 0x7fff_ffff_ffff_ffff)
    }

    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        Self::from_bits((self.to_bits() & 0x7fff_ffff_ffff_ffff) | (sign.to_bits() & 0x8000_0000_0000_0000))
    }

    #[inline(always)]
    fn upper(self) -> Self {
        Self::from_bits(self.to_bits() & 0xffff_ffff_f800_0000)
    }
}
