//! Passes lanes of tensors to crates that take slices and iterators: Fourier transforms by `rustfft` along rows and
//! columns, and medians by `statrs`, of numbers that `rand` draws.
//!
//! An owned tensor is one slice in row-major order, so its rows are adjacent slices. A column is a view with a stride:
//! iterate over it, or copy it for a slice.

use conformable::{Axis, Dim, Dyn, Shape, Tensor, shape};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustfft::{FftPlanner, num_complex::Complex64};
use statrs::statistics::{Data, OrderStatistics, Statistics};

/// The Fourier transform of each row, in place: `rustfft` takes many adjacent lanes at once.
fn fft_of_rows<N: Dim, C: Dim>(x: &mut Tensor<Complex64, (N, C)>) {
    let (_, columns) = x.shape();
    FftPlanner::new().plan_fft_forward(columns.size()).process(x.as_mut_slice());
}

/// The Fourier transform of each column: a copy makes them rows.
fn fft_of_columns<N: Dim, C: Dim>(x: &mut Tensor<Complex64, (N, C)>) {
    let mut columns = x.t().to_owned();
    fft_of_rows(&mut columns);
    x.assign(&columns.t());
}

/// The median of each column; `statrs` sorts a copy of it.
fn medians<N: Dim, C: Dim>(x: &Tensor<f64, (N, C)>) -> Tensor<f64, (C,)> {
    let (_, columns) = *x.shape();
    Tensor::from_fn((columns,), |[j]| Data::new(x.index_axis(Axis::<1>, j).to_vec()).median())
}

fn main() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let n = Dyn::new(5);
    let x: Tensor<f64, Shape![_, 4]> = Tensor::from_fn(shape![n, 4], |_| rng.random_range(-1.0..1.0));
    println!("{x:.2}\nmedians of its columns: {:.2}", medians(&x));
    let deviation = Statistics::std_dev(x.index_axis(Axis::<1>, 0).iter());
    println!("standard deviation of the first: {deviation:.2}");

    let mut spectrum = x.map(Complex64::from);
    fft_of_rows(&mut spectrum);
    fft_of_columns(&mut spectrum);
    println!(
        "the first of its Fourier transform along both axes is the sum: {:.2} = {:.2}",
        spectrum[[0, 0]].re,
        x.sum_all()
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    fn random<N: Dim, C: Dim>(shape: (N, C)) -> Tensor<f64, (N, C)> {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        Tensor::from_fn(shape, |_| rng.random_range(-1.0..1.0))
    }

    /// The element at frequency `k` of a lane.
    #[allow(clippy::cast_precision_loss, reason = "a few numbers")]
    fn naive<'a>(lane: impl ExactSizeIterator<Item = &'a f64>, k: usize) -> Complex64 {
        let n = lane.len() as f64;
        lane.enumerate().map(|(t, x)| Complex64::from_polar(*x, -TAU * (k * t) as f64 / n)).sum()
    }

    #[test]
    fn rows_and_columns_have_the_transforms_of_their_definition() {
        let x = random(shape![Dyn::new(6), 5]);
        let (mut rows, mut columns) = (x.map(Complex64::from), x.map(Complex64::from));
        fft_of_rows(&mut rows);
        fft_of_columns(&mut columns);
        for [i, j] in x.indexed_iter().map(|(index, _)| index) {
            assert!((rows[[i, j]] - naive(x.index_axis(Axis::<0>, i).iter(), j)).norm() < 1e-12);
            assert!((columns[[i, j]] - naive(x.index_axis(Axis::<1>, j).iter(), i)).norm() < 1e-12);
        }
    }

    #[test]
    fn a_median_is_in_the_middle_of_its_column() {
        let x = random(shape![7, 3]);
        let less = x.less(&medians(&x)).count(Axis::<0>);
        let greater = x.greater(&medians(&x)).count(Axis::<0>);
        assert_eq!((less, greater), (Tensor::from([3; 3]), Tensor::from([3; 3])));
    }
}
