//! Between two integers there is none.
use conformable::ops::{Multilinear, Nearest};
use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![3, 4, 4], 1);
    let _ = x.interpolate(shape![8, 8], Nearest::default());
    let _ = x.interpolate(shape![8, 8], Multilinear::default());
}
