use conformable::{Tensor, dim};

fn accepted(_: Tensor<f32, (dim!(999_999_999),)>) {}

fn refused(_: Tensor<f32, (dim!(1_000_000_000),)>) {}

fn main() {

}
