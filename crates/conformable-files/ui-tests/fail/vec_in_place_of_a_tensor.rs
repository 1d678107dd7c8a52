//! A `Vec` is saved, which has no shape.

use conformable_files::Tensors;
use conformable::{Tensor, shape};

fn main() {
    let weights = vec![1.0_f32, 2.0, 3.0];
    let mut tensors = Tensors::new();
    tensors.put("weights", &weights);
    tensors.put("weights", &Tensor::from_vec(shape![3], weights).unwrap());
}
