//! Functions over storages need `Storage` alone, and say of their results that they live where they are to.

use conformable::{Computed, Dim, Inline, NumpyBroadcast, Shape, Size, Storage, Tensor, View, zip};

fn scale<S: Shape, D: Storage>(x: &Tensor<f32, S, D>) -> Computed<f32, S, D> {
    x.map(|x| 2.0 * x)
}

fn add_bias<N: Dim, C: Dim, D: Storage, E: Storage>(
    x: &Tensor<f32, (N, C), D>,
    bias: &Tensor<f32, (C,), E>,
) -> Computed<f32, (N, C), D, E> {
    x + bias
}

fn fused<A, B, D: Storage, E: Storage>(x: &Tensor<f32, A, D>, y: &Tensor<f32, B, E>) -> Computed<f32, A::Output, D, E>
where
    A: Shape + NumpyBroadcast<B>,
    B: Shape,
{
    x.zip_map(y, |x, y| x * y + 1.0)
}

fn relu_into<S: Shape, D: Storage>(x: &Tensor<f32, S, D>, out: &mut Tensor<f32, S>)
where
    S: conformable::BroadcastTo<S>,
{
    zip((x,)).map_into(out, |(x,)| x.max(0.0));
}

pub(crate) fn main() {
    let x = Tensor::inline([[1.0, 2.0], [3.0, 4.0]]);
    let y: Tensor<f32, (Size<2>, Size<2>), Inline> = add_bias(&scale(&x), &Tensor::inline([1.0, 1.0]));
    let view: Tensor<f32, _, View<Inline>> = y.view();
    let z: Tensor<f32, _> = fused(&view, &Tensor::from([1.0, 2.0]));
    let mut out = z.clone();
    relu_into(&-z, &mut out);
    assert_eq!(out, Tensor::from([[0.0; 2]; 2]));
}
