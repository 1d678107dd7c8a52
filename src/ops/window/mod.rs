//! Convolutions, pools and other operations on images.

pub(crate) mod conv;
pub(crate) mod interpolate;
pub(crate) mod pool;
pub(crate) mod shuffle;
