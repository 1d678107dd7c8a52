use conformable::{AxesOf, Keep, Shape, Tensor};

fn accepted<S: Shape, X: AxesOf<S>>(x: &Tensor<f32, S>, axes: X) -> Tensor<f32, S> {
    x - x.mean(Keep(axes))
}

fn refused<S: Shape, X: AxesOf<S>>(x: &Tensor<f32, S>, axes: X) -> Tensor<f32, S> {
    x - x.mean(axes)
}

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    accepted(&x, ..);
    refused(&x, ..);
}
