//@ only: tensors have no gradients
use conformable::engine::On;
use conformable::Tensor;

fn main() {
    let x = On::from(Tensor::from([1.0, 2.0, 3.0]));
    let _ = x.sin();
    let _ = x.tracked();
}
