use conformable::engine::EngineTensor;
use conformable::{Tensor, shape};

fn tensors() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let _ = x.reshape(shape![4, 2]);
}

fn engines() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let on = EngineTensor::from(x);
    let _ = on.reshape(shape![3, 2]);
    let _ = on.reshape(shape![4, 2]);
}

fn main() {}
