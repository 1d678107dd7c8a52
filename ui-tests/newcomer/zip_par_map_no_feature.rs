//@ says: no method named `par_map`
//@ rustc: does not look for methods that a feature brings; README has the table of features

use conformable::{Tensor, zip};

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    let z = zip((&x,)).par_map(|(x,)| x + 1.0);
}
