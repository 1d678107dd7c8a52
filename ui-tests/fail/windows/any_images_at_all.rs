use conformable::windows::{Convolve, Convolved, Window};
use conformable::{Shape, Tensor};

fn valid<S: Convolve<W>, W: Shape>(x: &Tensor<f32, S>, w: &Tensor<f32, W>) -> Tensor<f32, Convolved<S, W>> {
    x.convolve(w, Window::new())
}

fn unbounded<S: Shape, W: Shape>(x: &Tensor<f32, S>, w: &Tensor<f32, W>) {
    x.convolve(w, Window::new());
}

fn main() {}
