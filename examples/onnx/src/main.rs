//! Runs ONNX's node tests, and prints for each operator how many pass, and why the others are not run. A test of
//! several nodes is counted for the first of them. `--verbose` names each test that is not run.

use conformable_onnx::proto::Cases;
use conformable_onnx::{Outcome, run_case};
use std::collections::BTreeMap;

fn main() -> std::io::Result<()> {
    let Cases { cases, left_out } = Cases::read()?;
    let mut operators: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let is_verbose = std::env::args().any(|argument| argument == "--verbose");
    for case in &cases {
        let graph = case.model.as_ref().and_then(|model| model.graph.as_ref());
        let operator = graph.and_then(|graph| graph.node.first()).map_or("", |node| &node.op_type);
        let counts = operators.entry(operator).or_default();
        match run_case(case) {
            Outcome::Passed => counts[0] += 1,
            Outcome::Differs(how) => {
                counts[1] += 1;
                println!("{} differs: {how}", case.name);
            }
            Outcome::NotRun(error) => {
                counts[2] += 1;
                if is_verbose {
                    println!("{}: {error}", case.name);
                }
                *reasons.entry(error.to_string()).or_default() += 1;
            }
        }
    }
    println!("operator                   passed  differ  not run");
    for (operator, [passed, differ, not_run]) in &operators {
        println!("{operator:26} {passed:6} {differ:7} {not_run:8}");
    }
    for entry in &left_out {
        *reasons.entry(entry.lines().nth(1).unwrap_or_default().to_string()).or_default() += 1;
    }
    println!("\nleft out");
    for (reason, count) in &reasons {
        println!("{count:5}  {reason}");
    }
    let total = operators.values().fold([0; 3], |sum, counts| std::array::from_fn(|i| sum[i] + counts[i]));
    println!("\n{} passed, {} differ, {} not run", total[0], total[1], total[2] + left_out.len());
    Ok(())
}
