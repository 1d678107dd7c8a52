//! ONNX's node tests through the interpreter.

use conformable_onnx::proto::Cases;
use conformable_onnx::{Outcome, run_case};

/// The tests that the interpreter does not run, by the start of their names, with the reason.
const NOT_RUN: &[(&str, &str)] = &[
    ("test_wrap_pad", "the mode `wrap` of Pad"),
    ("test_batchnorm_epsilon_training_mode", "statistics of a batch in training"),
    ("test_batchnorm_example_training_mode", "statistics of a batch in training"),
];

#[test]
fn no_node_test_differs() {
    let Cases { cases, left_out } = Cases::read().expect("the file of `make.py`");
    let mut passed = 0;
    for case in &cases {
        match run_case(case) {
            Outcome::Passed => passed += 1,
            Outcome::Differs(how) => panic!("{}: {how}", case.name),
            Outcome::NotRun(error) => {
                let is_known = NOT_RUN.iter().any(|(name, _)| case.name.starts_with(name));
                assert!(is_known, "{}: {error}", case.name);
            }
        }
    }
    assert_eq!((passed, cases.len(), left_out.len()), (0, 0, 0), "passed, cases, and those that `make.py` leaves out");
}
