//! Where the elements of a tensor are: the third parameter of [`Tensor`].
//!
//! | storage | elements | results computed from them |
//! |---|---|---|
//! | [`Heap`], the default | owned, dense, row-major | on the heap |
//! | [`Inline`] | in the tensor itself: nested arrays, `Copy`, no allocator; on the heap if a size is not static | inline |
//! | [`View`], [`ViewMut`] | borrowed, with any strides; a broadcast axis has stride 0 | as for the borrowed tensor |
//! | [`Owned`] | owned, with the axes rearranged | as for the original tensor |
//! | `Shared`, with the feature `engine` | owned by several tensors | on the heap |
//! | your own [`Storage`] | another library's tensor | its [`Owner`](Storage::Owner) |
//!
//! A result of operands in different storages is on the heap. An inline result is on the stack, however large
//! ([`Inline`]).

mod along;
mod constructors;
pub(crate) mod contract;
mod destination;
mod elements;
mod heap;
mod inline;
mod numel;
mod owned;
pub(crate) mod parts;
mod place;
mod room;
mod rows;
#[cfg(feature = "engine")]
mod shared;
mod view;

#[cfg(feature = "faer")]
pub mod faer;
#[cfg(feature = "nalgebra")]
pub mod nalgebra;
#[cfg(feature = "ndarray")]
pub mod ndarray;

pub use along::Along;
pub(crate) use contract::Tensor;
#[cfg(feature = "alloc")]
pub(crate) use contract::column_strides;
pub use contract::{
    Beside, Contiguous, Dense, Elements, ElementsMut, Layout, Owner, Placed, Retype, Storage, StorageMut, Strided,
};
pub(crate) use contract::{dense_strides, is_dense};
pub(crate) use destination::{Allocate, Destination, Target, Written};
pub use elements::{Iter, IterMut};
pub(crate) use elements::{as_mut_slice, as_slice, copy, equal, get, get_mut, slice_of_strides};
#[cfg(feature = "alloc")]
pub use heap::OwnsVec;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use heap::huge_pages;
pub(crate) use inline::into_generic;
pub use numel::{Numel, StaticNumel};
pub use owned::{Owned, OwnedData, Rearranges};
pub(crate) use parts::{Ahead, Movable};
pub use place::{Heap, Inline};
#[cfg(feature = "alloc")]
pub(crate) use room::out_of_memory;
pub(crate) use room::{Room, count};
#[cfg(feature = "engine")]
pub use shared::{Shared, SharedData};
pub use view::{View, ViewData, ViewMut, ViewMutData};
