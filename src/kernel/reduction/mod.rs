//! Reductions, cumulative sums, and indices of extreme elements.

pub(crate) mod argmax;
mod batch;
pub(crate) mod columns;
pub(crate) mod cursor;
pub(crate) mod lines;
pub(crate) mod reduce;
pub(crate) mod reducer;
pub(crate) mod scan;
pub(crate) mod small;
pub(crate) mod tensors;
