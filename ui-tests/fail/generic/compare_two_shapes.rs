use conformable::{Shape, Tensor};

fn accepted<S: Shape>(x: &Tensor<f32, S>, y: &Tensor<f32, S>) -> bool {
    x == y
}

fn refused<S: Shape, R: Shape>(x: &Tensor<f32, S>, y: &Tensor<f32, R>) -> bool {
    x == y
}

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    accepted(&x, &x);
    refused(&x, &x);
}
