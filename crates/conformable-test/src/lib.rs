//! Helpers that the tests of conformable's packages share. The package is not published.
//!
//! This package does not use `conformable` itself, so that a test of one feature enables no other. `tests/common` has
//! the helpers that do.

#![allow(
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "test helpers panic when a check fails"
)]

#[allow(unsafe_code, reason = "an allocator is unsafe to write")]
pub mod allocator;
#[cfg(feature = "random")]
pub mod cases;
pub mod corpus;
pub mod generated;
pub mod indices;
pub mod json;
#[cfg(feature = "random")]
pub mod layouts;
pub mod panics;
