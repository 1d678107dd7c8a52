//! Arrays in stores of the crate `object_store`, by the adapter of `zarrs` for synchronous code.

#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]

use conformable::{Shape, Tensor, shape};
use conformable_zarr::Zarr;
use std::sync::Arc;
use std::{env, fs, process};
use tokio::runtime::{Handle, Runtime};
use zarrs::storage::storage_adapter::async_to_sync::{AsyncToSyncBlockOn, AsyncToSyncStorageAdapter};
use zarrs_object_store::AsyncObjectStore;
use zarrs_object_store::object_store::local::LocalFileSystem;
use zarrs_object_store::object_store::memory::InMemory;
use zarrs_object_store::object_store::path::Path;
use zarrs_object_store::object_store::{ObjectStore, PutPayload};

/// Waits on the runtime of tokio, from threads that are not its own.
pub(crate) struct Wait(Handle);

impl AsyncToSyncBlockOn for Wait {
    fn block_on<F: Future>(&self, future: F) -> F::Output {
        self.0.block_on(future)
    }
}

pub(crate) type Objects = Arc<dyn ObjectStore>;
pub(crate) type Store = AsyncToSyncStorageAdapter<AsyncObjectStore<Objects>, Wait>;
type Rows = Zarr<f32, Shape![_, 3], Store>;

/// The objects as a store for synchronous code, whose calls wait on the runtime.
pub(crate) fn store_of(objects: &Objects, runtime: &Runtime) -> Arc<Store> {
    Arc::new(Store::new(Arc::new(AsyncObjectStore::new(objects.clone())), Wait(runtime.handle().clone())))
}

/// Writes an array by chunks on two threads, reads a region of several, and damages a chunk.
pub(crate) fn written_read_and_damaged(objects: &Objects) {
    let runtime = Runtime::new().unwrap();
    let store = store_of(objects, &runtime);

    let rows = Rows::create_in(store.clone(), "/data/rows", shape![(95), 3], &[10, 3]).unwrap();
    rows.for_each_chunk(2, |region| {
        let from = region.start()[0];
        rows.write(
            region.start(),
            &Tensor::from_fn(shape![(region.sizes()[0]), 3], |[i, j]| ((from + i) * 3 + j) as f32),
        )
    })
    .unwrap();

    let rows = Rows::open_in(store.clone(), "/data/rows").unwrap();
    let expected: Tensor<f32, Shape![95, 3]> = Tensor::from_fn(shape![95, 3], |[i, j]| (i * 3 + j) as f32);
    assert_eq!(rows.read_all().unwrap().try_as_slice().unwrap(), expected.as_slice());
    let region: Tensor<f32, Shape![_, _]> = rows.read(&[8, 1], &[25, 2]).unwrap();
    assert_eq!(region, expected.slice((8..33, 1..3)));

    let refused = Zarr::<f32, Shape![_, 4], _>::open_in(store.clone(), "/data/rows").unwrap_err().to_string();
    assert!(refused.starts_with("/data/rows: (95, 3) is not a (_, 4)"), "{refused}");
    let missing = Rows::open_in(store, "/data/none").unwrap_err().to_string();
    assert!(missing.starts_with("/data/none: "), "{missing}");

    let chunk = Path::from("data/rows/c/2/0");
    runtime.block_on(objects.put(&chunk, PutPayload::from_static(b"not a frame of Zstandard"))).unwrap();
    let damaged = rows.read_all().unwrap_err().to_string();
    assert!(damaged.starts_with("/data/rows: "), "{damaged}");
    // the other chunks are still read
    assert!(rows.read::<Shape![20, 3]>(&[0, 0], &[20, 3]).is_ok());
}

#[test]
fn objects_in_memory() {
    written_read_and_damaged(&(Arc::new(InMemory::new()) as Objects));
}

#[test]
fn objects_in_files() {
    let folder = env::temp_dir().join(format!("conformable-zarr-objects-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    written_read_and_damaged(&(Arc::new(LocalFileSystem::new_with_prefix(&folder).unwrap()) as Objects));
    fs::remove_dir_all(&folder).unwrap();
}
