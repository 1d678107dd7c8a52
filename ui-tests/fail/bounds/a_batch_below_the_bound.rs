use conformable::{Shape, Tensor};

fn add(x: &Tensor<f32, Shape![8..=128, 3]>, y: &Tensor<f32, Shape![4, 3]>) {
    let _ = Tensor::try_mul(y, x);
}

fn main() {}
