use conformable::{Shape, Tensor, shape};

struct Heads;
struct Rows;

fn attend(_: &Tensor<f32, Shape![Heads = 8, 64]>) {}

fn main() {
    attend(&Tensor::full(shape![Heads = 8, 64], 1.0));

    attend(&Tensor::full(shape![Rows = 8, 64], 1.0));
}
