use conformable::{Numpy, Shape, Tensor, shape};

fn main() {
    let x: Tensor<f32, Shape![2, 3, 4]> = Tensor::zeros(shape![2, 3, 4]);
    let y = Tensor::zeros(shape![2, 4]);
    let _ = x.under(Numpy) + &x;
    let _ = x.under(Numpy) + y;
}
