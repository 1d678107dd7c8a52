// the bound says that the smaller of the two is a dim
use conformable::{Axis, Dim, DimMin, Tensor, einsum};

fn good<N: Dim + DimMin<N, Output = N>>(x: &Tensor<f32, (N, N)>) -> Tensor<f32, (N,)> {
    einsum!(i i -> i; x) + x.diagonal(Axis::<0>, Axis::<1>)
}

fn bad<N: Dim>(x: &Tensor<f32, (N, N)>) {
    x.diagonal(Axis::<0>, Axis::<1>);
}

fn main() {}
