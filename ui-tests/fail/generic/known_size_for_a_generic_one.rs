use conformable::{Dim, Size, Tensor};

fn accepted<N: Dim>(x: &Tensor<f32, (N, Size<3>)>, row: &Tensor<f32, (Size<3>,)>) -> Tensor<f32, (N, Size<3>)> {
    x + row
}

fn refused<N: Dim>(x: &Tensor<f32, (Size<3>, N)>, row: &Tensor<f32, (Size<3>,)>) -> Tensor<f32, (Size<3>, N)> {
    x + row
}

fn main() {
    let x = Tensor::from([[1.0; 3]; 3]);
    accepted(&x, &Tensor::from([1.0; 3]));
    refused(&x, &Tensor::from([1.0; 3]));
}
