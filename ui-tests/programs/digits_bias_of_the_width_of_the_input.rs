//@ says: expected `10`, found `128`
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/digits/model.rs"]
mod model;

use conformable::{Size, Tensor, shape};
use model::Linear;

fn main() {
    let weight = Tensor::zeros(shape![128, 10]);
    let _: Linear<Size<128>, Size<10>> = Linear { weight: weight.clone(), bias: Tensor::zeros(shape![10]) };
    let _ = Linear { weight, bias: Tensor::zeros(shape![128]) };
}
