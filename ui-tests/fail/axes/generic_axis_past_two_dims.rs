use conformable::{Axis, Dim, Tensor};

fn accepted<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>) -> Tensor<f32, (N,)> {
    x.sum(Axis::<1>)
}

fn refused<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>) -> Tensor<f32, (N,)> {
    x.sum(Axis::<2>)
}

fn main() {
    accepted(&Tensor::from([[1.0; 3]; 2]));
    refused(&Tensor::from([[1.0; 3]; 2]));
}
