// the sum has to be a dim
use conformable::{Axis, Dim, DimSum, Sum, Tensor, concat};

fn good<N: Dim, A: Dim + DimSum<B>, B: Dim>(x: &Tensor<f32, (N, A)>, y: &Tensor<f32, (N, B)>) -> Tensor<f32, (N, Sum<A, B>)> {
    concat(Axis::<1>, (x, y))
}

fn bad<N: Dim, A: Dim, B: Dim>(x: &Tensor<f32, (N, A)>, y: &Tensor<f32, (N, B)>) {
    concat(Axis::<1>, (x, y));
}

fn main() {}
