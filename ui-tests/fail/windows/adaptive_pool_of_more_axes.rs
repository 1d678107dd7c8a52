//! Two sizes for a tensor of one axis.
use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8], 1.0);
    let _ = x.adaptive_avg_pool(shape![2]);
    let _ = x.adaptive_avg_pool(shape![2, 2]);
}
