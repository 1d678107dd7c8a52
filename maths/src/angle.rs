//! `sin` and `cos`: an angle less its nearest quarter turns, then a polynomial for each of the two functions, and a choice.

use crate::coefficients as table;
use crate::number::polynomial;

/// Added to a number, it rounds it to a whole number of turns, counted in quarters.
const TURNS: f64 = 27_021_597_764_222_976.0;
/// Added to a number below 2^51, it rounds it to a whole one, and leaves that in the last bits.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// The quarters of a turn nearest to an angle that is not negative, in the last bits, and what is left, in quarters.
///
/// The digits of 2/pi that give whole turns are left out, as Payne and Hanek do; for which, two ranges of angles are enough.
/// The products with all parts but the last are exact, and so are the sums that matter: those of large angles end early.
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
