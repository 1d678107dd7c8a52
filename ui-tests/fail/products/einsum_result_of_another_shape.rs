use conformable::{Shape, Tensor, einsum};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _: Tensor<i32, Shape![3, 2]> = einsum!(i j -> j i; x);
    let _: Tensor<i32, Shape![2, 3]> = einsum!(i j -> j i; x);
}
