//@ says: expected a tuple with 1 element, found one with 2 elements
//@ rustc: a bound with `Output = A` is E0271 in its own words; `B: Shape + BroadcastTo<A>` is the bound that reads well

use conformable::{NumpyBroadcast, Shape, Tensor};

fn f<A: Shape + NumpyBroadcast<B, Output = A>, B: Shape>(a: &Tensor<f32, A>, b: &Tensor<f32, B>) -> Tensor<f32, A> {
    a + b
}
fn main() {
    let (x, y) = (Tensor::from([[1.0f32, 2.0], [3.0, 4.0]]), Tensor::from([1.0f32, 2.0]));
    f(&y, &x);
}
