//@ says: takes 1 argument but 2 arguments were supplied
//@ errors: 2
//@ rustc counts the arguments in its own words; the second error says `(&x, &y)`

use conformable::{Tensor, zip};

fn main() {
    let (x, y) = (Tensor::from([1.0, 2.0]), Tensor::from([3.0, 4.0]));
    let z = zip(&x, &y).map(|(x, y)| x + y);
}
