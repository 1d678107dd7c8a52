use conformable::windows::Window;
use conformable::{Shape, Size, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 3, 5, 5], 1.0);
    let w = Tensor::full(shape![64, 3, 3, 3], 1.0);
    let _: Tensor<f64, Shape![8, 64, 5, 5]> = x.conv(&w, Window::new().padding(Size::<1>));
    let _: Tensor<f64, Shape![8, 64, 5, 5]> = x.conv(&w, Window::new());
}
