use conformable::{Explicit, NoneBroadcast, Shape, Tensor};

fn add<A: Shape + NoneBroadcast<B>, B: Shape>(x: &Tensor<f32, A>, y: &Tensor<f32, B>) {
    let _ = x.under(Explicit).try_add(y);
}

fn add_any<A: Shape, B: Shape>(x: &Tensor<f32, A>, y: &Tensor<f32, B>) {
    let _ = x.under(Explicit).try_add(y);
}

fn main() {}
