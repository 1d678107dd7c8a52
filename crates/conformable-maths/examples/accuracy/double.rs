//! The functions of `f64` against values of 192 bits, at random numbers of several ranges.

use astro_float::{BigFloat, Consts, RoundingMode};
use conformable_maths::f64 as ours;

const BITS: usize = 192;
const ROUNDING: RoundingMode = RoundingMode::None;

type Truth = fn(&BigFloat, &mut Consts) -> BigFloat;

pub(crate) struct Function {
    pub(crate) name: &'static str,
    ours: fn(f64) -> f64,
    truth: Truth,
    /// The value at infinities, zeros and NaN, if the method of `f64` does not give it.
    #[cfg_attr(not(test), expect(dead_code, reason = "only the tests read it"))]
    standard: fn(f64) -> f64,
    ranges: &'static [[f64; 2]],
    #[cfg_attr(not(test), expect(dead_code, reason = "only the tests read it"))]
    pub(crate) bound: f64,
}

fn one() -> BigFloat {
    BigFloat::from_f64(1.0, BITS)
}

/// Converts exactly; `from_f64` has the wrong exponent for subnormal numbers.
fn exactly(x: f64) -> BigFloat {
    let mut big = BigFloat::from_f64(x, BITS);
    if x.is_subnormal() {
        big = BigFloat::from_f64(x * 2.0_f64.powi(64), BITS);
        big.set_exponent(big.exponent().expect("a finite number") - 64);
    }
    big
}

fn exp(x: &BigFloat, consts: &mut Consts) -> BigFloat {
    x.exp(BITS, ROUNDING, consts)
}

fn sigmoid(x: &BigFloat, consts: &mut Consts) -> BigFloat {
    one().div(&one().add(&exp(&x.neg(), consts), BITS, ROUNDING), BITS, ROUNDING)
}

fn softplus(x: &BigFloat, consts: &mut Consts) -> BigFloat {
    let exp = exp(x, consts);
    if exp.exponent().is_some_and(|exponent| exponent < -96) {
        // ln(1 + e) = e - e^2 / 2, and the next term is below the last bit
        let half = BigFloat::from_f64(0.5, BITS);
        return exp.sub(&exp.mul(&exp, BITS, ROUNDING).mul(&half, BITS, ROUNDING), BITS, ROUNDING);
    }
    one().add(&exp, 2 * BITS, ROUNDING).ln(BITS, ROUNDING, consts)
}

/// The error function, by its series.
fn erf(x: &BigFloat, consts: &mut Consts) -> BigFloat {
    // 2 / sqrt(pi) exp(-x^2) times the sum of 2^n x^(2n + 1) / (1 3 5 .. (2n + 1)), without negative terms
    const WIDE: usize = 3 * BITS;
    let square = x.mul(x, WIDE, ROUNDING);
    let twice = square.add(&square, WIDE, ROUNDING);
    let (mut term, mut sum, mut odd) = (x.clone(), x.clone(), 1.0);
    while !term.is_zero() && term.exponent() > sum.exponent().map(|exponent| exponent - 400) {
        odd += 2.0;
        term = term.mul(&twice, WIDE, ROUNDING).div(&BigFloat::from_f64(odd, WIDE), WIDE, ROUNDING);
        sum = sum.add(&term, WIDE, ROUNDING);
    }
    let root = consts.pi(WIDE, ROUNDING).sqrt(WIDE, ROUNDING);
    let scale = BigFloat::from_f64(2.0, WIDE).div(&root, WIDE, ROUNDING);
    sum.mul(&scale, WIDE, ROUNDING).mul(&square.neg().exp(WIDE, ROUNDING, consts), WIDE, ROUNDING)
}

fn gelu(x: &BigFloat, consts: &mut Consts) -> BigFloat {
    const WIDE: usize = 3 * BITS;
    let half = BigFloat::from_f64(0.5, WIDE);
    let z = x.mul(&half.sqrt(WIDE, ROUNDING), WIDE, ROUNDING);
    x.mul(&half, WIDE, ROUNDING).mul(&one().add(&erf(&z, consts), WIDE, ROUNDING), WIDE, ROUNDING)
}

const AROUND_0: &[[f64; 2]] =
    &[[-1.0, 1.0], [-1e-3, 1e-3], [-1e-9, 1e-9], [-1e-300, 1e-300], [-10.0, 10.0], [-40.0, 40.0]];
const EXPONENTS: &[[f64; 2]] =
    &[[-1.0, 1.0], [-1e-3, 1e-3], [-1e-9, 1e-9], [-30.0, 30.0], [-745.2, -700.0], [-745.0, 709.8]];
const ANGLES: &[[f64; 2]] = &[[-0.8, 0.8], [-1e-5, 1e-5], [-7.0, 7.0], [-1e3, 1e3], [-4_194_304.0, 4_194_304.0]];

/// Rows: the function, its bound, its true value, its standard value at the limits, and the measured ranges.
macro_rules! functions {
    ($($name:ident $bound:literal $truth:expr, $standard:expr, $ranges:expr;)*) => {
        pub(crate) const FUNCTIONS: &[Function] = &[$(Function {
            name: stringify!($name),
            ours: ours::$name,
            truth: $truth,
            standard: $standard,
            ranges: $ranges,
            bound: $bound,
        },)*];
    };
}

functions! {
    exp 1.0 exp, f64::exp, EXPONENTS;
    ln 1.0 |x, c| x.ln(BITS, ROUNDING, c), f64::ln, &[[0.5, 2.0], [0.99, 1.01], [0.0, 1e-300], [0.0, 100.0], [0.0, 1e300]];
    sin 2.0 |x, c| x.sin(BITS, ROUNDING, c), f64::sin, &[[-0.8, 0.8], [-7.0, 7.0], [-1e9, 1e9], [-1e300, 1e300]];
    cos 2.0 |x, c| x.cos(BITS, ROUNDING, c), f64::cos, &[[-0.8, 0.8], [-7.0, 7.0], [-1e9, 1e9], [-1e300, 1e300]];
    near_sin 2.0 |x, c| x.sin(BITS, ROUNDING, c), |x| if x.abs() > 1e300 { f64::NAN } else { x.sin() }, ANGLES;
    near_cos 2.0 |x, c| x.cos(BITS, ROUNDING, c), |x| if x.abs() > 1e300 { f64::NAN } else { x.cos() }, ANGLES;
    tanh 2.0 |x, c| x.tanh(BITS, ROUNDING, c), f64::tanh, AROUND_0;
    sigmoid 2.0 sigmoid, |x| 1.0 / (1.0 + (-x).exp()), EXPONENTS;
    silu 2.0 |x, c| x.mul(&sigmoid(x, c), BITS, ROUNDING), |x| if x < -1e3 { -0.0 } else { x / (1.0 + (-x).exp()) }, EXPONENTS;
    erf 2.0 erf, |x| if x.abs() > 1e3 { x.signum() } else { pxfm::f_erf(x) }, &[[-1.0, 1.0], [-1e-9, 1e-9], [-6.0, 6.0]];
    gelu 8.0 gelu, |x| if x < -1e3 { -0.0 } else { x * 0.5 * pxfm::f_erfc(-x / 2.0_f64.sqrt()) }, &[[-1.0, 1.0], [-15.0, 15.0]];
    softplus 2.0 softplus, |x| if x > 1e3 { x } else { x.exp().ln_1p() }, EXPONENTS;
}

#[derive(Clone, Copy)]
pub(crate) struct Worst {
    pub(crate) error: f64,
    pub(crate) at: f64,
    pub(crate) inputs: u64,
}

/// The distance of a result from the true value, in units in the last place.
fn ulps(result: f64, truth: &BigFloat) -> f64 {
    let difference = exactly(result).sub(truth, BITS, ROUNDING);
    let (Some(exponent), Some((words, _, _, scale, _))) = (truth.exponent(), difference.as_raw_parts()) else {
        return f64::INFINITY;
    };
    // a value is below 2^exponent, and its first word counts units of 2^(exponent - 64)
    let unit = (exponent - 1).max(-1022) - 52;
    let first = words.last().copied().unwrap_or(0);
    #[expect(clippy::cast_precision_loss, reason = "a few digits of an error are enough")]
    let first = first as f64;
    first * 2.0_f64.powi((scale - 64 - unit).clamp(-1000, 1000))
}

/// Uniform random numbers of a range, by xorshift.
struct Random(u64);

impl Random {
    fn within(&mut self, [low, high]: [f64; 2]) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
        let fraction = (self.0 >> 11) as f64 / 9_007_199_254_740_992.0;
        low + (high - low) * fraction
    }
}

/// The largest error over `count` numbers of each range.
pub(crate) fn measure(function: &Function, count: u64) -> Worst {
    let mut consts = Consts::new().expect("memory");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut worst = Worst { error: 0.0, at: 0.0, inputs: 0 };
    for &range in function.ranges {
        for _ in 0..count {
            let x = random.within(range);
            let truth = (function.truth)(&exactly(x), &mut consts);
            let error = ulps((function.ours)(x), &truth);
            worst.inputs += 1;
            if error > worst.error {
                worst = Worst { error, at: x, inputs: worst.inputs };
            }
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_keeps_its_bound() {
        for function in FUNCTIONS {
            let worst = measure(function, 500);
            assert!(worst.error <= function.bound, "{}({:e}) is {} ulp off", function.name, worst.at, worst.error);
        }
    }

    #[test]
    fn limits_are_the_standard_ones() {
        let subnormal = f64::from_bits(1);
        let limits = [0.0, subnormal, f64::MIN_POSITIVE, 1.0, f64::MAX, f64::INFINITY, f64::NAN];
        for function in FUNCTIONS {
            for x in limits.into_iter().flat_map(|x| [x, -x]) {
                let (result, standard) = ((function.ours)(x), (function.standard)(x));
                let near = (result - standard).abs() <= 4.0 * f64::EPSILON * standard.abs();
                let same = result.to_bits() == standard.to_bits() || result.is_nan() && standard.is_nan();
                let signs = result.is_nan() || result.is_sign_negative() == standard.is_sign_negative();
                assert!((same || near) && signs, "{}({x:e}) is {result:e} and not {standard:e}", function.name);
            }
        }
    }

    #[test]
    fn near_angles_have_the_bits_of_all() {
        let mut random = Random(1);
        for _ in 0..10_000 {
            let x = random.within([-4_194_304.0, 4_194_304.0]);
            assert_eq!(ours::near_sin(x).to_bits(), ours::sin(x).to_bits());
            assert_eq!(ours::near_cos(x).to_bits(), ours::cos(x).to_bits());
        }
        let beyond = f64::from_bits(4_194_304.0_f64.to_bits() + 1);
        assert!(ours::near_sin(beyond).is_nan() && ours::near_cos(-beyond).is_nan());
        assert!((ours::sin(beyond) - beyond.sin()).abs() < 1e-15);
    }
}
