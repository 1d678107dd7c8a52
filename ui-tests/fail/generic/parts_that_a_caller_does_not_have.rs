// 2 and 2 are not 5
use conformable::axes::SumOf;
use conformable::{Axis, Dim, Size, Tensor, shape};

fn split<C: Dim + SumOf<(A, B)>, A: Dim, B: Dim>(x: &Tensor<f32, (C,)>, a: A, b: B) {
    x.split(Axis::<0>, (a, b));
}

fn main() {
    let x = Tensor::ones(shape![5]);
    split(&x, Size::<2>, Size::<3>);
    split(&x, Size::<2>, Size::<2>);
}
