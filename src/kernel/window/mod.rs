//! Convolutions, pooling and interpolation.

pub(crate) mod conv;
pub(crate) mod direct;
pub(crate) mod im2col;
pub(super) mod interpolate;
pub(crate) mod pool;
mod pooling;
pub(crate) mod taps;
