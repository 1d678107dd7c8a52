//@ says: `broadcast` takes 0 to 16 references to tensors
//@ says: broadcast((&x, &y))

use conformable::{Tensor, broadcast};

fn main() {
    let (x, y) = (Tensor::from([1.0, 2.0]), Tensor::from([[3.0], [4.0]]));
    let (x, y) = broadcast((x, y));
}
