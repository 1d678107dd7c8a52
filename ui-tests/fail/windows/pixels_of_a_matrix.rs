//! A matrix has no channels.
use conformable::{Size, Tensor, shape};

fn main() {
    let _ = Tensor::full(shape![4, 4, 6], 1.0).pixel_shuffle(Size::<2>);
    let _ = Tensor::full(shape![4, 6], 1.0).pixel_shuffle(Size::<2>);
}
