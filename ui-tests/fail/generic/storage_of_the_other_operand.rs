use conformable::{Computed, Shape, Storage, Tensor};

fn accepted<S: Shape, D: Storage, E: Storage>(
    x: &Tensor<f32, S, D>,
    y: &Tensor<f32, S, E>,
) -> Computed<f32, S, D, E> {
    (x + y) * x
}

fn refused<S: Shape, D: Storage, E: Storage>(x: &Tensor<f32, S, D>, y: &Tensor<f32, S, E>) -> Computed<f32, S, D> {
    (x + y) * x
}

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    accepted(&x, &x.view());
    refused(&x, &x.view());
}
