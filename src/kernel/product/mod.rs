//! Products of matrices, along named axes, and by letters.

pub(crate) mod contract;
pub(crate) mod gemm;
pub(crate) mod matmul;
pub(crate) mod term;
