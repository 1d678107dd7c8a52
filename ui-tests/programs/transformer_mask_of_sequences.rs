//@ says: cannot broadcast `(Dyn<Batch>, Dyn<Batch>)` with `(Dyn<Batch>, Size<8>, Dyn<Time>, Dyn<Time>)`
//@ says: `Dyn<Batch>` and `Dyn<Time>` differ
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/model.rs"]
mod model;
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/numbers.rs"]
mod numbers;

use conformable::{Dyn, Size, Tensor};
use model::{Batch, Mask, Weights};

fn masked(mask: &Mask, sequences: &Tensor<bool, (Dyn<Batch>, Dyn<Batch>)>, scores: &Weights<Size<8>>) {
    let _ = mask.where_cond(scores, f32::NEG_INFINITY);
    let _ = sequences.where_cond(scores, f32::NEG_INFINITY);
}

fn main() {}
