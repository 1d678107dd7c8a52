//! Batches as tensors and back, beside loops on the arrays of Arrow: ratios of interleaved rounds.

use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{ArrayRef, Float64Array, RecordBatch};
use conformable::{Shape, Tensor, shape};
use conformable_arrow::{columns_into_batch, from_batch};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

const ROWS: usize = 1 << 20;
const ROUNDS: usize = 21;

/// The median of the ratios of both, and the time of the first in milliseconds.
fn compare(name: &str, mut ours: impl FnMut(), mut theirs: impl FnMut()) {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    };
    let mut rounds: Vec<_> =
        (0..ROUNDS).map(|_| (time(&mut ours), time(&mut theirs))).map(|(o, t)| (o / t, o)).collect();
    rounds.sort_by(|l, r| l.0.total_cmp(&r.0));
    let (ratio, seconds) = rounds[ROUNDS / 2];
    println!("| {name} | {:.2} ms | {ratio:.2} |", seconds * 1e3);
}

fn main() {
    println!("| 8 columns of {ROWS} `f64` | time | ratio |\n|---|--:|--:|");
    let columns = (0..8).map(|j| {
        let column = (0..ROWS).map(|i| f64::from(u32::try_from(i + j).expect("small")));
        (j.to_string(), Arc::new(Float64Array::from_iter_values(column)) as ArrayRef)
    });
    let batch = RecordBatch::try_from_iter(columns).expect("columns of one length");
    compare(
        "`from_batch`, and a loop over rows by hand",
        || drop(black_box(from_batch::<f64, Shape![_, 8]>(&batch).expect("no nulls"))),
        || {
            let columns: Vec<_> =
                batch.columns().iter().map(|column| column.as_primitive::<Float64Type>().values()).collect();
            let rows = (0..ROWS).flat_map(|i| columns.iter().map(move |column| column[i]));
            let mut elements = Vec::with_capacity(8 * ROWS);
            elements.extend(rows);
            drop(black_box(elements));
        },
    );
    compare(
        "`columns_into_batch`, and an array of each row",
        || {
            let x = Tensor::<f64, Shape![8, _]>::full(shape![8, (ROWS)], 1.0);
            drop(black_box(columns_into_batch(x, ["0", "1", "2", "3", "4", "5", "6", "7"]).expect("eight names")));
        },
        || {
            let column = |j: usize| (j.to_string(), Arc::new(Float64Array::from(vec![1.0; ROWS])) as ArrayRef);
            drop(black_box(RecordBatch::try_from_iter((0..8).map(column)).expect("columns of one length")));
        },
    );
}
