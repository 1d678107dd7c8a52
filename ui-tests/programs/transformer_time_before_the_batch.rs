//@ says: expected `&Tensor<f32, (Dyn<Batch>, ..., ...)>`
//@ says: found reference `&Tensor<f32, (Dyn<Time>, Dyn<Batch>, Size<512>)>`
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/model.rs"]
mod model;
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/numbers.rs"]
mod numbers;

use conformable::{Axis, Size};
use model::{Linear, Tokens};

fn layer(linear: &Linear<Size<512>, Size<64>>, x: &Tokens<Size<512>>) {
    let _ = linear.forward(x);
    let _ = linear.forward(&x.swap_axes(Axis::<0>, Axis::<1>).to_owned());
}

fn main() {}
