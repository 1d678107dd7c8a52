use conformable::engine::{Native, EngineTensor};
use conformable::{Shape, Size};
use conformable_models::{Linear, Module};

fn fits(layer: &Linear<Size<3>, Size<5>, f32, Native>, x: &EngineTensor<f32, Shape![2, 3], Native>) {
    layer.forward(x);
}

fn main() {}

fn refused(layer: &Linear<Size<3>, Size<5>, f32, Native>, x: &EngineTensor<f64, Shape![2, 3], Native>) {
    layer.forward(x);
}
