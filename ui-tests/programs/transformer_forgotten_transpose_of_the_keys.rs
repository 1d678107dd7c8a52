//@ says: cannot multiply `(Dyn<Batch>, Size<8>, Dyn<Time>, Size<64>)` by
//@ says: `Size<64>`, the last axis of the left shape, and `Dyn<Time>` differ
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/model.rs"]
mod model;
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/numbers.rs"]
mod numbers;

use conformable::Size;
use model::OfHeads;

fn scores(query: &OfHeads<Size<8>, Size<64>>, key: &OfHeads<Size<8>, Size<64>>) {
    let _ = query.matmul(&key.t());
    let _ = query.matmul(key);
}

fn main() {}
