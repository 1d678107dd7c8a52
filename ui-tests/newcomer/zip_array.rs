//@ says: is not a tuple of 0 to 16 elements
//@ says: (&x, &y)

use conformable::{Tensor, zip};

fn main() {
    let (x, y) = (Tensor::from([1.0, 2.0]), Tensor::from([3.0, 4.0]));
    let z = zip([&x, &y]).map(|(x, y)| x + y);
}
