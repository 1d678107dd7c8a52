//@ says: the elements of a `View<'_>` tensor are in no `Vec` of its own
//@ says: to_vec

use conformable::Tensor;

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    let v = x.view().into_vec();
}
