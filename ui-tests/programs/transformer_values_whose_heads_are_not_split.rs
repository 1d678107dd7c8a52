//@ says: cannot broadcast `BatchOf<(Dyn<Batch>, Size<8>, Dyn<Time>, Dyn<Time>)>` with `BatchOf<(Dyn<Batch>, Dyn<Time>, Size<512>)>`
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/model.rs"]
mod model;
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/numbers.rs"]
mod numbers;

use conformable::Size;
use model::{OfHeads, Tokens, Weights};

fn attended(weights: &Weights<Size<8>>, value: &OfHeads<Size<8>, Size<64>>, not_split: &Tokens<Size<512>>) {
    let _ = weights.matmul(value);
    let _ = weights.matmul(not_split);
}

fn main() {}
