//@ says: this method takes 0 arguments but 1 argument was supplied
//@ rustc: counts arguments in its own words; a target by value is `try_broadcast_to(&shape)`

use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::from([1.0, 2.0, 3.0]);
    let y = x.broadcast_to(shape![2, 3]);
}
