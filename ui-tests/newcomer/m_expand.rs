//@ says: no method named `expand`
//@ rustc: it knows no method by what it does; `broadcast_to` is the one

use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let y = x.expand(shape![1, 2, 3]);
}
