//! Seals traits: unsafe code and type inference rely on this crate having their only implementations.

pub trait Sealed {}

/// An argument of methods that other crates can neither call nor override, because they cannot name this type.
#[derive(Clone, Copy, Debug)]
pub struct Token;
