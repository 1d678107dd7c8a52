// two batches need not be equal
use conformable::{Axis, Dim, Size, Tensor, concat};

fn good<N: Dim>(x: &Tensor<f32, (N, Size<2>)>, y: &Tensor<f32, (N, Size<3>)>) -> Tensor<f32, (N, Size<5>)> {
    concat(Axis::<1>, (x, y))
}

fn bad<N: Dim, M: Dim>(x: &Tensor<f32, (N, Size<2>)>, y: &Tensor<f32, (M, Size<3>)>) {
    concat(Axis::<1>, (x, y));
}

fn main() {}
