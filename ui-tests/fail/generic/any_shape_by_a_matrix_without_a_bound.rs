// the bound says what the shape ends in
use conformable::{Dim, EndsIn, Shape, Tensor};

fn good<S: EndsIn<D>, D: Dim, O: Dim>(x: &Tensor<f32, S>, w: &Tensor<f32, (D, O)>) {
    x.matmul(w);
}

fn bad<S: Shape, D: Dim, O: Dim>(x: &Tensor<f32, S>, w: &Tensor<f32, (D, O)>) {
    x.matmul(w);
}

fn main() {}
