//! Softmax over the last axis of (N, C), cross-entropy with integer labels, accuracy.
use conformable::{Dim, Shape, Size, Tensor, shape};

/// (N, C) to (N, 1): a fold along the last axis, which the crate does not have.
fn fold_last<N: Dim, C: Dim>(
    x: &Tensor<f32, (N, C)>,
    start: f32,
    f: impl Fn(f32, f32) -> f32,
) -> Tensor<f32, (N, Size<1>)> {
    let &(n, c) = x.shape();
    Tensor::from_fn((n, Size::<1>), |[i, _]| (0..c.size()).fold(start, |acc, j| f(acc, x[[i, j]])))
}

fn softmax<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>) -> Tensor<f32, (N, C)> {
    let max = fold_last(x, f32::NEG_INFINITY, f32::max);
    let e = (x - max).exp();
    let sum = fold_last(&e, 0.0, |a, b| a + b);
    e / sum
}

fn cross_entropy<N: Dim, C: Dim>(logits: &Tensor<f32, (N, C)>, labels: &Tensor<usize, (N,)>) -> f32 {
    let p = softmax(logits);
    labels.indexed_iter().map(|([i], &label)| -p[[i, label]].ln()).sum::<f32>() / labels.len() as f32
}

fn argmax_last<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>) -> Tensor<usize, (N,)> {
    let &(n, c) = x.shape();
    Tensor::from_fn((n,), |[i]| (0..c.size()).max_by(|&j, &k| x[[i, j]].total_cmp(&x[[i, k]])).unwrap())
}

fn accuracy<N: Dim, C: Dim>(logits: &Tensor<f32, (N, C)>, labels: &Tensor<usize, (N,)>) -> f32 {
    let hits = argmax_last(logits).equal(labels);
    hits.iter().filter(|hit| **hit).count() as f32 / hits.len() as f32
}

pub fn main() {
    let n = 4;
    let logits: Tensor<f32, Shape![_, 3]> = Tensor::from_fn(shape![n, 3], |[i, j]| ((i * 3 + j) % 5) as f32 - 1.0);
    let labels: Tensor<usize, Shape![_]> = Tensor::from([2, 1, 0, 1]).widen();
    assert_eq!(format!("{:.3}", softmax(&logits)).lines().next(), Some("[[0.090, 0.245, 0.665],"));
    assert_eq!(format!("{:.3} {:.2}", cross_entropy(&logits, &labels), accuracy(&logits, &labels)), "1.802 0.50");
    assert_eq!(logits.square().iter().sum::<f32>(), 31.0);
}
