//! Branchless maths of floats, which compilers vectorise in any loop.
//!
//! [`f32`](mod@f32) and [`f64`](mod@f64) have functions of one number. They use selects, without tables or calls, so a
//! loop that calls them, or a closure with them, is vectorised:
//!
//! ```
//! use conformable_maths::f32::{exp, tanh};
//!
//! let (x, mut y) = ([0.5_f32; 100], [2.0; 100]);
//! for (x, y) in x.iter().zip(&mut y) {
//!     *y *= exp(-x * x);
//! }
//! assert!((y[7] - 1.557_601_6).abs() < 1e-6);
//! assert_eq!(tanh(f32::INFINITY), 1.0);
//! ```
//!
//! - **One result everywhere.** There are neither fused multiplications and additions nor approximate instructions:
//!   each result has the same bits on every processor and in every loop.
//! - **Stated accuracy.** The error of `exp` and `ln` is at most 1 unit in the last place, of all others 2, except
//!   `gelu` of `f64`, 8. For `f32` it is measured over all numbers; the file ACCURACY.md has the results. Infinities,
//!   NaN, zeros of both signs and subnormal numbers give the results of the standard library.
//! - **Slices**: with the feature `std`, the modules `into` and `in_place` of both types use the vectors of the running
//!   processor. Your own loops use those of the build, or of a `#[target_feature]` function around them.
//! - The sine and cosine of `f32` vectorise for all numbers. For `f64` the vectorisable functions are
//!   [`near_sin`](f64::near_sin) and [`near_cos`](f64::near_cos), for angles up to 2^22 radians; slices use them where
//!   they can.

#![no_std]
#![allow(clippy::inline_always, reason = "a loop is one of vectors only where all that it does stands in it")]

#[cfg(feature = "std")]
extern crate std;

/// The examples of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod angle;
#[allow(clippy::approx_constant, reason = "the high part of a constant does not approximate it")]
#[rustfmt::skip]
mod coefficients;
mod exponential;
#[allow(unsafe_code, reason = "functions for some processors are called where the processor is one of them")]
pub mod f32;
#[allow(unsafe_code, reason = "functions for some processors are called where the processor is one of them")]
pub mod f64;
mod gauss;
mod logarithm;
mod number;
mod vectors;

#[doc(hidden)]
pub use vectors::OPTIMISED;
pub use vectors::{Vectors, vectors};
