use conformable::engine::EngineTensor;
use conformable::{Axis, Tensor};

fn tensors() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let places = Tensor::from([[0_usize], [1], [2]]);
    let _ = x.gather(Axis::<1>, &places);
}

fn engines() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let places = Tensor::from([[0_usize], [1], [2]]);
    let on = EngineTensor::from(x);
    let _ = on.gather(Axis::<0>, &EngineTensor::from(Tensor::from([[0, 1, 0]])));
    let _ = on.gather(Axis::<1>, &EngineTensor::from(places));
}

fn main() {}
