//! The cases of `tests/conformance` and `tests/golden` with values, on tensors of any shape on an engine, as `f32`.
//! Cases that engines do not support are counted, by reason.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "small numbers"
)]

use conformable::engine::{self, Engine, EngineTensor, Error, FloatEngine};
use conformable::ops::{IndexElement, Pad};
use conformable::{AnyShape, AutoBroadcastSpec, AutoBroadcastType, Axis, Dim, Dyn, Keep, Paddle, RuleFor, Tensor};
use serde_json::Value;
use std::collections::BTreeMap;

type Any<E> = EngineTensor<f32, AnyShape, E>;

/// Sizes and elements, or a refusal.
type Answer = Result<(Vec<usize>, Vec<f32>), String>;

/// `along!(axis, X => f(X))` is `f` of that axis as a type.
macro_rules! along {
    ($axis:expr, $X:ident => $then:expr) => {
        along!($axis, $X => $then; -7 -6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6)
    };
    ($axis:expr, $X:ident => $then:expr; $($n:literal)*) => {
        match $axis {
            $($n => {
                const $X: Axis<$n> = Axis;
                $then
            })*
            other => panic!("no axis {other} among the types"),
        }
    };
}

/// `over!(case, axes => f(axes))` is `f` of the axes of a reduction, in whichever form.
macro_rules! over {
    ($case:expr, $axes:ident => $then:expr) => {{
        let all = $case["axes"].as_array().map(|axes| axes.iter().map(|axis| integer(axis)).collect::<Vec<isize>>());
        match (&all, $case["keep"] == true) {
            (None, false) => {
                let $axes = ..;
                $then
            }
            (None, true) => {
                let $axes = Keep(..);
                $then
            }
            (Some(all), false) => {
                let $axes = &all[..];
                $then
            }
            (Some(all), true) => {
                let $axes = Keep(&all[..]);
                $then
            }
        }
    }};
}

fn integer(value: &Value) -> isize {
    value.as_i64().and_then(|integer| integer.try_into().ok()).expect("an integer")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn sizes(value: &Value) -> Vec<usize> {
    list(value).iter().map(|size| integer(size).try_into().expect("a size")).collect()
}

/// A number; `None` if the text of the file is not an `f32`.
fn number(value: &Value) -> Option<f32> {
    value.as_f64().map(|number| number as f32)
}

/// The operand of a case: a base, and steps that make a view of it. `None` if its elements are not numbers.
fn operand(case: &Value) -> Option<(Vec<usize>, Vec<f32>)> {
    let mut shape = sizes(&case["base"]);
    let count = shape.iter().product::<usize>();
    let formula = &case["formula"];
    let elements: Vec<f32> = if let Some(elements) = case["elements"].as_array() {
        elements.iter().map(number).collect::<Option<_>>()?
    } else if formula.is_null() {
        let from = case["from"].as_u64().unwrap_or_default() as usize;
        (from..from + count).map(|element| element as f32).collect()
    } else {
        return None;
    };
    let mut strides: Vec<isize> = vec![1; shape.len()];
    (1..shape.len()).rev().for_each(|axis| strides[axis - 1] = strides[axis] * shape[axis] as isize);
    let mut offset = 0;
    for step in list(&case["steps"]) {
        match step[0].as_str().expect("a name") {
            "permute" => {
                let order = sizes(&step[1]);
                (shape, strides) = (
                    order.iter().map(|&axis| shape[axis]).collect(),
                    order.iter().map(|&axis| strides[axis]).collect(),
                );
            }
            "slice" => {
                // from the start; backwards from the end
                for (axis, of) in list(&step[1]).iter().enumerate() {
                    let (start, step) = (integer(&of[0]), integer(&of[1]));
                    let left = (shape[axis] as isize - start).max(0);
                    let first = if step > 0 { start } else { shape[axis] as isize - 1 };
                    shape[axis] = (left as usize).div_ceil(step.unsigned_abs());
                    if shape[axis] > 0 {
                        offset += first * strides[axis];
                    }
                    strides[axis] *= step;
                }
            }
            _ => {
                let out = sizes(&step[1]);
                let more = out.len() - shape.len();
                strides = (0..out.len())
                    .map(|axis| if axis < more || shape[axis - more] == 1 { 0 } else { strides[axis - more] })
                    .collect();
                shape = out;
            }
        }
    }
    let numel: usize = shape.iter().product();
    let at = |mut place: usize| {
        let mut from = offset;
        for axis in (0..shape.len()).rev() {
            from += (place % shape[axis]) as isize * strides[axis];
            place /= shape[axis];
        }
        elements[usize::try_from(from).expect("an element")]
    };
    let seen = (0..numel).map(at).collect();
    Some((shape, seen))
}

fn up<E: FloatEngine<f32>>((shape, elements): (Vec<usize>, Vec<f32>), device: &E::Device) -> Any<E> {
    let tensor = Tensor::from_vec(AnyShape::from(&shape[..]), elements).expect("as many elements");
    EngineTensor::upload(&tensor, device).expect("memory")
}

fn answered<E: FloatEngine<f32>>(result: Result<Any<E>, Error<E>>) -> Answer {
    let tensor = result.and_then(|result| result.to_tensor()).map_err(|error| error.to_string())?;
    Ok((tensor.sizes().as_ref().to_vec(), tensor.into_vec()))
}

/// Indices as numbers.
fn places<E: FloatEngine<f32>>(result: Result<EngineTensor<<E as Engine>::Index, AnyShape, E>, Error<E>>) -> Answer {
    let tensor = result.and_then(|result| result.to_tensor()).map_err(|error| error.to_string())?;
    Ok((
        tensor.sizes().as_ref().to_vec(),
        tensor.iter().map(|index| index.place(1 << 20).expect("an index") as f32).collect(),
    ))
}

/// A reduction; `None` if engines do not have the operation.
fn reduced<E: FloatEngine<f32>>(case: &Value, x: &Any<E>) -> Option<Answer> {
    let ddof = case["ddof"].as_u64().unwrap_or_default() as usize;
    Some(over!(case, axes => match case["op"].as_str().expect("a name") {
        "sum" => answered(x.try_sum(axes).map(EngineTensor::erase)),
        "mean" => answered(x.try_mean(axes).map(EngineTensor::erase)),
        "max" => answered(x.try_max(axes).map(EngineTensor::erase)),
        "min" => answered(x.try_min(axes).map(EngineTensor::erase)),
        "argmax" => places(x.try_argmax(axes).map(EngineTensor::erase)),
        "argmin" => places(x.try_argmin(axes).map(EngineTensor::erase)),
        "variance" => answered(x.try_var(axes, ddof).map(EngineTensor::erase)),
        "std_dev" => answered(x.try_std(axes, ddof).map(EngineTensor::erase)),
        "log_sum_exp" => answered(x.try_log_sum_exp(axes).map(EngineTensor::erase)),
        _ => return None,
    }))
}

/// A tensor joined, extended, or indexed; `Err` is the reason for leaving it out.
fn joined<E: FloatEngine<f32>>(case: &Value, device: &E::Device) -> Result<Answer, &'static str> {
    let of = |case: &Value| operand(case).map(|operand| up::<E>(operand, device)).ok_or("elements by a formula");
    let axis = || integer(&case["axes"][0]);
    let others = || list(&case["with"]);
    // an engine's indices may be unsigned: negative ones are counted from the front
    let indices = |case: &Value, size: Option<usize>| {
        let (shape, elements) = operand(case).ok_or("elements by a formula")?;
        let size = size.unwrap_or_default() as f32;
        let counted = elements.iter().map(|&index| if index < 0.0 { index + size } else { index }).collect::<Vec<_>>();
        if counted.iter().any(|&index| index < 0.0) {
            return Err("an index before the first element");
        }
        let counted = counted.into_iter().map(|index| index as usize).collect();
        let tensor = Tensor::from_vec(AnyShape::from(&shape[..]), counted).expect("as many");
        Ok(EngineTensor::<E::Index, AnyShape, E>::indices(&tensor, device).expect("memory"))
    };
    let size_of = |x: &Any<E>| {
        let (rank, axis) = (x.sizes().as_ref().len() as isize, axis());
        usize::try_from(if axis < 0 { axis + rank } else { axis })
            .ok()
            .and_then(|axis| x.sizes().as_ref().get(axis).copied())
    };
    let count = || Dyn::new(integer(&case["count"]).try_into().expect("a count"));
    Ok(match case["op"].as_str().expect("a name") {
        "concat" => {
            let all = others().iter().map(of).collect::<Result<Vec<_>, _>>()?;
            along!(axis(), X => answered(engine::try_concat(X, &all[..]).map(EngineTensor::erase)))
        }
        "stack" => {
            let all = others().iter().map(of).collect::<Result<Vec<_>, _>>()?;
            along!(axis(), X => answered(engine::try_stack(X, &all[..]).map(EngineTensor::erase)))
        }
        "tile" => along!(axis(), X => answered(of(case)?.try_tile(X, count()))),
        "repeat" => along!(axis(), X => answered(of(case)?.try_repeat(X, count()))),
        "pad" => {
            let more = sizes(&case["more"]);
            let with = match case["mode"].as_str() {
                Some("constant") => Pad::Constant(0.0),
                Some("edge") => Pad::Edge,
                _ => Pad::Reflect,
            };
            along!(axis(), X => answered(of(case)?.try_pad(X, (Dyn::new(more[0]), Dyn::new(more[1])), with)))
        }
        "chunk" => {
            let index = integer(&case["index"]).unsigned_abs();
            let parts = along!(axis(), X => of(case)?.try_chunk(X, count()));
            answered(parts.map(|mut parts| parts.swap_remove(index)))
        }
        "take" => {
            let x = of(case)?;
            let indices = indices(&others()[0], size_of(&x))?;
            along!(axis(), X => answered(x.try_take(X, &indices)))
        }
        "gather" => {
            let x = of(case)?;
            let indices = indices(&others()[0], size_of(&x))?;
            along!(axis(), X => answered(x.try_gather(X, &indices)))
        }
        "index_add" => {
            let (x, values) = (of(case)?, of(&others()[1])?);
            let indices = indices(&others()[0], size_of(&x))?;
            along!(axis(), X => answered(x.try_index_add(X, &indices, &values)))
        }
        "scatter_add" => {
            let (x, values) = (of(case)?, of(&others()[1])?);
            let indices = indices(&others()[0], size_of(&x))?;
            along!(axis(), X => answered(x.try_scatter_add(X, &indices, &values)))
        }
        "one_hot" => {
            answered(indices(case, Some(count().size()))?.try_one_hot::<f32, _>(count()).map(EngineTensor::erase))
        }
        "arange" | "eye" | "linspace" => return Err("made here, and uploaded"),
        "put" | "scatter" | "masked_fill" | "masked_scatter" => return Err("changed in place"),
        "masked" | "compress" | "nonzero" | "top_k" => return Err("of a size that elements tell"),
        "split" => return Err("parts that are a tuple of types"),
        _ => return Err("triangles, which engines do not have"),
    })
}

/// The elements under a rule; `None` if the operation does not take two tensors.
fn under<E: FloatEngine<f32>>(case: &Value, all: &[Any<E>]) -> Option<Answer> {
    fn two<E: FloatEngine<f32>, R>(op: &str, rule: R, x: &Any<E>, y: &Any<E>) -> Option<Result<Any<E>, Error<E>>>
    where
        R: RuleFor<AnyShape, AnyShape, Output = AnyShape>,
    {
        Some(match op {
            "add" | "sum" => x.under(rule).try_add(y),
            "sub" => x.under(rule).try_sub(y),
            "mul" => x.under(rule).try_mul(y),
            "div" => x.under(rule).try_div(y),
            "max" => x.under(rule).try_maximum(y),
            "min" => x.under(rule).try_minimum(y),
            _ => return None,
        })
    }
    let op = case["op"].as_str().expect("a name");
    let axis = case["axis"].as_i64().unwrap_or(-1).try_into().expect("a small axis");
    let (first, others) = all.split_first()?;
    let mut result = Ok(first.clone());
    for other in others {
        result = match (result, case["mode"].as_str().expect("a rule")) {
            (Err(error), _) => Err(error),
            (Ok(x), "none") => two(op, AutoBroadcastSpec::default(), &x, other)?,
            (Ok(x), "numpy" | "nary") => two(op, AutoBroadcastSpec::from(AutoBroadcastType::Numpy), &x, other)?,
            (Ok(x), "pdpd") => two(op, AutoBroadcastSpec::pdpd(axis), &x, other)?,
            (Ok(x), "paddle") => two(op, Paddle, &x, other)?,
            (_, mode) => panic!("no rule {mode}"),
        };
    }
    Some(answered(result))
}

/// An expected number, which may be NaN.
fn float(value: &Value) -> f64 {
    match value.as_str() {
        Some("inf") => f64::INFINITY,
        Some("-inf") => f64::NEG_INFINITY,
        Some(_) => f64::NAN,
        None => value.as_f64().expect("a number"),
    }
}

/// The difference of an engine's result from the expected one.
fn differs(name: &str, case: &Value, expected: &Value, out: &Value, ours: &Answer) -> Option<String> {
    let what = format!("{name} {} {} along {}", case["id"], case["op"], case["axes"]);
    let Some(expected) = expected.as_array() else {
        return ours.is_ok().then(|| format!("{what}: {ours:?} in place of a refusal"));
    };
    let (own, elements) = match ours {
        Ok(answer) => answer,
        Err(error) => return Some(format!("{what}: {error}")),
    };
    if own != &sizes(out) || elements.len() != expected.len() {
        return Some(format!("{what}: {own:?} in place of {out}"));
    }
    let wrong = elements.iter().zip(expected).enumerate().find(|(at, (x, y))| {
        let magnitude = case["magnitude"][at].as_f64().unwrap_or(1.0).max(1.0);
        let (x, y) = (f64::from(**x), float(y));
        let near = (x - y).abs() <= 2e-6 * magnitude.max(y.abs()) || x == y || x.is_nan() && y.is_nan();
        !near
    });
    wrong.map(|(at, (x, y))| format!("{what}: {x} in place of {y} at {at}"))
}

/// Runs all cases; returns the number that ran, and of those left out, by reason.
pub(crate) fn cases<E: FloatEngine<f32>>(device: &E::Device) -> (usize, BTreeMap<&'static str, usize>) {
    let (mut run, mut skipped, mut wrong) = (0, BTreeMap::new(), Vec::new());
    let read = |line: &str| serde_json::from_str::<Value>(line).expect("a JSON object");
    for case in include_str!("../conformance/values.jsonl").lines().map(read) {
        if !case["scope"].is_null() {
            *skipped.entry("a rule of the past").or_default() += 1;
            continue;
        }
        assert_eq!(case["ok"], true, "a case with values");
        let elements = list(&case["inputs"])
            .iter()
            .map(|all| list(all).iter().map(number).collect::<Option<Vec<_>>>().expect("numbers"));
        let all: Vec<_> =
            list(&case["shapes"]).iter().map(sizes).zip(elements).map(|operand| up::<E>(operand, device)).collect();
        if case["op"] == "broadcast" {
            // to the common shape; the second of two is only a shape
            let out = AnyShape::from(&sizes(&case["out"])[..]);
            let results = case["results"].as_array().map_or(vec![case["result"].clone()], Clone::clone);
            for (x, result) in all.iter().zip(&results) {
                wrong.extend(differs("conformance", &case, result, &case["out"], &answered(x.try_broadcast_to(&out))));
            }
        } else {
            let answer = under(&case, &all).expect("an operation of two tensors");
            // this crate refuses a case that the other system accepts
            let refused = case["decision"]["ok"] == false;
            wrong.extend(differs(
                "conformance",
                &case,
                if refused { &Value::Null } else { &case["result"] },
                &case["out"],
                &answer,
            ));
        }
        run += 1;
    }
    for case in include_str!("../golden/reductions.jsonl").lines().map(read) {
        let reason = match operand(&case) {
            _ if case["dtype"] != "f32" => "other elements than `f32`",
            None => "elements by a formula",
            Some(x) => match reduced(&case, &up::<E>(x, device)) {
                None => "reductions that engines do not have",
                Some(answer) => {
                    wrong.extend(differs("reductions", &case, &case["expected"], &case["sizes"], &answer));
                    run += 1;
                    continue;
                }
            },
        };
        *skipped.entry(reason).or_default() += 1;
    }
    for case in include_str!("../golden/joins.jsonl").lines().map(read) {
        match joined::<E>(&case, device) {
            Ok(answer) => {
                wrong.extend(differs("joins", &case, &case["expected"], &case["sizes"], &answer));
                run += 1;
            }
            Err(reason) => *skipped.entry(reason).or_default() += 1,
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(run + skipped.values().sum::<usize>(), 73 + 973 + 485, "the number of cases in the files");
    (run, skipped)
}
