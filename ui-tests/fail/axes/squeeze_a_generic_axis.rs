use conformable::{Axis, Dim, Size, Tensor};

fn accepted<N: Dim>(x: &Tensor<f32, (N, Size<1>)>) -> f32 {
    x.squeeze(Axis::<1>).sum_all()
}

fn refused<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>) -> f32 {
    x.squeeze(Axis::<1>).sum_all()
}

fn main() {
    accepted(&Tensor::from([[1.0; 1]; 2]));
    refused(&Tensor::from([[1.0; 1]; 2]));
}
