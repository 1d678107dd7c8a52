use conformable::{Tensor, einsum};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    einsum!(i j -> j i; x);
    einsum!(i j -> i z; x);
}
