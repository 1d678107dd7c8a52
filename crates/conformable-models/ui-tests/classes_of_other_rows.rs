use conformable::Shape;
use conformable::engine::{Native, On};
use conformable_models::cross_entropy;

fn fits(logits: &On<f32, Shape![4, 10], Native>, classes: &On<usize, Shape![4], Native>) -> On<f32, (), Native> {
    cross_entropy(logits, classes)
}

fn main() {}

fn refused(logits: &On<f32, Shape![4, 10], Native>, classes: &On<usize, Shape![5], Native>) {
    let _ = cross_entropy(logits, classes);
}
