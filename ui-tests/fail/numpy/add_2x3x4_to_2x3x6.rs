use conformable::{Shape, Tensor, shape};

fn main() {
    let x: Tensor<f32, Shape![2, 3, 4]> = Tensor::zeros(shape![2, 3, 4]);
    let row = Tensor::zeros(shape![4]);
    let y = Tensor::zeros(shape![2, 3, 6]);
    let _ = &x + row;
    let _ = x + y;
}
