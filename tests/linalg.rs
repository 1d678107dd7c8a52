//! Solutions, inverses, Cholesky factors and singular values, checked by products of the results; and matrices of
//! `faer`.

use conformable::ops::LinalgError;
use conformable::{AnyShape, Axis, Dim, Dyn, Inline, Shape, Solve, Solved, Storage, Tensor, View, ViewMut, shape};
use faer::Mat;
use num_complex::Complex;
use proptest::prelude::*;

/// Numbers without a pattern, between -1 and 1.
fn number(seed: u64, at: usize) -> f64 {
    let mixed = (at as u64 + seed * 1000 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    f64::from(u32::try_from(mixed >> 32).unwrap()) / f64::from(u32::MAX) * 2.0 - 1.0
}

fn tensor<S: Shape>(shape: S, seed: u64) -> Tensor<f64, S> {
    let elements = (0..shape.numel().unwrap()).map(|at| number(seed, at)).collect();
    Tensor::from_vec(shape, elements).unwrap()
}

fn near<S: Shape, D: Storage, R: Shape, E: Storage>(x: &Tensor<f64, S, D>, y: &Tensor<f64, R, E>) -> bool {
    x.sizes().as_ref() == y.sizes().as_ref() && x.iter().zip(y.iter()).all(|(x, y)| (x - y).abs() < 1e-9)
}

/// Asserts that `A x` is `b`, for any batches and strides.
fn solves(a: &Tensor<f64, AnyShape>, b: &Tensor<f64, AnyShape>) {
    let x = a.solve(b).unwrap();
    // a vector for each matrix is a column
    let [columns, right] =
        [&x, b].map(|x| if b.rank() == 1 { x.unsqueeze(Axis::<-1>).to_owned() } else { x.to_owned() });
    let product = a.matmul(&columns);
    assert!(near(&product, &right.try_broadcast_to(product.shape()).unwrap().to_owned()), "{a} {b} {x}");
    // the same of elements in another order
    let columns = a.t().to_owned();
    assert!(near(&x, &columns.t().solve(b).unwrap()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn equations(n in 1usize..6, columns in 0usize..4, batch in 1usize..4, forms in 0u8..8, seed in 0u64..1000) {
        let a: &[usize] = match forms % 4 { 0 => &[n, n], 1 => &[1, n, n], _ => &[batch, n, n] };
        let b: &[usize] = match forms / 2 { 0 => &[n], 1 => &[n, columns], 2 => &[batch, n, columns], _ => &[1, n, columns] };
        solves(&tensor(AnyShape::from(a), seed), &tensor(AnyShape::from(b), seed + 1));
    }

    #[test]
    fn decompositions(m in 0usize..7, n in 0usize..7, batch in 0usize..3, seed in 0u64..1000) {
        let x = tensor(shape![batch, m, n], seed);
        for x in [x.erase(), tensor(shape![m, n], seed).erase()] {
            let (u, s, vt) = x.svd().unwrap();
            prop_assert!(near(&(&u * s.unsqueeze(Axis::<-2>)).matmul(&vt), &x));
            prop_assert!(s.rows::<Dyn>().all(|s| s.iter().zip(s.iter().skip(1)).all(|(x, y)| x >= y && *y >= 0.0)));
            let square = x.matmul(&x.t()) + AnyEye(m).tensor();
            let l = square.cholesky().unwrap();
            prop_assert!(near(&l.matmul(&l.t()), &square));
            prop_assert!(near(&l, &l.tril(0)));
            let unit = square.inv().unwrap().matmul(&square);
            prop_assert!(near(&unit, &AnyEye(m).tensor().try_broadcast_to(unit.shape()).unwrap().to_owned()));
        }
    }
}

/// The unit matrix of any size.
struct AnyEye(usize);

impl AnyEye {
    fn tensor(&self) -> Tensor<f64, AnyShape> {
        Tensor::from_fn(shape![self.0, self.0], |[i, j]| f64::from(u8::from(i == j))).erase()
    }
}

#[test]
fn shapes_in_types() {
    fn whiten<N: Dim, I: Dim>(x: &Tensor<f64, (N, I)>, covariance: &Tensor<f64, (I, I)>) -> Tensor<f64, (I, N)> {
        covariance.solve(&x.t()).unwrap()
    }
    fn generic<S: Shape + Solve<R>, R: Shape>(a: &Tensor<f64, S>, b: &Tensor<f64, R>) -> Tensor<f64, Solved<S, R>> {
        a.solve(b).unwrap()
    }
    let a = Tensor::from([[4.0, 1.0], [1.0, 3.0]]);
    let rows = tensor(shape![7, 2], 1);
    assert!(near(&a.matmul(&whiten(&rows, &a)), &rows.t()));
    let x: Tensor<f64, Shape![2]> = generic(&a, &Tensor::from([5.0, 4.0]));
    assert!(near(&x, &Tensor::from([1.0, 1.0])));
    let x: Tensor<f64, Shape![2, 2], Inline> = Tensor::inline([[2.0, 0.0], [0.0, 4.0]]).inv().unwrap();
    assert_eq!(x.into_array(), [[0.5, 0.0], [0.0, 0.25]]);
    let half: Tensor<f64, Shape![_, 2]> = Tensor::from([[2.0, 0.0], [0.0, 4.0]]).widen();
    let known: Tensor<f64, Shape![2, 2]> = half.inv().unwrap();
    assert!(near(&known, &Tensor::from([[0.5, 0.0], [0.0, 0.25]])));
}

#[test]
#[allow(clippy::many_single_char_names, reason = "as they are written")]
fn complex_numbers() {
    let z = |re: f64, im: f64| Complex::new(re, im);
    let a = Tensor::from([[z(2.0, 0.0), z(0.0, 1.0)], [z(0.0, -1.0), z(2.0, 0.0)]]);
    let distance = |x: &Tensor<Complex<f64>, Shape![2, 2]>, y: &Tensor<Complex<f64>, Shape![2, 2]>| {
        x.iter().zip(y.iter()).map(|(x, y)| (x - y).norm()).fold(0.0, f64::max)
    };
    let unit = Tensor::from([[z(1.0, 0.0), z(0.0, 0.0)], [z(0.0, 0.0), z(1.0, 0.0)]]);
    assert!(distance(&a.inv().unwrap().matmul(&a), &unit) < 1e-12);
    let l = a.cholesky().unwrap();
    assert!(distance(&l.matmul(&l.t().map(|z| z.conj())), &a) < 1e-12);
    let (u, s, vt) = a.svd().unwrap();
    let scaled = u.matmul(&Tensor::from([[z(s[0], 0.0), z(0.0, 0.0)], [z(0.0, 0.0), z(s[1], 0.0)]]));
    assert!(distance(&scaled.matmul(&vt), &a) < 1e-12);
    assert!((s[0] - 3.0).abs() < 1e-12 && (s[1] - 1.0).abs() < 1e-12);
}

/// Matrices that are singular at any scale, and matrices that only look singular.
#[test]
fn singular_matrices() {
    let singular: [[[f64; 3]; 3]; 6] = [
        [[0.0; 3]; 3],
        [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]],
        [[1e-200, 2e-200, 3e-200], [4.0, 5.0, 6.0], [7e200, 8e200, 9e200]],
        [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.5, 0.7, 0.9]],
        [[1.0, 0.0, 0.0], [0.0, f64::NAN, 0.0], [0.0, 0.0, 1.0]],
        [[1.0, 0.0, 0.0], [0.0, f64::INFINITY, 0.0], [0.0, 0.0, 1.0]],
    ];
    for matrix in singular {
        let text = "the matrix (3, 3) is singular: it has no inverse";
        assert_eq!(Tensor::from(matrix).inv().unwrap_err().to_string(), text, "{matrix:?}");
        assert_eq!(Tensor::from(matrix).solve(&Tensor::from([1.0; 3])).unwrap_err().to_string(), text, "{matrix:?}");
    }
    let regular = [
        [[1.0, 0.0, 0.0], [0.0, 1e-200, 0.0], [0.0, 0.0, 1e200]],
        [[1.0, 1.0, 0.0], [1e-200, 2e-200, 0.0], [0.0, 0.0, 1.0]],
        [[1.0, 1e-200, 0.0], [1.0, 2e-200, 0.0], [0.0, 0.0, 1.0]],
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        [[1.0, 1.0 / 2.0, 1.0 / 3.0], [1.0 / 2.0, 1.0 / 3.0, 1.0 / 4.0], [1.0 / 3.0, 1.0 / 4.0, 1.0 / 5.0]],
    ];
    for matrix in regular {
        let matrix = Tensor::from(matrix);
        assert!((matrix.inv().unwrap().matmul(&matrix) - AnyEye(3).tensor()).abs().max_all() < 1e-9, "{matrix}");
    }
    let batch = Tensor::from([[[1.0, 0.0], [0.0, 1.0]], [[1.0, 2.0], [2.0, 4.0]]]);
    assert_eq!(batch.inv().unwrap_err().to_string(), "matrix 1 of (2, 2, 2) is singular: it has no inverse");
    assert_eq!(batch.cholesky().unwrap_err().to_string(), "matrix 1 of (2, 2, 2) is not positive definite");
    assert!(matches!(Tensor::from([[f64::NAN]]).cholesky(), Err(LinalgError::NotPositiveDefinite(_))));
    assert!(matches!(Tensor::from([[f64::NAN, 1.0], [1.0, 1.0]]).svd(), Err(LinalgError::NotConverged(_))));
}

#[test]
fn refusals_at_run_time() {
    let any = |sizes: &[usize]| tensor(AnyShape::from(sizes), 1);
    let text = |error: LinalgError| error.to_string();
    assert_eq!(text(any(&[2, 3]).inv().unwrap_err()), "(2, 3) is not a square matrix: 2 and 3 differ");
    assert_eq!(text(any(&[3]).cholesky().unwrap_err()), "(3,) is not a square matrix: it has fewer than two axes");
    assert_eq!(text(any(&[]).svd().unwrap_err()), "cannot decompose ()\n  a matrix has two axes");
    assert_eq!(
        text(any(&[5, 3, 3]).solve(&any(&[4, 3])).unwrap_err()),
        "cannot multiply the inverse of (5, 3, 3) by (4, 3) as matrices: 3, the last axis of the left shape, and 4 differ"
    );
    assert_eq!(
        text(any(&[5, 3, 3]).solve(&any(&[4, 3, 1])).unwrap_err()),
        "cannot multiply the inverse of (5, 3, 3) by (4, 3, 1) as matrices
  lhs  5  3  3
  rhs  4  3  1
       ^ 5 and 4 differ, and neither is 1"
    );
    assert_eq!(
        text(any(&[3, 3]).solve(&any(&[])).unwrap_err()),
        "cannot multiply the inverse of (3, 3) by () as matrices: a scalar has no axis to sum along"
    );
}

#[test]
fn matrices_of_faer() {
    let x = tensor(shape![3, 4, 5], 3);
    let view = x.permute((Axis::<2>, Axis::<0>, Axis::<1>));
    for (i, matrix) in view.matrices().enumerate() {
        let of_faer = matrix.as_faer();
        assert_eq!((of_faer.nrows(), of_faer.ncols()), (3, 4));
        assert!((of_faer[(2, 3)] - x[[2, 3, i]]).abs() < f64::EPSILON);
        let back: Tensor<f64, Shape![3, 4], View> = Tensor::try_from(of_faer).unwrap();
        assert_eq!(back, matrix);
    }
    let mut columns = Mat::<f64>::zeros(2, 3);
    let mut x: Tensor<f64, Shape![2, 3], ViewMut> = Tensor::try_from(columns.as_mut()).unwrap();
    x += &Tensor::from([[1.0], [2.0]]);
    assert_eq!(columns, Mat::from_fn(2, 3, |i, _| if i == 0 { 1.0 } else { 2.0 }));
    let mut backwards = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    backwards.flip_mut(Axis::<1>).as_faer_mut()[(0, 0)] = 7.0;
    assert_eq!(backwards, Tensor::from([[1.0, 7.0], [3.0, 4.0]]));
    assert_eq!(Tensor::<f64, _>::zeros(shape![0, 3]).as_faer().nrows(), 0);
}
