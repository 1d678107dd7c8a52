//! The weights of causal attention: the masked scores of every two times, and their softmax.

#![allow(clippy::cast_precision_loss, reason = "scores of a few digits")]

use conformable::{Axis, Dim, Dyn, Tensor, shape};

struct Batch;
struct Time;

type Scores<B, H, T> = Tensor<f32, (B, H, T, T)>;

fn attention<B: Dim, H: Dim, T: Dim>(scores: Scores<B, H, T>, mask: &Tensor<f32, (T, T)>, d: u16) -> Scores<B, H, T> {
    (scores / f32::from(d).sqrt() + mask).softmax(Axis::<-1>)
}

fn masked<B: Dim, H: Dim, T: Dim>(scores: &Scores<B, H, T>, allowed: &Tensor<bool, (T, T)>) -> Scores<B, H, T> {
    allowed.where_cond(scores, f32::NEG_INFINITY)
}

fn main() {
    let (b, t) = (Dyn::<Batch>::labelled(2), Dyn::<Time>::labelled(3));
    let scores = Tensor::from_fn(shape![b, 2, t, t], |[b, h, i, j]| (b + h + i * j) as f32);
    let causal = Tensor::from_fn((t, t), |[i, j]| j <= i);
    let masked = masked(&scores, &causal);
    println!("{:.2}", attention(scores, &causal.where_cond(0.0, f32::NEG_INFINITY), 64));
    println!("{masked}");
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "numbers that are exact")]
mod tests {
    use super::*;

    #[test]
    fn each_time_attends_to_those_before_it_as_in_loops() {
        let t = Dyn::<Time>::labelled(5);
        let scores = Tensor::from_fn(shape![3, 2, t, t], |[b, h, i, j]| (b + h + i * j) as f32);
        let causal = Tensor::from_fn((t, t), |[i, j]| j <= i);
        let weights = attention(scores.clone(), &causal.where_cond(0.0, f32::NEG_INFINITY), 64);
        let masked = masked(&scores, &causal);
        for ([b, h, i, j], &weight) in weights.indexed_iter() {
            let exp = |j| (scores[[b, h, i, j]] / 8.0).exp();
            let naive = if j <= i { exp(j) / (0..=i).map(exp).sum::<f32>() } else { 0.0 };
            assert!((weight - naive).abs() < 1e-6);
            assert_eq!(masked[[b, h, i, j]], if j <= i { scores[[b, h, i, j]] } else { f32::NEG_INFINITY });
        }
    }
}
