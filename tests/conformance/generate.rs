//! Writes the cases as types: `tests/typed/cases.rs`.
//!
//! Writes a line for each case: a macro call, which `tests/typed/main.rs` explains.

use super::case::{Case, Dims, FILES, Values, cases};
use conformable::{Paddle, Rule};
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
