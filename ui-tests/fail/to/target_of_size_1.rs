use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0]]);
    let _ = x.broadcast_to(&shape![2, 3]);
    let _ = x.broadcast_to(&shape![2, 1]);
}
