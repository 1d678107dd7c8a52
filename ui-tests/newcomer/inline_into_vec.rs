//@ says: the elements of a `Inline` tensor are in no `Vec` of its own
//@ says: to_vec

use conformable::Tensor;

fn main() {
    let v = Tensor::inline([1.0, 2.0]).into_vec();
}
