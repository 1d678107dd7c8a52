use conformable::axes::ProductOf;
use conformable::{Axis, Dim, Tensor};

fn asked_for<B: Dim, C: Dim + ProductOf<H, D>, H: Dim, D: Dim>(x: Tensor<f32, (B, H, D)>, c: C) -> Tensor<f32, (B, C)> {
    x.flatten_axes_to(Axis::<1>, c)
}

fn not<B: Dim, C: Dim, H: Dim, D: Dim>(x: Tensor<f32, (B, H, D)>, c: C) -> Tensor<f32, (B, C)> {
    x.flatten_axes_to(Axis::<1>, c)
}

fn main() {}
