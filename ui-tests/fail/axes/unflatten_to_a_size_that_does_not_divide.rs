use conformable::axes::Inferred;
use conformable::{Axis, Shape, Size, Tensor, shape};

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros(shape![2, 12]);
    let _: Tensor<f32, Shape![2, 3, 4]> = x.clone().unflatten(Axis::<1>, (Size::<3>, Inferred));
    x.unflatten(Axis::<1>, (Inferred, Size::<5>));
}
