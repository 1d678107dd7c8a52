//@ says: is not a tuple of 0 to 16 elements
//@ says: (&x, &y)
//@ errors: 2
//@ rustc: that of the tuple, and that there are two arguments

use conformable::{Tensor, zip};

fn main() {
    let (x, y) = (Tensor::from([1.0, 2.0]), Tensor::from([3.0, 4.0]));
    let z = zip(&x, &y).map(|(x, y)| x + y);
}
