//! Matrix products, against the crate that computes them and handwritten loops, in turn in one process.
//!
//!     cargo bench --bench products                every row
//!     cargo bench --bench products -- inline      those with one of the words in the name
//!     cargo bench --bench products -- --quick     a few samples of small ones: does everything run?
//!
//! All write to an existing matrix. NumPy's times, on one thread: `OPENBLAS_NUM_THREADS=1 benches/numpy-products`.

#![allow(clippy::cast_precision_loss, clippy::many_single_char_names, reason = "matrices as they are written")]

#[path = "../harness/mod.rs"]
mod harness;
#[path = "../harness/pairs.rs"]
mod pairs;

use conformable::product::MatrixElement;
use conformable::{Tensor, shape};
use harness::run;
use pairs::Pairs;
use std::fmt::Debug;
use std::hint::black_box;
use std::ops::{AddAssign, Mul};

/// Static inline products, against loops with constant lengths.
macro_rules! inline {
    ($pairs:ident; $($n:literal)*) => {$({
        let x: [[f32; $n]; $n] = std::array::from_fn(|i| std::array::from_fn(|j| (i * 3 + j) as f32));
        let tensor = Tensor::inline(x);
        let by_hand = |x: &[[f32; $n]; $n], y: &[[f32; $n]; $n]| {
            let mut out = [[0.0; $n]; $n];
            for i in 0..$n {
                for p in 0..$n {
                    for j in 0..$n {
                        out[i][j] += x[i][p] * y[p][j];
                    }
                }
            }
            out
        };
        let ours = run!(black_box(&tensor).matmul(black_box(&tensor)));
        let by_hand = run!(by_hand(black_box(&x), black_box(&x)));
        $pairs.row(concat!("inline f32 ", $n, " x ", $n, ", loops by hand"), [ours, by_hand]);
    })*};
}
fn floats(count: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 7) % 16) as f32 - 8.0).collect()
}

fn main() {
    let mut pairs = Pairs::new();
    let largest = if pairs.is_quick() { 128 } else { 2048 };
    for n in [4, 8, 16, 32, 64, 100, 128, 256, 512, 1024, 2048].into_iter().filter(|&n| n <= largest) {
        against_the_crate(&mut pairs, [n, n, n], false);
    }
    for n in [4, 8, 16, 64, 256, 1024].into_iter().filter(|&n| n <= largest) {
        against_the_crate(&mut pairs, [n, n, n], true);
        doubles(&mut pairs, n);
    }
    for sizes in [[4, 4, 1], [1, 1024, 1024], [1024, 1024, 1], [1024, 4, 1024], [8, 2048, 8], [256, 64, 10]] {
        against_the_crate(&mut pairs, sizes, false);
    }
    // a few rows or columns, as of a language model that writes several texts
    let (inputs, outputs) = if pairs.is_quick() { (96, 160) } else { (768, 3072) };
    for few in [1, 2, 4, 8, 12] {
        for transposed in [false, true] {
            against_the_crate(&mut pairs, [few, inputs, outputs], transposed);
            against_the_crate(&mut pairs, [outputs, inputs, few], transposed);
        }
    }
    for (batch, n) in [(1000, 4), (256, 16), (64, 64), (8, 128)] {
        batches(&mut pairs, batch, n);
    }
    inline!(pairs; 2 3 4 5 8 16);
    for n in [16, 64, 256].into_iter().filter(|&n| n <= largest) {
        integers::<i32>(&mut pairs, [n, n, n]);
    }
    for few in [2, 4, 8] {
        integers::<i32>(&mut pairs, [outputs, inputs, few]);
        integers::<u16>(&mut pairs, [outputs, inputs, few]);
    }
    pairs.finish();
}

/// `sgemm` of dense matrices; the right one may be transposed.
fn sgemm(x: &[f32], y: &[f32], out: &mut [f32], [m, k, n]: [usize; 3], transposed: bool) {
    assert!(x.len() >= m * k && y.len() >= k * n && out.len() >= m * n);
    let stride = |size: usize| isize::try_from(size).expect("a small matrix");
    let (down, right) = if transposed { (1, stride(k)) } else { (stride(n), 1) };
    // SAFETY: the slices have matrices of these sizes.
    #[allow(unsafe_code, reason = "the crate takes pointers")]
    unsafe {
        matrixmultiply::sgemm(
            m,
            k,
            n,
            1.0,
            x.as_ptr(),
            stride(k),
            1,
            y.as_ptr(),
            down,
            right,
            0.0,
            out.as_mut_ptr(),
            stride(n),
            1,
        );
    }
}

/// One product, against the crate's.
fn against_the_crate(pairs: &mut Pairs, [m, k, n]: [usize; 3], transposed: bool) {
    let (x, mut out, mut by_crate) = (floats(m * k), floats(m * n), floats(m * n));
    let y = floats(k * n);
    let lhs = Tensor::from_vec(shape![m, k], x.clone()).unwrap();
    let mut product = Tensor::from_vec(shape![m, n], out.split_off(0)).unwrap();
    let of_crate = y.clone();
    let by_crate = run!(sgemm(black_box(&x), black_box(&of_crate), black_box(&mut by_crate), [m, k, n], transposed));
    if transposed {
        let rhs = Tensor::from_vec(shape![n, k], y).unwrap();
        let ours = run!(black_box(&lhs).matmul_into(&black_box(&rhs).t(), black_box(&mut product)));
        pairs.row(&format!("f32 {m} x {k} by the transpose of {n} x {k}, matrixmultiply"), [ours, by_crate]);
    } else {
        let rhs = Tensor::from_vec(shape![k, n], y).unwrap();
        let ours = run!(black_box(&lhs).matmul_into(black_box(&rhs), black_box(&mut product)));
        pairs.row(&format!("f32 {m} x {k} by {k} x {n}, matrixmultiply"), [ours, by_crate]);
    }
}

fn doubles(pairs: &mut Pairs, n: usize) {
    let x: Vec<f64> = floats(n * n).into_iter().map(f64::from).collect();
    let mut by_crate = x.clone();
    let lhs = Tensor::from_vec(shape![n, n], x.clone()).unwrap();
    let mut product = lhs.clone();
    let stride = isize::try_from(n).expect("a small matrix");
    // SAFETY: the slices have matrices of these sizes.
    #[allow(unsafe_code, reason = "the crate takes pointers")]
    let dgemm = |x: &[f64], out: &mut [f64]| unsafe {
        matrixmultiply::dgemm(
            n,
            n,
            n,
            1.0,
            x.as_ptr(),
            stride,
            1,
            x.as_ptr(),
            stride,
            1,
            0.0,
            out.as_mut_ptr(),
            stride,
            1,
        );
    };
    let ours = run!(black_box(&lhs).matmul_into(black_box(&lhs), black_box(&mut product)));
    let by_crate = run!(dgemm(black_box(&x), black_box(&mut by_crate)));
    pairs.row(&format!("f64 {n} x {n} by {n} x {n}, matrixmultiply"), [ours, by_crate]);
}

/// A batch, against a call of the crate for each of its matrices.
fn batches(pairs: &mut Pairs, batch: usize, n: usize) {
    let (x, y) = (floats(batch * n * n), floats(batch * n * n));
    let (lhs, rhs) = [&x, &y].map(|x| Tensor::from_vec(shape![batch, n, n], x.clone()).unwrap()).into();
    let (mut product, mut by_crate) = (lhs.clone(), x.clone());
    let ours = run!(black_box(&lhs).matmul_into(black_box(&rhs), black_box(&mut product)));
    let each = |x: &[f32], y: &[f32], out: &mut [f32]| {
        let matrices = x.chunks_exact(n * n).zip(y.chunks_exact(n * n)).zip(out.chunks_exact_mut(n * n));
        matrices.for_each(|((x, y), out)| sgemm(x, y, out, [n, n, n], false));
    };
    let by_crate = run!(each(black_box(&x), black_box(&y), black_box(&mut by_crate)));
    pairs.row(&format!("f32 {batch} times {n} x {n}, matrixmultiply"), [ours, by_crate]);
}

/// Integers, against loops that add a row of the right matrix to a row of the result.
fn integers<T>(pairs: &mut Pairs, [m, k, n]: [usize; 3])
where
    T: MatrixElement<Total = T> + From<u8> + Mul<Output = T> + AddAssign + Debug + PartialEq,
{
    let numbers = |count: usize| (0..count).map(|i| T::from(u8::try_from(i % 5).expect("below 5"))).collect::<Vec<_>>();
    let (x, y) = (numbers(m * k), numbers(k * n));
    let lhs = Tensor::from_vec(shape![m, k], x.clone()).unwrap();
    let rhs = Tensor::from_vec(shape![k, n], y.clone()).unwrap();
    let mut by_hand = vec![T::from(0); m * n];
    let mut product = Tensor::from_vec(shape![m, n], by_hand.clone()).unwrap();
    let loops = |x: &[T], y: &[T], out: &mut [T]| {
        out.fill(T::from(0));
        for (x, out) in x.chunks_exact(k).zip(out.chunks_exact_mut(n)) {
            for (&x, y) in x.iter().zip(y.chunks_exact(n)) {
                out.iter_mut().zip(y).for_each(|(out, &y)| *out += x * y);
            }
        }
    };
    lhs.matmul_into(&rhs, &mut product);
    loops(&x, &y, &mut by_hand);
    assert_eq!(product.as_slice(), by_hand, "the products differ");
    let ours = run!(black_box(&lhs).matmul_into(black_box(&rhs), black_box(&mut product)));
    let hand = run!(loops(black_box(&x), black_box(&y), black_box(&mut by_hand)));
    pairs.row(&format!("{} {m} x {k} by {k} x {n}, loops by hand", std::any::type_name::<T>()), [ours, hand]);
}
