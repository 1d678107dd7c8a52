//! Writes the cases as types: `tests/typed/cases.rs`.
//!
//! Writes a line for each case: a macro call, which `tests/typed/main.rs` explains.

use super::case::{Case, Dims, FILES, Span, Spans, Values, cases, intervals};
use conformable::shape::Length;
use conformable::{Axis, Bidirectional, Explicit, Numpy, Onto, Paddle, Pdpd, Rule, Trailing};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The largest static dim.
const LARGEST: usize = 999_999_999;

/// The text of `tests/typed/cases.rs`.
pub(crate) fn source() -> String {
    let mut text = String::from(
        "//! The cases of `tests/conformance/*.jsonl` as types, written by `tests/conformance/generate.rs`:\n\
         //! `BLESS=1 cargo test conformance::fresh`.\n\n\
         use super::*;\n",
    );
    let mut skipped = BTreeMap::<String, usize>::new();
    for (file, cases_of_file) in FILES {
        write!(text, "\n#[test]\nfn {file}() {{\n").expect("a string takes any text");
        for case in cases(cases_of_file) {
            match case.and_then(|case| lines(&case)) {
                Ok(lines) => lines.iter().for_each(|line| text.extend(["    ", line, ";\n"])),
                Err(reason) => *skipped.entry(reason).or_default() += 1,
            }
        }
        text.push_str("}\n");
    }
    skipped.remove("interval");
    let mut answers = [0; 3];
    text.push_str("\n#[test]\nfn intervals() {\n");
    for (_, cases_of_file) in FILES {
        for case in intervals(cases_of_file) {
            match bounded(&case) {
                Ok((line, why)) => {
                    answers[why] += 1;
                    text.extend(["    ", &line, ";\n"]);
                }
                Err(reason) => *skipped.entry(reason).or_default() += 1,
            }
        }
    }
    write!(
        text,
        "}}\n\n/// How many cases of intervals have OpenVINO's answer, how many another one since a size with bounds does not\n\
         /// broadcast, and how many since OpenVINO's PDPD and Broadcast compare intervals in both directions or not at\n\
         /// all.\n\
         pub(crate) const INTERVALS: [usize; 3] = {answers:?};\n"
    )
    .expect("a string takes any text");
    let skipped: Vec<_> = skipped.iter().map(|(reason, count)| format!("    ({reason:?}, {count}),\n")).collect();
    write!(
        text,
        "\n/// How many cases have no line above, and why.\npub(crate) const SKIPPED: &[(&str, usize)] = &[\n{}];\n",
        skipped.concat()
    )
    .expect("a string takes any text");
    text
}

/// The lines of a case, or why types cannot ask the question.
fn lines(case: &Case) -> Result<Vec<String>, String> {
    let mut lines = match (case.mode.as_str(), case.shapes.len()) {
        ("nary", _) => vec![all(case)?],
        (_, 2) => vec![pair(case)?],
        ("paddle", _) => steps(case).iter().map(pair).collect::<Result<_, _>>()?,
        (mode, shapes) => panic!("{shapes} shapes under {mode}"),
    };
    lines.extend(case.values.as_ref().map(|values| value(case, values)));
    Ok(lines)
}

/// The rule of a case on two shapes, as a type.
fn rule(case: &Case) -> Result<String, String> {
    Ok(match (case.mode.as_str(), case.axis) {
        ("none", _) => "Explicit".into(),
        ("numpy", _) => "Numpy".into(),
        ("pdpd", -1) => "Pdpd".into(),
        ("pdpd", axis @ 0..) => format!("Pdpd<Axis<{axis}>>"),
        ("pdpd", _) => return Err("an axis below -1".into()),
        ("paddle", _) => "Paddle".into(),
        ("bidirectional", _) => "Bidirectional".into(),
        ("to_numpy", _) => "Onto".into(),
        (mode, _) => panic!("no rule {mode}"),
    })
}

/// A case of Paddle's rule on more than two known shapes as cases on two, up to the one that is refused.
fn steps(case: &Case) -> Vec<Case> {
    let shapes = case.known().expect("known sizes");
    let (first, rest) = shapes.split_first().expect("a shape");
    let mut steps = Vec::new();
    let mut common = first.clone();
    for (step, shape) in rest.iter().enumerate() {
        let out = Paddle.shapes(&common, shape).ok().map(|out| out.to_vec());
        let dims = |sizes: &Vec<usize>| Some(sizes.iter().copied().map(Some).collect());
        steps.push(Case {
            id: format!("{} step {}", case.id, step + 1),
            mode: case.mode.clone(),
            shapes: vec![dims(&common), dims(shape)],
            axis: case.axis,
            expected: out.as_ref().map(dims),
            values: None,
        });
        let Some(out) = out else { break };
        common = out;
    }
    assert_eq!(steps.last().expect("a step").expected, case.expected, "{}", case.id);
    steps
}

fn pair(case: &Case) -> Result<String, String> {
    let (id, rule) = (&case.id, rule(case)?);
    let [lhs, rhs] = &case.shapes[..] else { panic!("{id}: not two shapes") };
    let (lhs, rhs) = if case.mode == "to_numpy" { (rhs, lhs) } else { (lhs, rhs) };
    let types = format!("{rule}: {}, {}", shape(lhs), shape(rhs));
    let (Some(l), Some(r)) = (known(lhs), known(rhs)) else {
        return Ok(match &case.expected {
            Some(out) => format!("partly_known!({id:?}, {types} => {})", shape(out)),
            None => format!("refused!({id:?}, {types})"),
        });
    };
    let dynamic = match dynamic(case, &l, &r) {
        Some((l, r)) => format!("{l}, {r}"),
        None => return Ok(format!("refused!({id:?}, {types}, whatever the sizes are)")),
    };
    Ok(match &case.expected {
        _ if l.iter().chain(&r).any(|&size| size > LARGEST) => {
            let out = case.expected.as_ref().map_or("refused".into(), shape);
            let line = format!("at_run_time!({id:?}, {types} => {out}; {dynamic})");
            let wide = l.iter().chain(&r).any(|&size| u32::try_from(size).is_err());
            if wide { format!("#[cfg(target_pointer_width = \"64\")]\n    {line}") } else { line }
        }
        Some(out) => format!("accepted!({id:?}, {types} => {}; {dynamic})", shape(out)),
        None => format!("refused!({id:?}, {types}; {dynamic})"),
    })
}

/// The two shapes with dynamic sizes, or `None` if the types refuse them for all sizes.
///
/// A size of B past the end of A must be a static 1 under PDPD's rule.
fn dynamic(case: &Case, lhs: &[usize], rhs: &[usize]) -> Option<(String, String)> {
    let mut right = vec!["_"; rhs.len()];
    let fits = match case.mode.as_str() {
        "none" => lhs.len() == rhs.len(),
        "paddle" => !lhs.is_empty() && !rhs.is_empty(),
        "to_numpy" | "pdpd" => rhs.len() <= lhs.len(),
        _ => true,
    };
    if let (true, "pdpd", Ok(axis)) = (fits, case.mode.as_str(), usize::try_from(case.axis)) {
        let inside = lhs.len().checked_sub(axis)?;
        if rhs.iter().skip(inside).any(|&size| size != 1) {
            return None;
        }
        right.iter_mut().skip(inside).for_each(|size| *size = "1");
    }
    fits.then(|| (format!("[{}]", vec!["_"; lhs.len()].join(", ")), format!("[{}]", right.join(", "))))
}

fn all(case: &Case) -> Result<String, String> {
    if case.shapes.len() > 16 {
        return Err("more than 16 shapes".into());
    }
    let shapes: Vec<String> = case.shapes.iter().map(shape).collect();
    let name = if case.known().is_some() { "all" } else { "all_partly_known" };
    let out = case.expected.as_ref().map_or("refused".into(), shape);
    Ok(format!("{name}!({:?}, ({}) => {out})", case.id, shapes.join(" ")))
}

fn value(case: &Case, values: &Values) -> String {
    let operands: Vec<String> = case
        .shapes
        .iter()
        .zip(values.inputs.iter().map(Some).chain([None]))
        .map(|(dims, input)| match input {
            Some(input) => format!("{} {input:?}", shape(dims)),
            None => shape(dims),
        })
        .collect();
    let (id, op) = (&case.id, &values.op);
    let results: Vec<String> = values.results.iter().map(|result| format!("{result:?}")).collect();
    match (case.mode.as_str(), op.as_str()) {
        ("nary", "broadcast") => {
            format!("broadcast_values!({id:?}, {} => {})", operands.join(", "), results.join(", "))
        }
        ("nary", op) => format!("fold_values!({id:?}, {op}: {} => {})", operands.join(", "), results.concat()),
        (_, op) => format!(
            "values!({id:?}, {op} {}: {} => {})",
            rule(case).expect("a rule"),
            operands.join(", "),
            results.concat()
        ),
    }
}

fn known(dims: &Dims) -> Option<Vec<usize>> {
    dims.as_ref()?.iter().copied().collect()
}

/// A shape as the macros take it: `[2, _]`, or `*`.
fn shape(dims: &Dims) -> String {
    let Some(dims) = dims else { return "*".into() };
    let sizes: Vec<String> = dims.iter().map(|size| size.map_or("_".into(), |size| size.to_string())).collect();
    format!("[{}]", sizes.join(", "))
}

/// A case of intervals, by the rule on slices, and the position of its answer in `INTERVALS`.
fn bounded(case: &Spans) -> Result<(String, usize), String> {
    let id = &case.id;
    let all: Vec<&[Span]> = case.shapes.iter().flatten().map(Vec::as_slice).collect();
    if all.len() < case.shapes.len() {
        return Err("an interval and an unknown rank".into());
    }
    if all.iter().copied().flatten().any(|size| size.hi.is_none() && *size != Span::default()) {
        return Err("an interval without an upper bound".into());
    }
    let (line, ours) = match (case.mode.as_str(), &all[..], case.axis) {
        ("none", [l, r], _) => of_two(id, "Explicit", Explicit, l, r),
        ("numpy", [l, r], _) => of_two(id, "Numpy", Numpy, l, r),
        ("pdpd", [l, r], -1) => of_two(id, "Pdpd", Pdpd(Trailing), l, r),
        ("pdpd", [l, r], 0) => of_two(id, "Pdpd<Axis<0>>", Pdpd(Axis::<0>), l, r),
        ("pdpd", [l, r], 1) => of_two(id, "Pdpd<Axis<1>>", Pdpd(Axis::<1>), l, r),
        ("pdpd", _, ..-1) => return Err("an axis below -1".into()),
        ("pdpd", [l, r], 3) => of_two(id, "Pdpd<Axis<3>>", Pdpd(Axis::<3>), l, r),
        ("pdpd", [l, r], 4) => of_two(id, "Pdpd<Axis<4>>", Pdpd(Axis::<4>), l, r),
        ("pdpd", [l, r], 2) => of_two(id, "Pdpd<Axis<2>>", Pdpd(Axis::<2>), l, r),
        ("bidirectional", [l, r], _) => of_two(id, "Bidirectional", Bidirectional, l, r),
        ("to_numpy", [input, target], _) => of_two(id, "Onto", Onto, target, input),
        ("nary", [first, rest @ ..], _) => {
            let common =
                |common: Vec<Span>, shape: &&[Span]| Numpy.sizes(&common, shape).ok().map(|sizes| sizes.to_vec());
            let out = rest.iter().try_fold(first.to_vec(), common);
            let shapes: Vec<String> = all.iter().map(|shape| written(shape)).collect();
            let result = out.as_deref().map_or("refused".into(), written);
            (format!("all_bounded!({id:?}, ({}) => {result})", shapes.join(" ")), out)
        }
        (mode, shapes, axis) => panic!("{id}: {} shapes under {mode}, axis {axis}", shapes.len()),
    };
    let ends = |sizes: &[Span]| sizes.iter().map(|size| (size.lo, size.hi)).collect::<Vec<_>>();
    let ours = ours.as_deref().map(ends);
    let theirs = case.openvino.as_deref().map(ends);
    let may_be_one = |size: &&Span| size.lo <= 1 && size.hi.is_none_or(|hi| hi >= 1) && **size != Span::ONE;
    let broadcasts = all.iter().copied().flatten().any(|size| may_be_one(&size) && *size != Span::default());
    // OpenVINO's PDPD merges intervals in both directions, and its Broadcast does not compare them
    let one_way = ["pdpd", "to_numpy"].contains(&&*case.mode);
    let why = if ours == theirs {
        0
    } else if one_way {
        2
    } else {
        1
    };
    assert!(why != 1 || broadcasts, "{id}: {line}");
    Ok((line, why))
}

/// A case of intervals on two shapes, and the answer on slices.
fn of_two(id: &str, name: &str, rule: impl Rule, lhs: &[Span], rhs: &[Span]) -> (String, Option<Vec<Span>>) {
    let out = rule.sizes(lhs, rhs).ok().map(|sizes| sizes.to_vec());
    let types = format!("{name}: {}, {}", written(lhs), written(rhs));
    let line = match &out {
        Some(out) => format!("bounded!({id:?}, {types} => {})", written(out)),
        None => format!("refused!({id:?}, {types})"),
    };
    (line, out)
}

/// Sizes as the macros take them: `[2, 1..=4, _]`.
fn written(sizes: &[Span]) -> String {
    let size = |size: &Span| match size.hi {
        Some(hi) if size.is_number => hi.to_string(),
        Some(hi) => format!("{}..={hi}", size.lo),
        None => "_".into(),
    };
    format!("[{}]", sizes.iter().map(size).collect::<Vec<_>>().join(", "))
}
