//@ only: the types of both tensors are named, which are two
use conformable::engine::EngineTensor;
use conformable::Tensor;

fn main() {
    let (x, y) = (EngineTensor::from(Tensor::from([1.0_f32, 2.0, 3.0])), EngineTensor::from(Tensor::from([1.0_f64, 2.0, 3.0])));
    let _ = &x + &x;
    let _ = &x + &y;
}
