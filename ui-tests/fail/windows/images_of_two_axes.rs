use conformable::windows::Window;
use conformable::{Tensor, shape};

fn main() {
    let _ = Tensor::full(shape![1, 3, 5], 1.0).conv(&Tensor::full(shape![4, 3, 3], 1.0), Window::new());
    let _ = Tensor::full(shape![3, 5], 1.0).conv(&Tensor::full(shape![4, 3], 1.0), Window::new());
}
