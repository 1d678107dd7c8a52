//! In ceil mode the result of 4 by 3 with a stride of 2 is 2.
use conformable::windows::Window;
use conformable::{Shape, Size, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 4], 1.0);
    let window = Window::new().stride(Size::<2>);
    let _: Tensor<f64, Shape![8, 2]> = x.max_pool(shape![3], window.ceil_mode());
    let _: Tensor<f64, Shape![8, 1]> = x.max_pool(shape![3], window.ceil_mode());
}
