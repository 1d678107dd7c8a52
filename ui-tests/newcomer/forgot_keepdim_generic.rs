//@ says: cannot broadcast `(N, C)` with `(N,)`
//@ says: `C` and `N` differ, and neither is 1
//@ rustc: offers the bound that failed wherever a type parameter is in it, hidden or not; as `Self` or elsewhere

use conformable::{Dim, Tensor};

fn softmax<N: Dim, C: Dim>(e: Tensor<f32, (N, C)>, sum: &Tensor<f32, (N,)>) -> Tensor<f32, (N, C)> {
    e / sum
}
fn main() {}
