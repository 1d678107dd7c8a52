use conformable::{Tensor, einsum, shape};

fn main() {
    let x = Tensor::full(shape![4, 2, 3], 1);
    let _ = einsum!(... i j -> ... j i; x);

    let _ = einsum!(i ... j -> ... i j; x);
}
