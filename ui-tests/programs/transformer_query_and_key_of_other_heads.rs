//@ says: cannot broadcast `BatchOf<(Dyn<Batch>, Size<8>, Dyn<Time>, Size<64>)>` with
//@ says: `Size<8>` and `Size<4>` differ
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/model.rs"]
mod model;
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/numbers.rs"]
mod numbers;

use conformable::Size;
use model::OfHeads;

fn scores(query: &OfHeads<Size<8>, Size<64>>, key: &OfHeads<Size<8>, Size<64>>, of_4_heads: &OfHeads<Size<4>, Size<64>>) {
    let _ = query.matmul(&key.t());
    let _ = query.matmul(&of_4_heads.t());
}

fn main() {}
