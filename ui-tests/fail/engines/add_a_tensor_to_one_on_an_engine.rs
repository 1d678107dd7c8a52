//@ only: on one side stands no tensor on an engine
use conformable::engine::EngineTensor;
use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let on = EngineTensor::from(x.clone());
    let _ = &on + &EngineTensor::from(x.clone());
    let _ = &on + &x;
}
