use conformable::{Axis, AxesOf, Shape, Tensor, axes::Reduced};

fn accepted<S: Shape, X: AxesOf<S>>(x: &Tensor<f32, S>, axes: X) -> Tensor<f32, Reduced<X, S>> {
    x.sum(axes)
}

fn refused<S: Shape, X: Copy>(x: &Tensor<f32, S>, axes: X) -> f32 {
    x.sum(axes).sum_all()
}

fn main() {
    accepted(&Tensor::from([[1.0; 3]; 2]), Axis::<0>);
    refused(&Tensor::from([[1.0; 3]; 2]), Axis::<0>);
}
