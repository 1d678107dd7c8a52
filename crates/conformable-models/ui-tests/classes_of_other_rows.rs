use conformable::Shape;
use conformable::engine::{Native, EngineTensor};
use conformable_models::cross_entropy;

fn fits(logits: &EngineTensor<f32, Shape![4, 10], Native>, classes: &EngineTensor<usize, Shape![4], Native>) -> EngineTensor<f32, (), Native> {
    cross_entropy(logits, classes)
}

fn main() {}

fn refused(logits: &EngineTensor<f32, Shape![4, 10], Native>, classes: &EngineTensor<usize, Shape![5], Native>) {
    let _ = cross_entropy(logits, classes);
}
