//@ says: no method named `transpose`
//@ rustc: it knows no method by what it does; `t` is the one

use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let y = x.transpose();
}
