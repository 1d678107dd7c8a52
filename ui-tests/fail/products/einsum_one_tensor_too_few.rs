use conformable::{Tensor, einsum};

fn main() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    einsum!(i j, j k -> i k; x, x);
    einsum!(i j, j k -> i k; x);
}
