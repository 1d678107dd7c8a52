//! Every case answered by a real system, at run time, on slices and on tensors.

mod case;
mod generate;

use crate::common;
use case::{Case, Dims, FILES, Values, cases};
use conformable::{
    AnyShape, AutoBroadcastSpec, AutoBroadcastType, Bidirectional, Onto, Paddle, PartialShape, Rule, RuleFor,
    ShapeError, Tensor, broadcast_partial_shapes, broadcast_shapes, try_broadcast,
};
use std::collections::BTreeMap;

#[test]
fn slices() {
    let (mut run, mut skipped) = (0, BTreeMap::<String, usize>::new());
    for (file, text) in FILES {
        for case in cases(text) {
            match case {
                Ok(case) => {
                    run += 1;
                    check_partial(file, &case);
                    check_known(file, &case);
                }
                Err(scope) => *skipped.entry(scope).or_default() += 1,
            }
        }
    }
    println!("{run} cases run, skipped: {skipped:?}");
    assert_eq!(run + skipped.values().sum::<usize>(), 1228, "the number of cases in the files");
}

fn partial(dims: &Dims) -> PartialShape {
    dims.as_ref().map_or(PartialShape::UNKNOWN, |dims| PartialShape::from(&dims[..]))
}

/// The answer on partly known shapes.
fn check_partial(file: &str, case: &Case) {
    let shapes: Vec<PartialShape> = case.shapes.iter().map(partial).collect();
    let two =
        |rule: &dyn Fn(&PartialShape, &PartialShape) -> Result<PartialShape, ShapeError>| rule(&shapes[0], &shapes[1]);
    let answer = match case.mode.as_str() {
        "none" => two(&|l, r| AutoBroadcastSpec::new(AutoBroadcastType::None).partial_shapes(l, r)),
        "numpy" => two(&|l, r| AutoBroadcastSpec::new(AutoBroadcastType::Numpy).partial_shapes(l, r)),
        "pdpd" => two(&|l, r| AutoBroadcastSpec::pdpd(case.axis).partial_shapes(l, r)),
        "bidirectional" => two(&|l, r| Bidirectional.partial_shapes(l, r)),
        "to_numpy" => two(&|input, target| Onto.partial_shapes(target, input)),
        "nary" => broadcast_partial_shapes(&shapes),
        "paddle" => {
            let (first, rest) = shapes.split_first().expect("a shape");
            rest.iter().try_fold(first.clone(), |common, shape| Paddle.partial_shapes(&common, shape))
        }
        mode => panic!("{file} {}: no rule {mode}", case.id),
    };
    assert_eq!(answer.ok(), case.expected.as_ref().map(partial), "{file} {}", case.id);
}

/// Checks the answer for known shapes, and the elements.
fn check_known(file: &str, case: &Case) {
    let Some(shapes) = case.known() else { return };
    let slices: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
    let answer = match (case.mode.as_str(), slices[..].as_ref()) {
        ("none", [l, r]) => AutoBroadcastSpec::default().shapes(l, r),
        ("numpy", [l, r]) => AutoBroadcastSpec::from(AutoBroadcastType::Numpy).shapes(l, r),
        ("pdpd", [l, r]) => AutoBroadcastSpec::pdpd(case.axis).shapes(l, r),
        ("bidirectional", [input, target]) => Bidirectional.shapes(input, target),
        ("to_numpy", [input, target]) => Onto.shapes(target, input),
        ("nary", all) => broadcast_shapes(all),
        ("paddle", [first, rest @ ..]) => {
            rest.iter().try_fold(AnyShape::from(*first), |common, shape| Paddle.shapes(&common, shape))
        }
        (mode, _) => panic!("{file} {}: no rule {mode}", case.id),
    };
    assert_eq!(answer.ok().map(|out| partial_of(&out)), case.expected.as_ref().map(partial), "{file} {}", case.id);
    if let Some(values) = &case.values {
        check_values(case, &shapes, values);
    }
}

fn partial_of(shape: &AnyShape) -> PartialShape {
    PartialShape::from(&shape[..])
}

fn op(name: &str) -> fn(f64, f64) -> f64 {
    match name {
        "add" | "sum" => |l, r| l + r,
        "sub" => |l, r| l - r,
        "mul" => |l, r| l * r,
        "div" => |l, r| l / r,
        "max" => f64::max,
        "min" => f64::min,
        name => panic!("no operation {name}"),
    }
}

fn tensor(shape: &[usize], elements: &[f64]) -> Tensor<f64, AnyShape> {
    Tensor::from_vec(AnyShape::from(shape), elements.to_vec()).expect("as many elements as the shape has")
}

fn check_values(case: &Case, shapes: &[Vec<usize>], values: &Values) {
    let inputs: Vec<_> = shapes.iter().zip(&values.inputs).map(|(shape, input)| tensor(shape, input)).collect();
    let results = match (case.mode.as_str(), values.op.as_str()) {
        ("bidirectional", "broadcast") => {
            let ones = Tensor::ones(AnyShape::from(&shapes[1][..]));
            vec![zip(&inputs[0], Bidirectional, &ones, |l, _| l)]
        }
        ("nary", "broadcast") => stretched(&inputs),
        ("nary", name) => vec![fold(&inputs, op(name), AutoBroadcastSpec::from(AutoBroadcastType::Numpy))],
        ("paddle", name) => vec![fold(&inputs, op(name), Paddle)],
        ("none", name) => vec![zip(&inputs[0], AutoBroadcastSpec::default(), &inputs[1], op(name))],
        ("numpy", name) => {
            vec![zip(&inputs[0], AutoBroadcastSpec::from(AutoBroadcastType::Numpy), &inputs[1], op(name))]
        }
        ("pdpd", name) => vec![zip(&inputs[0], AutoBroadcastSpec::pdpd(case.axis), &inputs[1], op(name))],
        (mode, name) => panic!("{}: no operation {name} under {mode}", case.id),
    };
    let results: Vec<Vec<f64>> = results.into_iter().map(Tensor::into_vec).collect();
    assert_eq!(results, values.results, "{}", case.id);
}

type Any = Tensor<f64, AnyShape>;

fn zip<R>(lhs: &Any, rule: R, rhs: &Any, f: fn(f64, f64) -> f64) -> Any
where
    R: RuleFor<AnyShape, AnyShape, Output = AnyShape>,
{
    common::ways::every_way(rule, lhs, rhs, f)
}

fn fold<R>(inputs: &[Any], f: fn(f64, f64) -> f64, rule: R) -> Any
where
    R: RuleFor<AnyShape, AnyShape, Output = AnyShape>,
{
    let (first, rest) = inputs.split_first().expect("an input");
    rest.iter().fold(first.clone(), |sum, input| zip(&sum, rule, input, f))
}

/// Every input in the common shape, copied, by the N-ary broadcast of a tuple.
fn stretched(inputs: &[Any]) -> Vec<Any> {
    match inputs {
        [a] => try_broadcast((a,)).map(|(a,)| vec![a.to_owned()]).expect("they conform"),
        [a, b] => try_broadcast((a, b)).map(|(a, b)| vec![a.to_owned(), b.to_owned()]).expect("they conform"),
        [a, b, c] => {
            try_broadcast((a, b, c)).map(|(a, b, c)| [a, b, c].map(|x| x.to_owned()).into()).expect("they conform")
        }
        [a, b, c, d] => try_broadcast((a, b, c, d))
            .map(|(a, b, c, d)| [a, b, c, d].map(|x| x.to_owned()).into())
            .expect("they conform"),
        inputs => panic!("{} inputs", inputs.len()),
    }
}

#[test]
#[cfg_attr(not(target_pointer_width = "64"), ignore = "written where a `usize` holds every size")]
fn fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/typed/cases.rs");
    let generated = generate::source();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &generated).expect("a file that can be written");
    }
    let checked_in = std::fs::read_to_string(path).unwrap_or_default();
    assert!(checked_in == generated, "tests/typed/cases.rs is stale: BLESS=1 cargo test conformance::fresh");
}
