//! Regions of an array in memory, beside the same calls of `zarrs`.
//!
//!     cargo bench --manifest-path crates/conformable-zarr/Cargo.toml --bench rates [-- [--quick] [WORD..]]

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "statistics, and small numbers")]

#[path = "../../../benches/harness/mod.rs"]
mod harness;
#[path = "../../../benches/harness/pairs.rs"]
mod pairs;

use conformable::{Shape, Tensor, shape};
use conformable_zarr::Zarr;
use harness::run;
use pairs::Pairs;
use std::sync::Arc;
use zarrs::array::{Array, ArrayBuilder, DataType, FillValue};
use zarrs::array_subset::ArraySubset;
use zarrs::storage::store::MemoryStore;

type Rows = Zarr<f32, Shape![_, 64], MemoryStore>;

const CHUNK: usize = 4096;

/// Elements whose bytes a codec cannot leave out.
fn rows(count: usize) -> Tensor<f32, Shape![_, 64]> {
    Tensor::from_fn(shape![count, 64], |[i, j]| ((i * 64 + j) as f32).sqrt())
}

fn subset(rows: usize) -> ArraySubset {
    ArraySubset::new_with_ranges(&[0..rows as u64, 0..64])
}

/// The rows of both: on chunks with a codec and a checksum, or on raw ones.
fn compare(pairs: &mut Pairs, codec: &str, ours: &Rows, theirs: &Array<MemoryStore>) {
    for (what, count) in [("a row", 1), ("a chunk", CHUNK), ("16 chunks", 16 * CHUNK)] {
        let x = &rows(count);
        pairs.row(
            &format!("write {what}, {codec}"),
            [
                run!(ours.write(&[0, 0], x).expect("a region")),
                run!(theirs.store_array_subset_elements(&subset(count), x.as_slice()).expect("a region")),
            ],
        );
        pairs.row(
            &format!("read {what}, {codec}"),
            [
                run!(ours.read::<Shape![_, 64]>(&[0, 0], &[count, 64]).expect("a region")),
                run!(theirs.retrieve_array_subset_elements::<f32>(&subset(count)).expect("a region")),
            ],
        );
    }
}

fn main() {
    let mut pairs = Pairs::new();
    let shape = shape![(16 * CHUNK), 64];
    let store = || Arc::new(MemoryStore::new());
    let ours = Rows::create_in(store(), "/rows", shape, &[CHUNK, 64]).expect("an array");
    compare(&mut pairs, "Zstandard", &ours, ours.array());

    let raw = ArrayBuilder::new(
        vec![16 * CHUNK as u64, 64],
        vec![CHUNK as u64, 64],
        DataType::Float32,
        FillValue::from(0.0_f32),
    )
    .build(store(), "/rows")
    .expect("an array");
    raw.store_metadata().expect("memory");
    let ours = Rows::open_in(raw.storage(), "/rows").expect("the array");
    compare(&mut pairs, "raw", &ours, &raw);
    pairs.finish();
}
