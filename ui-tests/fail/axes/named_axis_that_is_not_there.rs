use conformable::{Axis, Shape, Tensor, shape};

struct Batch;

fn main() {
    let n = 2;
    let x: Tensor<f32, Shape![Batch = _, 3]> = Tensor::zeros(shape![Batch = n, 3]);
    let _ = x.sum(Axis::<0>);

    let _ = x.sum(Axis::<2>);
}
