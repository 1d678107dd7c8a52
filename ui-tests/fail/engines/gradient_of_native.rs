//@ only: tensors have no gradients
use conformable::engine::EngineTensor;
use conformable::Tensor;

fn main() {
    let x = EngineTensor::from(Tensor::from([1.0, 2.0, 3.0]));
    let _ = x.sin();
    let _ = x.tracked();
}
