//! Pairwise distances (N,1,D)-(1,M,D) and one k-means step.
use conformable::{Dim, Shape, Size, Tensor, shape};

/// (N, D) and (M, D) to (N, M): squared distances.
fn distances<N: Dim, M: Dim, D: Dim>(x: &Tensor<f64, (N, D)>, c: &Tensor<f64, (M, D)>) -> Tensor<f64, (N, M)> {
    let &(n, d) = x.shape();
    let m = c.shape().0;
    // no `unsqueeze`: a view of the same slice in another shape
    let x = Tensor::from_slice((n, Size::<1>, d), x.as_slice()).unwrap();
    let c = Tensor::from_slice((Size::<1>, m, d), c.as_slice()).unwrap();
    let square = (x - c).square();
    Tensor::from_fn((n, m), |[i, j]| (0..d.size()).map(|k| square[[i, j, k]]).sum())
}

fn step<N: Dim, M: Dim, D: Dim>(
    x: &Tensor<f64, (N, D)>,
    c: &Tensor<f64, (M, D)>,
) -> (Tensor<f64, (M, D)>, Tensor<usize, (N,)>) {
    let dist = distances(x, c);
    let &(n, m) = dist.shape();
    let d = x.shape().1;
    let label = Tensor::from_fn((n,), |[i]| {
        (0..m.size()).min_by(|&a, &b| dist[[i, a]].total_cmp(&dist[[i, b]])).expect("a centre")
    });
    let mut sums = Tensor::zeros((m, d));
    let mut count = Tensor::zeros((m, Size::<1>));
    for ([i, j], element) in x.indexed_iter() {
        sums[[label[i], j]] += element;
    }
    for &k in &label {
        count[[k, 0]] += 1.0;
    }
    let means = &sums / &count;
    // an empty cluster keeps its centre
    (count.equal(0.0).where_cond(c, &means), label)
}

pub fn main() {
    let n = 6;
    let x: Tensor<f64, Shape![_, 2]> = Tensor::from_fn(shape![n, 2], |[i, j]| (i * 3 + j) as f64);
    let c = Tensor::from([[0.0, 0.0], [10.0, 10.0]]);
    let (c, label) = step(&x, &c);
    assert_eq!(
        (c.to_string(), label.to_string()),
        ("[[ 1.5,  2.5],\n [10.5, 11.5]]".into(), "[0, 0, 1, 1, 1, 1]".into())
    );
}
