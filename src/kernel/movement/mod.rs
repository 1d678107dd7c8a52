//! Elements are copied from one place to another: transposed copies, joins, indexing, and the top k.

pub(crate) mod copy;
pub(crate) mod join;
pub(crate) mod pick;
pub(crate) mod top_k;
