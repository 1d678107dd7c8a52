// one token may broadcast with a run-time number of them: the result is not `T`
use conformable::{Dim, Dyn, Explicit, Tensor};

fn good<T: Dim>(x: &Tensor<f32, (T,)>, y: &Tensor<f32, (Dyn,)>) -> (Tensor<f32, (T::WithDyn,)>, Tensor<f32, (T,)>) {
    (x + y, x.under(Explicit) + y)
}

fn bad<T: Dim>(x: &Tensor<f32, (T,)>, y: &Tensor<f32, (Dyn,)>) -> Tensor<f32, (T,)> {
    x + y
}

fn main() {}
