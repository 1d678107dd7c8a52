use conformable::{Dim, Shape, Tensor};

fn accepted<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>) -> f32 {
    x.t().sum_all()
}

fn refused<S: Shape>(x: &Tensor<f32, S>) -> f32 {
    x.t().sum_all()
}

fn main() {
    accepted(&Tensor::from([[1.0; 3]; 2]));
    refused(&Tensor::from([[1.0; 3]; 2]));
}
