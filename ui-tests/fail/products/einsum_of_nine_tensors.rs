use conformable::{Tensor, einsum};

fn main() {
    let x = Tensor::from([1, 2]);
    einsum!(i, i, i, i, i, i, i, i -> ; x, x, x, x, x, x, x, x);
    einsum!(i, i, i, i, i, i, i, i, i -> ; x, x, x, x, x, x, x, x, x);
}
