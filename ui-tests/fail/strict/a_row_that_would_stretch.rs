use conformable::{Tensor, Unstretched, shape};

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros(shape![2, 3]);
    let _ = x.under(Unstretched) + &Tensor::zeros(shape![3]);
    let _ = x.under(Unstretched) + &Tensor::zeros(shape![1, 3]);
}
