//! Batches as tensors and back, beside loops on the arrays of Arrow.
//!
//!     cargo bench --manifest-path crates/conformable-arrow/Cargo.toml --bench rates [-- [--quick] [WORD..]]

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "statistics, and small numbers")]

#[path = "../../../benches/harness/mod.rs"]
mod harness;
#[path = "../../../benches/harness/pairs.rs"]
mod pairs;

use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{ArrayRef, Float64Array, RecordBatch};
use conformable::{Shape, Tensor, shape};
use conformable_arrow::{columns_into_batch, from_batch};
use harness::run;
use pairs::Pairs;
use std::sync::Arc;

const NAMES: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];

fn main() {
    let mut pairs = Pairs::new();
    for count in [1 << 4, 1 << 10, 1 << 20] {
        let column =
            |j: usize| Arc::new(Float64Array::from_iter_values((0..count).map(|i| (i + j) as f64))) as ArrayRef;
        let batch = RecordBatch::try_from_iter((0..8).map(|j| (NAMES[j], column(j)))).expect("columns of one length");
        let batch = &batch;
        pairs.row(
            &format!("8 columns of {count}: `from_batch`, and a loop over rows"),
            [
                run!(from_batch::<f64, Shape![_, 8]>(batch).expect("no nulls")),
                run!({
                    let columns = batch.columns().iter().map(|column| column.as_primitive::<Float64Type>().values());
                    let columns: Vec<_> = columns.collect();
                    let mut elements = Vec::with_capacity(8 * count);
                    elements.extend((0..count).flat_map(|i| columns.iter().map(move |column| column[i])));
                    elements
                }),
            ],
        );
        pairs.row(
            &format!("8 columns of {count}: `columns_into_batch`, and an array of each row"),
            [
                run!(
                    columns_into_batch(Tensor::<f64, Shape![8, _]>::full(shape![8, count], 1.0), NAMES)
                        .expect("eight names")
                ),
                run!({
                    let column = |j: usize| (NAMES[j], Arc::new(Float64Array::from(vec![1.0; count])) as ArrayRef);
                    RecordBatch::try_from_iter((0..8).map(column)).expect("columns of one length")
                }),
            ],
        );
    }
    pairs.finish();
}
