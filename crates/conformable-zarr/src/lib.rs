//! Zarr arrays with a typed shape: data larger than memory, read and written by regions.
//!
//! ```
//! use conformable::{Shape, Tensor, shape};
//! use conformable_zarr::Zarr;
//! use std::sync::Arc;
//! use zarrs::storage::store::MemoryStore;
//!
//! let store = Arc::new(MemoryStore::new());
//! let rows: Zarr<f32, Shape![_, 3], _> =
//!     Zarr::create_in(store.clone(), "/rows", shape![(1000), 3], &[100, 3])?;
//! rows.for_each_chunk(2, |region| {
//!     let sizes = shape![(region.sizes()[0]), 3];
//!     rows.write(region.start(), &Tensor::from_fn(sizes, |[i, _]| (region.start()[0] + i) as f32))
//! })?;
//!
//! let rows: Zarr<f32, Shape![_, 3], _> = Zarr::open_in(store.clone(), "/rows")?;
//! let part: Tensor<f32, Shape![_, _]> = rows.read(&[250, 0], &[10, 3])?;
//! assert_eq!(part[[9, 2]], 259.0);
//!
//! let refused = Zarr::<f32, Shape![_, 4], _>::open_in(store, "/rows").unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "/rows: (1000, 3) is not a (_, 4)
//!   array  1000  3
//!   type      _  4
//!                ^ axis 1 is 3, not 4"
//! );
//! # Ok::<(), conformable_zarr::ZarrError>(())
//! ```
//!
//! [`Zarr::open`] and [`Zarr::create`] take a folder, and [`Zarr::open_in`] any store of the crate `zarrs`. Object
//! stores, such as S3, need `zarrs_object_store` and the adapter `AsyncToSyncStorageAdapter`. The repository has a
//! program in `tests/object_store.rs`. Both versions of the format are read.
//!
//! Sizes, types of elements and codecs are checked when an array is opened. A damaged chunk is an error when it is
//! read, if its codec has a checksum. Memory for a region is requested before it is read, so that a size from a
//! stranger's file is an error. The codec of a chunk may still need as much memory as the chunk: for arrays from
//! strangers, compare [`Zarr::chunk`] with what you can spend.

mod error;
mod shape;
mod zarr;

pub use error::ZarrError;
pub use shape::Ranked;
pub use zarr::{Element, Region, Zarr};
