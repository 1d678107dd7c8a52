use conformable::engine::{Engine, FloatEngine, EngineTensor};
use conformable::{Shape, Size};
use conformable_models::{Linear, Module};

fn fits<E: FloatEngine<f32>>(layer: &Linear<Size<3>, Size<5>, f32, E>, x: &EngineTensor<f32, Shape![2, 3], E>) -> EngineTensor<f32, Shape![2, 5], E> {
    layer.forward(x)
}

fn main() {}

fn refused<E: Engine>(layer: &Linear<Size<3>, Size<5>, f32, E>, x: &EngineTensor<f32, Shape![2, 3], E>) -> EngineTensor<f32, Shape![2, 5], E> {
    layer.forward(x)
}
