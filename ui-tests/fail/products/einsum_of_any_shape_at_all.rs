use conformable::{Dim, Shape, Tensor, einsum};

fn accepted<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>) -> Tensor<f32, (C, N)> {
    einsum!(i j -> j i; x)
}

fn refused<S: Shape>(x: &Tensor<f32, S>) {
    einsum!(i j -> j i; x);
}

fn main() {}
