//! Elements are copied from one place to another: transposed copies, joins, indexing, the top k, and sorting.

pub(crate) mod copy;
pub(crate) mod join;
pub(crate) mod nd;
pub(crate) mod pad;
pub(crate) mod pick;
#[cfg(feature = "alloc")]
pub(crate) mod sort;
pub(crate) mod top_k;
