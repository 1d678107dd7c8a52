//! Scores (B, H, T, T) + mask (T, T), softmax over the last axis.
use ndarray::{Array2, Array4, Axis, Zip};

fn fold_last(x: &Array4<f32>, start: f32, f: impl Fn(f32, f32) -> f32) -> Array4<f32> {
    x.fold_axis(Axis(3), start, |a, b| f(*a, *b)).insert_axis(Axis(3))
}

fn attention(scores: Array4<f32>, mask: &Array2<f32>, d: usize) -> Array4<f32> {
    let scaled = scores / (d as f32).sqrt() + mask;
    let max = fold_last(&scaled, f32::NEG_INFINITY, f32::max);
    let e = (scaled - max).exp();
    let sum = fold_last(&e, 0.0, |a, b| a + b);
    e / sum
}

/// with a bool mask
fn masked(scores: &Array4<f32>, allowed: &Array2<bool>) -> Array4<f32> {
    Zip::from(scores).and_broadcast(allowed).map_collect(|x, ok| if *ok { *x } else { f32::NEG_INFINITY })
}

fn main() {
    let (b, t) = (2, 3);
    let scores = Array4::from_shape_fn((b, 2, t, t), |(b, h, i, j)| (b + h + i * j) as f32);
    let allowed = Array2::from_shape_fn((t, t), |(i, j)| j <= i);
    let mask = allowed.mapv(|ok| if ok { 0.0 } else { f32::NEG_INFINITY });
    let masked = masked(&scores, &allowed);
    let p = attention(scores, &mask, 64);
    assert_eq!((p[[0, 0, 0, 0]], p[[0, 0, 0, 1]]), (1.0, 0.0));
    assert_eq!(masked[[0, 0, 0, 1]], f32::NEG_INFINITY);
}
