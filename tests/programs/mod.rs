//! The corpus of the fuzz target, and random programs.

#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    reason = "sizes are small"
)]

mod interpreter;
mod operations;

use conformable_test::corpus::corpus_of;
use proptest::collection::vec;
use proptest::prelude::*;

#[test]
fn corpus() {
    for (_, program) in corpus_of("programs") {
        interpreter::run(&program);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random(bytes in vec(any::<u8>(), 0..60)) {
        interpreter::run(&bytes);
    }
}

/// Random programs of `operations`, where each step has a result at least once.
#[test]
fn operations_at_different_places_in_memory() {
    let mut state = 88_172_645_463_325_252_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize
    };
    let mut with_result = std::collections::BTreeSet::new();
    for _ in 0..if cfg!(miri) { 5 } else { 3000 } {
        let bytes: Vec<u8> = (0..20 + next() % 200).map(|_| next() as u8).collect();
        with_result.extend(operations::run(&bytes));
    }
    assert!(cfg!(miri) || with_result.len() == operations::steps(), "only {with_result:?} have had results");
}
