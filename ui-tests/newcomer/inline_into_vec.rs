//@ says: a `Inline` tensor does not own a `Vec`
//@ says: to_vec

use conformable::Tensor;

fn main() {
    let v = Tensor::inline([1.0, 2.0]).into_vec();
}
