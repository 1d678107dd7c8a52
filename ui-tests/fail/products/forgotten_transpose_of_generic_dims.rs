use conformable::{Dim, Tensor};

fn transposed<N: Dim, I: Dim, O: Dim>(x: &Tensor<f32, (N, I)>, w: &Tensor<f32, (O, I)>) -> Tensor<f32, (N, O)> {
    x.matmul(&w.t())
}

fn linear<N: Dim, I: Dim, O: Dim>(x: &Tensor<f32, (N, I)>, w: &Tensor<f32, (O, I)>) -> Tensor<f32, (N, O)> {
    x.matmul(w)
}

fn main() {}
