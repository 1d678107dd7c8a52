use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.t().reshape(shape![6]);
}
