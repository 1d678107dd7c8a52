//! The measurement of all benches: contenders that run in turn in one process, and their medians.

mod machine;

pub(crate) use machine::machine;
use std::time::Instant;

/// Runs the contender that many times.
pub(crate) type Run<'a> = Box<dyn FnMut(usize) + 'a>;

/// `run!(expression)` is a [`Run`] of it, whose value the optimiser takes to be used.
macro_rules! run {
    ($e:expr) => {
        Box::new(move |n: usize| {
            for _ in 0..n {
                std::hint::black_box(&$e);
            }
        }) as crate::harness::Run
    };
}
pub(crate) use run;

/// The seconds of one call, as the mean of several.
pub(crate) fn time(run: &mut Run, calls: usize) -> f64 {
    let start = Instant::now();
    run(calls);
    start.elapsed().as_secs_f64() / calls as f64
}

/// Enough calls to fill the span.
pub(crate) fn calls(run: &mut Run, span: f64) -> usize {
    let mut calls = 1;
    while time(run, calls) * (calls as f64) < span && calls < 1 << 24 {
        calls *= 2;
    }
    calls
}

pub(crate) fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

/// The median of the ratios of each round.
pub(crate) fn ratio(of: &[f64], to: &[f64]) -> f64 {
    median(of.iter().zip(to).map(|(of, to)| of / to).collect())
}

pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.1} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s => format!("{:.2} ms", s * 1e3),
    }
}

/// The options of the command line.
pub(crate) struct Arguments {
    /// A line is measured if its name contains one of them, or if there are none.
    pub(crate) words: Vec<String>,
    pub(crate) quick: bool,
}

impl Arguments {
    pub(crate) fn new() -> Self {
        let mut arguments = Self { words: Vec::new(), quick: false };
        for argument in std::env::args().skip(1) {
            match argument.as_str() {
                "--bench" => {}
                "--quick" => arguments.quick = true,
                word => arguments.words.push(word.to_owned()),
            }
        }
        arguments
    }

    pub(crate) fn asks_for(&self, label: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| label.contains(word.as_str()))
    }
}
