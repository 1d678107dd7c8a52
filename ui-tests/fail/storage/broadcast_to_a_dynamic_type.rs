use conformable::{Shape, Tensor, shape};

fn main() {
    let (n, row) = (4, Tensor::from([[1, 2, 3]]));
    let _ = row.try_broadcast_to(&shape![n, 3]);
    let _ = row.broadcast_to::<Shape![_, 3]>();
}
