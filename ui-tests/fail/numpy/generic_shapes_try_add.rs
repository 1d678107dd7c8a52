use conformable::{Shape, Tensor};

fn add_any<A: Shape, B: Shape>(x: Tensor<f32, A>, y: Tensor<f32, B>) {
    let _ = x.try_add(&Tensor::scalar(1.0));
    let _ = x.try_add(&y);
}

fn main() {

}
