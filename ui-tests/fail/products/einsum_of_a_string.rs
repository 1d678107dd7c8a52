use conformable::{Tensor, einsum};

fn main() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    einsum!(i j, j k -> i k; x, x);
    einsum!("ij,jk->ik"; x, x);
}
