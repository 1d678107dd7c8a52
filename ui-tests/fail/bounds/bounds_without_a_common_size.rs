use conformable::{Shape, Tensor, zip};

fn add(x: &Tensor<f32, Shape![1..=128, 3]>, y: &Tensor<f32, Shape![64..=256, 3]>, z: &Tensor<f32, Shape![200..=50_257, 3]>) {
    let _ = zip((x, y)).map(|(x, y)| x + y);
    let _ = zip((x, z)).map(|(x, y)| x + y);
}

fn main() {}
