use conformable::{Shape, Tensor, shape};

fn main() {
    let (x, y) = (Tensor::full(shape![2, 3], 1.0), Tensor::full(shape![3, 5], 1.0));
    let _: Tensor<f64, Shape![2, 5]> = x.matmul(&y);
    let _: Tensor<f64, Shape![5, 2]> = x.matmul(&y);
}
