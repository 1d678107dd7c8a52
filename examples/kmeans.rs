//! One step of k-means: assigns every point to the nearest centre, and moves every centre to the mean of its points.

#![allow(clippy::cast_precision_loss, reason = "coordinates of a few digits")]

use conformable::{Axis, Dim, Shape, Tensor, shape};

type Points<N, D> = Tensor<f64, (N, D)>;

/// The squared distances: (N, 1, D) with (M, D) is (N, M, D).
fn distances<N: Dim, M: Dim, D: Dim>(points: &Points<N, D>, centres: &Points<M, D>) -> Tensor<f64, (N, M)> {
    (points.unsqueeze(Axis::<1>) - centres).square().sum(Axis::<-1>)
}

/// Each centre moved to the mean of its points, if there are any; and the nearest centre of each point.
fn step<N: Dim, M: Dim, D: Dim>(points: &Points<N, D>, centres: &Points<M, D>) -> (Points<M, D>, Tensor<usize, (N,)>) {
    let nearest = distances(points, centres).argmin(Axis::<-1>);
    let numbers = Tensor::from_fn((centres.shape().0,), |[number]| number);
    // (N, 1) with (M,) is (N, M); as (N, M, 1) it is 1 if a point counts, else 0
    let members = nearest.unsqueeze(Axis::<-1>).equal(&numbers).map(f64::from).into_unsqueezed(Axis::<-1>);
    let counts = members.sum(Axis::<0>);
    let means = (members * points.unsqueeze(Axis::<1>)).sum(Axis::<0>) / &counts;
    (counts.equal(0.0).where_cond(centres, &means), nearest)
}

fn main() {
    let n = 6;
    let points: Tensor<f64, Shape![_, 2]> = Tensor::from_fn(shape![n, 2], |[i, j]| (i * 3 + j) as f64);
    let (centres, nearest) = step(&points, &Tensor::from([[0.0, 0.0], [10.0, 10.0]]));
    println!("{centres:.2} {nearest}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_that_of_loops() {
        let points = Tensor::from_fn(shape![20, 3], |[i, j]| ((7 * i + 5 * j * j) % 11) as f64);
        // the last centre is too far away for any point
        let centres = Tensor::from([[0.0, 2.0, 1.0], [5.0, 5.0, 5.0], [9.0, 8.0, 10.0], [50.0, 0.0, 0.0]]);
        let (mut sums, mut counts, mut labels) = ([[0.0; 3]; 4], [0; 4], [0; 20]);
        for i in 0..20 {
            let distance = |k: usize| (0..3).map(|j| (points[[i, j]] - centres[[k, j]]).powi(2)).sum::<f64>();
            let nearest = (0..4).min_by(|&k, &l| distance(k).total_cmp(&distance(l))).unwrap();
            labels[i] = nearest;
            counts[nearest] += 1;
            for j in 0..3 {
                sums[nearest][j] += points[[i, j]];
            }
        }
        assert!(counts[..3].iter().all(|&count| count > 0) && counts[3] == 0);

        let (means, nearest) = step(&points, &centres);
        assert_eq!(nearest, Tensor::from(labels));
        for ([k, j], &mean) in means.indexed_iter() {
            let naive = if counts[k] == 0 { centres[[k, j]] } else { sums[k][j] / f64::from(counts[k]) };
            assert!((mean - naive).abs() < 1e-12);
        }
    }
}
