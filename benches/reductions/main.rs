//! Reductions along the first, a middle and the last axis, scans, and copies of views, against handwritten loops and
//! ndarray, in turn in one process.
//!
//!     cargo bench --features ndarray --bench reductions                every row
//!     cargo bench --features ndarray --bench reductions -- sum f32     those with one of the words in the name
//!     cargo bench --features ndarray --bench reductions -- --quick     a few samples: does everything run?

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers to reduce"
)]
#![allow(clippy::inline_always, reason = "loops by hand are compiled for the processor at hand")]

#[path = "../harness/mod.rs"]
mod harness;

mod copies;
mod hand;
mod small;

use conformable::{Axis, Dyn, Tensor};
use hand::{Max, MaxAbs, Sum};
use harness::{Arguments, Run, calls, duration, machine, median, ratio, run, time};
use ndarray::Array;
use std::hint::black_box;

/// The rows until now, with ours against the handwritten loop and against ndarray.
struct Report {
    arguments: Arguments,
    rows: Vec<(f64, f64)>,
}

impl Report {
    /// Samples the three contenders in turn, and prints their medians.
    fn row(&mut self, label: &str, mut runs: [Run; 3]) {
        if !self.arguments.asks_for(label) {
            return;
        }
        let (rounds, span) = if self.arguments.quick { (2, 1e-6) } else { (11, 1e-3) };
        let counts = [0, 1, 2].map(|k| calls(&mut runs[k], span));
        let mut samples = [const { Vec::new() }; 3];
        for _ in 0..rounds {
            for (k, run) in runs.iter_mut().enumerate() {
                samples[k].push(time(run, counts[k]));
            }
        }
        let [ours, hand, ndarray] = samples;
        let (by_hand, by_ndarray) = (ratio(&ours, &hand), ratio(&ours, &ndarray));
        self.rows.push((by_hand, by_ndarray));
        let [ours, hand, ndarray] = [ours, hand, ndarray].map(|samples| duration(median(samples)));
        println!("| {label} | {ours} | {hand} | {ndarray} | {by_hand:.2} | {by_ndarray:.2} |");
    }

    fn finish(self) {
        let Self { mut rows, .. } = self;
        for (what, k) in [("the loop by hand", 0), ("ndarray", 1)] {
            let mut ratios: Vec<f64> = rows.iter_mut().map(|row| if k == 0 { row.0 } else { row.1 }).collect();
            ratios.sort_by(f64::total_cmp);
            let above = ratios.iter().filter(|&&ratio| ratio > if k == 0 { 1.1 } else { 1.0 }).count();
            let at = |part: usize| {
                ratios.get((ratios.len() * part / 100).min(ratios.len().saturating_sub(1))).copied().unwrap_or(0.0)
            };
            println!(
                "\nours / {what}: median {:.2}, 95 % at most {:.2}, {above} of {} above",
                at(50),
                at(95),
                ratios.len()
            );
        }
    }
}

/// The operations on every element type, along one axis of one shape, with run-time sizes.
macro_rules! each {
    ($report:ident, $T:ident, $lanes:literal, [$($size:literal),*], $axis:literal $(, $variance:ident)?) => {{
        let sizes = [$($size),*];
        let numel = sizes.iter().product::<usize>();
        let elements: Vec<$T> = (0..numel as u64).map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 57) as $T).collect();
        let x = Tensor::from_vec(($(Dyn::new($size),)*), elements.clone()).unwrap();
        let array = Array::from_shape_vec(sizes, elements.clone()).unwrap();
        let (n, inner) = (sizes[$axis], sizes[$axis + 1..].iter().product::<usize>());
        let (x, array, elements) = (black_box(&x), black_box(&array), black_box(&elements[..]));
        let kept = numel / n;
        let axis = ndarray::Axis($axis);
        let label = |name: &str| format!("{name} {} {sizes:?} axis {}", stringify!($T), $axis);

        let (mut out, mut by_hand) = (x.sum(Axis::<$axis>), vec![<$T>::default(); kept]);
        $report.row(&label("sum"), [
            run!(black_box(x).sum_into(Axis::<$axis>, black_box(&mut out))),
            run!(hand::reduce::<$T, _, $lanes>(black_box(elements), [n, inner], black_box(&mut by_hand), Sum)),
            run!(black_box(array).sum_axis(axis)),
        ]);
        let (mut out, mut by_hand) = (x.max(Axis::<$axis>), vec![<$T>::default(); kept]);
        $report.row(&label("max"), [
            run!(black_box(x).max_into(Axis::<$axis>, black_box(&mut out))),
            run!(hand::reduce::<$T, _, $lanes>(black_box(elements), [n, inner], black_box(&mut by_hand), Max)),
            run!(black_box(array).map_axis(axis, |row| row.iter().fold(row[0], |a, &b| if b > a { b } else { a }))),
        ]);
        let (mut out, mut by_hand, mut best) = (x.argmax(Axis::<$axis>), vec![0; kept], vec![<$T>::default(); inner]);
        $report.row(&label("argmax"), [
            run!(black_box(x).argmax_into(Axis::<$axis>, black_box(&mut out))),
            run!(hand::argmax::<$T, $lanes>(black_box(elements), [n, inner], black_box(&mut by_hand), &mut best)),
            run!(black_box(array).map_axis(axis, |row| {
                row.iter().enumerate().fold((0, row[0]), |best, (i, &x)| if x > best.1 { (i, x) } else { best }).0
            })),
        ]);
        $({
            let (mut out, mut by_hand, mut means) = (x.mean(Axis::<$axis>), vec![0.0; kept], vec![0.0; inner]);
            $report.row(&label("mean"), [
                run!(black_box(x).mean_into(Axis::<$axis>, black_box(&mut out))),
                run!({
                    hand::reduce::<$T, _, $lanes>(black_box(elements), [n, inner], black_box(&mut by_hand), Sum);
                    for sum in &mut by_hand {
                        *sum /= n as $T;
                    }
                }),
                run!(black_box(array).mean_axis(axis)),
            ]);
            let (mut out, mut by_hand) = (x.norm_inf(Axis::<$axis>), vec![0.0; kept]);
            $report.row(&label("norm_inf"), [
                run!(black_box(x).norm_inf_into(Axis::<$axis>, black_box(&mut out))),
                run!(hand::reduce::<$T, _, $lanes>(black_box(elements), [n, inner], black_box(&mut by_hand), MaxAbs)),
                run!(black_box(array).map_axis(axis, |row| row.iter().fold(0.0, |a: $T, b| a.max(b.abs())))),
            ]);
            let (mut out, mut by_hand) = (x.mean(Axis::<$axis>), vec![0.0; kept]);
            $report.row(&label("variance"), [
                run!(black_box(x).var_into(Axis::<$axis>, 0, black_box(&mut out))),
                run!(hand::$variance(black_box(elements), [n, inner], black_box(&mut by_hand), &mut means)),
                run!(black_box(array).var_axis(axis, 0.0)),
            ]);
        })?
    }};
}

macro_rules! of_type {
    ($report:ident, $T:ident, $lanes:literal $(, $variance:ident)?) => {
        each!($report, $T, $lanes, [64, 64], 0 $(, $variance)?);
        each!($report, $T, $lanes, [64, 64], 1 $(, $variance)?);
        each!($report, $T, $lanes, [4096, 768], 0 $(, $variance)?);
        each!($report, $T, $lanes, [4096, 768], 1 $(, $variance)?);
        each!($report, $T, $lanes, [8, 64, 56, 56], 0 $(, $variance)?);
        each!($report, $T, $lanes, [8, 64, 56, 56], 1 $(, $variance)?);
        each!($report, $T, $lanes, [8, 64, 56, 56], 3 $(, $variance)?);
        each!($report, $T, $lanes, [100, 37], 0 $(, $variance)?);
        each!($report, $T, $lanes, [100, 37], 1 $(, $variance)?);
        each!($report, $T, $lanes, [1000, 3], 0 $(, $variance)?);
        each!($report, $T, $lanes, [1000, 3], 1 $(, $variance)?);
        each!($report, $T, $lanes, [1000, 2], 1 $(, $variance)?);
        each!($report, $T, $lanes, [1000, 4], 0 $(, $variance)?);
        each!($report, $T, $lanes, [1000, 4], 1 $(, $variance)?);
        each!($report, $T, $lanes, [17, 129, 65], 1 $(, $variance)?);
        each!($report, $T, $lanes, [17, 129, 65], 2 $(, $variance)?);
    };
}

fn main() {
    let mut report = Report { arguments: Arguments::new(), rows: Vec::new() };
    println!("{}\n", machine());
    println!("| operation | ours | by hand | ndarray | ours / by hand | ours / ndarray |");
    println!("|---|---|---|---|---|---|");
    of_type!(report, f32, 64, variance_f32);
    of_type!(report, f64, 32, variance_f64);
    of_type!(report, i32, 64);
    of_type!(report, u8, 256);
    // rows around the sizes where reductions change from the build's vectors to AVX2
    each!(report, u8, 256, [100, 256], 1);
    each!(report, u8, 256, [100, 600], 1);
    each!(report, i16, 16, [100, 160], 1);
    each!(report, i16, 16, [100, 20], 0);
    small::rows(&mut report);
    copies::rows(&mut report);
    report.finish();
}
