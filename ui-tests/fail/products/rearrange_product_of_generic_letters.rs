//! Two generic dims have no product without a bound that names it.

use conformable::{Dim, Size, Tensor, rearrange};

fn flat<H: Dim, T: Dim>(x: &Tensor<f32, (H, T, Size<4>)>) {
    rearrange!(h t k -> (h t) k; x);
}

fn main() {}
