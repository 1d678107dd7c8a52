use conformable::{Tensor, einsum_into};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let (mut two, mut three) = (Tensor::from([0; 2]), Tensor::from([0; 3]));
    einsum_into!(i j -> j; x => three);
    einsum_into!(i j -> j; x => two);
}
