//! Reductions, softmax and running sums.

pub(crate) mod reduce;
pub(crate) mod reducers;
pub(crate) mod scan;
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) mod softmax;
pub(crate) mod sum_to;
