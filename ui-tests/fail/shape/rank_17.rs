use conformable::{Shape, Tensor};

fn rank_16(_: Tensor<f32, Shape![1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]>) {}

fn rank_17(_: Tensor<f32, Shape![1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]>) {}

fn main() {

}
