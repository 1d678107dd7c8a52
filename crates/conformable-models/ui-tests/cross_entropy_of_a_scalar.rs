use conformable::Shape;
use conformable::engine::{Native, On};
use conformable_models::soft_cross_entropy;

fn fits(logits: &On<f32, Shape![10], Native>, targets: &On<f32, Shape![10], Native>) -> On<f32, (), Native> {
    soft_cross_entropy(logits, targets)
}

fn main() {}

fn refused(logits: &On<f32, (), Native>, targets: &On<f32, (), Native>) {
    let _ = soft_cross_entropy(logits, targets);
}
