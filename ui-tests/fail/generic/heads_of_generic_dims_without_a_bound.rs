// the features have to be a number of heads times a width
use conformable::axes::Heads;
use conformable::{Dim, Tensor, rearrange};

fn good<T: Dim, D: Dim + Heads<H>, H: Dim>(x: &Tensor<f32, (T, D)>, h: H) {
    rearrange!(t (h k) -> h t k; x, h = h);
}

fn bad<T: Dim, D: Dim, H: Dim>(x: &Tensor<f32, (T, D)>, h: H) {
    rearrange!(t (h k) -> h t k; x, h = h);
}

fn main() {}
