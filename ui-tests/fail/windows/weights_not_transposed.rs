use conformable::windows::Window;
use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 64, 5, 5], 1.0);
    let _ = x.conv_transpose(&Tensor::full(shape![64, 32, 2, 2], 1.0), Window::new());
    let _ = x.conv_transpose(&Tensor::full(shape![32, 64, 2, 2], 1.0), Window::new());
}
