use conformable::{Shape, Tensor, shape};

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros(shape![4, 5]);
    let n = 5;
    x.clone().reshape_as::<Shape![2, _]>();
    x.clone().reshape(shape![4, n]);
    x.clone().reshape_as::<Shape![3, _]>();
    x.reshape(shape![3, n]);
}
