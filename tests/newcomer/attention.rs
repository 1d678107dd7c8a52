//! Scores (B, H, T, T) + mask (T, T), softmax over the last axis.
use conformable::{Dim, Dyn, Shape, Size, Tensor, shape};

pub struct Batch;
pub struct Time;

type Scores<B, H, T> = Tensor<f32, (B, H, T, T)>;

/// Folds the last axis to 1, whatever the rank.
fn fold_last<A: Dim, B: Dim, C: Dim, T: Dim>(
    x: &Tensor<f32, (A, B, C, T)>,
    start: f32,
    f: impl Fn(f32, f32) -> f32,
) -> Tensor<f32, (A, B, C, Size<1>)> {
    let &(a, b, c, t) = x.shape();
    Tensor::from_fn((a, b, c, Size), |[i, j, k, _]| (0..t.size()).fold(start, |s, l| f(s, x[[i, j, k, l]])))
}

fn attention<B: Dim, H: Dim, T: Dim>(scores: Scores<B, H, T>, mask: &Tensor<f32, (T, T)>, d: usize) -> Scores<B, H, T> {
    let scaled = scores / (d as f32).sqrt() + mask;
    let max = fold_last(&scaled, f32::NEG_INFINITY, f32::max);
    let e = (scaled - max).exp();
    let sum = fold_last(&e, 0.0, |a, b| a + b);
    e / sum
}

/// with a bool mask
fn masked<B: Dim, H: Dim, T: Dim>(scores: &Scores<B, H, T>, allowed: &Tensor<bool, (T, T)>) -> Scores<B, H, T> {
    allowed.where_cond(scores, f32::NEG_INFINITY)
}

pub fn main() {
    let (b, t) = (Dyn::<Batch>::labelled(2), Dyn::<Time>::labelled(3));
    let scores: Tensor<f32, Shape![Batch = _, 2, Time = _, Time = _]> =
        Tensor::from_fn(shape![b, 2, t, t], |[b, h, i, j]| (b + h + i * j) as f32);
    let allowed = Tensor::from_fn((t, t), |[i, j]| j <= i);
    let mask = allowed.where_cond(0.0, f32::NEG_INFINITY);
    let masked = masked(&scores, &allowed);
    let p = attention(scores, &mask, 64);
    assert_eq!((p[[0, 0, 0, 0]], p[[0, 0, 0, 1]]), (1.0, 0.0));
    assert_eq!(masked[[0, 0, 0, 1]], f32::NEG_INFINITY);
}
