//! Convolutions and pools.

pub(crate) mod conv;
pub(crate) mod pool;
