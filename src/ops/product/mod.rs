//! Products of matrices, along given axes and by letters; linear algebra.

pub(crate) mod contract;
pub(crate) mod einsum;
#[cfg(feature = "faer")]
pub(crate) mod linalg;
pub(crate) mod matmul;
