//! Reductions, cumulative sums, softmax, and normalisation along axes.

use crate::elementwise::{Number, greatest, least};
use crate::node::{Error, Node, Result};
use crate::value::{Any, Element, Value, any, floats, numbers};
use conformable::ops::Pad;
use conformable::{AnyShape, Keep};

/// Runs a node of this family.
pub(crate) fn run(node: Node<'_>) -> Result<Option<Vec<Value>>> {
    let value = match node.operator() {
        operator if operator.starts_with("Reduce") => reduce(node, operator)?,
        operator @ ("ArgMax" | "ArgMin") => {
            let axis = node.axis("axis", 0);
            let is_last = node.int("select_last_index", 0) != 0;
            numbers!(node.input(0)?, x => {
                let x = if is_last { x.try_flip(axis)? } else { x.view() };
                let found = if operator == "ArgMax" { x.try_argmax(Keep(axis))? } else { x.try_argmin(Keep(axis))? };
                let last = x.shape()[axis_number(axis, x.rank())] - 1;
                let found = found.map(|at| if is_last { last - at } else { at } as i64);
                if node.int("keepdims", 1) != 0 { found } else { found.try_squeeze(axis)?.to_owned() }
            })?
        }
        operator @ ("CumSum" | "CumProd") => {
            let axis = node.input(1)?.integers()?[0] as isize;
            let [exclusive, reverse] = ["exclusive", "reverse"].map(|name| node.int(name, 0) != 0);
            numbers!(node.input(0)?, x => {
                let from = if reverse { x.try_flip(axis)?.to_owned() } else { x.clone() };
                // an exclusive sum is the sum of the shifted elements
                let size = x.shape()[axis_number(axis, x.rank())];
                let from = if exclusive {
                    let one = Number::from_f64(if operator == "CumSum" { 0.0 } else { 1.0 });
                    from.try_pad(axis, (1, 0), Pad::Constant(one))?.try_narrow(axis, ..size)?.to_owned()
                } else {
                    from
                };
                let sums = if operator == "CumSum" { from.try_cumsum(axis)? } else { from.try_cumprod(axis)? };
                let sums = as_elements_of(x, sums)?;
                if reverse { sums.try_flip(axis)?.to_owned() } else { sums }
            })?
        }
        operator @ ("Softmax" | "LogSoftmax" | "Hardmax") if node.opset >= 13 => {
            let axis = node.axis("axis", -1);
            floats!(node.input(0)?, x => match operator {
                "Softmax" => x.try_softmax(axis)?,
                "LogSoftmax" => x.try_log_softmax(axis)?,
                _ => {
                    let at = x.try_argmax(Keep(axis))?;
                    let mut hot = x.map(|_| 0.0);
                    hot.try_scatter(axis, &at, 1.0)?;
                    hot
                }
            })?
        }
        "LpNormalization" => {
            let axis = node.axis("axis", -1);
            floats!(node.input(0)?, x => {
                let norm = if node.int("p", 2) == 1 { x.try_norm_l1(Keep(axis))? } else { x.try_norm_l2(Keep(axis))? };
                x.try_zip_map(&norm, |x, norm| if norm == 0.0 { 0.0 } else { x / norm })?
            })?
        }
        "MeanVarianceNormalization" => {
            let axes = node.numbers(1, "axes")?.unwrap_or_else(|| vec![0, 2, 3]);
            let [y, ..] = normalised(&doubles(node.input(0)?)?, &axes, 1e-9)?;
            back(y, node.input(0)?)?
        }
        "LayerNormalization" => return layer_norm(node).map(Some),
        "RMSNormalization" => {
            let (x, epsilon) = (doubles(node.input(0)?)?, f64::from(node.float("epsilon", 1e-5)));
            let axes = axes_from(node.axis("axis", -1), x.rank());
            let mean = x.square().try_mean(Keep(&axes[..]))?;
            let scaled = x.try_zip_map(&mean, |x, mean| x / (mean + epsilon).sqrt())?;
            back(scaled.try_mul(&doubles(node.input(1)?)?)?, node.input(0)?)?
        }
        "InstanceNormalization" | "GroupNormalization" | "BatchNormalization" => channel_norm(node)?,
        _ => return Ok(None),
    };
    Ok(Some(vec![value]))
}

/// The number of an axis, counted from 0. Operations check it.
pub(crate) fn axis_number(axis: isize, rank: usize) -> usize {
    if axis < 0 { rank.wrapping_add_signed(axis) } else { axis as usize }
}

/// The axes from one on.
fn axes_from(first: isize, rank: usize) -> Vec<isize> {
    (axis_number(first, rank) as isize..rank as isize).collect()
}

fn reduce(node: Node<'_>, operator: &str) -> Result<Value> {
    let x = node.input(0)?;
    let axes = node.numbers(1, "axes")?.filter(|axes| !axes.is_empty());
    let is_noop = axes.is_none() && node.int("noop_with_empty_axes", 0) != 0;
    let axes = axes.unwrap_or_else(|| if is_noop { Vec::new() } else { (0..x.shape().len() as isize).collect() });
    if let Value::Bool(x) = x {
        let all = match operator {
            "ReduceMax" => x.try_any(Keep(&axes[..]))?,
            "ReduceMin" => x.try_all(Keep(&axes[..]))?,
            _ => return Err(Error::not_supported("elements that are `bool`")),
        };
        return unkept(all.into(), node, &axes);
    }
    let keep = Keep(&axes[..]);
    let doubles = || doubles(x);
    let value = match operator {
        "ReduceSum" => numbers!(x, x => as_elements_of(x, x.try_sum(keep)?)?)?,
        "ReduceProd" => numbers!(x, x => as_elements_of(x, x.try_prod(keep)?)?)?,
        "ReduceMax" => numbers!(x, x => x.try_reduce(keep, least(x), Number::larger)?)?,
        "ReduceMin" => numbers!(x, x => x.try_reduce(keep, greatest(x), Number::smaller)?)?,
        "ReduceMean" => back(doubles()?.try_mean(keep)?, x)?,
        "ReduceL1" => back(doubles()?.try_norm_l1(keep)?, x)?,
        "ReduceL2" => back(doubles()?.try_norm_l2(keep)?, x)?,
        "ReduceLogSum" => back(doubles()?.try_sum(keep)?.ln(), x)?,
        "ReduceLogSumExp" => back(doubles()?.try_log_sum_exp(keep)?, x)?,
        "ReduceSumSquare" => back(doubles()?.square().try_sum(keep)?, x)?,
        other => return Err(Error::not_supported(format!("the operator {other}"))),
    };
    unkept(value, node, &axes)
}

/// A reduced tensor without the axes of size 1, unless the node keeps them.
fn unkept(value: Value, node: Node<'_>, axes: &[isize]) -> Result<Value> {
    if node.int("keepdims", 1) != 0 {
        return Ok(value);
    }
    any!(&value, x => x.try_squeeze(axes)?.to_owned())
}

/// The tensor as `f64`.
pub(crate) fn doubles(value: &Value) -> Result<Any<f64>> {
    let Value::F64(x) = value.cast(f64::TYPE)? else { unreachable!("the type of the cast") };
    Ok(x)
}

/// The tensor with elements of the type of another one.
fn as_elements_of<T: Element, U>(_: &Any<T>, x: Any<U>) -> Result<Any<T>>
where
    Value: From<Any<U>>,
{
    let value = Value::from(x).cast(T::TYPE)?;
    Ok(T::of(&value).cloned().unwrap_or_else(|| unreachable!("the type of the cast")))
}

/// The tensor with elements of the type of another value.
pub(crate) fn back(x: Any<f64>, like: &Value) -> Result<Value> {
    Value::from(x).cast(like.element_type())
}

/// The elements less their mean along axes, divided by their standard deviation; the mean; and the inverse of the
/// deviation.
fn normalised(x: &Any<f64>, axes: &[isize], epsilon: f64) -> Result<[Any<f64>; 3]> {
    let mean = x.try_mean(Keep(axes))?;
    let scale = x.try_var(Keep(axes), 0)?.map(|variance| (variance + epsilon).sqrt().recip());
    Ok([x.try_sub(&mean)?.try_mul(&scale)?, mean, scale])
}

fn layer_norm(node: Node<'_>) -> Result<Vec<Value>> {
    let (value, epsilon) = (node.input(0)?, f64::from(node.float("epsilon", 1e-5)));
    let x = doubles(value)?;
    let [y, mean, scale] = normalised(&x, &axes_from(node.axis("axis", -1), x.rank()), epsilon)?;
    let y = y.try_mul(&doubles(node.input(1)?)?)?;
    let y = if let Some(bias) = node.optional(2) { y.try_add(&doubles(bias)?)? } else { y };
    [y, mean, scale].into_iter().map(|x| back(x, value)).collect()
}

/// Normalisation of channels, which are axis 1, with a scale and a bias for each.
fn channel_norm(node: Node<'_>) -> Result<Value> {
    let (value, epsilon) = (node.input(0)?, f64::from(node.float("epsilon", 1e-5)));
    let x = doubles(value)?;
    // one number for each channel, for all axes after it
    let of_channels = |at: usize| -> Result<Any<f64>> {
        let numbers = doubles(node.input(at)?)?;
        let after = vec![1; x.rank().saturating_sub(2)];
        let sizes = [&numbers.shape()[..], &after].concat();
        Ok(numbers.try_reshape(AnyShape::from(&sizes[..]))?)
    };
    let y = match node.operator() {
        "InstanceNormalization" => normalised(&x, &axes_from(2, x.rank()), epsilon)?[0].clone(),
        "GroupNormalization" => {
            let groups = node.int("num_groups", 1) as usize;
            let groups = x.clone().try_unflatten(1_isize, (groups, x.shape()[1] / groups))?;
            normalised(&groups, &axes_from(2, groups.rank()), epsilon)?[0].clone().try_reshape(x.shape().clone())?
        }
        _ if node.int("training_mode", 0) != 0 => return Err(Error::not_supported("training")),
        _ => {
            let (mean, variance) = (of_channels(3)?, of_channels(4)?);
            x.try_sub(&mean)?.try_zip_map(&variance, |x, variance| x / (variance + epsilon).sqrt())?
        }
    };
    back(y.try_mul(&of_channels(1)?)?.try_add(&of_channels(2)?)?, value)
}
