//! Letters are saved, which no file has a type for.

use conformable_files::Tensors;
use conformable::Tensor;

fn main() {
    let mut tensors = Tensors::new();
    let numbers = Tensor::from([1_u32, 2]);
    tensors.put("numbers", &numbers);
    let letters = Tensor::from(['a', 'b']);
    tensors.put("letters", &letters);
}
