use conformable::{Dim, Tensor, einsum};

fn accepted<N: Dim, I: Dim, O: Dim>(x: &Tensor<f32, (N, I)>, w: &Tensor<f32, (O, I)>) -> Tensor<f32, (N, O)> {
    einsum!(n i, o i -> n o; x, w)
}

fn refused<N: Dim, I: Dim, O: Dim>(x: &Tensor<f32, (N, I)>, w: &Tensor<f32, (O, I)>) -> Tensor<f32, (N, I)> {
    einsum!(n i, i o -> n o; x, w)
}

fn main() {}
