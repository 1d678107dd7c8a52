use conformable::{Shape, Tensor, shape};

fn main() {
    let x: Tensor<f32, Shape![2, 3, 4]> = Tensor::zeros(shape![2, 3, 4]);
    let column = Tensor::zeros(shape![3, 1]);
    let y = Tensor::zeros(shape![3]);
    let _ = &x * &column;
    let _ = &x * &y;
}
