// a sort needs an order
use conformable::{Axis, Tensor};

#[derive(Clone, Copy, PartialEq)]
struct Complex(f32, f32);

fn main() {
    let x = Tensor::from_fn(conformable::shape![2], |[i]| Complex(i as f32, 0.0));
    x.map(|x| x.0).sort(Axis::<0>);
    x.sort(Axis::<0>);
}
