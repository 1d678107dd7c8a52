//! The types of elements, as in JSON and as made by a formula.

use serde_json::Value;
use std::fmt::Debug;

/// An element of an operand or of a result.
pub(crate) trait Element: Copy + PartialEq + Debug + 'static {
    /// The relative tolerance of results; 0 for types that do not round.
    const TOLERANCE: f64 = 0.0;

    /// The element of a text.
    fn read(value: &Value) -> Self;

    /// A quotient of small integers.
    fn quotient(dividend: i64, divisor: i64) -> Self;

    /// The element at a position of an operand that a formula describes.
    fn made(formula: &Formula, place: u64) -> Self {
        Self::quotient(formula.number(place), formula.over)
    }

    /// Whether the elements are equal within the tolerance; NaN equals NaN.
    fn is_close(self, other: Self, _slack: f64) -> bool {
        self == other
    }
}

/// `((i * (i + seed) * 31 + i * 17 + seed) % modulus * times - minus) / over`.
pub(crate) struct Formula {
    seed: u64,
    modulus: u64,
    times: i64,
    minus: i64,
    over: i64,
}

impl Formula {
    /// The formula that a case gives.
    pub(crate) fn new(value: &Value) -> Self {
        let natural = |key: &str| value[key].as_u64().expect("a natural number");
        let integer = |key: &str| value[key].as_i64().expect("an integer");
        Self {
            seed: natural("seed"),
            modulus: natural("modulus"),
            times: integer("times"),
            minus: integer("minus"),
            over: integer("over"),
        }
    }

    fn number(&self, i: u64) -> i64 {
        let rest = (i * (i + self.seed) * 31 + i * 17 + self.seed) % self.modulus;
        i64::try_from(rest).expect("it is below the modulus") * self.times - self.minus
    }
}

macro_rules! integers {
    ($($T:ty)*) => {$(
        impl Element for $T {
            fn read(value: &Value) -> Self {
                let number = value.as_i64().map(i128::from).or(value.as_u64().map(i128::from)).expect("an integer");
                number.try_into().expect("one of the type")
            }

            fn quotient(dividend: i64, divisor: i64) -> Self {
                (dividend / divisor).try_into().expect("one of the type")
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64 usize);

impl Element for bool {
    fn read(value: &Value) -> Self {
        value.as_bool().expect("a bool")
    }

    fn quotient(dividend: i64, _divisor: i64) -> Self {
        dividend != 0
    }
}

/// A float, with words for values that JSON does not have.
fn float(value: &Value) -> f64 {
    match value.as_str() {
        Some(words) => words.parse().expect("NaN or an infinity"),
        None => value.as_f64().expect("a float"),
    }
}

/// Implements [`Element`] for floats: from `f64`, to `f64`, and the type of quotients.
macro_rules! floats {
    ($($T:ty, $tolerance:literal, $from:expr, $to:expr, $Wide:ty, $narrow:expr;)*) => {$(
        impl Element for $T {
            const TOLERANCE: f64 = $tolerance;

            fn read(value: &Value) -> Self {
                $from(float(value))
            }

            fn quotient(dividend: i64, divisor: i64) -> Self {
                $narrow(dividend as $Wide / divisor as $Wide)
            }

            fn is_close(self, other: Self, slack: f64) -> bool {
                let (x, y): (f64, f64) = ($to(self), $to(other));
                self == other || (x.is_nan() && y.is_nan()) || (x - y).abs() <= slack
            }
        }
    )*};
}

floats! {
    f32, 1e-5, |x: f64| x as Self, f64::from, f32, |x| x;
    f64, 1e-13, |x| x, |x| x, f64, |x| x;
}

#[cfg(feature = "half")]
floats!(half::f16, 1e-3, Self::from_f64, Self::to_f64, f32, Self::from_f32;);

#[cfg(feature = "complex")]
impl<T: Element + num_traits::Num> Element for num_complex::Complex<T> {
    const TOLERANCE: f64 = T::TOLERANCE;

    fn read(value: &Value) -> Self {
        Self::new(T::read(&value[0]), T::read(&value[1]))
    }

    fn quotient(dividend: i64, divisor: i64) -> Self {
        Self::new(T::quotient(dividend, divisor), T::zero())
    }

    fn made(formula: &Formula, place: u64) -> Self {
        Self::new(T::made(formula, 2 * place), T::made(formula, 2 * place + 1))
    }

    fn is_close(self, other: Self, slack: f64) -> bool {
        self.re.is_close(other.re, slack) && self.im.is_close(other.im, slack)
    }
}
