use conformable::windows::Window;
use conformable::{Size, Tensor, shape};

fn main() {
    let (x, w) = (Tensor::full(shape![1, 3, 1], 1.0), Tensor::full(shape![3, 4, 2], 1.0));
    let _ = x.conv_transpose(&w, Window::new().padding(Size::<1>));
    let _ = x.conv_transpose(&w, Window::new().padding(Size::<2>));
}
