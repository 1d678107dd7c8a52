//! Softmax over the last axis of (N, C), cross-entropy with integer labels, accuracy.
use ndarray::{Array1, Array2, Axis, array};

fn softmax(x: &Array2<f32>) -> Array2<f32> {
    let max = x.fold_axis(Axis(1), f32::NEG_INFINITY, |a, b| a.max(*b)).insert_axis(Axis(1));
    let e = (x - &max).exp();
    let sum = e.fold_axis(Axis(1), 0.0, |a, b| a + b).insert_axis(Axis(1));
    e / sum
}

fn cross_entropy(logits: &Array2<f32>, labels: &Array1<usize>) -> f32 {
    let p = softmax(logits);
    labels.indexed_iter().map(|(i, &label)| -p[[i, label]].ln()).sum::<f32>() / labels.len() as f32
}

fn argmax_last(x: &Array2<f32>) -> Array1<usize> {
    let (n, c) = x.dim();
    Array1::from_shape_fn(n, |i| (0..c).max_by(|&j, &k| x[[i, j]].total_cmp(&x[[i, k]])).unwrap())
}

fn accuracy(logits: &Array2<f32>, labels: &Array1<usize>) -> f32 {
    let best = argmax_last(logits);
    best.iter().zip(labels).filter(|(best, label)| best == label).count() as f32 / labels.len() as f32
}

fn main() {
    let n = 4;
    let logits = Array2::from_shape_fn((n, 3), |(i, j)| ((i * 3 + j) % 5) as f32 - 1.0);
    let labels = array![2, 1, 0, 1];
    assert_eq!(format!("{:.3}", softmax(&logits)).lines().next(), Some("[[0.090, 0.245, 0.665],"));
    assert_eq!(format!("{:.3} {:.2}", cross_entropy(&logits, &labels), accuracy(&logits, &labels)), "1.802 0.50");
    assert_eq!(logits.mapv(|x| x * x).iter().sum::<f32>(), 31.0);
}
