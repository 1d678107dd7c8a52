//! One bound for the features of heads, which `rearrange!`, `unflatten` and `flatten_axes` understand.

use conformable::axes::{Heads, Inferred};
use conformable::{Axis, Dim, Dyn, Shape, Size, Tensor, rearrange, shape};

type Sequence<B, T, D> = Tensor<f32, (B, T, D)>;
type Split<B, H, T, D> = Tensor<f32, (B, H, T, <D as Heads<H>>::Width)>;

fn by_letters<B: Dim, T: Dim, D: Dim + Heads<H>, H: Dim>(x: &Sequence<B, T, D>, h: H) -> Split<B, H, T, D> {
    rearrange!(b t (h k) -> b h t k; x, h = h)
}

fn by_methods<B: Dim, T: Dim, D: Dim + Heads<H>, H: Dim>(x: &Sequence<B, T, D>, h: H) -> Split<B, H, T, D> {
    rearrange!(b t h k -> b h t k; x.clone().unflatten(Axis::<-1>, (h, Inferred)))
}

fn by_two_sizes<B: Dim, T: Dim, D: Dim + Heads<H>, H: Dim>(
    x: &Sequence<B, T, D>,
    (h, width): (H, D::Width),
) -> [Split<B, H, T, D>; 2] {
    let split = x.clone().unflatten(Axis::<-1>, (h, width));
    [rearrange!(b t (h k) -> b h t k; x, h = h, k = width), rearrange!(b t h k -> b h t k; split)]
}

fn merged<B: Dim, T: Dim, D: Dim + Heads<H>, H: Dim>(x: &Split<B, H, T, D>, d: D) -> [Sequence<B, T, D>; 3] {
    let last = || rearrange!(b h t k -> b t h k; x);
    [rearrange!(b h t k -> b t (h k); x), last().flatten_axes(Axis::<2>), last().flatten_axes_to(Axis::<2>, d)]
}

#[test]
fn each_way() {
    let x = Tensor::from_fn(shape![2, 3, 8], |[b, t, i]| ((b * 3 + t) * 8 + i) as f32);
    let heads: Tensor<f32, Shape![2, 4, 3, 2]> = by_letters(&x, Size::<4>);
    assert_eq!(heads[[1, 3, 2, 1]], x[[1, 2, 7]]);
    assert_eq!(heads, by_methods(&x, Size::<4>));
    assert_eq!([heads.clone(), heads.clone()], by_two_sizes(&x, (Size::<4>, Size::<2>)));
    assert!(merged(&heads, Size::<8>).iter().all(|y| *y == x));

    let run_time: Sequence<Dyn, Dyn, Dyn> = x.widen();
    let heads: Tensor<f32, Shape![_, 4, _, _]> = by_letters(&run_time, Size::<4>);
    assert!(merged(&heads, Dyn::new(8)).iter().all(|y| *y == run_time));
    assert_eq!(by_letters(&run_time, Dyn::new(2)).sizes(), [2, 2, 3, 4]);
}

#[test]
#[should_panic = "3, the product of the sizes that are known, does not divide it"]
fn a_number_of_heads_that_does_not_divide() {
    by_letters(&Tensor::<f32, (Dyn, Dyn, Dyn)>::zeros((Dyn::new(1), Dyn::new(1), Dyn::new(8))), Size::<3>);
}

/// Attention of several heads: one bound on the features.
fn attention<B: Dim, T: Dim, D: Dim + Heads<H>, H: Dim>(
    x: &Sequence<B, T, D>,
    [q, k, v, o]: [&Tensor<f32, (D, D)>; 4],
    h: H,
) -> Sequence<B, T, D> {
    let [q, k, v] = [q, k, v].map(|w| rearrange!(b t (h k) -> b h t k; x.matmul(w), h = h));
    let scale = (q.sizes()[3] as f32).sqrt();
    let weights = (q.matmul(&k.t()) / scale).softmax(Axis::<-1>);
    rearrange!(b h t k -> b t (h k); weights.matmul(&v)).matmul(o)
}

#[test]
fn attention_of_equal_tokens() {
    let identity = Tensor::from_fn(shape![4, 4], |[i, j]| f32::from(u8::from(i == j)));
    let x = Tensor::from_fn(shape![1, 3, 4], |[_, _, i]| i as f32);
    let y = attention(&x, [&identity; 4], Size::<2>);
    assert!((y - x).abs().max(..)[[]] < 1e-6);
}
