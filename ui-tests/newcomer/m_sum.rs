//@ says: argument #1 is missing
//@ rustc: says of an argument that is missing only that it is

use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let y = x.sum();
}
