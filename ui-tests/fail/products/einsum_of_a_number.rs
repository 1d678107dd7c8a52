use conformable::{Tensor, einsum};

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    einsum!(i, -> i; x, Tensor::scalar(2.0));
    einsum!(i, -> i; x, 2.0);
}
