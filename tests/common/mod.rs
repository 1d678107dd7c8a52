//! Helpers of several binaries. A binary in a folder names this file by its path.
//!
//! `counting.rs` is not among these modules, since it has unsafe code, which `tests/hostile` forbids.

#![allow(dead_code, unused_imports, unused_macros, reason = "each binary uses some of them")]

pub(crate) mod axes;
pub(crate) mod json;
pub(crate) mod naive;
pub(crate) mod numbers;
pub(crate) mod relaid;
pub(crate) mod ways;

#[cfg(feature = "std")]
pub(crate) mod corpus;
#[cfg(feature = "std")]
pub(crate) mod panics;
#[cfg(feature = "ndarray")]
pub(crate) mod small;
#[cfg(feature = "ndarray")]
pub(crate) mod strides;
