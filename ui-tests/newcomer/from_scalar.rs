//@ says: From<{float}>
//@ rustc: lists the impls of a trait that is not ours. With one for every scalar it would no longer say of `["a"]` that `&str` is none; `Tensor::scalar(1.0)`

use conformable::Tensor;

fn main() {
    let x = Tensor::from(1.0);
}
