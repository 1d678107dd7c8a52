use conformable::{Tensor, shape};

struct Rows;

fn main() {
    let x = Tensor::full(shape![4, Rows = 5, 6], 1.0);
    let _ = x.clone().reshape(shape![2, 2, Rows = 5, 3, 2]);

    let _ = x.reshape(shape![2, Rows = 5, 12]);
}
