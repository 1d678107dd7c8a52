use conformable::engine::On;
use conformable::Tensor;

fn tensors() {
    let x = Tensor::from([true, false]);
    let _ = x.select(&Tensor::from([1, 2, 3]), 0);
}

fn engines() {
    let x = Tensor::from([true, false]);
    let on = On::from(x);
    let _ = on.select(1, 0);
    let _ = on.select(&On::from(Tensor::from([1, 2, 3])), 0);
}

fn main() {}
