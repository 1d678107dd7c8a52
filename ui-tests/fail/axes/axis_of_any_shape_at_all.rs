use conformable::{Axis, AxesOf, Shape, Tensor};

fn accepted<S: Shape>(x: &Tensor<f32, S>) -> f32
where
    Axis<1>: AxesOf<S>,
{
    x.sum(Axis::<1>).sum_all()
}

fn refused<S: Shape>(x: &Tensor<f32, S>) -> f32 {
    x.sum(Axis::<1>).sum_all()
}

fn main() {
    accepted(&Tensor::from([[1.0; 3]; 2]));
    refused(&Tensor::from([[1.0; 3]; 2]));
}
