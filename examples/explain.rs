//! The broadcasting rules at the command line.
//!
//! ```text
//! cargo run --example explain -- pdpd --axis 1 2,3,4,5 3,4
//! cargo run --example explain -- numpy 2,1,5 4,1 _,5
//! ```
//!
//! A shape is a list of sizes, with `_` for an unknown size, or `*` for an unknown rank; `()` has rank 0.

use conformable::{AutoBroadcastSpec, Bidirectional, Explanation, Onto, Paddle, PartialShape, Rule};
use std::process::ExitCode;

const USAGE: &str = "\
usage: explain RULE [--axis N] SHAPE...

rules:
  none, explicit   the shapes must be equal
  numpy, all       right-aligned; on each axis equal sizes, or a 1, which stretches
  pdpd             each shape onto the first, from axis N on; -1, the default, is the trailing axes
  paddle           as numpy, and no shape is a scalar's
  bidirectional    as numpy: the input, then the target
  to               the input onto the target; with more shapes, each onto the last

a shape: 2,3,4 or (2, _, 4) or () or *, where _ is a size that is not known, and * a rank";

fn main() -> ExitCode {
    match explain(std::env::args().skip(1)) {
        Ok(lines) => {
            println!("{lines}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Explains the rule for these shapes: each step aligned and with its result, or the first refusal.
fn explain(args: impl Iterator<Item = String>) -> Result<String, String> {
    let (mut words, mut axis, mut args) = (Vec::new(), None, args);
    while let Some(word) = args.next() {
        if word == "--axis" {
            let number = args.next().ok_or_else(|| format!("--axis needs a number\n\n{USAGE}"))?;
            axis = Some(number.parse().map_err(|_| format!("`{number}` is not an axis\n\n{USAGE}"))?);
        } else {
            words.push(word);
        }
    }
    let (rule, shapes) = words.split_first().ok_or(USAGE)?;
    let shape = |text: &String| text.parse().map_err(|error| format!("`{text}`: {error}"));
    let shapes: Vec<PartialShape> = shapes.iter().map(shape).collect::<Result<_, _>>()?;
    if axis.is_some() && rule != "pdpd" {
        return Err(format!("only pdpd takes an axis\n\n{USAGE}"));
    }
    match rule.as_str() {
        "all" => steps(&"numpy".parse::<AutoBroadcastSpec>().map_err(|error| error.to_string())?, &shapes),
        "paddle" => steps(&Paddle, &shapes),
        "bidirectional" => steps(&Bidirectional, &shapes),
        "to" => onto_the_last(&shapes),
        "pdpd" => steps(&AutoBroadcastSpec::pdpd(axis.unwrap_or(-1)), &shapes),
        name => match name.parse::<AutoBroadcastSpec>() {
            Ok(rule) => steps(&rule, &shapes),
            Err(_) => Err(format!("there is no rule `{name}`\n\n{USAGE}")),
        },
    }
}

/// Combines the first two shapes, the result with the third, and so on.
fn steps(rule: &impl Rule, shapes: &[PartialShape]) -> Result<String, String> {
    let Some((first, rest)) = shapes.split_first() else {
        return Ok("no shapes stretch to ()".into());
    };
    if rest.is_empty() {
        return Ok(format!("one shape alone is {first}"));
    }
    let (mut lines, mut common) = (Vec::new(), first.clone());
    for shape in rest {
        let explanation = rule.explain(&common, shape);
        common = accepted(&explanation, &mut lines)?;
    }
    Ok(lines.join("\n\n"))
}

fn onto_the_last(shapes: &[PartialShape]) -> Result<String, String> {
    let Some((target, inputs)) = shapes.split_last() else { return Err(format!("to what?\n\n{USAGE}")) };
    let mut lines = Vec::new();
    for input in inputs {
        accepted(&Onto.explain(target, input), &mut lines)?;
    }
    Ok(lines.join("\n\n"))
}

/// The result of a step, whose picture is added to the lines; or all lines up to the refusal.
fn accepted(step: &Explanation, lines: &mut Vec<String>) -> Result<PartialShape, String> {
    lines.push(step.to_string());
    step.result().cloned().map_err(|_| lines.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(line: &str) -> Result<String, String> {
        explain(line.split(' ').map(str::to_owned))
    }

    #[test]
    fn every_rule_draws_its_answer() {
        assert_eq!(
            run("pdpd --axis 1 2,3,4,5 3,4").unwrap(),
            "(3, 4) onto (2, 3, 4, 5) is (2, 3, 4, 5)\n  onto  2  3  4  5\n  from     3  4\n  out   2  3  4  5"
        );
        assert_eq!(
            run("to 4,1 2,4,5").unwrap(),
            "(4, 1) onto (2, 4, 5) is (2, 4, 5)\n  onto  2  4  5\n  from     4  1\n  out   2  4  5"
        );
        for rule in ["none", "explicit", "numpy", "all", "paddle", "bidirectional", "pdpd"] {
            assert_eq!(run(&format!("{rule} 2,3 2,3 _,3")).unwrap().matches("out  ").count(), 2, "{rule}");
        }
        assert_eq!(run("all").unwrap(), "no shapes stretch to ()");
        assert_eq!(run("numpy * 2,3").unwrap(), "* with (2, 3) is *\n  lhs  *\n  rhs  2  3\n  out  *");
    }

    #[test]
    fn a_refusal_follows_the_steps_before_it() {
        let text = run("numpy 2,1 3 4").unwrap_err();
        assert!(text.starts_with("(2, 1) with (3,) is (2, 3)\n"), "{text}");
        assert!(text.contains("\n\ncannot broadcast (2, 3) with (4,)\n"), "{text}");
        assert!(text.ends_with("^ 3 and 4 differ, and neither is 1"), "{text}");
    }

    #[test]
    fn what_is_no_question_is_refused() {
        for line in ["", "spline 2 3", "numpy 2,x", "numpy --axis 1 2 3", "pdpd --axis", "pdpd --axis x 2 3", "to"] {
            assert!(run(line).is_err(), "{line}");
        }
    }
}
