use conformable::windows::Window;
use conformable::{Tensor, shape};

fn main() {
    let w = Tensor::full(shape![64, 3, 3, 3], 1.0);
    let _ = Tensor::full(shape![8, 3, 224, 224], 1.0).conv(&w, Window::new());
    let _ = Tensor::full(shape![8, 224, 224, 3], 1.0).conv(&w, Window::new());
}
