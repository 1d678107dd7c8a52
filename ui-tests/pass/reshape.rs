use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let y = x.reshape(shape![3, 2]);
}
