use conformable::{Tensor, einsum};

fn main() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    einsum!(b t -> t; x);
    einsum!(batch t -> t; x);
}
