use conformable::Tensor;
use conformable::engine::EngineTensor;

fn main() {
    let x = Tensor::from([1.0, 2.0, 3.0]);
    x.tril(0);
    EngineTensor::from(x).tril(0);
}
