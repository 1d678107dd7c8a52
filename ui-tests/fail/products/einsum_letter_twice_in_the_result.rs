use conformable::{Tensor, einsum};

fn main() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    einsum!(i i -> i; x);
    einsum!(i j -> i i; x);
}
