// whether they add up is asked for
use conformable::axes::SumOf;
use conformable::{Axis, Dim, Tensor};

fn good<N: Dim, C: Dim + SumOf<(A, B)>, A: Dim, B: Dim>(x: &Tensor<f32, (N, C)>, a: A, b: B) {
    let (_, _) = x.split(Axis::<1>, (a, b));
}

fn bad<N: Dim, C: Dim, A: Dim, B: Dim>(x: &Tensor<f32, (N, C)>, a: A, b: B) {
    let (_, _) = x.split(Axis::<1>, (a, b));
}

fn main() {}
