//@ says: Clone
//@ errors: 2
//@ rustc: a derive asks for `D: Clone`, and not for what `D` stores; `Storage` documents the impl by hand

use conformable::{Shape, Storage, Tensor};

#[derive(Clone, Debug)]
struct Layer<S: Shape, D: Storage> {
    weight: Tensor<f32, S, D>,
}
fn f<S: Shape, D: Storage>(l: &Layer<S, D>) -> Layer<S, D> {
    l.clone()
}
fn main() {}
