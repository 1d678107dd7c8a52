//! Operations on several threads against one, in turn in one process: from which size on do more threads pay?
//!
//!     cargo bench --features rayon --bench threads               every row
//!     RAYON_NUM_THREADS=2 cargo bench --features rayon --bench threads -- exp
//!     cargo bench --features rayon --bench threads -- --quick    a few samples: does everything run?
//!
//! `x.par()` stays on its thread below a limit, which the rows around a ratio of 1.00 show.

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "statistics, and small numbers")]

#[path = "../harness/mod.rs"]
mod harness;

use conformable::{Axis, Dyn, Tensor, maths, zip};
use harness::{Arguments, Run, calls, duration, median, ratio, run, time};
use std::hint::black_box;

/// Samples the operation on one thread and on several, and prints their medians.
fn row(arguments: &Arguments, name: &str, numel: usize, bytes: usize, one: Run, several: Run) {
    let label = format!("{name} of {numel}");
    if !arguments.asks_for(&label) {
        return;
    }
    let (rounds, span) = if arguments.quick { (2, 1e-6) } else { (15, 4e-3) };
    let mut runs = [one, several];
    let counts = [0, 1].map(|k| calls(&mut runs[k], span));
    let mut samples = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        for (k, run) in runs.iter_mut().enumerate() {
            samples[k].push(time(run, counts[k]));
        }
    }
    let [one, several] = samples;
    let ratio = ratio(&several, &one);
    println!(
        "| {name} | {numel} | {} KiB | {} | {} | {ratio:.2} |",
        bytes >> 10,
        duration(median(one)),
        duration(median(several))
    );
}

fn main() {
    let arguments = Arguments::new();
    println!("{}", harness::machine());
    println!("{} threads\n", rayon::current_num_threads());
    println!("| operation | elements | read and written | one thread | several | several / one |");
    println!("|---|---|---|---|---|---|");
    let most = if arguments.quick { 18 } else { 24 };
    for exponent in (14..=most).step_by(2) {
        let rows = 1 << (exponent - 8);
        let shape = (Dyn::new(rows), Dyn::new(256));
        let numel = rows * 256;
        let x = Tensor::from_fn(shape, |[i, j]| ((i + j) % 100) as f32 / 64.0);
        let row_of_x = Tensor::from_fn((Dyn::new(256),), |[j]| j as f32);
        let doubles = x.map(f64::from);
        let (x, row_of_x, doubles) = (black_box(&x), black_box(&row_of_x), black_box(&doubles));

        assert_eq!(x.par() + x, x + x);
        row(&arguments, "&x + &x, f32", numel, 12 * numel, run!(x + x), run!(x.par() + x));
        assert_eq!(x.par() * row_of_x, x * row_of_x);
        row(&arguments, "&x * &row, f32", numel, 8 * numel, run!(x * row_of_x), run!(x.par() * row_of_x));
        assert_eq!(x.par().exp(), x.exp());
        row(&arguments, "x.exp(), f32", numel, 8 * numel, run!(x.exp()), run!(x.par().exp()));
        assert_eq!(x.par().tanh(), x.tanh());
        row(&arguments, "x.tanh(), f32", numel, 8 * numel, run!(x.tanh()), run!(x.par().tanh()));
        assert_eq!(doubles.par().exp(), doubles.exp());
        row(&arguments, "x.exp(), f64", numel, 16 * numel, run!(doubles.exp()), run!(doubles.par().exp()));
        assert_eq!(x.par().sum(Axis::<1>), x.sum(Axis::<1>));
        row(
            &arguments,
            "x.sum(Axis::<1>), f32",
            numel,
            4 * numel,
            run!(x.sum(Axis::<1>)),
            run!(x.par().sum(Axis::<1>)),
        );
        row(
            &arguments,
            "x.sum(Axis::<0>), f32",
            numel,
            4 * numel,
            run!(x.sum(Axis::<0>)),
            run!(x.par().sum(Axis::<0>)),
        );
        let wide = &x.reshape_view((Dyn::new(64), Dyn::new(numel / 64)));
        let (one, several) = (run!(wide.sum(Axis::<0>)), run!(wide.par().sum(Axis::<0>)));
        row(&arguments, "wide.sum(Axis::<0>), f32", numel, 4 * numel, one, several);
        let (one, several) = (run!(x.var(Axis::<1>, 0)), run!(x.par().var(Axis::<1>, 0)));
        row(&arguments, "x.var(Axis::<1>, 0), f32", numel, 4 * numel, one, several);
        let (one, several) = (run!(x.log_sum_exp(Axis::<1>)), run!(x.par().log_sum_exp(Axis::<1>)));
        row(&arguments, "x.log_sum_exp(Axis::<1>), f32", numel, 4 * numel, one, several);
        let scaled = |(x, y): (f32, f32)| maths::exp(x) * y;
        assert_eq!(zip((x, row_of_x)).par_map(scaled), zip((x, row_of_x)).map(scaled));
        let (one, several) = (run!(zip((x, row_of_x)).map(scaled)), run!(zip((x, row_of_x)).par_map(scaled)));
        row(&arguments, "zip((&x, &row)).map(exp(x) * y)", numel, 8 * numel, one, several);
    }
    for size in if arguments.quick { &[64, 256][..] } else { &[64, 128, 160, 192, 256, 384, 512] } {
        let x = Tensor::from_fn((Dyn::new(*size), Dyn::new(*size)), |[i, j]| ((i + j) % 100) as f32 / 64.0);
        let integers = x.map(|x| (x * 64.0) as i32);
        let (x, integers) = (black_box(&x), black_box(&integers));
        assert_eq!(x.par().matmul(x), x.matmul(x));
        let (numel, bytes) = (size * size, 12 * size * size);
        row(&arguments, "x.matmul(&x), f32", numel, bytes, run!(x.matmul(x)), run!(x.par().matmul(x)));
        assert_eq!(integers.par().matmul(integers), integers.matmul(integers));
        let (one, several) = (run!(integers.matmul(integers)), run!(integers.par().matmul(integers)));
        row(&arguments, "x.matmul(&x), i32", numel, bytes, one, several);
    }
}
