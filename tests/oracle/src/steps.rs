//! The operations of programs.

use crate::arguments::{Arguments, Held, Places};
use crate::movement::moved;
use crate::values::{Any, Element, Seen, Value};
use crate::ways::{self, Equal, along, also, change, each, indexed, operator, reduced, two, ways};
use conformable::engine;
use conformable::maths::Maths;
use conformable::numeric::Real;
use conformable::ops::{ScatterElement, ScatterReduce, try_einsum_str, try_einsum_str_into};
use conformable::{Axis, Dyn, Keep, Scalar, Shape, ShapeError, Storage, Tensor, zip};
use num_traits::Float;

/// The results of a step, or its refusal.
pub type Made = Result<Vec<Value>, ShapeError>;

/// The results of a step, `None` if the operation belongs to another function.
pub(crate) type Perhaps = Result<Option<Vec<Value>>, ShapeError>;

/// A result.
pub fn one<T: Element, S: Shape, D: Storage>(x: &Tensor<T, S, D>) -> Vec<Value> {
    vec![T::wrapped(x.to_heap().erase())]
}

/// Asserts that two results have the same elements; NaN is as NaN.
fn agree<T: Element>(x: &Any<T>, y: &Any<T>) {
    let same = |(x, y): (&T, &T)| x == y || x.partial_cmp(x).is_none() && y.partial_cmp(y).is_none();
    assert!(x.sizes() == y.sizes() && x.iter().zip(y.iter()).all(same), "two forms have different results");
}

/// The tensor of a type that a step changes in place.
pub(crate) fn changed(made: Made) -> Perhaps {
    made.map(Some)
}

/// `!x` in all forms.
fn not<T: Element + std::ops::Not<Output = T>>(x: &Seen<'_, T>, held: &Held<'_>) -> Made
where
    engine::Native: engine::UnaryKernel<engine::op::Not, T>,
{
    let made: Result<_, ShapeError> = Ok(!x);
    also! {
        ways::par(&made, || !x.par());
        ways::engine(&made, Equal::Bits, held.on_engine(x).map(|x| !x));
    }
    Ok(one(&made?))
}

/// Runs a step.
pub(crate) fn run(op: &str, of: &[Held<'_>], k: &Arguments<'_>) -> Made {
    let Some(first) = of.first() else { return made(op, k) };
    let result = match first.value {
        Value::F64(_) => floats::<f64>(op, of, k),
        Value::F32(_) => floats::<f32>(op, of, k),
        Value::I64(_) => integers::<i64>(op, of, k),
        Value::I32(_) => integers::<i32>(op, of, k),
        Value::U8(_) => integers::<u8>(op, of, k),
        Value::Bool(_) => truths(op, of, k),
    };
    result.map(|values| values.unwrap_or_else(|| panic!("no operation {op} of this type")))
}

/// Tensors without operands.
fn made(op: &str, k: &Arguments<'_>) -> Made {
    Ok(match op {
        "eye" => one(&Tensor::<i64, _>::try_eye(Dyn::new(k.count("size")))?),
        "arange" => one(&Tensor::<i32, _>::try_arange(k.shape("sizes"))?),
        "tril_mask" => one(&Tensor::try_tril_mask(k.shape("sizes"), k.int("diagonal"))?),
        "triu_mask" => one(&Tensor::try_triu_mask(k.shape("sizes"), k.int("diagonal"))?),
        other => panic!("no operation {other} without operands"),
    })
}

/// Comparisons, extremes and orders.
fn ordered<T: Element + Scalar>(op: &str, of: &[Held<'_>], k: &Arguments<'_>) -> Perhaps {
    let x = of[0].seen::<T>()?;
    let axis = || k.int("axis");
    macro_rules! tops {
        ($op:ident $into:ident) => {{
            let (axis, count) = (axis(), k.count("count"));
            let made = x.$op(axis, count);
            also! {
                if let Ok((best, at)) = made.clone() {
                    let others = || (best.clone(), at.clone());
                    ways::into(&Ok(best.clone()), Equal::Bits, |out| x.$into(axis, count, out, &mut others().1));
                    ways::into(&Ok(at.clone()), Equal::Bits, |out| x.$into(axis, count, &mut others().0, out));
                    let on_engine = of[0].engine::<T>().and_then(|x| x.$op(axis, Dyn::new(count)));
                    let (tops, places) = on_engine.expect("the same elements");
                    ways::engine(&Ok(best), Equal::Bits, Ok(tops));
                    ways::engine(&Ok(at), Equal::Bits, Ok(places));
                }
            }
            let (best, at) = made?;
            [one(&best), one(&at)].into_iter().flatten().collect()
        }};
    }
    Ok(Some(match op {
        "equal" => one(&two!(x of try_equal)),
        "not_equal" => one(&two!(x of try_not_equal)),
        "less" => one(&two!(x of try_less)),
        "less_equal" => one(&two!(x of try_less_equal)),
        "greater" => one(&two!(x of try_greater)),
        "greater_equal" => one(&two!(x of try_greater_equal)),
        "maximum" => one(&two!(x of try_maximum)),
        "minimum" => one(&two!(x of try_minimum)),
        "clamp" => {
            let (low, high) = (of[1].element(), of[2].element());
            let made = x.try_clamp(low, high);
            also! {
                if let (Ok(_), Ok(x)) = (&made, of[0].on_engine(&x)) {
                    // a zero may have the sign of a bound that is zero
                    ways::engine(&made, Equal::Near, Ok(x.clamp(low, high)));
                }
            }
            one(&made?)
        }
        "max" => one(&reduced!(x of k, try_max | try_max_into, par max, engine try_max)),
        "min" => one(&reduced!(x of k, try_min | try_min_into, par min, engine try_min)),
        "argmax" => one(&reduced!(x of k, try_argmax | try_argmax_into, par argmax, engine try_argmax)),
        "argmin" => one(&reduced!(x of k, try_argmin | try_argmin_into, par argmin, engine try_argmin)),
        "sort" => one(&ways!((x = of[0]) try_sort | try_sort_into, (axis()), engine try_sort)?),
        "sort_descending" => one(
            &ways!((x = of[0]) try_sort_descending | try_sort_descending_into, (axis()), engine try_sort_descending)?,
        ),
        "argsort" => one(&ways!((x = of[0]) try_argsort | try_argsort_into, (axis()), engine try_argsort)?),
        "argsort_descending" => one(&ways!(
            (x = of[0]) try_argsort_descending | try_argsort_descending_into, (axis()),
            engine try_argsort_descending
        )?),
        "top_k" => tops!(try_top_k try_top_k_into),
        "bottom_k" => tops!(try_bottom_k try_bottom_k_into),
        _ => return moved::<T>(op, of, k),
    }))
}

/// What numbers have apart from sums: the operators.
trait Number:
    Element
    + Scalar
    + conformable::numeric::Numeric<Total = Self, Wide = Self>
    + conformable::product::MatrixElement
    + ScatterElement
    + num_traits::Zero
    + std::ops::Sub<Output = Self>
    + std::ops::Div<Output = Self>
    + std::ops::Rem<Output = Self>
    + std::ops::AddAssign
    + std::ops::SubAssign
    + std::ops::MulAssign
    + num_traits::NumCast
    + num_traits::AsPrimitive<f64>
    + num_traits::AsPrimitive<f32>
    + num_traits::AsPrimitive<i64>
    + num_traits::AsPrimitive<i32>
    + num_traits::AsPrimitive<u8>
{
}

macro_rules! numbers {
    ($($T:ty)*) => { $(impl Number for $T {})* };
}

numbers!(f64 f32 i64 i32 u8);

fn how(k: &Arguments<'_>) -> ScatterReduce {
    match k.text("how") {
        "add" => ScatterReduce::Add,
        "mul" => ScatterReduce::Mul,
        "min" => ScatterReduce::Min,
        "max" => ScatterReduce::Max,
        _ => ScatterReduce::Replace,
    }
}

/// `tensordot` along axes that only types name.
fn tensordot<T: Number>(a: &Held<'_>, b: &Held<'_>, k: &Arguments<'_>) -> Result<Any<T>, ShapeError> {
    let (x, y) = (a.seen::<T>()?, b.seen::<T>()?);
    macro_rules! paired {
        ($left:expr, $right:expr) => {
            ways!((x = a, y = b) try_tensordot | try_tensordot_into, (&y, $left, $right), near try_tensordot)
        };
    }
    macro_rules! pairs {
        ($($a:literal $b:literal)*) => {
            match &k.ints("axes").expect("two axes")[..] {
                $([$a, $b] => paired!(Axis::<$a>, Axis::<$b>),)*
                _ => paired!((Axis::<0>, Axis::<-1>), (Axis::<-1>, Axis::<0>)),
            }
        };
    }
    pairs!(0 0 1 0 0 1 -1 0 0 -1 -1 -1 1 1 2 0 -2 1)
}

/// Arithmetic, sums and products.
fn numbers<T: Number>(op: &str, of: &[Held<'_>], k: &Arguments<'_>) -> Perhaps {
    let axis = || k.int("axis");
    match op {
        "add_assign" | "sub_assign" | "mul_assign" => {
            let y = of[1].seen::<T>()?;
            return match op {
                "add_assign" => change!(of T, () try_add_assign(&y)),
                "sub_assign" => change!(of T, () try_sub_assign(&y)),
                _ => change!(of T, () try_mul_assign(&y)),
            };
        }
        "index_add" | "scatter_add" | "index_reduce" | "scatter_reduce" | "scatter_nd_reduce" => {
            let values = of[2].seen::<T>()?;
            return indexed!(of[1], i => match op {
                "index_add" => {
                    change!(of T, (i = Places, values = of[2]) try_index_add(axis(), &i, &values), engine try_index_add)
                }
                "scatter_add" => change!(
                    of T, (i = Places, values = of[2]) try_scatter_add(axis(), &i, &values), engine try_scatter_add
                ),
                "index_reduce" => change!(of T, () try_index_reduce(axis(), &i, &values, how(k))),
                "scatter_reduce" => change!(of T, () try_scatter_reduce(axis(), &i, &values, how(k))),
                _ => change!(of T, () try_scatter_nd_reduce(&i, &values, how(k))),
            });
        }
        _ => {}
    }
    let x = of[0].seen::<T>()?;
    let two = || of[1].seen::<T>();
    let all = || of.iter().map(Held::seen::<T>).collect::<Result<Vec<_>, _>>();
    macro_rules! cast {
        ($U:ty) => {{
            let made: Result<_, ShapeError> = Ok(x.map(num_traits::AsPrimitive::<$U>::as_));
            also! {
                ways::par(&made, || x.par().map(num_traits::AsPrimitive::<$U>::as_));
                ways::engine(&made, Equal::Bits, of[0].on_engine(&x).and_then(|x| x.try_cast::<$U>()));
            }
            one(&made?)
        }};
    }
    Ok(Some(match op {
        "add" => operator!(x + of, try_add),
        "sub" => operator!(x - of, try_sub),
        "mul" => operator!(x * of, try_mul),
        "div" => operator!(x / of, try_div),
        "tril" => one(&ways!((x = of[0]) try_tril | try_tril_into, (k.int("diagonal")), engine try_tril)?),
        "triu" => one(&ways!((x = of[0]) try_triu | try_triu_into, (k.int("diagonal")), engine try_triu)?),
        "rem" => operator!(x % of, try_rem),
        "zip" => {
            let (y, z) = (two()?, of[2].seen::<T>()?);
            let of = zip((&x, &y, &z));
            let made = of.try_map(|(x, y, z)| x * y - z);
            also! {
                ways::into(&made, Equal::Stretched, |out| of.try_map_into(out, |(x, y, z)| x * y - z));
                ways::par(&made, || of.par_map(|(x, y, z)| x * y - z));
            }
            one(&made?)
        }
        "sum" => one(&reduced!(x of k, try_sum | try_sum_into, par sum, engine try_sum)),
        "prod" => one(&reduced!(x of k, try_prod | try_prod_into, par prod, engine try_prod)),
        "sum_as" => one(&along!(x, k, axes => ways!(
            (x = of[0]) try_sum_as::<f64, _> | try_sum_as_into::<f64, _, _, _>, (axes), par sum_as::<f64, _>
        ))?),
        "mean_as" => one(&along!(x, k, axes => ways!(
            (x = of[0]) try_mean_as::<f64, _> | try_mean_as_into::<f64, _, _, _>, (axes), par mean_as::<f64, _>
        ))?),
        "sum_to" => one(&ways!((x = of[0]) try_sum_to, (&k.shape("sizes")), engine try_sum_to)?),
        "cumsum" => one(&reduced!(x of k, try_cumsum | try_cumsum_into, engine try_cumsum)),
        "cumprod" => one(&reduced!(x of k, try_cumprod | try_cumprod_into, engine try_cumprod)),
        "diff" => one(&ways!((x = of[0]) try_diff | try_diff_into, (axis()), engine try_diff)?),
        "diff_n" => {
            one(&ways!((x = of[0]) try_diff_n | try_diff_n_into, (axis(), k.count("times")), engine try_diff_n)?)
        }
        "matmul" => one(&two!(x of try_matmul | try_matmul_into, par matmul)),
        "matmul_as" => {
            one(&ways!((x = of[0]) try_matmul_as::<f64, _, _> | try_matmul_as_into::<f64, _, _, _, _>, (&two()?))?)
        }
        "dot" => one(&two!(x of try_dot | try_dot_into)),
        "outer" => one(&two!(x of try_outer | try_outer_into)),
        "tensordot" => one(&tensordot::<T>(&of[0], &of[1], k)?),
        "einsum_str" => {
            let (equation, all) = (k.text("equation"), all()?);
            let made = try_einsum_str(equation, &all);
            also! {
                ways::into(&made, Equal::Bits, |out| try_einsum_str_into(equation, &all, out));
            }
            one(&made?)
        }
        "cast" => match k.text("as") {
            "f64" => cast!(f64),
            "f32" => cast!(f32),
            "i64" => cast!(i64),
            "i32" => cast!(i32),
            _ => cast!(u8),
        },
        _ => return ordered::<T>(op, of, k),
    }))
}

/// Bits, indices.
fn integers<T>(op: &str, of: &[Held<'_>], k: &Arguments<'_>) -> Perhaps
where
    T: Number + num_traits::PrimInt + conformable::ops::IndexElement,
{
    let x = of[0].seen::<T>()?;
    Ok(Some(match op {
        "bitand" => operator!(x & of, try_bitand),
        "bitor" => operator!(x | of, try_bitor),
        "bitxor" => operator!(x ^ of, try_bitxor),
        "not" => not(&x, &of[0])?,
        "reduce" => one(&along!(x, k, axes => ways!((x = of[0]) try_reduce, (axes, T::one(), |x, y| x ^ y)))?),
        "one_hot" => one(&ways!(
            (x = Places) try_one_hot::<u8, _> | try_one_hot_into, (Dyn::new(k.count("classes"))), engine try_one_hot
        )?),
        "one_hot_along" => one(&ways!(
            (x = Places) try_one_hot_along::<f32, _, _> | try_one_hot_along_into,
            (k.int("axis"), Dyn::new(k.count("classes"))),
            engine try_one_hot_along
        )?),
        _ => return numbers::<T>(op, of, k),
    }))
}

/// A call of the method that has the name of the step.
macro_rules! methods {
    ($op:expr, $x:ident $of:ident; $($name:ident)*; $other:expr) => {
        match $op {
            $(stringify!($name) => each!($x $of, $name()),)*
            _ => return $other,
        }
    };
}

fn floats<T>(op: &str, of: &[Held<'_>], k: &Arguments<'_>) -> Perhaps
where
    T: Number + Real + Maths + Float,
{
    let x = of[0].seen::<T>()?;
    Ok(Some(match op {
        "neg" => {
            let made: Result<_, ShapeError> = Ok(-&x);
            also! {
                ways::par(&made, || -x.par());
                ways::engine(&made, Equal::Bits, of[0].on_engine(&x).map(|x| -x));
            }
            one(&made?)
        }
        "powi" => each!(x of, powi(k.int("exponent") as i32)),
        "powf" => each!(x of, powf(of[1].element())),
        "pow" => one(&two!(x of try_pow)),
        "atan2" => one(&two!(x of try_atan2)),
        "hypot" => one(&two!(x of try_hypot)),
        "copysign" => one(&two!(x of try_copysign)),
        "linspace" => one(&Tensor::<T, _>::try_linspace(k.shape("sizes"), of[0].element(), of[1].element())?),
        "mean" => one(&reduced!(x of k, try_mean | try_mean_into, par mean, engine try_mean)),
        "var" => one(&reduced!(x of k, try_var | try_var_into(k.count("ddof")), par var, engine try_var)),
        "std" => one(&reduced!(x of k, try_std | try_std_into(k.count("ddof")), par std, engine try_std)),
        "norm_l1" => one(&reduced!(x of k, try_norm_l1 | try_norm_l1_into, par norm_l1, near try_norm_l1)),
        "norm_l2" => one(&reduced!(x of k, try_norm_l2 | try_norm_l2_into, par norm_l2, near try_norm_l2)),
        "norm_inf" => one(&reduced!(x of k, try_norm_inf | try_norm_inf_into, par norm_inf, engine try_norm_inf)),
        "log_sum_exp" => {
            one(&reduced!(x of k, try_log_sum_exp | try_log_sum_exp_into, par log_sum_exp, engine try_log_sum_exp))
        }
        "softmax" => one(&along!(x, k, axes => {
            let made = ways!((x = of[0]) try_softmax, (axes), engine try_softmax);
            also! {
                // the order of a sum depends on the strides
                ways::into(&made, Equal::Near, |out| x.try_softmax_into(axes, out));
            }
            made
        })?),
        "log_softmax" => one(&reduced!(x of k, try_log_softmax | try_log_softmax_into, engine try_log_softmax)),
        "square" => {
            let made: Result<_, ShapeError> = Ok(x.square());
            also! {
                ways::engine(&made, Equal::Bits, of[0].on_engine(&x).map(|x| x.square()));
            }
            one(&made?)
        }
        _ => methods!(op, x of;
            abs signum floor ceil round trunc fract recip sqrt to_degrees to_radians cbrt tan asin acos atan sinh
            cosh asinh acosh atanh is_nan is_finite is_infinite is_sign_negative exp exp2 exp_m1 ln ln_1p log2 log10 sin
            cos tanh;
            numbers::<T>(op, of, k)
        ),
    }))
}

/// Selects elements of a type.
fn chosen<T: Element>(mask: &Seen<'_, bool>, of: &[Held<'_>]) -> Made {
    let (y, z) = (of[1].seen::<T>()?, of[2].seen::<T>()?);
    Ok(one(&ways!((mask = of[0], y = of[1], z = of[2]) try_where_cond, (&y, &z), engine try_where_cond)?))
}

/// Masks.
fn truths(op: &str, of: &[Held<'_>], k: &Arguments<'_>) -> Perhaps {
    let x = of[0].seen::<bool>()?;
    Ok(Some(match op {
        "bitand" => operator!(x & of, try_bitand),
        "bitor" => operator!(x | of, try_bitor),
        "bitxor" => operator!(x ^ of, try_bitxor),
        "not" => not(&x, &of[0])?,
        "any" => one(&reduced!(x of k, try_any | try_any_into, par any, engine try_any)),
        "all" => one(&reduced!(x of k, try_all | try_all_into, par all, engine try_all)),
        "count" => one(&reduced!(x of k, try_count | try_count_into, par count)),
        "sum" => one(&reduced!(x of k, try_sum | try_sum_into, par sum)),
        "prod" => one(&reduced!(x of k, try_prod | try_prod_into, par prod)),
        "cumsum" => one(&reduced!(x of k, try_cumsum | try_cumsum_into)),
        "mean_as" => one(&along!(x, k, axes => ways!(
            (x = of[0]) try_mean_as::<f64, _> | try_mean_as_into::<f64, _, _, _>, (axes), par mean_as::<f64, _>
        ))?),
        "nonzero" => one(&x.try_nonzero()?),
        "flat_nonzero" => one(&x.try_flat_nonzero()?),
        "cast" => one(&x.map(i64::from)),
        "where_cond" => match of[1].value {
            Value::F64(_) => chosen::<f64>(&x, of)?,
            Value::F32(_) => chosen::<f32>(&x, of)?,
            Value::I64(_) => chosen::<i64>(&x, of)?,
            Value::I32(_) => chosen::<i32>(&x, of)?,
            Value::U8(_) => chosen::<u8>(&x, of)?,
            Value::Bool(_) => chosen::<bool>(&x, of)?,
        },
        _ => return ordered::<bool>(op, of, k),
    }))
}
