//! Matrix products, products along named axes, and `einsum`.

pub(crate) mod contract;
pub(crate) mod gemm;
pub(crate) mod loops;
pub(crate) mod matmul;
pub(crate) mod matrix;
pub(crate) mod panels;
pub(crate) mod term;
