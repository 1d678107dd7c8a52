//! Operators, comparisons, elementwise functions and [`zip`](zip()).

pub(crate) mod binary;
pub(crate) mod broadcast;
pub(crate) mod compare;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod maths;
pub(crate) mod operator;
pub(crate) mod reuse;
pub(crate) mod tensor_like;
pub(crate) mod where_cond;
pub(crate) mod zip;
