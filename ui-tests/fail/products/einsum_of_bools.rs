use conformable::{Tensor, einsum};

fn main() {
    let x = Tensor::from([true, false]);
    let counts = x.map(usize::from);
    einsum!(i, i -> ; counts, counts);
    einsum!(i, i -> ; x, x);
}
