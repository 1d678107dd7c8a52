//@ says: `({integer}, {integer})` is not a scalar
//@ says: from_vec

use conformable::Tensor;

fn main() {
    let x = Tensor::from([(1, 2), (3, 4)]);
}
