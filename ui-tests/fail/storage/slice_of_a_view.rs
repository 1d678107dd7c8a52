use conformable::{Shape, Tensor};

fn main() {
    let row = Tensor::from([1, 2]);
    let _ = row.as_slice();
    let _ = row.broadcast_to::<Shape![2, 2]>().as_slice();
}
