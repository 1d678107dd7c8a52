//! Operators that compute each element of the result from one element of each input.

use crate::node::{Error, Node, Result};
use crate::value::{Any, Element, Value, any, floats, integers, numbers};
use conformable::maths::Maths;

/// Runs a node of this family.
pub(crate) fn run(node: Node<'_>) -> Result<Option<Vec<Value>>> {
    let value = match node.operator() {
        operator @ ("Add" | "Sub" | "Mul" | "Div" | "Max" | "Min" | "Sum" | "Mean" | "Mod" | "Pow" | "PRelu") => {
            combine(node, operator)?
        }
        operator @ ("Equal" | "Less" | "LessOrEqual" | "Greater" | "GreaterOrEqual") => compare(node, operator)?,
        operator @ ("And" | "Or" | "Xor") => {
            let both = |f: fn(bool, bool) -> bool| Ok::<_, Error>(node.tensor(0)?.try_zip_map(node.tensor(1)?, f)?);
            match operator {
                "And" => both(|x, y| x & y)?,
                "Or" => both(|x, y| x | y)?,
                _ => both(|x, y| x ^ y)?,
            }
            .into()
        }
        operator @ ("BitwiseAnd" | "BitwiseOr" | "BitwiseXor") => integers!(node.input(0)?, x => {
            let y = node.like(1, Some(x))?;
            match operator {
                "BitwiseAnd" => x.try_zip_map(y, |x, y| x & y)?,
                "BitwiseOr" => x.try_zip_map(y, |x, y| x | y)?,
                _ => x.try_zip_map(y, |x, y| x ^ y)?,
            }
        })?,
        "BitwiseNot" => integers!(node.input(0)?, x => x.map(|x| !x))?,
        "BitShift" => {
            let is_left = node.text("direction", "LEFT") == "LEFT";
            integers!(node.input(0)?, x => x.try_zip_map(node.like(1, Some(x))?, |x, y| {
                // a shift by the width or more, or by less than 0, moves all bits out
                let by = u32::try_from(y).unwrap_or(u32::MAX);
                if is_left {
                    x.checked_shl(by).unwrap_or(0)
                } else {
                    x.checked_shr(by).unwrap_or(if x < x / 2 { !0 } else { 0 })
                }
            })?)?
        }
        "Not" => node.tensor::<bool>(0)?.map(|x| !x).into(),
        "Where" => {
            let mask = node.tensor::<bool>(0)?;
            any!(node.input(1)?, x => mask.try_where_cond(x, node.like(2, Some(x))?)?)?
        }
        "Cast" => node.input(0)?.cast(node.int("to", 1) as i32)?,
        "CastLike" => node.input(0)?.cast(node.input(1)?.element_type())?,
        "Identity" => node.input(0)?.clone(),
        "Dropout" if node.optional(2).is_none() => {
            let x = node.input(0)?;
            let mask = any!(x, x => x.map(|_| true))?;
            return Ok(Some(vec![x.clone(), mask]));
        }
        "Clip" => numbers!(node.input(0)?, x => {
            let low = node.scalar_or(1, least(x), x)?;
            let high = node.scalar_or(2, greatest(x), x)?;
            // a lower bound above the upper one gives the upper one
            x.maximum(low).minimum(high)
        })?,
        "Abs" => numbers!(node.input(0)?, x => x.map(absolute))?,
        "Neg" => signed(node.input(0)?, |x| -x, i64::wrapping_neg)?,
        "Sign" => signed(node.input(0)?, |x| if x == 0.0 { 0.0 } else { x.signum() }, i64::signum)?,
        "IsNaN" => floats!(node.input(0)?, x => x.is_nan())?,
        "IsInf" => {
            let [negative, positive] = ["detect_negative", "detect_positive"].map(|name| node.int(name, 1) != 0);
            let is = |x: f64| x.is_infinite() && (negative && x < 0.0 || positive && x > 0.0);
            floats!(node.input(0)?, x => x.map(|x| is(f64::from(x))))?
        }
        operator => return Ok(functions(operator, node)?.map(|value| vec![value])),
    };
    Ok(Some(vec![value]))
}

/// The functions of one float, and activations.
fn functions(operator: &str, node: Node<'_>) -> Result<Option<Value>> {
    let x = || node.input(0);
    let alpha = |default: f32| f64::from(node.float("alpha", default));
    let value = match operator {
        "Acos" => floats!(x()?, x => x.acos()),
        "Acosh" => floats!(x()?, x => x.acosh()),
        "Asin" => floats!(x()?, x => x.asin()),
        "Asinh" => floats!(x()?, x => x.asinh()),
        "Atan" => floats!(x()?, x => x.atan()),
        "Atanh" => floats!(x()?, x => x.atanh()),
        "Ceil" => floats!(x()?, x => x.ceil()),
        "Cos" => floats!(x()?, x => x.cos()),
        "Cosh" => floats!(x()?, x => x.cosh()),
        "Erf" => floats!(x()?, x => x.erf()),
        "Exp" => floats!(x()?, x => x.exp()),
        "Floor" => floats!(x()?, x => x.floor()),
        "Log" => floats!(x()?, x => x.ln()),
        "Reciprocal" => floats!(x()?, x => x.recip()),
        "Relu" => numbers!(x()?, x => x.map(positive)),
        "Round" => floats!(x()?, x => x.map(rounded)),
        "Sigmoid" => floats!(x()?, x => x.sigmoid()),
        "Sin" => floats!(x()?, x => x.sin()),
        "Sinh" => floats!(x()?, x => x.sinh()),
        "Softplus" => floats!(x()?, x => x.softplus()),
        "Softsign" => map(x()?, |x| x / (1.0 + x.abs())),
        "Sqrt" => floats!(x()?, x => x.sqrt()),
        "Tan" => floats!(x()?, x => x.tan()),
        "Tanh" => floats!(x()?, x => x.tanh()),
        "Gelu" if node.text("approximate", "none") == "tanh" => {
            let k = (2.0 / std::f64::consts::PI).sqrt();
            map(x()?, move |x| 0.5 * x * (1.0 + (k * (x + 0.044_715 * x.powi(3))).tanh()))
        }
        "Gelu" => floats!(x()?, x => x.gelu()),
        "Swish" => {
            let alpha = alpha(1.0);
            map(x()?, move |x| x * (alpha * x).sigmoid())
        }
        "Mish" => map(x()?, |x| x * x.softplus().tanh()),
        "Celu" => {
            let alpha = alpha(1.0);
            map(x()?, move |x| x.max(0.0) + (alpha * ((x / alpha).exp() - 1.0)).min(0.0))
        }
        "Elu" => {
            let alpha = alpha(1.0);
            map(x()?, move |x| if x < 0.0 { alpha * (x.exp() - 1.0) } else { x })
        }
        "Selu" => {
            let (alpha, gamma) = (alpha(1.673_263_2), f64::from(node.float("gamma", 1.050_701)));
            map(x()?, move |x| gamma * if x > 0.0 { x } else { alpha * (x.exp() - 1.0) })
        }
        "LeakyRelu" => {
            let alpha = alpha(0.01);
            map(x()?, move |x| if x < 0.0 { alpha * x } else { x })
        }
        "ThresholdedRelu" => {
            let alpha = alpha(1.0);
            map(x()?, move |x| if x > alpha { x } else { 0.0 })
        }
        "HardSigmoid" => {
            let (alpha, beta) = (alpha(0.2), f64::from(node.float("beta", 0.5)));
            map(x()?, move |x| (alpha * x + beta).clamp(0.0, 1.0))
        }
        "HardSwish" => map(x()?, |x| x * (x / 6.0 + 0.5).clamp(0.0, 1.0)),
        "Shrink" => {
            let (bias, lambd) = (f64::from(node.float("bias", 0.0)), f64::from(node.float("lambd", 0.5)));
            map(x()?, move |x| {
                if x < -lambd {
                    x + bias
                } else if x > lambd {
                    x - bias
                } else {
                    0.0
                }
            })
        }
        _ => return Ok(None),
    };
    value.map(Some)
}

/// A function of floats, computed in `f64`.
fn map(value: &Value, f: impl Fn(f64) -> f64) -> Result<Value> {
    match value {
        Value::F32(x) => Ok(x.map(|x| f(f64::from(x)) as f32).into()),
        Value::F64(x) => Ok(x.map(f).into()),
        _ => Err(Error::not_supported("elements that are not floats")),
    }
}

/// A function of signed numbers.
fn signed(value: &Value, float: impl Fn(f64) -> f64, integer: impl Fn(i64) -> i64) -> Result<Value> {
    match value {
        Value::I8(x) => Ok(x.map(|x| integer(x.into()) as i8).into()),
        Value::I16(x) => Ok(x.map(|x| integer(x.into()) as i16).into()),
        Value::I32(x) => Ok(x.map(|x| integer(x.into()) as i32).into()),
        Value::I64(x) => Ok(x.map(integer).into()),
        _ => map(value, float),
    }
}

/// A number of a type of ONNX.
pub(crate) trait Number: Element + PartialOrd + Default {
    const LEAST: Self;
    const GREATEST: Self;
    fn combine(self, other: Self, operator: &str, is_fmod: bool) -> Self;
    fn absolute(self) -> Self;
    fn divided_by(self, count: usize) -> Self;

    /// The larger one, or NaN.
    fn larger(self, other: Self) -> Self {
        if self < other || other.partial_cmp(&other).is_none() { other } else { self }
    }

    /// The smaller one, or NaN.
    fn smaller(self, other: Self) -> Self {
        if self > other || other.partial_cmp(&other).is_none() { other } else { self }
    }

    fn to_f64(self) -> f64;
    fn from_f64(x: f64) -> Self;
}

macro_rules! number {
    ($($T:ident)* => $least:ident, $greatest:ident, $absolute:expr, |$x:ident, $y:ident| $add:expr, $sub:expr, $mul:expr, $div:expr, $modulo:expr) => {$(
        impl Number for $T {
            const LEAST: Self = $T::$least;
            const GREATEST: Self = $T::$greatest;

            fn combine(self, other: Self, operator: &str, is_fmod: bool) -> Self {
                let ($x, $y) = (self, other);
                match operator {
                    "Add" | "Sum" | "Mean" => $add,
                    "Sub" => $sub,
                    "Mul" => $mul,
                    "Div" => $div,
                    "Mod" if is_fmod => $x % $y,
                    "Mod" => $modulo,
                    "Max" => $x.larger($y),
                    "Min" => $x.smaller($y),
                    _ => if $x < Self::default() { $mul } else { $x },
                }
            }

            fn absolute(self) -> Self {
                let f: fn(Self) -> Self = $absolute;
                f(self)
            }

            fn divided_by(self, count: usize) -> Self {
                self / count as Self
            }

            fn to_f64(self) -> f64 {
                self as f64
            }

            fn from_f64(x: f64) -> Self {
                x as Self
            }
        }
    )*};
}
number!(f32 f64 => NEG_INFINITY, INFINITY, |x| x.abs(), |x, y| x + y, x - y, x * y, x / y, if (x % y < 0.0) != (y < 0.0) && x % y != 0.0 { x % y + y } else { x % y });
number!(i8 i16 i32 i64 => MIN, MAX, |x| x.wrapping_abs(),
    |x, y| x.wrapping_add(y), x.wrapping_sub(y), x.wrapping_mul(y), x.wrapping_div(y), if (x % y < 0) != (y < 0) && x % y != 0 { x % y + y } else { x % y });
number!(u8 u16 u32 u64 => MIN, MAX, |x| x,
    |x, y| x.wrapping_add(y), x.wrapping_sub(y), x.wrapping_mul(y), x.wrapping_div(y), x % y);

fn absolute<T: Number>(x: T) -> T {
    x.absolute()
}

pub(crate) fn least<T: Number>(_: &Any<T>) -> T {
    T::LEAST
}

pub(crate) fn greatest<T: Number>(_: &Any<T>) -> T {
    T::GREATEST
}

fn positive<T: Number>(x: T) -> T {
    x.larger(T::default())
}

/// The nearest integer; ties go to the even one.
fn rounded<T: Number>(x: T) -> T {
    T::from_f64(x.to_f64().round_ties_even())
}

fn power<T: Number>(x: T, y: f64) -> T {
    T::from_f64(x.to_f64().powf(y))
}

/// Two or more inputs with numbers of one type.
fn combine(node: Node<'_>, operator: &str) -> Result<Value> {
    if operator == "Pow" {
        return numbers!(node.input(0)?, x => {
            let Value::F64(y) = node.input(1)?.cast(f64::TYPE)? else { unreachable!("the type of the cast") };
            x.try_zip_map(&y, power)?
        });
    }
    let is_fmod = node.int("fmod", 0) != 0;
    let count = node.inputs().len();
    numbers!(node.input(0)?, x => {
        let mut all = x.clone();
        for at in 1..count {
            all = all.try_zip_map(node.like(at, Some(x))?, |x, y| x.combine(y, operator, is_fmod))?;
        }
        if operator == "Mean" { all.map(|x| x.divided_by(count)) } else { all }
    })
}

/// A comparison of two inputs of one type.
fn compare(node: Node<'_>, operator: &str) -> Result<Value> {
    any!(node.input(0)?, x => {
        let y = node.like(1, Some(x))?;
        match operator {
            "Equal" => x.try_equal(y)?,
            "Less" => x.try_less(y)?,
            "LessOrEqual" => x.try_less_equal(y)?,
            "Greater" => x.try_greater(y)?,
            _ => x.try_greater_equal(y)?,
        }
    })
}
