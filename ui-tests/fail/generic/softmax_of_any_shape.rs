use conformable::axes::WithAxis;
use conformable::{Axis, Shape, Tensor};

fn accepted<S: WithAxis<Axis<-1>>>(x: &Tensor<f32, S>) -> Tensor<f32, S> {
    x.softmax(Axis::<-1>)
}

fn refused<S: Shape>(x: &Tensor<f32, S>) -> Tensor<f32, S> {
    x.softmax(Axis::<-1>)
}

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    accepted(&x);
    refused(&x);
}
