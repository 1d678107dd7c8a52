use conformable::{Shape, Tensor};

fn accepted<S: Shape>(x: &Tensor<f32, S>, y: &Tensor<f32, S>) -> Tensor<f32, S> {
    (x - y) * x / y + x
}

fn refused<S: Shape, R: Shape>(x: &Tensor<f32, S>, y: &Tensor<f32, R>) -> Tensor<f32, S> {
    x * x - y
}

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    accepted(&x, &x);
    refused(&x, &x);
}
