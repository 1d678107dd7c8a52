//! Helpers of several binaries that need `conformable`; the others are in `crates/conformable-test`. A binary in a
//! folder names this file by its path.

#![allow(dead_code, unused_imports, unused_macros, reason = "each binary uses some of them")]

pub(crate) mod axes;
pub(crate) mod naive;
pub(crate) mod numbers;
pub(crate) mod relaid;
pub(crate) mod ways;

#[cfg(feature = "ndarray")]
pub(crate) mod small;
#[cfg(feature = "ndarray")]
pub(crate) mod strides;
