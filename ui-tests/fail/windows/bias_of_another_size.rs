//! The bias has one element for each input channel, and not for each output channel.
use conformable::windows::Window;
use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 3, 5, 5], 1.0);
    let w = Tensor::full(shape![64, 3, 3, 3], 1.0);
    let _ = x.conv_bias(&w, &Tensor::full(shape![64], 1.0), Window::new());
    let _ = x.conv_bias(&w, &Tensor::full(shape![3], 1.0), Window::new());
}
