use conformable::{Shape, Tensor};

fn main() {
    let row = Tensor::from([[1, 2, 3]]);
    let _ = row.broadcast_to::<Shape![4, 3]>();
    let _ = row.broadcast_to::<Shape![4, 2]>();
}
