use conformable::windows::Window;
use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 3, 5, 5], 1.0);
    let _ = x.conv(&Tensor::full(shape![64, 3, 5, 5], 1.0), Window::new());
    let _ = x.conv(&Tensor::full(shape![64, 3, 7, 7], 1.0), Window::new());
}
