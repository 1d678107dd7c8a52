//@ says: mismatched types
//@ rustc: an index is asked for; `slice` is the method

use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let y = x[[.., 1]];
}
