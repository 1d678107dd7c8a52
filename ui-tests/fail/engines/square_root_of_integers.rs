//@ only: the engine is named, which has no such operation
use conformable::engine::EngineTensor;
use conformable::Tensor;

fn main() {
    let x = EngineTensor::from(Tensor::from([1, 4, 9]));
    let _ = x.square();
    let _ = x.sqrt();
}
