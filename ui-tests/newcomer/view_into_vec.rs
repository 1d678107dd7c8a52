//@ says: a `View<'_>` tensor does not own a `Vec`
//@ says: to_vec

use conformable::Tensor;

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    let v = x.view().into_vec();
}
