//@ only: on one side stands no tensor on an engine
use conformable::engine::On;
use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let on = On::from(x.clone());
    let _ = &on + &On::from(x.clone());
    let _ = &on + &x;
}
