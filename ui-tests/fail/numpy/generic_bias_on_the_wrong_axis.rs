use conformable::{Dim, Tensor};

fn add_bias<N: Dim, C: Dim>(x: Tensor<f32, (N, C)>, bias: Tensor<f32, (C,)>) -> Tensor<f32, (N, C)> {
    x + bias
}

fn add_bias_of_rows<N: Dim, C: Dim>(x: Tensor<f32, (N, C)>, bias: Tensor<f32, (N,)>) -> Tensor<f32, (N, C)> {
    x + bias
}

fn main() {

}
