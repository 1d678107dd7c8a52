//! Small tensors of constant sizes, against loops of constant lengths.

use crate::Report;
use crate::harness::run;
use conformable::{Axis, Inline, Shape, Tensor, shape};
use ndarray::Array2;
use std::hint::black_box;

/// The rows of a matrix, combined.
fn rows_of<const ROWS: usize, const COLUMNS: usize>(
    x: &[[f32; COLUMNS]; ROWS],
    out: &mut [f32; COLUMNS],
    f: impl Fn(f32, f32) -> f32,
) {
    let mut all = x[0];
    for row in &x[1..] {
        for (one, x) in all.iter_mut().zip(row) {
            *one = f(*one, *x);
        }
    }
    *out = all;
}

/// The elements of each row, combined.
fn columns_of<const ROWS: usize, const COLUMNS: usize>(
    x: &[[f32; COLUMNS]; ROWS],
    out: &mut [f32; ROWS],
    f: impl Fn(f32, f32) -> f32,
) {
    for (out, row) in out.iter_mut().zip(x) {
        *out = row[1..].iter().fold(row[0], |all, x| f(all, *x));
    }
}

/// `small!(report; 4 4, 8 8)`: the sums and maxima of inline tensors of these shapes.
macro_rules! small {
    ($report:expr; $($rows:literal $columns:literal),*) => {$({
        let number = |[i, j]: [usize; 2]| ((i * 7 + j * 3) % 11) as f32;
        let x: Tensor<f32, Shape![$rows, $columns], Inline> =
            Tensor::inline_from_fn(shape![$rows, $columns], number);
        let elements: [[f32; $columns]; $rows] = std::array::from_fn(|i| std::array::from_fn(|j| number([i, j])));
        let array = Array2::from_shape_fn(($rows, $columns), |(i, j)| number([i, j]));
        let (x, elements, array) = (&x, &elements, &array);
        small!(@ $report, $rows $columns, x, elements, array, Axis::<0>, 0, $columns, rows_of);
        small!(@ $report, $rows $columns, x, elements, array, Axis::<1>, 1, $rows, columns_of);
    })*};
    (@ $report:expr, $rows:literal $columns:literal, $x:ident, $elements:ident, $array:ident, $Axis:expr, $axis:literal,
        $kept:literal, $hand:ident) => {
        let label = |what| format!("{what} f32 static [{}, {}] axis {}", $rows, $columns, $axis);
        let (mut out, mut by_hand) = ($x.sum($Axis), [0.0; $kept]);
        $report.row(&label("sum"), [
            run!(black_box($x).sum_into($Axis, black_box(&mut out))),
            run!($hand(black_box($elements), black_box(&mut by_hand), |a, b| a + b)),
            run!(black_box($array).sum_axis(ndarray::Axis($axis))),
        ]);
        let (mut out, mut by_hand) = ($x.max($Axis), [0.0; $kept]);
        $report.row(&label("max"), [
            run!(black_box($x).max_into($Axis, black_box(&mut out))),
            run!($hand(black_box($elements), black_box(&mut by_hand), |a, b| if b > a { b } else { a })),
            run!(black_box($array).map_axis(ndarray::Axis($axis), |row| {
                row.iter().fold(row[0], |a, &b| if b > a { b } else { a })
            })),
        ]);
    };
}

pub(crate) fn rows(report: &mut Report) {
    small!(report; 3 3, 4 4, 8 8, 4 16, 16 16, 2 64);
}
