use conformable::axes::ProductOf;
use conformable::{Axis, Dim, Size, Tensor, shape};

fn heads<C: Dim + ProductOf<H, D>, H: Dim, D: Dim>(x: Tensor<f32, (C,)>, h: H, d: D) -> Tensor<f32, (H, D)> {
    x.unflatten(Axis::<0>, (h, d))
}

fn main() {
    let _ = heads(Tensor::full(shape![512], 1.0), Size::<8>, Size::<64>);
    let _ = heads(Tensor::full(shape![512], 1.0), Size::<7>, Size::<64>);
}
