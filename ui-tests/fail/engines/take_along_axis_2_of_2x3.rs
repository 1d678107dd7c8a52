use conformable::engine::On;
use conformable::{Axis, Tensor};

fn tensors() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let first = Tensor::from([0_usize]);
    let _ = x.take(Axis::<2>, &first);
}

fn engines() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let first = Tensor::from([0_usize]);
    let on = On::from(x);
    let _ = on.take(Axis::<1>, &On::from(first.clone()));
    let _ = on.take(Axis::<2>, &On::from(first));
}

fn main() {}
