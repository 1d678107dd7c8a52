use conformable::Shape;
use conformable::engine::{Differentiate, FloatEngine, Native, EngineTensor};
use conformable_models::{mean_squared_error, value_and_gradients};

fn fits<E: FloatEngine<f32> + Differentiate<f32>>(x: &EngineTensor<f32, Shape![3], E>, y: &EngineTensor<f32, Shape![3], E>) {
    let _ = value_and_gradients(x, |x| mean_squared_error(x, y));
}

fn main() {}

fn refused(x: &EngineTensor<f32, Shape![3], Native>, y: &EngineTensor<f32, Shape![3], Native>) {
    let _ = value_and_gradients(x, |x| mean_squared_error(x, y));
}
