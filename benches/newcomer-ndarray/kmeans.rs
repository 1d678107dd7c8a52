//! Pairwise distances (N,1,D)-(1,M,D) and one k-means step.
use ndarray::{Array1, Array2, Axis, Zip, array};

/// (N, D) and (M, D) to (N, M): squared distances.
fn distances(x: &Array2<f64>, c: &Array2<f64>) -> Array2<f64> {
    let (x, c) = (x.view().insert_axis(Axis(1)), c.view().insert_axis(Axis(0)));
    (&x - &c).mapv(|x| x * x).sum_axis(Axis(2))
}

fn step(x: &Array2<f64>, c: &Array2<f64>) -> (Array2<f64>, Array1<usize>) {
    let dist = distances(x, c);
    let ((n, m), d) = (dist.dim(), x.dim().1);
    let label =
        Array1::from_shape_fn(n, |i| (0..m).min_by(|&a, &b| dist[[i, a]].total_cmp(&dist[[i, b]])).expect("a centre"));
    let mut sums = Array2::zeros((m, d));
    let mut count = Array2::zeros((m, 1));
    for ((i, j), element) in x.indexed_iter() {
        sums[[label[i], j]] += element;
    }
    for &k in &label {
        count[[k, 0]] += 1.0;
    }
    let means = &sums / &count;
    // an empty cluster keeps its centre
    let empty = count.mapv(|count: f64| count == 0.0);
    let centres =
        Zip::from(c).and(&means).and_broadcast(&empty).map_collect(|c, mean, empty| if *empty { *c } else { *mean });
    (centres, label)
}

fn main() {
    let x = Array2::from_shape_fn((6, 2), |(i, j)| (i * 3 + j) as f64);
    let c = array![[0.0, 0.0], [10.0, 10.0]];
    let (c, label) = step(&x, &c);
    assert_eq!(
        (c.to_string(), label.to_string()),
        ("[[1.5, 2.5],\n [10.5, 11.5]]".into(), "[0, 0, 1, 1, 1, 1]".into())
    );
}
