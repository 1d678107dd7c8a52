use conformable::{NumpyBroadcast, Shape, Tensor};

fn add<A: Shape + NumpyBroadcast<B>, B: Shape>(x: Tensor<f32, A>, y: Tensor<f32, B>) -> Tensor<f32, A::Output> {
    x + y
}

fn add_any<A: Shape, B: Shape>(x: Tensor<f32, A>, y: Tensor<f32, B>) {
    let _ = x + y;
}

fn main() {

}
