//@ says: cannot broadcast `(Dyn<Batch>, Dyn<Time>, Size<16>)` with `(Dyn<Batch>, Dyn<Time>, Size<64>)`
//@ says: `Size<16>` and `Size<64>` differ
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/model.rs"]
mod model;
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/numbers.rs"]
mod numbers;

use conformable::Size;
use model::{Linear, Tokens};

fn block(widen: &Linear<Size<16>, Size<64>>, narrow: &Linear<Size<64>, Size<16>>, x: &Tokens<Size<16>>) {
    let _ = x + narrow.forward(&widen.forward(x).gelu());
    let _ = x + widen.forward(x).gelu();
}

fn main() {}
