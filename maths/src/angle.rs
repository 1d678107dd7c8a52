//! `sin` and `cos`: an angle less its nearest quarter turns, then a polynomial for each of the two functions, and a choice.

use crate::coefficients as table;
use crate::number::polynomial;

/// Added to a number below 2^53, it rounds it to a whole number of turns, counted in quarters.
const TURNS: f64 = 27_021_597_764_222_976.0;
/// Added to a number below 2^51, it rounds it to a whole one, and leaves that in the last bits.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// The quarters of a turn nearest to an angle that is not negative, in the last bits, and what is left, in quarters.
///
/// The digits of 2/pi that give whole turns are left out, as Payne and Hanek do: which those are depends on the angle's
/// exponent, in four steps. Each product but the last is exact.
#[inline(always)]
fn quarters(angle: f32) -> (u64, f64) {
    const AT: [f32; 3] = [9_007_199_254_740_992.0, 2_417_851_639_229_258_349_412_352.0, 6.490_371_073_168_535e32];
    let part = |i: usize| {
        let [first, second, third, fourth] = table::TWO_OVER_PI;
        let near = if angle < AT[0] { first[i] } else { second[i] };
        let far = if angle < AT[2] { third[i] } else { fourth[i] };
        if angle < AT[1] { near } else { far }
    };
    let angle = f64::from(angle);
    let first = angle * part(0);
    let first = first - ((first + TURNS) - TURNS);
    let second = angle * part(1);
    let rounded = (first + second) + WHOLE;
    let n = rounded - WHOLE;
    (rounded.to_bits(), ((first - n) + second) + angle * part(2))
}

/// The sine, `more` quarters of a turn further.
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
