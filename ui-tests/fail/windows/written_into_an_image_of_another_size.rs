use conformable::windows::Window;
use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 3, 5, 5], 1.0);
    let w = Tensor::full(shape![64, 3, 3, 3], 1.0);
    x.conv_into(&w, Window::new(), &mut Tensor::full(shape![8, 64, 3, 3], 0.0), &mut []);
    x.conv_into(&w, Window::new(), &mut Tensor::full(shape![8, 64, 5, 5], 0.0), &mut []);
}
