use conformable::{Tensor, einsum, shape};

fn main() {
    let (x, y) = (Tensor::full(shape![4, 2, 3], 1), Tensor::full(shape![5, 3, 2], 1));
    let _ = einsum!(... i j, j k -> ... i k; x, Tensor::full(shape![3, 2], 1));

    let _ = einsum!(... i j, ... j k -> ... i k; x, y);
}
