// a dim may be less than 2
use conformable::{Axis, Dim, DimDiff, Size, Tensor};

fn bound<N: Dim + DimDiff<Size<2>>>(x: &Tensor<f32, (N,)>) -> Tensor<f32, (Size<2>,)> {
    x.top_k(Axis::<0>, Size::<2>).0
}

fn unbound<N: Dim>(x: &Tensor<f32, (N,)>) {
    x.top_k(Axis::<0>, Size::<2>);
}

fn main() {}
