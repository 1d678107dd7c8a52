//@ only: the compiler reports a bound once, which is that of tensors
use conformable::engine::{EngineTensor, Native};
use conformable::windows::Window;
use conformable::{Tensor, shape};

fn main() {
    let images = EngineTensor::<f32, _, Native>::from(Tensor::full(shape![8, 3, 5, 5], 1.0));
    images.conv_transpose(&EngineTensor::from(Tensor::full(shape![64, 3, 2, 2], 1.0)), Window::new());
}
