use conformable::{Shape, Tensor};

struct Batch;
struct Words;

fn add(mut x: Tensor<f32, Shape![Batch = 1..=128, 3]>, y: &Tensor<f32, Shape![Words = 1..=128, 3]>) {
    x += &x.clone();
    x += y;
}

fn main() {}
