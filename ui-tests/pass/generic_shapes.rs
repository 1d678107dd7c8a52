//! Functions over a whole shape need no bound, nor a chain of operations, over any storage; and the result's type can
//! be written.

use conformable::axes::WithAxis;
use conformable::{
    AnyShape, AxesOf, Axis, Bidirectional, Computed, Dim, Explicit, Inline, Keep, NumpyBroadcast, NumpyOutput, Onto,
    Pdpd, Shape, Storage, Tensor, Trailing, zip,
};

fn square<S: Shape>(x: &Tensor<f32, S>) -> Tensor<f32, S> {
    x * x
}

fn chain<S: Shape>(x: &Tensor<f32, S>, y: &Tensor<f32, S>) -> Tensor<f32, S> {
    (x - y) * x / y + x
}

fn step<S: Shape>(x: &mut Tensor<f32, S>, gradient: &Tensor<f32, S>, rate: &Tensor<f32, ()>) {
    *x -= gradient * rate;
    *x *= 1.0;
    *x += rate;
}

fn same<S: Shape, D: Storage, E: Storage>(x: &Tensor<f32, S, D>, y: &Tensor<f32, S, E>) -> bool {
    x == y
}

fn swish<S: Shape, D: Storage>(x: &Tensor<f32, S, D>) -> Computed<f32, S, D> {
    let half = x * 0.5;
    let twice = &half + &half;
    let y = -(twice - x) + 1.0;
    y * x
}

fn mixed<S: Shape, D: Storage, E: Storage>(x: &Tensor<f32, S, D>, y: &Tensor<f32, S, E>) -> Computed<f32, S, D, E> {
    let z = x * y;
    (&z + x) - (&z + y) * &z
}

fn inline<S: Shape>(x: &Tensor<f32, S, Inline>) -> Tensor<f32, S, Inline> {
    x * x + x
}

fn inline_dims<N: Dim, C: Dim>(
    x: &Tensor<f32, (N, C), Inline>,
    row: &Tensor<f32, (C,), Inline>,
) -> Tensor<f32, (N, C), Inline> {
    (x + row) * x
}

fn any<S: Shape>(x: &Tensor<f32, S>, y: &Tensor<f32, AnyShape>) -> Tensor<f32, AnyShape> {
    (x + y) + (y - x)
}

fn any_in_place<S: Shape>(x: &mut Tensor<f32, S>, y: &mut Tensor<f32, AnyShape>) {
    *x += &*y;
    *y += &*x;
}

fn under_rules<S: Shape, D: Storage>(x: &Tensor<f32, S, D>) -> Computed<f32, S, D> {
    let y = x.under(Explicit) + x;
    let y = y.under(Bidirectional) * &y;
    let y = y.under(Onto) - x;
    y.under(Pdpd(Trailing)) + x
}

fn views<S: Shape, D: Storage>(x: &Tensor<f32, S, D>) -> Computed<f32, S, D> {
    let y = x + x;
    zip((&y.view(), x, &y)).map(|(a, b, c)| a * b + c)
}

fn chosen<S: Shape, D: Storage>(x: &Tensor<f32, S, D>) -> Computed<f32, S, D> {
    x.less(x).where_cond(x, &(x + 1.0))
}

fn two_bounds<A, B>(x: &Tensor<f32, A>, y: &Tensor<f32, B>) -> Tensor<f32, NumpyOutput<A, B>>
where
    A: Shape + NumpyBroadcast<B>,
    B: Shape,
{
    (x * x) * (y + y)
}

fn centred<S: Shape, X: AxesOf<S>, D: Storage>(x: &Tensor<f32, S, D>, axes: X) -> Computed<f32, S, D> {
    let x = x - x.mean(Keep(axes));
    &x / (x.square().mean(Keep(axes)) + 1.0).sqrt()
}

fn centred_images<S: Shape>(x: &Tensor<f32, S>) -> Tensor<f32, S>
where
    (Axis<-2>, Axis<-1>): AxesOf<S>,
{
    x - x.mean(Keep((Axis::<-2>, Axis::<-1>))) + x.sum(..)
}

fn along_two_axes<S: WithAxis<Axis<0>> + WithAxis<Axis<-1>>>(x: &Tensor<f32, S>) -> Tensor<f32, S> {
    let rows = x.axis_iter(Axis::<0>).map(|row| row.exp().sum_all()).sum::<f32>();
    let first = x.index_axis(Axis::<0>, 0) - x.max(Axis::<0>);
    x.softmax(Axis::<-1>).cumsum(Axis::<0>) / x.sum(Keep(Axis::<-1>)) - x.max(Keep(Axis::<0>)) + rows - first.sum(..)
}

pub(crate) fn main() {
    let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(square(&x), chain(&x, &x).map(|x| x * x));
    let mut y = x.clone();
    step(&mut y, &x, &Tensor::scalar(1.0));
    assert!(same(&y, &Tensor::from([[1.0; 2]; 2])));
    assert_eq!(swish(&x), swish(&x.to_inline()));
    assert!(same(&swish(&x.view()), &swish(&x)));
    assert_eq!(mixed(&x, &x.to_inline()), mixed(&x.view(), &x));
    assert_eq!(inline(&x.to_inline()).into_array(), [[2.0, 6.0], [12.0, 20.0]]);
    assert_eq!(inline_dims(&Tensor::inline([[1.0]]), &Tensor::inline([2.0])).into_array(), [[3.0]]);
    assert_eq!(any(&x, &x.clone().erase()), (&x + &x).erase());
    let mut erased = x.clone().erase();
    any_in_place(&mut y, &mut erased);
    assert_eq!(under_rules(&x)[[0, 0]], 4.0);
    assert_eq!(views(&x)[[1, 1]], 40.0);
    assert_eq!(chosen(&x), &x + 1.0);
    for y in [centred(&x, ..), centred(&x, Axis::<0>), centred(&x.view(), (Axis::<1>, Axis::<0>))] {
        assert!(y.sum_all().abs() < 1e-6);
    }
    assert_eq!(centred_images(&x), &x + 7.5);
    assert!(along_two_axes(&x).sum_all().is_finite());
    assert!(along_two_axes(&x.clone().erase()).sum_all().is_finite());
    assert_eq!(two_bounds(&x, &Tensor::from([1.0, 2.0]))[[1, 1]], 64.0);
}
