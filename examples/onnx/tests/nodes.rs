//! ONNX's node tests through the interpreter.

use conformable_onnx::proto::Cases;
use conformable_onnx::{Outcome, run_case};
use std::collections::BTreeMap;

/// The reasons why tests are not run, and their numbers.
const NOT_RUN: &[(&str, usize)] = &[
    ("not supported: `antialias` and `keep_aspect_ratio_policy` of Resize", 8),
    ("not supported: a scale of Resize that is not the quotient of the sizes", 8),
    ("not supported: the coordinates `tf_crop_and_resize` of Resize", 4),
    ("not supported: the mode `cubic` of Resize", 6),
    ("not supported: the operator Dropout", 6),
    ("not supported: training", 2),
];

#[test]
fn no_node_test_differs() {
    let Cases { cases, left_out } = Cases::read().expect("the file of `make.py`");
    let (mut passed, mut not_run) = (0, BTreeMap::<String, usize>::new());
    for case in &cases {
        match run_case(case) {
            Outcome::Passed => passed += 1,
            Outcome::Differs(how) => panic!("{}: {how}", case.name),
            Outcome::NotRun(error) => *not_run.entry(error.to_string()).or_default() += 1,
        }
    }
    let not_run: Vec<_> = not_run.iter().map(|(reason, &count)| (&reason[..], count)).collect();
    assert_eq!(not_run, NOT_RUN);
    assert_eq!((passed, cases.len(), left_out.len()), (1129, 1163, 721), "passed, all, and left out by `make.py`");
}
