//! Arrays on a server of S3, which `network/test` starts.

#[path = "../../tests/object_store.rs"]
mod object_store;

use conformable::{Shape, Tensor};
use conformable_zarr::Zarr;
use object_store::{Objects, store_of, written_read_and_damaged};
use std::sync::Arc;
use tokio::runtime::Runtime;
use zarrs_object_store::object_store::RetryConfig;
use zarrs_object_store::object_store::aws::AmazonS3Builder;

/// The server of the environment, or none at the address `endpoint`.
fn bucket(endpoint: Option<&str>) -> Objects {
    let retry = RetryConfig { max_retries: 1, ..RetryConfig::default() };
    let mut builder = AmazonS3Builder::from_env().with_bucket_name("arrays").with_retry(retry);
    if let Some(endpoint) = endpoint {
        builder = builder.with_endpoint(endpoint);
    }
    Arc::new(builder.build().unwrap())
}

#[test]
fn objects_of_a_server() {
    written_read_and_damaged(&bucket(None));
}

/// `objects.py` writes `/python/rows` before, and reads `/rust/rows` afterwards.
#[test]
fn arrays_of_zarr_in_python() {
    let runtime = Runtime::new().unwrap();
    let store = store_of(&bucket(None), &runtime);
    let rows = Zarr::<f32, Shape![_, 7], _>::open_in(store.clone(), "/python/rows").unwrap();
    let values = rows.read_all().unwrap();
    assert_eq!(values, Tensor::from_fn(*values.shape(), |[i, j]| ((i * 7 + j) % 100) as f32));

    let doubled = Zarr::<f32, Shape![_, 7], _>::create_in(store, "/rust/rows", *values.shape(), &[4, 7]).unwrap();
    doubled.write(&[0, 0], &(&values + &values)).unwrap();
}

#[test]
fn a_server_that_does_not_answer_is_an_error() {
    let runtime = Runtime::new().unwrap();
    // nothing listens on port 9 of this machine
    let store = store_of(&bucket(Some("http://127.0.0.1:9")), &runtime);
    let error = Zarr::<f32, Shape![_, 7], _>::open_in(store, "/python/rows").unwrap_err().to_string();
    assert!(error.starts_with("/python/rows: "), "{error}");
    assert!(error.contains("127.0.0.1:9"), "{error}");
}
