use conformable::Shape;
use conformable::engine::{Native, EngineTensor};
use conformable_models::soft_cross_entropy;

fn fits(logits: &EngineTensor<f32, Shape![10], Native>, targets: &EngineTensor<f32, Shape![10], Native>) -> EngineTensor<f32, (), Native> {
    soft_cross_entropy(logits, targets)
}

fn main() {}

fn refused(logits: &EngineTensor<f32, (), Native>, targets: &EngineTensor<f32, (), Native>) {
    let _ = soft_cross_entropy(logits, targets);
}
