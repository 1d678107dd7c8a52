//! The operations of programs.

use crate::arguments::{Arguments, Held};
use crate::values::{Any, Element, Seen, Value};
use conformable::maths::Maths;
use conformable::numeric::Real;
use conformable::ops::{Pad, ScatterElement, ScatterReduce, try_einsum_str};
use conformable::windows::Window;
use conformable::{Axis, Dyn, Keep, Scalar, Shape, ShapeError, Storage, Tensor, View, try_broadcast, zip};
use conformable::{try_concat, try_meshgrid, try_stack};
use num_traits::Float;

/// The results of a step, or its refusal.
pub(crate) type Made = Result<Vec<Value>, ShapeError>;

/// The results of a step, `None` if the operation belongs to another function.
type Perhaps = Result<Option<Vec<Value>>, ShapeError>;

fn one<T: Element, S: Shape, D: Storage>(x: &Tensor<T, S, D>) -> Vec<Value> {
    vec![T::wrapped(x.to_heap().erase())]
}

fn places<S: Shape>(x: Tensor<usize, S>) -> Vec<Value> {
    vec![Value::indices(x)]
}

/// The elements of views, in order.
fn several<'a, T: Element, S: Shape>(views: impl Iterator<Item = Tensor<T, S, View<'a>>>) -> Vec<Value> {
    views.map(|x| T::wrapped(x.to_heap().erase())).collect()
}

/// Asserts that two results have the same elements; NaN is as NaN.
fn agree<T: Element>(x: &Any<T>, y: &Any<T>) {
    let same = |(x, y): (&T, &T)| x == y || x.partial_cmp(x).is_none() && y.partial_cmp(y).is_none();
    assert!(x.sizes() == y.sizes() && x.iter().zip(y.iter()).all(same), "two forms have different results");
}

/// The result of an operator. On owned operands, which may have the memory of the result, it is the same.
macro_rules! operator {
    ($x:ident $sign:tt $y:expr, $try_op:ident) => {{
        let y = $y;
        let made = $x.$try_op(&y)?;
        agree(&made, &($x.to_heap() $sign &y));
        agree(&made, &(&$x $sign y.to_heap()));
        agree(&made, &($x.to_heap() $sign y.to_heap()));
        one(&made)
    }};
}

/// The tensor of a type that a step changes in place.
fn changed(made: Made) -> Perhaps {
    made.map(Some)
}

/// A call along the axes of a step: all of them or a list, which stay with size 1 if the step keeps them.
macro_rules! along {
    ($k:expr, $axes:ident => $call:expr) => {
        match ($k.ints("axes"), $k.is("keep")) {
            (None, false) => {
                let $axes = ..;
                $call.map(Tensor::erase)
            }
            (None, true) => {
                let $axes = Keep(..);
                $call.map(Tensor::erase)
            }
            (Some(axes), false) if axes.len() == 1 && $k.is("number") => {
                let $axes = axes[0];
                $call
            }
            (Some(axes), false) => {
                let $axes = &axes[..];
                $call
            }
            (Some(axes), true) => {
                let $axes = Keep(&axes[..]);
                $call
            }
        }
    };
}

/// A call with indices of the type that an operand has.
macro_rules! indexed {
    ($held:expr, $i:ident => $call:expr) => {
        match $held.value {
            Value::U8(_) => {
                let $i = &$held.seen::<u8>()?;
                $call
            }
            _ => {
                let $i = &$held.seen::<i64>()?;
                $call
            }
        }
    };
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

fn pad<T: Element>(k: &Arguments<'_>, of: &[Held<'_>]) -> Pad<T> {
    match k.text("mode") {
        "constant" => Pad::Constant(of[1].element()),
        "edge" => Pad::Edge,
        "reflect" => Pad::Reflect,
        _ => Pad::Wrap,
    }
}

/// Views, and operations that move elements of any type.
fn moved<T: Element>(op: &str, of: &[Held<'_>], k: &Arguments<'_>) -> Perhaps {
    let axis = || k.int("axis");
    match op {
        "assign" => {
            let y = of[1].seen::<T>()?;
            return changed(of[0].changed::<T>(|x| x.try_assign(&y)));
        }
        "fill" => {
            return changed(of[0].changed::<T>(|x| {
                x.fill(of[1].element());
                Ok(())
            }));
        }
        "masked_fill" => {
            let mask = of[1].seen::<bool>()?;
            return changed(of[0].changed::<T>(|x| x.try_masked_fill(&mask, of[2].element())));
        }
        "masked_scatter" => {
            let (mask, values) = (of[1].seen::<bool>()?, of[2].seen::<T>()?);
            return changed(of[0].changed::<T>(|x| x.try_masked_scatter(&mask, &values)));
        }
        "index_copy" | "scatter" | "scatter_nd" => {
            let values = &of[2].seen::<T>()?;
            return indexed!(of[1], i => changed(of[0].changed::<T>(|x| match op {
                "index_copy" => x.try_index_copy(axis(), i, values),
                "scatter" => x.try_scatter(axis(), i, values),
                _ => x.try_scatter_nd(i, values),
            })));
        }
        _ => {}
    }
    let x = of[0].seen::<T>()?;
    let all = || of.iter().map(Held::seen::<T>).collect::<Result<Vec<_>, _>>();
    Ok(Some(match op {
        "view" => one(&x),
        "reshape" => one(&x.try_to_reshaped(k.shape("sizes"))?),
        "reshape_to" => one(&x.try_to_reshaped_to(&k.ints("sizes").expect("sizes"))?),
        "reshape_moved" => one(&x.to_heap().try_reshape(k.shape("sizes"))?),
        "flatten" => one(&x.try_to_flattened()?),
        "flatten_axes" => one(&x.try_to_flattened_axes(axis())?),
        "unflatten" => {
            let factors = k.counts("factors");
            one(&x.try_to_unflattened(axis(), (factors[0], factors[1]))?)
        }
        "sliding_windows" => {
            let window = Window::new().stride(Dyn::new(k.count("stride"))).dilation(Dyn::new(k.count("dilation")));
            one(&x.try_sliding_windows(axis(), Dyn::new(k.count("length")), window)?)
        }
        "sliding_windows_axes" => {
            let lengths = k.counts("lengths");
            one(&x.try_sliding_windows_axes(&k.ints("axes").expect("axes")[..], &lengths[..], Window::new())?)
        }
        "split_at" => {
            let (first, second) = x.try_split_at(axis(), k.count("at"))?;
            several([first, second].into_iter())
        }
        "split" => {
            let parts = k.counts("parts");
            let views = x.try_split(axis(), (Dyn::new(parts[0]), Dyn::new(parts[1]), Dyn::new(parts[2])))?;
            several([views.0, views.1, views.2].into_iter())
        }
        "chunk" => several(x.try_chunk(axis(), Dyn::new(k.count("count")))?),
        "axis_iter" => several(x.try_axis_iter(axis())?),
        "axis_windows" => several(x.try_axis_windows(axis(), Dyn::new(k.count("length")))?),
        "axis_chunks_iter" => several(x.try_axis_chunks_iter(axis(), Dyn::new(k.count("length")))?),
        "concat" => one(&try_concat(axis(), &all()?[..])?),
        "stack" => one(&try_stack(axis(), &all()?[..])?),
        "meshgrid" => {
            let y = of[1].seen::<T>()?;
            let (x, y) = try_meshgrid((&x, &y))?;
            several([x, y].into_iter())
        }
        "broadcast" => {
            let y = of[1].seen::<T>()?;
            let (x, y) = try_broadcast((&x, &y))?;
            several([x, y].into_iter())
        }
        "tile" => one(&x.try_tile(axis(), k.count("times"))?),
        "tile_axes" => one(&x.try_tile_axes(&k.ints("axes").expect("axes")[..], &k.counts("times")[..])?),
        "repeat" => one(&x.try_repeat(axis(), k.count("times"))?),
        "repeat_each" => {
            let counts: Any<usize> = of[1].seen::<u8>()?.map(usize::from);
            one(&x.try_repeat_each(axis(), &counts)?)
        }
        "pad" => {
            let more = k.counts("more");
            one(&x.try_pad(axis(), (more[0], more[1]), pad(k, of))?)
        }
        "pad_axes" => {
            let pairs: Vec<_> = k.counts("more").chunks(2).map(|pair| (pair[0], pair[1])).collect();
            one(&x.try_pad_axes(&k.ints("axes").expect("axes")[..], &pairs[..], pad(k, of))?)
        }
        "take" => indexed!(of[1], i => one(&x.try_take(axis(), i)?)),
        "gather" => indexed!(of[1], i => one(&x.try_gather(axis(), i)?)),
        "gather_nd" => indexed!(of[1], i => one(&x.try_gather_nd(i)?)),
        "compress" => one(&x.try_compress(axis(), &of[1].seen::<bool>()?)?),
        "masked_select" => one(&x.try_masked_select(&of[1].seen::<bool>()?)?),
        _ => return Ok(None),
    }))
}

/// Comparisons, extremes and orders.
fn ordered<T: Element + Scalar>(op: &str, of: &[Held<'_>], k: &Arguments<'_>) -> Perhaps {
    let x = of[0].seen::<T>()?;
    let two = || of[1].seen::<T>();
    let axis = || k.int("axis");
    let tops = |(best, at): (Any<T>, Any<usize>)| vec![T::wrapped(best), Value::indices(at)];
    Ok(Some(match op {
        "equal" => one(&x.try_equal(&two()?)?),
        "not_equal" => one(&x.try_not_equal(&two()?)?),
        "less" => one(&x.try_less(&two()?)?),
        "less_equal" => one(&x.try_less_equal(&two()?)?),
        "greater" => one(&x.try_greater(&two()?)?),
        "greater_equal" => one(&x.try_greater_equal(&two()?)?),
        "maximum" => one(&x.try_maximum(&two()?)?),
        "minimum" => one(&x.try_minimum(&two()?)?),
        "clamp" => one(&x.try_clamp(of[1].element(), of[2].element())?),
        "max" => one(&along!(k, axes => x.try_max(axes))?),
        "min" => one(&along!(k, axes => x.try_min(axes))?),
        "argmax" => places(along!(k, axes => x.try_argmax(axes))?),
        "argmin" => places(along!(k, axes => x.try_argmin(axes))?),
        "sort" => one(&x.try_sort(axis())?),
        "sort_descending" => one(&x.try_sort_descending(axis())?),
        "argsort" => places(x.try_argsort(axis())?),
        "argsort_descending" => places(x.try_argsort_descending(axis())?),
        "top_k" => tops(x.try_top_k(axis(), k.count("count"))?),
        "bottom_k" => tops(x.try_bottom_k(axis(), k.count("count"))?),
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
fn tensordot<T: Number>(x: &Seen<'_, T>, y: &Seen<'_, T>, k: &Arguments<'_>) -> Result<Any<T>, ShapeError> {
    macro_rules! pairs {
        ($($a:literal $b:literal)*) => {
            match &k.ints("axes").expect("two axes")[..] {
                $([$a, $b] => x.try_tensordot(y, Axis::<$a>, Axis::<$b>),)*
                _ => x.try_tensordot(y, (Axis::<0>, Axis::<-1>), (Axis::<-1>, Axis::<0>)),
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
            return changed(of[0].changed::<T>(|x| match op {
                "add_assign" => x.try_add_assign(&y),
                "sub_assign" => x.try_sub_assign(&y),
                _ => x.try_mul_assign(&y),
            }));
        }
        "index_add" | "scatter_add" | "index_reduce" | "scatter_reduce" | "scatter_nd_reduce" => {
            let values = &of[2].seen::<T>()?;
            return indexed!(of[1], i => changed(of[0].changed::<T>(|x| match op {
                "index_add" => x.try_index_add(axis(), i, values),
                "scatter_add" => x.try_scatter_add(axis(), i, values),
                "index_reduce" => x.try_index_reduce(axis(), i, values, how(k)),
                "scatter_reduce" => x.try_scatter_reduce(axis(), i, values, how(k)),
                _ => x.try_scatter_nd_reduce(i, values, how(k)),
            })));
        }
        _ => {}
    }
    let x = of[0].seen::<T>()?;
    let two = || of[1].seen::<T>();
    let all = || of.iter().map(Held::seen::<T>).collect::<Result<Vec<_>, _>>();
    Ok(Some(match op {
        "add" => operator!(x + two()?, try_add),
        "sub" => operator!(x - two()?, try_sub),
        "mul" => operator!(x * two()?, try_mul),
        "div" => operator!(x / two()?, try_div),
        "tril" => one(&x.try_tril(k.int("diagonal"))?),
        "triu" => one(&x.try_triu(k.int("diagonal"))?),
        "rem" => operator!(x % two()?, try_rem),
        "zip" => one(&zip((&x, &two()?, &of[2].seen::<T>()?)).try_map(|(x, y, z)| x * y - z)?),
        "sum" => one(&along!(k, axes => x.try_sum(axes))?),
        "prod" => one(&along!(k, axes => x.try_prod(axes))?),
        "sum_as" => one(&along!(k, axes => x.try_sum_as::<f64, _>(axes))?),
        "mean_as" => one(&along!(k, axes => x.try_mean_as::<f64, _>(axes))?),
        "sum_to" => one(&x.try_sum_to(&k.shape("sizes"))?),
        "cumsum" => one(&along!(k, axes => x.try_cumsum(axes))?),
        "cumprod" => one(&along!(k, axes => x.try_cumprod(axes))?),
        "diff" => one(&x.try_diff(axis())?),
        "diff_n" => one(&x.try_diff_n(axis(), k.count("times"))?),
        "matmul" => one(&x.try_matmul(&two()?)?),
        "matmul_as" => one(&x.try_matmul_as::<f64, _, _>(&two()?)?),
        "dot" => one(&x.try_dot(&two()?)?),
        "outer" => one(&x.try_outer(&two()?)?),
        "tensordot" => one(&tensordot(&x, &two()?, k)?),
        "einsum_str" => one(&try_einsum_str(k.text("equation"), &all()?)?),
        "cast" => match k.text("as") {
            "f64" => one::<f64, _, _>(&x.map(num_traits::AsPrimitive::as_)),
            "f32" => one::<f32, _, _>(&x.map(num_traits::AsPrimitive::as_)),
            "i64" => one::<i64, _, _>(&x.map(num_traits::AsPrimitive::as_)),
            "i32" => one::<i32, _, _>(&x.map(num_traits::AsPrimitive::as_)),
            _ => one::<u8, _, _>(&x.map(num_traits::AsPrimitive::as_)),
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
    let two = || of[1].seen::<T>();
    Ok(Some(match op {
        "bitand" => operator!(x & two()?, try_bitand),
        "bitor" => operator!(x | two()?, try_bitor),
        "bitxor" => operator!(x ^ two()?, try_bitxor),
        "not" => one(&!&x),
        "reduce" => one(&along!(k, axes => x.try_reduce(axes, T::one(), |x, y| x ^ y))?),
        "one_hot" => one(&x.try_one_hot::<u8, _>(Dyn::new(k.count("classes")))?),
        "one_hot_along" => one(&x.try_one_hot_along::<f32, _, _>(k.int("axis"), Dyn::new(k.count("classes")))?),
        _ => return numbers::<T>(op, of, k),
    }))
}

/// A call of the method that has the name of the step.
macro_rules! methods {
    ($op:expr, $x:expr; $($name:ident)*; $other:expr) => {
        match $op {
            $(stringify!($name) => one(&$x.$name()),)*
            _ => return $other,
        }
    };
}

fn floats<T>(op: &str, of: &[Held<'_>], k: &Arguments<'_>) -> Perhaps
where
    T: Number + Real + Maths + Float,
{
    let x = of[0].seen::<T>()?;
    let two = || of[1].seen::<T>();
    Ok(Some(match op {
        "neg" => one(&-&x),
        "powi" => one(&x.powi(k.int("exponent") as i32)),
        "powf" => one(&x.powf(of[1].element())),
        "pow" => one(&x.try_pow(&two()?)?),
        "atan2" => one(&x.try_atan2(&two()?)?),
        "hypot" => one(&x.try_hypot(&two()?)?),
        "copysign" => one(&x.try_copysign(&two()?)?),
        "linspace" => one(&Tensor::<T, _>::try_linspace(k.shape("sizes"), of[0].element(), of[1].element())?),
        "mean" => one(&along!(k, axes => x.try_mean(axes))?),
        "var" => one(&along!(k, axes => x.try_var(axes, k.count("ddof")))?),
        "std" => one(&along!(k, axes => x.try_std(axes, k.count("ddof")))?),
        "norm_l1" => one(&along!(k, axes => x.try_norm_l1(axes))?),
        "norm_l2" => one(&along!(k, axes => x.try_norm_l2(axes))?),
        "norm_inf" => one(&along!(k, axes => x.try_norm_inf(axes))?),
        "log_sum_exp" => one(&along!(k, axes => x.try_log_sum_exp(axes))?),
        "softmax" => one(&along!(k, axes => x.try_softmax(axes))?),
        "log_softmax" => one(&along!(k, axes => x.try_log_softmax(axes))?),
        _ => methods!(op, x;
            abs signum floor ceil round trunc fract recip sqrt square to_degrees to_radians cbrt tan asin acos atan sinh
            cosh asinh acosh atanh is_nan is_finite is_infinite is_sign_negative exp exp2 exp_m1 ln ln_1p log2 log10 sin
            cos tanh;
            numbers::<T>(op, of, k)
        ),
    }))
}

/// Selects elements of a type.
fn chosen<T: Element>(mask: &Seen<'_, bool>, of: &[Held<'_>]) -> Made {
    Ok(one(&mask.try_where_cond(&of[1].seen::<T>()?, &of[2].seen::<T>()?)?))
}

/// Masks.
fn truths(op: &str, of: &[Held<'_>], k: &Arguments<'_>) -> Perhaps {
    let x = of[0].seen::<bool>()?;
    let two = || of[1].seen::<bool>();
    Ok(Some(match op {
        "bitand" => operator!(x & two()?, try_bitand),
        "bitor" => operator!(x | two()?, try_bitor),
        "bitxor" => operator!(x ^ two()?, try_bitxor),
        "not" => one(&!&x),
        "any" => one(&along!(k, axes => x.try_any(axes))?),
        "all" => one(&along!(k, axes => x.try_all(axes))?),
        "count" => places(along!(k, axes => x.try_count(axes))?),
        "sum" => places(along!(k, axes => x.try_sum(axes))?),
        "prod" => places(along!(k, axes => x.try_prod(axes))?),
        "cumsum" => places(along!(k, axes => x.try_cumsum(axes))?),
        "mean_as" => one(&along!(k, axes => x.try_mean_as::<f64, _>(axes))?),
        "nonzero" => places(x.try_nonzero()?),
        "flat_nonzero" => places(x.try_flat_nonzero()?),
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
