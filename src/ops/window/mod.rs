//! Convolutions and pools.

pub(crate) mod convolve;
pub(crate) mod pool;
