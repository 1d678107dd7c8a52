use conformable::windows::Window;
use conformable::{Tensor, shape};

fn main() {
    let (x, w) = (Tensor::full(shape![1, 3, 5], 'a'), Tensor::full(shape![3, 3, 2], 'b'));
    let _ = x.map(u32::from).conv(&w.map(u32::from), Window::new());
    let _ = x.conv(&w, Window::new());
}
