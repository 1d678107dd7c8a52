//@ says: expected `128`, found `64`
//@ says: `&Linear<Size<64>, Size<128>>`
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/digits/model.rs"]
mod model;

use conformable::Size;
use model::Network;

fn step(network: &mut Network<Size<128>>, mut velocity: Network<Size<128>>, gradient: &Network<Size<128>>) {
    network.hidden.descend(&mut velocity.hidden, &gradient.hidden, 0.1);
    network.output.descend(&mut velocity.output, &gradient.hidden, 0.1);
}

fn main() {}
