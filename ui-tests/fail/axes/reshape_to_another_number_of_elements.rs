use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.clone().reshape(shape![3, 2]);
    let _ = x.reshape(shape![4, 2]);
}
