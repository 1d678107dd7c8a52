//@ says: expected `Tensor<f32, (N,), D>`
//@ rustc: mismatched types have no text of ours; `Computed` documents what to return

use conformable::{Dim, Storage, Tensor};

fn double<N: Dim, D: Storage>(x: &Tensor<f32, (N,), D>) -> Tensor<f32, (N,), D> {
    x + x
}
fn main() {}
