use conformable::{Tensor, einsum};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    einsum!(i j -> i; x);
    einsum!(i j k -> i; x);
}
