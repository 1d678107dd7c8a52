use conformable::Shape;
use conformable::engine::{Native, EngineTensor};
use conformable_models::mean_squared_error;

fn fits(y: &EngineTensor<f32, Shape![4, 1], Native>, targets: &EngineTensor<f32, Shape![4, 1], Native>) -> EngineTensor<f32, (), Native> {
    mean_squared_error(y, targets)
}

fn main() {}

fn refused(y: &EngineTensor<f32, Shape![4, 1], Native>, targets: &EngineTensor<f32, Shape![4], Native>) {
    let _ = mean_squared_error(y, targets);
}
