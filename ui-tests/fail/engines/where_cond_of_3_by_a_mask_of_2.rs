use conformable::engine::EngineTensor;
use conformable::Tensor;

fn tensors() {
    let x = Tensor::from([true, false]);
    let _ = x.where_cond(&Tensor::from([1, 2, 3]), 0);
}

fn engines() {
    let x = Tensor::from([true, false]);
    let on = EngineTensor::from(x);
    let _ = on.where_cond(1, 0);
    let _ = on.where_cond(&EngineTensor::from(Tensor::from([1, 2, 3])), 0);
}

fn main() {}
