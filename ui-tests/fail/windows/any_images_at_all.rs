use conformable::windows::{Conv, Convolved, Window};
use conformable::{Shape, Tensor};

fn valid<S: Shape + Conv<W>, W: Shape>(x: &Tensor<f32, S>, w: &Tensor<f32, W>) -> Tensor<f32, Convolved<S, W>> {
    x.conv(w, Window::new())
}

fn unbounded<S: Shape, W: Shape>(x: &Tensor<f32, S>, w: &Tensor<f32, W>) {
    x.conv(w, Window::new());
}

fn main() {}
