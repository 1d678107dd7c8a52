// two batches may differ: one type for both says that they do not
use conformable::{Axis, Dim, Size, Tensor};

fn of_one<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>, i: &Tensor<usize, (N, Size<1>)>) -> Tensor<f32, (N, Size<1>)> {
    x.gather(Axis::<1>, i)
}

fn of_two<N: Dim, M: Dim, C: Dim>(x: &Tensor<f32, (N, C)>, i: &Tensor<usize, (M, Size<1>)>) {
    x.gather(Axis::<1>, i);
}

fn main() {}
