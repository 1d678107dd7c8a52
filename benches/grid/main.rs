//! Elementwise operations on many shapes, against handwritten loops and ndarray: in turn in one process, in several
//! processes, each time at another place in memory.
//!
//!     cargo bench --bench grid                      every row, in three processes
//!     cargo bench --bench grid -- "[64, 7]" u8      those with one of the words in the name
//!     cargo bench --bench grid -- --quick           one process and a few samples: does everything run?
//!
//! Ours with static shapes is compared with the loop with constant lengths, and with run-time sizes with the other
//! loop. Each loop is compiled for every processor, for AVX2 and for AVX-512, and the fastest counts.

#![allow(unsafe_code, clippy::uninit_vec, reason = "loops by hand write blocks that are not initialised")]
#![allow(clippy::inline_always, reason = "a function that is not inlined is not vectorised for the processor")]
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "statistics")]
#![allow(clippy::many_single_char_names, clippy::too_many_lines, clippy::cast_lossless, reason = "a table of shapes")]

mod hand;
#[path = "../harness/machine.rs"]
mod machine;
mod report;
mod rows;

use std::hint::black_box;
use std::time::Instant;

/// The contenders of a row.
pub(crate) const CONTENDERS: [&str; 10] = [
    "static",
    "dyn",
    "any",
    "ndarray",
    "constant plain",
    "constant avx2",
    "constant avx512",
    "run-time plain",
    "run-time avx2",
    "run-time avx512",
];

/// An element type of rows.
pub(crate) trait Element: Copy + PartialEq + std::fmt::Debug + 'static {
    const NAME: &str;
    /// The operation of a row.
    type Value: Copy + PartialEq + std::fmt::Debug + Default + 'static;
    fn of(i: usize) -> Self;
    fn value(self) -> Self::Value;
    fn add(lhs: Self::Value, rhs: Self::Value) -> Self::Value;
    fn mul(lhs: Self::Value, rhs: Self::Value) -> Self::Value;
}

macro_rules! element {
    ($($name:literal $T:ty => $V:ty: $add:expr, $mul:expr;)*) => {$(
        impl Element for $T {
            const NAME: &str = $name;
            type Value = $V;
            fn of(i: usize) -> Self {
                u8::try_from(i % 100 + 1).map_or(<$T>::default(), |i| i as Self)
            }
            #[inline(always)]
            fn value(self) -> $V {
                self as $V
            }
            #[inline(always)]
            fn add(lhs: $V, rhs: $V) -> $V {
                $add(lhs, rhs)
            }
            #[inline(always)]
            fn mul(lhs: $V, rhs: $V) -> $V {
                $mul(lhs, rhs)
            }
        }
    )*};
}

element!(
    "f32" f32 => f32: |l, r| l + r, |l, r| l * r;
    "f64" f64 => f64: |l, r| l + r, |l, r| l * r;
    "i32" i32 => i32: i32::wrapping_add, i32::wrapping_mul;
    "u8 to f32" u8 => f32: |l, r| l + r, |l, r| l * r;
);

/// The memory of a row: every contender reads the same, and writes the same.
pub(crate) struct Blocks<T, V> {
    pub(crate) operands: Vec<Vec<T>>,
    pub(crate) out: Vec<V>,
}

/// Runs a contender a number of times, and returns the seconds; or `None`.
pub(crate) type Run<T, V> = fn(&mut Blocks<T, V>, usize) -> Option<f64>;

/// Runs `f` a number of times.
#[inline(always)]
#[allow(clippy::unnecessary_wraps, reason = "some rows have no contender")]
pub(crate) fn time(calls: usize, mut f: impl FnMut()) -> Option<f64> {
    let start = Instant::now();
    for _ in 0..calls {
        f();
    }
    Some(start.elapsed().as_secs_f64() / calls as f64)
}

pub(crate) struct Bench {
    words: Vec<String>,
    rounds: usize,
    span: f64,
}

impl Bench {
    /// Samples the contenders in turn, and prints the medians.
    pub(crate) fn row<T: Element>(
        &self,
        mode: &str,
        name: &str,
        numel: usize,
        lengths: &[usize],
        runs: [Run<T, T::Value>; CONTENDERS.len()],
    ) {
        let label = format!("{} {mode} {name}", T::NAME);
        if !self.words.is_empty() && !self.words.iter().any(|word| label.contains(word.as_str())) {
            return;
        }
        let mut samples = vec![Vec::new(); runs.len()];
        let mut calls = vec![0; runs.len()];
        let mut seed = 1;
        for round in 0..self.rounds {
            // other blocks in each round, at other distances from each other
            seed = (seed * 48271 + round) % 0x7fff_ffff;
            let pads: Vec<Vec<u8>> =
                (0..=lengths.len()).map(|k| Vec::with_capacity(16 * ((seed >> k) % 256))).collect();
            let operands: Vec<Vec<T>> = lengths.iter().map(|&n| (0..n).map(T::of).collect()).collect();
            let mut blocks = Blocks { operands, out: vec![T::Value::default(); numel] };
            let mut expected = None;
            for (k, run) in runs.iter().enumerate() {
                if round == 0 {
                    // every contender computes the same
                    blocks.out.fill(T::Value::default());
                    if run(&mut blocks, 1).is_none() {
                        continue;
                    }
                    if mode == "into" {
                        assert_eq!(
                            *expected.get_or_insert_with(|| blocks.out.clone()),
                            blocks.out,
                            "{label}: {}",
                            CONTENDERS[k]
                        );
                    }
                    calls[k] = 1;
                    while run(&mut blocks, calls[k]).is_some_and(|time| time * (calls[k] as f64) < self.span) {
                        calls[k] *= 2;
                    }
                }
                if calls[k] > 0 {
                    run(&mut blocks, calls[k].div_ceil(8));
                    samples[k].extend(run(&mut blocks, calls[k]));
                }
            }
            drop(pads);
        }
        let medians: Vec<String> =
            samples.into_iter().map(|s| median(s).map_or("-".to_owned(), |t| format!("{t:e}"))).collect();
        println!("{label}|{numel}|{}", medians.join("|"));
    }
}

pub(crate) fn median(mut samples: Vec<f64>) -> Option<f64> {
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words = arguments.iter().filter(|word| !word.starts_with("--")).cloned().collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    if arguments.iter().any(|argument| argument == "--process") {
        let (rounds, span) = if quick { (2, 1e-6) } else { (9, 2e-4) };
        rows::rows(&Bench { words, rounds, span });
    } else {
        report::report(&arguments, if quick { 1 } else { 3 });
    }
    black_box(());
}
