//! Maths of floats in code without branches, which a compiler turns into vectors in any loop.
//!
//! [`f32`](mod@f32) and [`f64`](mod@f64) hold functions of one number. They choose by selects, look nothing up, and call nothing,
//! so a loop over one of them, or a closure that some other loop calls, is a loop over vectors:
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
//! - **One result everywhere.** There is no fused multiplication and addition, and nothing is approximated by an instruction: each
//!   result has the same bits on every processor, in every loop and beside any neighbours.
//! - **Accuracy is stated**: `exp` and `ln` are at most 1 unit of the last place off, all others at most 2, but for the `gelu` of an `f64`, at most 8. For `f32` that is
//!   measured over all numbers; the file ACCURACY.md has the results. Infinities, NaN, zeros of both signs and subnormal numbers
//!   give what the standard library gives.
//! - **Slices** take the vectors of the processor that runs, with the feature `std`: the modules `into` and `in_place` of both types.
//!   A loop of one's own has those that the program is built for, or those of a function with `#[target_feature]` around it.
//! - The sine and cosine of an `f32` are right for all numbers. Those of `f64` that can be vectors are
//!   [`near_sin`](f64::near_sin) and [`near_cos`](f64::near_cos), to 2^22 radians; those of slices take them wherever they can.

#![no_std]
#![allow(clippy::inline_always, reason = "a loop is one of vectors only where all that it does stands in it")]

#[cfg(feature = "std")]
extern crate std;

/// The examples of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod angle;
#[allow(clippy::approx_constant, reason = "a part of a constant is no approximation of it")]
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

pub use vectors::{Vectors, vectors};
