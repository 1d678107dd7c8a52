// 8 features are not 3 times a width
use conformable::axes::Heads;
use conformable::{Dim, Size, Tensor, rearrange, shape};

fn split<T: Dim, D: Dim + Heads<H>, H: Dim>(x: &Tensor<f32, (T, D)>, h: H) -> Tensor<f32, (H, T, D::Width)> {
    rearrange!(t (h k) -> h t k; x, h = h)
}

fn main() {
    let x = Tensor::ones(shape![5, 8]);
    split(&x, Size::<4>);
    split(&x, Size::<3>);
}
