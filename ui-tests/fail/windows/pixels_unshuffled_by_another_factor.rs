//! 5 columns are not blocks of 2 by 2.
use conformable::{Size, Tensor, shape};

fn main() {
    let _ = Tensor::full(shape![8, 3, 4, 6], 1.0).pixel_unshuffle(Size::<2>);
    let _ = Tensor::full(shape![8, 3, 4, 5], 1.0).pixel_unshuffle(Size::<2>);
}
