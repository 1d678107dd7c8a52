//@ says: is not a tuple of 0 to 16 references to tensors
//@ says: broadcast((&x, &y))

use conformable::{Tensor, broadcast};

fn main() {
    let x = Tensor::from([1, 2]);
    broadcast([&x, &x]);
}
