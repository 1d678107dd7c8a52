use conformable::engine::{EngineTensor, Native};
use conformable::{Shape, Size};
use conformable_models::{Linear, Module};
use half::bf16;

type Layer = Linear<Size<3>, Size<5>, bf16, Native>;

fn fits(layer: &Layer, x: &EngineTensor<f32, Shape![2, 3], Native>) {
    layer.forward(x);
}

fn main() {}

fn refused(layer: &Layer, x: &EngineTensor<f64, Shape![2, 3], Native>) {
    layer.forward(x);
}
