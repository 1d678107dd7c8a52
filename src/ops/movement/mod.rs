//! Operations that move elements: joins, padding, triangles, indexing by tensors and masks, and rearranged axes.

pub(crate) mod extend;
pub(crate) mod join;
pub(crate) mod mask;
pub(crate) mod one_hot;
pub(crate) mod pick;
pub(crate) mod rearrange;
pub(crate) mod top_k;
pub(crate) mod triangle;
