use conformable::{Axis, Dim, Keep, Tensor};

fn accepted<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>) -> Tensor<f32, (N, C)> {
    x - x.mean(Keep(Axis::<1>))
}

fn refused<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>) -> Tensor<f32, (N, C)> {
    x - x.mean(Axis::<1>)
}

fn main() {
    accepted(&Tensor::from([[1.0; 3]; 2]));
    refused(&Tensor::from([[1.0; 3]; 2]));
}
