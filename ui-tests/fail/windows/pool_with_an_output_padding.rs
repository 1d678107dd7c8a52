//! Only a transposed convolution has an output padding.
use conformable::windows::Window;
use conformable::{Size, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![3, 4, 4], 1.0);
    let _ = x.max_pool(shape![2, 2], Window::new());
    let _ = x.max_pool(shape![2, 2], Window::new().output_padding(Size::<1>));
}
