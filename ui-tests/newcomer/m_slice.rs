//@ says: `std::ops::Range<{integer}>` is not a slice

use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let y = x.slice(0..1);
}
