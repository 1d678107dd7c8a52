use conformable::windows::Window;
use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 3, 5, 5], 1.0);
    let w = Tensor::full(shape![64, 3, 3, 3], 1.0);
    let _ = x.conv(&w, Window::new().padding(shape![1, 1]));
    let _ = x.conv(&w, Window::new().padding(shape![0, 1, 1]));
}
