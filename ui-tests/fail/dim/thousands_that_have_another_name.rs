use conformable::{Tensor, Thousands};

fn accepted(_: Tensor<f32, (Thousands<1, 25>,)>) {}

fn below_1025(_: Tensor<f32, (Thousands<1, 24>,)>) {}

fn no_thousands(_: Tensor<f32, (Thousands<0, 50>,)>) {}

fn main() {

}
