use conformable::Shape;
use conformable::engine::{Native, On};
use conformable_models::mean_squared_error;

fn fits(y: &On<f32, Shape![4, 1], Native>, targets: &On<f32, Shape![4, 1], Native>) -> On<f32, (), Native> {
    mean_squared_error(y, targets)
}

fn main() {}

fn refused(y: &On<f32, Shape![4, 1], Native>, targets: &On<f32, Shape![4], Native>) {
    let _ = mean_squared_error(y, targets);
}
