use conformable::windows::Window;
use conformable::{Size, Tensor, shape};

fn main() {
    let (x, w) = (Tensor::full(shape![1, 3, 5], 1.0), Tensor::full(shape![3, 3, 2], 1.0));
    let _ = x.conv_transpose(&w, Window::new().output_padding(Size::<1>));
    let _ = x.conv(&w, Window::new().output_padding(Size::<1>));
}
