use conformable::engine::EngineTensor;
use conformable::{Tensor, einsum, einsum_on};

fn tensors() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    einsum!(i j, j k -> i k; x, x);
}

fn engines() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let on = EngineTensor::from(x);
    einsum_on!(i j, k j -> i k; on, on);
    einsum_on!(i j, j k -> i k; on, on);
}

fn main() {}
