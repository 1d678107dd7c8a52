//! What only this crate implements: unsafe code and inference rest on it.

pub trait Sealed {}
