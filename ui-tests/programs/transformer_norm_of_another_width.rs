//@ says: expected `64`, found `256`
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/model.rs"]
mod model;
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/numbers.rs"]
mod numbers;

use conformable::Size;
use model::{Attention, LayerNorm, Linear};

struct Block {
    norm: LayerNorm<Size<64>>,
    attention: Attention<Size<64>, Size<4>, Size<16>>,
    widen: Linear<Size<64>, Size<256>>,
}

fn blocks(block: &Block, x: &model::Tokens<Size<64>>) {
    let _ = block.norm.forward(x);
    let _ = block.norm.forward(&block.widen.forward(x));
}

fn main() {}
