//! The bound of a function is checked where it is called.
use conformable::windows::{DimSlides, SlidDim, Window};
use conformable::{Dim, Size, Tensor, shape};

type Three = Size<3>;

fn smooth<N: Dim + DimSlides<Three>>(x: &Tensor<f32, (N,)>) -> Tensor<f32, (SlidDim<N, Three>,)> {
    x.avg_pool(shape![3], Window::new().stride(Size::<1>))
}

fn main() {
    smooth(&Tensor::from([1.0, 2.0, 3.0]));
    smooth(&Tensor::from([1.0, 2.0]));
}
