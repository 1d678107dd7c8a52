use conformable::{Axis, Dim, Size, Tensor};

fn accepted(x: &Tensor<f32, (Size<2>, Size<3>)>) -> f32 {
    x.diagonal(Axis::<0>, Axis::<1>).sum_all()
}

fn refused<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>) -> f32 {
    x.diagonal(Axis::<0>, Axis::<1>).sum_all()
}

fn main() {
    accepted(&Tensor::from([[1.0; 3]; 2]));
    refused(&Tensor::from([[1.0; 3]; 2]));
}
