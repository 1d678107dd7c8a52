//! The functions of `f32` against `f64` functions that are correct to the last digit of `f32`.

use conformable_maths::f32 as ours;
use std::thread;

pub(crate) struct Function {
    pub(crate) name: &'static str,
    ours: fn(&[f32], &mut [f32]),
    truth: fn(f64) -> f64,
    /// The largest accepted error, in units in the last place.
    #[cfg_attr(not(test), expect(dead_code, reason = "only the tests read it"))]
    pub(crate) bound: f64,
}

/// Rows of the table: `name, bound, truth`.
macro_rules! functions {
    ($($name:ident $bound:literal $truth:expr;)*) => {
        pub(crate) const FUNCTIONS: &[Function] = &[$(Function {
            name: stringify!($name),
            ours: |from, to| from.iter().zip(to).for_each(|(x, y)| *y = ours::$name(*x)),
            truth: $truth,
            bound: $bound,
        },)*];
    };
}

functions! {
    exp 1.0 pxfm::f_exp;
    exp2 2.0 pxfm::f_exp2;
    exp_m1 2.0 pxfm::f_expm1;
    ln 1.0 pxfm::f_log;
    ln_1p 2.0 pxfm::f_log1p;
    log2 2.0 pxfm::f_log2;
    log10 2.0 pxfm::f_log10;
    sin 2.0 pxfm::f_sin;
    cos 2.0 pxfm::f_cos;
    tanh 2.0 pxfm::f_tanh;
    sigmoid 2.0 |x| 1.0 / (1.0 + pxfm::f_exp(-x));
    silu 2.0 |x| if x == f64::NEG_INFINITY { -0.0 } else { x / (1.0 + pxfm::f_exp(-x)) };
    softplus 2.0 |x| x.max(0.0) + if x.is_nan() { x } else { pxfm::f_log1p(pxfm::f_exp(-x.abs())) };
    erf 2.0 pxfm::f_erf;
    gelu 2.0 |x| if x == f64::NEG_INFINITY { -0.0 } else { x * 0.5 * pxfm::f_erfc(-x * std::f64::consts::FRAC_1_SQRT_2) };
}

#[derive(Clone, Copy)]
pub(crate) struct Worst {
    /// In units in the last place; infinite if the result is NaN or has the wrong sign.
    pub(crate) error: f64,
    pub(crate) at: f32,
    pub(crate) inputs: u64,
}

/// The distance of a result from the true value, in units in the last place.
fn ulps(result: f32, truth: f64) -> f64 {
    if truth.is_nan() || result.is_nan() {
        return if truth.is_nan() && result.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if result.is_sign_negative() != truth.is_sign_negative() {
        return f64::INFINITY;
    }
    // an infinite result counts as 2^128, as in rounding
    let two_128 = 2.0_f64.powi(128);
    let finite = |x: f64| x.clamp(-two_128, two_128);
    let exponent = (truth.to_bits() >> 52 & 0x7ff).clamp(1023 - 126, 1023 + 127);
    let unit = f64::from_bits((exponent - 23) << 52);
    (finite(f64::from(result)) - finite(truth)).abs() / unit
}

fn measure_part(function: &Function, from: u64, to: u64, stride: u64) -> Worst {
    const BLOCK: usize = 1024;
    let (mut x, mut y) = ([0.0; BLOCK], [0.0; BLOCK]);
    let mut worst = Worst { error: 0.0, at: 0.0, inputs: 0 };
    let mut next = from;
    while next < to {
        let mut filled = 0;
        while filled < BLOCK && next < to {
            x[filled] = f32::from_bits(u32::try_from(next).expect("below 2^32"));
            filled += 1;
            next += stride;
        }
        (function.ours)(&x[..filled], &mut y[..filled]);
        for (&x, &y) in x[..filled].iter().zip(&y) {
            let error = ulps(y, (function.truth)(f64::from(x)));
            if error > worst.error {
                worst = Worst { error, at: x, inputs: worst.inputs };
            }
        }
        worst.inputs += filled as u64;
    }
    worst
}

/// The largest error over every `stride`-th number.
pub(crate) fn measure(function: &Function, stride: u64, threads: u64) -> Worst {
    let all = (1_u64 << 32).div_ceil(stride);
    let share = all.div_ceil(threads);
    thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|i| (i * share * stride, ((i + 1) * share * stride).min(1 << 32)))
            .map(|(from, to)| scope.spawn(move || measure_part(function, from, to, stride)))
            .collect();
        let parts = parts.into_iter().map(|part| part.join().expect("the part's result"));
        parts
            .reduce(|a, b| Worst { inputs: a.inputs + b.inputs, ..if b.error > a.error { b } else { a } })
            .expect("a thread")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_right() {
        let limits = [0, 1, 0x007f_ffff, 0x0080_0000, 0x3f80_0000, 0x7f7f_ffff, 0x7f80_0000, 0x7f80_0001, 0x7fff_ffff];
        for function in FUNCTIONS {
            for bits in limits.into_iter().flat_map(|bits| [bits, bits | 1 << 31]) {
                let worst = measure_part(function, bits, bits + 1, 1);
                assert!(worst.error <= function.bound, "{}({:e}) is {} ulp off", function.name, worst.at, worst.error);
            }
        }
    }

    #[test]
    fn every_function_keeps_its_bound() {
        for function in FUNCTIONS {
            let worst = measure(function, 10_007, 1);
            assert!(worst.error <= function.bound, "{}({:e}) is {} ulp off", function.name, worst.at, worst.error);
        }
    }
}
