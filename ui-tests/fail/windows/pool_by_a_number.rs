use conformable::windows::Window;
use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 3, 4, 4], 1.0);
    let _ = x.max_pool(shape![2, 2], Window::new());
    let _ = x.max_pool(2, Window::new());
}
