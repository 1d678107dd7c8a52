//@ says: `Vec<{float}>` is not a scalar
//@ says: from_vec

use conformable::Tensor;

fn main() {
    let x = Tensor::from(vec![vec![1.0, 2.0], vec![3.0, 4.0]]);
}
