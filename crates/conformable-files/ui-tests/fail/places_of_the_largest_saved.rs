//! What `argmax` makes is of `usize`, whose size differs from processor to processor.

use conformable_files::Tensors;
use conformable::{Axis, Tensor};

fn main() {
    let scores = Tensor::from([[0.1, 0.9], [0.8, 0.2]]);
    let labels = scores.argmax(Axis::<1>);
    let numbers = labels.map(|label| label as u64);
    let mut tensors = Tensors::new();
    tensors.part("test").put("labels", &numbers);
    tensors.part("test").put("labels", &labels);
}
