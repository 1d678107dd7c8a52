//! The programs that the fuzz target has found worth keeping, and random ones.

#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    reason = "sizes are small"
)]

mod interpreter;

use proptest::collection::vec;
use proptest::prelude::*;

#[test]
fn corpus() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/programs");
    let programs: Vec<_> =
        std::fs::read_dir(folder).expect("a corpus").map(|entry| entry.expect("a file").path()).collect();
    assert!(!programs.is_empty(), "no programs in {folder}");
    for program in programs {
        interpreter::run(&std::fs::read(&program).unwrap_or_else(|error| panic!("{}: {error}", program.display())));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random(bytes in vec(any::<u8>(), 0..60)) {
        interpreter::run(&bytes);
    }
}
