//! Operations that move elements: joins, padding, triangles, indexing, masks, sorting, rearranged axes.

mod along;
pub(crate) mod extend;
pub(crate) mod join;
pub(crate) mod mask;
pub(crate) mod meshgrid;
mod nd;
pub(crate) mod one_hot;
pub(crate) mod pad;
pub(crate) mod pick;
pub(crate) mod rearrange;
pub(crate) mod scatter;
#[cfg(feature = "alloc")]
mod sort;
pub(crate) mod top_k;
pub(crate) mod triangle;
