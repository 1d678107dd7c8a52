//! Elementwise operations: one element of the result for each position of the operands.

pub(crate) mod bits;
pub(crate) mod dynamic;
pub(crate) mod fold;
pub(crate) mod function;
pub(crate) mod lane;
pub(crate) mod operand;
pub(crate) mod run;
pub(crate) mod stretches;
pub(crate) mod tiles;
pub(crate) mod transpose;
pub(crate) mod walk;
