use conformable::{Axis, Tensor, shape};

struct Heads;

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros(shape![Heads = 8, 64]);
    let _ = x.sum(Axis::<0>);

    let _ = x.sum(Heads);
}
