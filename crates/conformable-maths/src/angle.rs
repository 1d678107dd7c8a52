//! `sin` and `cos`: subtracts the nearest quarter turns, computes a polynomial for both functions, and chooses one.

use crate::coefficients as table;
use crate::number::{polynomial, product};

/// Added to a number, it rounds that to whole turns, counted in quarters.
const TURNS: f64 = 27_021_597_764_222_976.0;
/// Added to a number below 2^51, it rounds that to an integer in the last bits.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// The quarter turns nearest to a non-negative angle, in the last bits, and the rest, in quarters.
///
/// It leaves out the digits of 2/pi that give whole turns, as Payne and Hanek do; two ranges of angles suffice. The
/// products with all parts except the last are exact, and so are the relevant sums, since large angles end early.
#[inline(always)]
fn quarters(angle: f32) -> (u64, f64) {
    const FAR: f64 = 75_557_863_725_914_323_419_136.0;
    let angle = f64::from(angle);
    let part = |i: usize| angle * if angle < FAR { table::TWO_OVER_PI[0][i] } else { table::TWO_OVER_PI[1][i] };
    let first = part(0);
    let first = first - ((first + TURNS) - TURNS);
    let (second, third) = (part(1), part(2));
    let rounded = ((first + second) + third) + WHOLE;
    let n = rounded - WHOLE;
    (rounded.to_bits(), (((first - n) + second) + third) + part(3))
}

/// The sine, `more` quarter turns further.
#[inline(always)]
fn f32_sine(x: f32, more: u32) -> f32 {
    let (n, rest) = quarters(x.abs());
    #[allow(clippy::cast_possible_truncation, reason = "only the last two bits count, and `r` is rounded on purpose")]
    let (n, r) = ((n as u32).wrapping_add(more), (rest * core::f64::consts::FRAC_PI_2) as f32);
    let square = r * r;
    let sine = r + r * (square * polynomial(square, table::SIN_F32));
    let cosine = 1.0 - (0.5 * square - square * (square * polynomial(square, table::COS_F32)));
    let y = if n & 1 == 0 { sine } else { cosine };
    f32::from_bits(y.to_bits() ^ ((n & 2) << 30))
}

#[inline(always)]
pub(crate) fn f32_sin(x: f32) -> f32 {
    let y = f32_sine(x, 0);
    f32::from_bits(y.to_bits() ^ (x.to_bits() & 0x8000_0000))
}

#[inline(always)]
pub(crate) fn f32_cos(x: f32) -> f32 {
    f32_sine(x, 1)
}

/// The products with the parts of a quarter turn are exact up to this angle, in quarter turns less than 2^22.
const FAR: f64 = 4_194_304.0;

/// `a + b` and its rounding error, in any order.
#[inline(always)]
fn sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let added = sum - a;
    (sum, (a - (sum - added)) + (b - added))
}

/// The nearest quarter turns, in the last bits, and the rest, in two parts, for angles from 0 to [`FAR`].
#[inline(always)]
fn near_quarters(angle: f64) -> (u64, f64, f64) {
    let rounded = angle * core::f64::consts::FRAC_2_PI + WHOLE;
    let n = rounded - WHOLE;
    let (rest, first) = sum(angle - n * table::PI_2[0], -(n * table::PI_2[1]));
    let (rest, second) = sum(rest, -(n * table::PI_2[2]));
    let lost = first + (second - n * table::PI_2[3]);
    let r = rest + lost;
    (rounded.to_bits(), r, lost - (r - rest))
}

/// The same for all larger finite angles, in integers: the digits of the angle times 192 digits of 2/pi. Earlier digits
/// give whole turns.
#[cold]
#[inline(never)]
#[allow(
    clippy::cast_possible_wrap,
    reason = "a fraction from 1/2 on counts as negative, and the next quarter is nearer"
)]
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "the two floats have enough digits")]
fn far_quarters(angle: f64) -> (u64, f64, f64) {
    /// 2^-128.
    const UNIT: f64 = f64::from_bits((1023 - 128) << 52);
    let bits = angle.to_bits();
    let digits = (bits & 0x000f_ffff_ffff_ffff) | 0x0010_0000_0000_0000;
    // the angle is the digits times 2^exponent; the first relevant digit of 2/pi has weight 2^(1 - exponent)
    let exponent = (bits >> 52 & 0x7ff) as usize + 64 - 1075;
    let first = exponent - 2;
    // one word of zeros before the point
    let word = |i: usize| if i == 0 { 0 } else { table::TWO_OVER_PI_DIGITS[i - 1] };
    let window = |i: usize| {
        let (at, shift) = (first / 64 + i, first % 64);
        if shift == 0 { word(at) } else { word(at) << shift | word(at + 1) >> (64 - shift) }
    };
    let [high, middle, low] = [window(0), window(1), window(2)].map(|word| u128::from(word) * u128::from(digits));
    let middle = middle + (low >> 64);
    // in units of 2^-126 quarter turns, truncated
    let turns = (high << 64).wrapping_add(middle);
    let n = (turns >> 126) as u64;
    let fraction = (turns << 2 | (low & u128::from(u64::MAX)) >> 62) as i128;
    let n = n + u64::from(fraction < 0);
    let upper = fraction as f64;
    let lower = fraction.wrapping_sub(upper as i128) as f64;
    let (upper, lower) = (upper * UNIT, lower * UNIT);
    let (r, lost) = product(upper, table::PI_2_WHOLE[0]);
    let lost = lost + (lower * table::PI_2_WHOLE[0] + upper * table::PI_2_WHOLE[1]);
    let sum = r + lost;
    (n, sum, lost - (sum - r))
}

/// The sine of `r + lost`, `n` quarter turns further.
#[inline(always)]
fn f64_sine((n, r, lost): (u64, f64, f64)) -> f64 {
    let square = r * r;
    let half = 0.5 * square;
    let sine = r + (r * (square * polynomial(square, table::SIN_F64)) + lost * (1.0 - half));
    let near = 1.0 - half;
    let cosine = near + (((1.0 - near) - half) + (square * (square * polynomial(square, table::COS_F64)) - r * lost));
    let y = if n & 1 == 0 { sine } else { cosine };
    f64::from_bits(y.to_bits() ^ ((n & 2) << 62))
}

#[inline(always)]
fn more((n, r, lost): (u64, f64, f64), more: u64) -> (u64, f64, f64) {
    (n.wrapping_add(more), r, lost)
}

#[inline(always)]
fn with_sign_of(y: f64, x: f64) -> f64 {
    f64::from_bits(y.to_bits() ^ (x.to_bits() & 0x8000_0000_0000_0000))
}

/// Returns `true` for a finite angle above the near range.
#[inline(always)]
pub(crate) fn is_far(x: f64) -> bool {
    let magnitude = x.abs();
    magnitude > FAR && magnitude < f64::INFINITY
}

#[inline(always)]
pub(crate) fn near_sin(x: f64) -> f64 {
    let y = with_sign_of(f64_sine(near_quarters(x.abs())), x);
    if x.abs() > FAR { f64::NAN } else { y }
}

#[inline(always)]
pub(crate) fn near_cos(x: f64) -> f64 {
    let y = f64_sine(more(near_quarters(x.abs()), 1));
    if x.abs() > FAR { f64::NAN } else { y }
}

#[inline(always)]
pub(crate) fn sin(x: f64) -> f64 {
    if is_far(x) { with_sign_of(f64_sine(far_quarters(x.abs())), x) } else { near_sin(x) }
}

#[inline(always)]
pub(crate) fn cos(x: f64) -> f64 {
    if is_far(x) { f64_sine(more(far_quarters(x.abs()), 1)) } else { near_cos(x) }
}
