//! A window of 2 starts in a padding of 2.
use conformable::windows::Window;
use conformable::{Size, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![1, 3, 4, 4], 1.0);
    let window = Window::new().stride(Size::<1>);
    let _ = x.max_pool(shape![2, 2], window.padding(Size::<1>));
    let _ = x.max_pool(shape![2, 2], window.padding(Size::<2>));
    let _ = x.avg_pool(shape![2, 2], window.padding(Size::<2>));
}
