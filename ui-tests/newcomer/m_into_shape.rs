//@ says: no method named `into_shape`
//@ rustc: it knows no method by what it does; `reshape` is the one

use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let y = x.into_shape((3, 2));
}
