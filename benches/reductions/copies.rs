//! Copies, sums and reductions of views, softmax and cumulative sums, against handwritten loops and ndarray.

use crate::Report;
use crate::harness::run;
use conformable::{Axis, Dyn, Tensor};
use ndarray::{Array, IxDyn};
use std::hint::black_box;

/// Different elements, for sizes known at run time.
fn numbers(numel: usize) -> Vec<f32> {
    (0..numel as u64).map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 57) as f32).collect()
}

/// The transposed matrix, in blocks that fit in a cache.
fn transpose(x: &[f32], [rows, columns]: [usize; 2], out: &mut [f32]) {
    const BLOCK: usize = 16;
    for top in (0..rows).step_by(BLOCK) {
        for left in (0..columns).step_by(BLOCK) {
            for j in left..(left + BLOCK).min(columns) {
                let row = &mut out[j * rows..][..rows];
                for i in top..(top + BLOCK).min(rows) {
                    row[i] = x[i * columns + j];
                }
            }
        }
    }
}

/// The softmax of a matrix along its rows, as a handwritten loop in three passes.
fn softmax(x: &[f32], columns: usize, out: &mut [f32]) {
    for (x, out) in x.chunks_exact(columns).zip(out.chunks_exact_mut(columns)) {
        let greatest = x.iter().fold(f32::NEG_INFINITY, |a, &b| if b > a { b } else { a });
        let mut sum = 0.0;
        for (out, &x) in out.iter_mut().zip(x) {
            *out = conformable::maths::exp(x - greatest);
            sum += *out;
        }
        for out in out {
            *out /= sum;
        }
    }
}

pub(crate) fn rows(report: &mut Report) {
    transposes(report);
    sums_of_transposed(report);
    slices(report);
    reduced_slices(report);
    along_axes(report);
}

/// Matrices, and the two inner axes of four.
fn transposes(report: &mut Report) {
    for [rows, columns] in [[64, 64], [256, 256], [1000, 1000], [1024, 1024], [4096, 4096], [1000, 3], [3, 1000]] {
        let elements = numbers(rows * columns);
        let x = Tensor::from_vec((Dyn::new(rows), Dyn::new(columns)), elements.clone()).unwrap();
        let array = Array::from_shape_vec((rows, columns), elements.clone()).unwrap();
        let (mut out, mut by_hand) = (x.t().to_owned(), vec![0.0; rows * columns]);
        let mut of_array = Array::zeros((columns, rows));
        transpose(&elements, [rows, columns], &mut by_hand);
        assert_eq!(out.as_slice(), by_hand);
        let (x, array, elements) = (&x, &array, &elements[..]);
        report.row(
            &format!("transpose f32 [{rows}, {columns}]"),
            [
                run!(black_box(&mut out).assign(&black_box(x).t())),
                run!(transpose(black_box(elements), [rows, columns], black_box(&mut by_hand))),
                run!(black_box(&mut of_array).assign(&black_box(array).t())),
            ],
        );
    }
    {
        // (batch, time, heads, width), with heads and time exchanged
        let sizes = [8, 128, 8, 64];
        let elements = numbers(sizes.iter().product());
        let x = Tensor::from_vec(sizes.map(Dyn::new).into(), elements.clone()).unwrap();
        let x: Tensor<f32, (Dyn, Dyn, Dyn, Dyn)> = x;
        let array = Array::from_shape_vec(sizes, elements.clone()).unwrap();
        let (mut out, mut by_hand) = (x.swap_axes(Axis::<1>, Axis::<2>).to_owned(), vec![0.0; elements.len()]);
        let mut of_array = array.view().permuted_axes([0, 2, 1, 3]).as_standard_layout().into_owned();
        let (x, array, elements) = (&x, &array, &elements[..]);
        let [batch, time, heads, width] = sizes;
        let mut hand = move || {
            let mut to = by_hand.chunks_exact_mut(width);
            for b in 0..batch {
                for h in 0..heads {
                    for t in 0..time {
                        let from = ((b * time + t) * heads + h) * width;
                        to.next().unwrap().copy_from_slice(&black_box(elements)[from..from + width]);
                    }
                }
            }
        };
        report.row(
            "swap_axes f32 [8, 128, 8, 64]",
            [
                run!(black_box(&mut out).assign(&black_box(x).swap_axes(Axis::<1>, Axis::<2>))),
                run!(hand()),
                run!(black_box(&mut of_array).assign(&black_box(array).view().permuted_axes([0, 2, 1, 3]))),
            ],
        );
    }
}

/// A transposed matrix plus another, with a new result.
fn sums_of_transposed(report: &mut Report) {
    for size in [16, 250, 1000, 1024] {
        let elements = numbers(size * size);
        let x = Tensor::from_vec((Dyn::new(size), Dyn::new(size)), elements.clone()).unwrap();
        let array = Array::from_shape_vec((size, size), elements.clone()).unwrap();
        let mut by_hand = vec![0.0; elements.len()];
        let (x, array, elements) = (&x, &array, &elements[..]);
        report.row(
            &format!("transposed plus f32 [{size}, {size}]"),
            [
                run!(black_box(x).t() + black_box(x)),
                run!({
                    let (x, sums) = (black_box(elements), black_box(&mut by_hand));
                    transpose(x, [size, size], sums);
                    sums.iter_mut().zip(x).for_each(|(sum, x)| *sum += x);
                }),
                run!(&black_box(array).t() + black_box(array)),
            ],
        );
    }
}

/// Reductions of some columns to one number.
fn reduced_slices(report: &mut Report) {
    for [rows, columns, few] in [[16, 20, 16], [64, 70, 8], [256, 260, 4], [1000, 10, 3], [300, 600, 500]] {
        let elements = numbers(rows * columns);
        let x = Tensor::from_vec((Dyn::new(rows), Dyn::new(columns)), elements.clone()).unwrap();
        let array = Array::from_shape_vec((rows, columns), elements.clone()).unwrap();
        let (x, array) = (x.slice((.., ..few)), array.slice(ndarray::s![.., ..few]));
        let (x, array, elements) = (&x, &array, &elements[..]);
        let label = |name: &str| format!("{name} of [{rows}, {few}] of f32 [{rows}, {columns}]");
        let hand = |f: fn(f32, f32) -> f32| {
            let rows = black_box(elements).chunks_exact(black_box(columns));
            rows.fold(0.0, |state, row| row[..black_box(few)].iter().fold(state, |state, &x| f(state, x)))
        };
        let max = |a: f32, b: f32| if b > a { b } else { a };
        report.row(&label("sum"), [run!(black_box(x).sum(..)), run!(hand(|a, b| a + b)), run!(black_box(array).sum())]);
        report.row(
            &label("max"),
            [run!(black_box(x).max(..)), run!(hand(max)), run!(black_box(array).fold(0.0, |a, &b| max(a, b)))],
        );
    }
}

fn slices(report: &mut Report) {
    for ([rows, columns], [some, few]) in [([64, 64], [32, 20]), ([1000, 1000], [500, 500]), ([4096, 768], [4096, 7])] {
        let elements = numbers(rows * columns);
        let x = Tensor::from_vec((Dyn::new(rows), Dyn::new(columns)), elements.clone()).unwrap();
        let array = Array::from_shape_vec((rows, columns), elements.clone()).unwrap();
        let mut out = x.slice((0..some, 3..3 + few)).to_owned();
        let (mut by_hand, mut of_array) = (vec![0.0; some * few], Array::zeros((some, few)));
        let (x, array, elements) = (&x, &array, &elements[..]);
        report.row(
            &format!("slice [{some}, {few}] of f32 [{rows}, {columns}]"),
            [
                run!(black_box(&mut out).assign(&black_box(x).slice((0..some, 3..3 + few)))),
                run!({
                    let (from, to) = (black_box(elements), black_box(&mut by_hand));
                    for (i, to) in to.chunks_exact_mut(few).enumerate() {
                        to.copy_from_slice(&from[i * columns + 3..][..few]);
                    }
                }),
                run!(black_box(&mut of_array).assign(&black_box(array).slice(ndarray::s![0..some, 3..3 + few]))),
            ],
        );
    }
}

/// Softmax, and cumulative sums.
fn along_axes(report: &mut Report) {
    for [rows, columns] in [[64, 64], [4096, 768], [1000, 10]] {
        let elements = numbers(rows * columns);
        let x = Tensor::from_vec((Dyn::new(rows), Dyn::new(columns)), elements.clone()).unwrap();
        let array = Array::from_shape_vec(IxDyn(&[rows, columns]), elements.clone()).unwrap();
        let (mut out, mut by_hand) = (x.softmax(Axis::<1>), vec![0.0; elements.len()]);
        let (x, array, elements) = (&x, &array, &elements[..]);
        report.row(
            &format!("softmax f32 [{rows}, {columns}] axis 1"),
            [
                run!(black_box(x).softmax_into(Axis::<1>, black_box(&mut out))),
                run!(softmax(black_box(elements), columns, black_box(&mut by_hand))),
                run!({
                    let mut out = black_box(array).clone();
                    for mut row in out.rows_mut() {
                        let greatest = row.fold(f32::NEG_INFINITY, |a, &b| if b > a { b } else { a });
                        row.mapv_inplace(|x| (x - greatest).exp());
                        let sum = row.sum();
                        row /= sum;
                    }
                    out
                }),
            ],
        );
        for axis in [0, 1] {
            let mut out = x.to_owned();
            let mut by_hand = vec![0.0; elements.len()];
            let (count, inner) = ([rows, columns][axis], [columns, 1][axis]);
            report.row(
                &format!("cumsum f32 [{rows}, {columns}] axis {axis}"),
                [
                    match axis {
                        0 => run!(black_box(x).cumsum_into(Axis::<0>, black_box(&mut out))),
                        _ => run!(black_box(x).cumsum_into(Axis::<1>, black_box(&mut out))),
                    },
                    run!({
                        let (from, to) = (black_box(elements), black_box(&mut by_hand));
                        for (from, to) in from.chunks_exact(count * inner).zip(to.chunks_exact_mut(count * inner)) {
                            to[..inner].copy_from_slice(&from[..inner]);
                            for i in inner..count * inner {
                                to[i] = to[i - inner] + from[i];
                            }
                        }
                    }),
                    run!({
                        let mut out = black_box(array).clone();
                        out.accumulate_axis_inplace(ndarray::Axis(axis), |&before, x| *x += before);
                        out
                    }),
                ],
            );
        }
    }
}
