//@ says: cannot broadcast `(N,)` with `(M,)`
//@ says: `N` and `M` differ, and neither is 1
//@ rustc: offers the bound that failed wherever a type parameter is in it, hidden or not; as `Self` or elsewhere

use conformable::{Dim, Tensor};

fn add<N: Dim, M: Dim>(x: Tensor<f32, (N,)>, y: Tensor<f32, (M,)>) -> Tensor<f32, (N,)> {
    x + y
}
fn main() {}
