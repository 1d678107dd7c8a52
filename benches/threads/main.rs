//! Operations on several threads against one, in turn in one process: from which size on do more threads pay?
//!
//!     cargo bench --features rayon --bench threads               every row
//!     RAYON_NUM_THREADS=2 cargo bench --features rayon --bench threads -- exp
//!     cargo bench --features rayon --bench threads -- --quick    a few samples: does everything run?
//!
//! `inside` is the operation many times in `Threads::run`, and `par` is `x.par()` on threads that have to be woken up.
//! Both stay on their thread below a border, which the rows around a ratio of 1.00 show. On a machine that others use,
//! `chrt -r 1 target/release/deps/threads-.. --bench` runs before them.

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "statistics, and small numbers")]

#[path = "../harness/mod.rs"]
mod harness;
mod resnet;

use conformable::windows::Window;
use conformable::{Axis, Dyn, Size, Tensor, Threads, maths, shape, zip};
use harness::{Arguments, Run, calls, duration, median, ratio, run, time};
use std::hint::black_box;

/// Samples the operation on one thread and in other ways, and prints their medians.
fn row(arguments: &Arguments, name: &str, work: &str, mut runs: Vec<Run>) {
    let label = format!("{name} of {work}");
    if !arguments.asks_for(&label) {
        return;
    }
    let (rounds, span) = if arguments.quick { (2, 1e-6) } else { (15, 4e-3) };
    let counts: Vec<usize> = runs.iter_mut().map(|run| calls(run, span)).collect();
    let mut samples = vec![Vec::new(); runs.len()];
    for _ in 0..rounds {
        for (k, run) in runs.iter_mut().enumerate() {
            samples[k].push(time(run, counts[k]));
        }
    }
    let ratio = |k: usize| samples.get(k).map_or("-".into(), |sample| format!("{:.2}", ratio(sample, &samples[0])));
    let duration = |k: usize| samples.get(k).map_or("-".into(), |sample| duration(median(sample.clone())));
    let [one, inside, par] = [duration(0), duration(1), duration(2)];
    println!("| {name} | {work} | {one} | {inside} | {par} | {} | {} |", ratio(1), ratio(2));
}

/// `row!(arguments, threads, name, work, operation)`, or with the same on threads by request.
macro_rules! row {
    ($arguments:expr, $threads:expr, $name:expr, $work:expr, $one:expr $(, $par:expr)?) => {{
        let threads = $threads;
        assert!(threads.run(|| $one) == $one);
        $(assert!($par == $one);)?
        let inside: Run = Box::new(move |n| {
            threads.run(|| {
                for _ in 0..n {
                    black_box(&$one);
                }
            });
        });
        row($arguments, $name, $work, vec![run!($one), inside $(, run!($par))?]);
    }};
}

fn main() {
    let arguments = &Arguments::new();
    let threads = &Threads::new(rayon::current_num_threads()).expect("threads");
    println!("{}", harness::machine());
    println!("{} threads\n", rayon::current_num_threads());
    println!("| operation | bytes, or sizes | one thread | inside | par | inside / one | par / one |");
    println!("|---|---|---|---|---|---|---|");
    let most = if arguments.quick { 18 } else { 24 };
    for exponent in (14..=most).step_by(2) {
        let rows = 1 << (exponent - 8);
        let numel = rows * 256;
        let x = Tensor::from_fn((Dyn::new(rows), Dyn::new(256)), |[i, j]| ((i + j) % 100) as f32 / 64.0);
        let row_of_x = Tensor::from_fn((Dyn::new(256),), |[j]| j as f32);
        let doubles = x.map(f64::from);
        let (x, row_of_x, doubles) = (black_box(&x), black_box(&row_of_x), black_box(&doubles));
        let bytes = |of_each: usize| format!("{} KiB", (of_each * numel) >> 10);

        row!(arguments, threads, "&x + &x, f32", &bytes(12), x + x, x.par() + x);
        row!(arguments, threads, "&x * &row, f32", &bytes(8), x * row_of_x, x.par() * row_of_x);
        row!(arguments, threads, "x.exp(), f32", &bytes(8), x.exp(), x.par().exp());
        row!(arguments, threads, "x.tanh(), f32", &bytes(8), x.tanh(), x.par().tanh());
        row!(arguments, threads, "x.exp(), f64", &bytes(16), doubles.exp(), doubles.par().exp());
        row!(arguments, threads, "x.sum(Axis::<1>), f32", &bytes(4), x.sum(Axis::<1>), x.par().sum(Axis::<1>));
        row!(arguments, threads, "x.sum(Axis::<0>), f32", &bytes(4), x.sum(Axis::<0>), x.par().sum(Axis::<0>));
        let wide = &x.reshape_view((Dyn::new(64), Dyn::new(numel / 64)));
        row!(arguments, threads, "wide.sum(Axis::<0>), f32", &bytes(4), wide.sum(Axis::<0>), wide.par().sum(Axis::<0>));
        row!(arguments, threads, "x.var(Axis::<1>, 0), f32", &bytes(4), x.var(Axis::<1>, 0), x.par().var(Axis::<1>, 0));
        row!(
            arguments,
            threads,
            "x.log_sum_exp(Axis::<1>), f32",
            &bytes(4),
            x.log_sum_exp(Axis::<1>),
            x.par().log_sum_exp(Axis::<1>)
        );
        row!(arguments, threads, "x.softmax(Axis::<1>), f32", &bytes(8), x.softmax(Axis::<1>));
        let scaled = |(x, y): (f32, f32)| maths::exp(x) * y;
        row!(
            arguments,
            threads,
            "zip((&x, &row)).map(exp(x) * y)",
            &bytes(8),
            zip((x, row_of_x)).map(scaled),
            zip((x, row_of_x)).par_map(scaled)
        );
        let image = &x.reshape_view((Dyn::new(1), Dyn::new(rows / 4), Dyn::new(32), Dyn::new(32)));
        let window = Window::new().stride(Size::<2>).padding(Size::<1>);
        row!(arguments, threads, "x.max_pool(3 x 3), f32", &bytes(5), image.max_pool(shape![3, 3], window));
    }
    for size in if arguments.quick { &[64, 128][..] } else { &[64, 96, 128, 160, 192, 256, 384, 512] } {
        let x = Tensor::from_fn((Dyn::new(*size), Dyn::new(*size)), |[i, j]| ((i + j) % 100) as f32 / 64.0);
        let integers = x.map(|x| (x * 64.0) as i32);
        let (x, integers, sizes) = (black_box(&x), black_box(&integers), format!("{size} x {size}"));
        row!(arguments, threads, "x.matmul(&x), f32", &sizes, x.matmul(x), x.par().matmul(x));
        row!(
            arguments,
            threads,
            "x.matmul(&x), i32",
            &sizes,
            integers.matmul(integers),
            integers.par().matmul(integers)
        );
    }
    let convolutions =
        [(16, 16, 14), (32, 32, 14), (64, 64, 28), (64, 64, 56), (128, 128, 28), (256, 256, 14), (512, 512, 7)];
    for (channels, outputs, rows) in if arguments.quick { &convolutions[..2] } else { &convolutions[..] } {
        let fill = |[n, c, i, j]: [usize; 4]| ((n + 3 * c + 5 * i + 7 * j) % 17) as f32 / 17.0;
        let x = &Tensor::from_fn((Dyn::new(1), Dyn::new(*channels), Dyn::new(*rows), Dyn::new(*rows)), fill);
        let w = &Tensor::from_fn((Dyn::new(*outputs), Dyn::new(*channels), Dyn::new(3), Dyn::new(3)), fill);
        let sizes = format!("{channels}, {rows}, {rows}");
        row!(arguments, threads, "x.conv(&w), 3 x 3, f32", &sizes, x.conv(w, Window::new().padding(Size::<1>)));
        let w = &Tensor::from_fn((Dyn::new(*channels), Dyn::new(1), Dyn::new(3), Dyn::new(3)), fill);
        let window = Window::new().padding(Size::<1>).groups(Dyn::new(*channels));
        row!(arguments, threads, "x.conv(&w), depthwise, f32", &sizes, x.conv(w, window));
    }
    let network = &resnet::ResNet18::new();
    for pictures in if arguments.quick { &[1][..] } else { &[1, 4] } {
        let shape = (Dyn::new(*pictures), Dyn::new(3), Dyn::new(224), Dyn::new(224));
        let x = &Tensor::from_fn(shape, |[n, c, i, j]| ((n + 3 * c + 5 * i + 7 * j) % 17) as f32 / 17.0);
        row!(arguments, threads, "ResNet-18", &format!("{pictures}, 3, 224, 224"), network.forward(x));
    }
}
