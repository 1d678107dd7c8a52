use conformable::{Shape, Tensor, einsum};

fn main() {
    let x: Tensor<f32, Shape![2, 3]> = Tensor::full(conformable::shape![2, 3], 1.0);
    let y: Tensor<f32, Shape![4, 5]> = Tensor::full(conformable::shape![4, 5], 1.0);
    einsum!(i j, k l -> i l; x, y);
    einsum!(i j, j k -> i k; x, y);
}
