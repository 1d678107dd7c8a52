//! Matrix products, products along named axes, and `einsum`.

pub(crate) mod contract;
pub(crate) mod gemm;
pub(crate) mod lettered;
pub(crate) mod loops;
pub(crate) mod matmul;
pub(crate) mod matrix;
#[cfg(feature = "alloc")]
pub(crate) mod order;
pub(crate) mod panels;
pub(crate) mod term;
