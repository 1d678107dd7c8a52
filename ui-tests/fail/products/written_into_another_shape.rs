use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![2, 3], 1.0);
    let y = Tensor::full(shape![3, 5], 1.0);
    x.matmul_into(&y, &mut Tensor::full(shape![2, 5], 0.0));
    x.matmul_into(&y, &mut Tensor::full(shape![5, 2], 0.0));
}
