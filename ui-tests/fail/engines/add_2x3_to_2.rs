use conformable::engine::EngineTensor;
use conformable::Tensor;

fn tensors() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let _ = &x + &Tensor::from([1.0, 2.0]);
}

fn engines() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let on = EngineTensor::from(x);
    let _ = &on + &EngineTensor::from(Tensor::from([1.0, 2.0, 3.0]));
    let _ = &on + &EngineTensor::from(Tensor::from([1.0, 2.0]));
}

fn main() {}
