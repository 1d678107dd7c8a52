//@ says: `&str` is not a scalar
//@ says: from_vec

use conformable::Tensor;

fn main() {
    let x = Tensor::from(["a", "b"]);
}
