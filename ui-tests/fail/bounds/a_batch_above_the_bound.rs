use conformable::{Shape, Tensor};

fn add(x: &Tensor<f32, Shape![1..=128, 3]>, y: &Tensor<f32, Shape![128, 3]>, z: &Tensor<f32, Shape![256, 3]>) {
    let _ = x + y;
    let _ = x + z;
}

fn main() {}
