//! What only this crate implements: unsafe code and inference rest on it.

pub trait Sealed {}

/// An argument of methods that other crates can neither call nor override, because they cannot name this type.
#[derive(Clone, Copy, Debug)]
pub struct Token;
