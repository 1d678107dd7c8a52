//! Maths of floats in vectors.
#![no_std]
#[cfg(any(test, feature = "std"))]
extern crate std;

mod angle;
mod coefficients;
mod exponential;
pub mod f32;
pub mod f64;
mod gauss;
mod logarithm;
mod number;
