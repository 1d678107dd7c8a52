//! The number of random cases, and numbers for them.

use proptest::prelude::ProptestConfig;

/// A number without a pattern for each index.
pub fn mixed(place: usize) -> u64 {
    let x = (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 27
}

/// `PROPTEST_CASES` cases, or else the given number; one under miri.
pub fn config(cases: u32) -> ProptestConfig {
    config_under_miri(cases, 1)
}

/// The same with another number under miri.
pub fn config_under_miri(cases: u32, under_miri: u32) -> ProptestConfig {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    let cases = if cfg!(miri) {
        under_miri
    } else if std::env::var_os("PROPTEST_CASES").is_some() {
        config.cases
    } else {
        cases
    };
    ProptestConfig { cases, ..config }
}
