use conformable::{Axis, Keep, Tensor, shape};

struct Heads;

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros(shape![Heads = 8, 64]);
    let _ = &x / x.sum(Keep(Axis::<1>));

    let _ = &x / x.sum(Axis::<1>);
}
