use conformable::windows::{Same, Window};
use conformable::{Dim, Shape, Size, Tensor};

fn same<N: Dim, L: Dim>(x: &Tensor<f32, (N, Size<3>, L)>, w: &Tensor<f32, Shape![4, 3, 3]>) -> Tensor<f32, (N, Size<4>, L)> {
    x.conv(w, Window::new().padding(Same))
}

fn padded<N: Dim, L: Dim>(x: &Tensor<f32, (N, Size<3>, L)>, w: &Tensor<f32, Shape![4, 3, 3]>) {
    x.conv(w, Window::new().padding(Size::<1>));
}

fn main() {}
