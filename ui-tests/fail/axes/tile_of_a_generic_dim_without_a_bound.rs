// the product has to be a dim
use conformable::{Axis, Dim, DimProd, Prod, Size, Tensor};

fn good<N: Dim + DimProd<Size<2>>>(x: &Tensor<f32, (N,)>) -> Tensor<f32, (Prod<N, Size<2>>,)> {
    x.tile(Axis::<0>, Size::<2>)
}

fn bad<N: Dim>(x: &Tensor<f32, (N,)>) {
    x.tile(Axis::<0>, Size::<2>);
}

fn main() {}
