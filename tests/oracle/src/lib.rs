//! Runs the steps of programs: one JSON object a line on standard input, one result a line on standard output.
//!
//! `programs.py` makes the steps and compares the results with NumPy's. `README.md` has the lines.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::cast_lossless,
    reason = "numbers are small, and `as` converts elements"
)]
#![allow(
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    reason = "only the programs beside and those of `typed.py` call it"
)]
#![allow(
    clippy::similar_names,
    clippy::many_single_char_names,
    clippy::too_many_lines,
    reason = "a line is an operation"
)]
#![cfg_attr(not(feature = "ways"), allow(unused, reason = "only the build with all ways uses them"))]

mod arguments;
mod movement;
mod steps;
mod values;
mod ways;

use arguments::Arguments;
pub use arguments::Held;
// for the programs of `typed.py`, which name this package alone
pub use conformable;
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
pub use steps::{Made, one};
pub use values::{Any, Bits, Element, Value};

/// A step on tensors of certain shapes, which are known at compile time.
pub type Typed = fn(&[Held<'_>]) -> Made;

/// The tensors of a program, by their numbers.
#[derive(Default)]
struct Program {
    tensors: HashMap<u64, Value>,
    typed: &'static [Typed],
}

impl Program {
    /// Runs the step of a line, keeps its results and returns them as a line.
    fn answer(&mut self, line: &str) -> String {
        let step: Json = serde_json::from_str(line).expect("a step");
        let to = step["to"].as_array().expect("the numbers of the results");
        ways::taken();
        let made = if step["op"] == "data" {
            Ok(vec![Value::read(&step)])
        } else {
            match catch_unwind(AssertUnwindSafe(|| self.run(&step))) {
                Ok(Ok(values)) => Ok(values),
                Ok(Err(error)) => Err(json!({"error": error.to_string()})),
                Err(payload) => {
                    let text = payload.downcast_ref::<String>().cloned();
                    let text = text.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string));
                    Err(json!({"panic": text.unwrap_or_default()}))
                }
            }
        };
        match made {
            Ok(values) => {
                let texts: Vec<String> = values.iter().map(Value::text).collect();
                for (to, value) in to.iter().zip(values) {
                    self.tensors.insert(to.as_u64().expect("a number"), value);
                }
                format!("{{\"made\":[{}],\"ways\":{:?}}}", texts.join(","), ways::taken())
            }
            Err(mut refusal) => {
                refusal["ways"] = json!(ways::taken());
                refusal.to_string()
            }
        }
    }

    fn run(&self, step: &Json) -> Made {
        let operand = |operand: &'_ Json| -> (u64, Vec<Json>) {
            let [number, views @ ..] = &operand.as_array().expect("an operand")[..] else { panic!("no number") };
            (number.as_u64().expect("a number"), views.to_vec())
        };
        let operands: Vec<_> = step["of"].as_array().expect("operands").iter().map(operand).collect();
        let held: Vec<Held<'_>> =
            operands.iter().map(|(number, views)| Held::new(&self.tensors[number], views)).collect();
        if let Some(number) = step["typed"].as_u64() {
            return self.typed[number as usize](&held);
        }
        ways::threads(|| steps::run(step["op"].as_str().expect("a name"), &held, &Arguments(step)))
    }
}

/// Reads steps from standard input, and writes their results. A step may name a function of the table.
///
/// # Panics
///
/// If a line is not a step.
pub fn serve(typed: &'static [Typed]) {
    // a panic is a result
    std::panic::set_hook(Box::new(|_| ()));
    let begin = || Program { tensors: HashMap::new(), typed };
    let (mut program, mut out) = (begin(), std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        if line == "new" {
            program = begin();
            continue;
        }
        writeln!(out, "{}", program.answer(&line)).and_then(|()| out.flush()).expect("the other end reads");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_refusals_are_lines() {
        let mut program = Program { tensors: HashMap::new(), typed: &[] };
        let read = |line: &str| serde_json::from_str::<Json>(line).unwrap();
        for (line, answer) in [
            (
                r#"{"op": "data", "to": [0], "type": "u8", "sizes": [2, 3], "data": "010203fdfeff"}"#,
                r#"{"made":[["u8",[2, 3],"010203fdfeff"]]}"#,
            ),
            (
                r#"{"op": "view", "of": [[0, ["t"], ["flip", [0]]]], "to": [1]}"#,
                r#"{"made":[["u8",[3, 2],"03ff02fe01fd"]]}"#,
            ),
            (
                r#"{"op": "sum", "of": [[0, ["index_axis", 0, -2]]], "axes": null, "keep": true, "to": [2]}"#,
                r#"{"made":[["u8",[1],"06"]]}"#,
            ),
            (r#"{"op": "greater", "of": [[1], [2]], "to": [3]}"#, r#"{"made":[["bool",[3, 2],"000100010001"]]}"#),
            (
                r#"{"op": "bitxor", "of": [[1, ["narrow", 0, 1, null, -1]], [2]], "to": [4]}"#,
                r#"{"made":[["u8",[2, 2],"07fb04f8"]]}"#,
            ),
            (
                r#"{"op": "flat_nonzero", "of": [[3]], "to": [5]}"#,
                r#"{"made":[["i64",[3],"010000000000000003000000000000000500000000000000"]]}"#,
            ),
            (
                r#"{"op": "assign", "of": [[1, ["index_axis", 0, 0]], [2]], "to": [6]}"#,
                r#"{"made":[["u8",[3, 2],"060602fe01fd"]]}"#,
            ),
            (
                r#"{"op": "permute", "of": [[1, ["permute", [0, 2]]]], "to": [7]}"#,
                r#"{"error":"(3, 2) has no axis 2: axes count from 0, or back from -1"}"#,
            ),
            (r#"{"op": "exp", "of": [[0]], "to": [8]}"#, r#"{"panic":"no operation exp of this type"}"#),
        ] {
            let mut answered = read(&program.answer(line));
            answered.as_object_mut().unwrap().remove("ways");
            assert_eq!(answered, read(answer));
        }
    }
}
