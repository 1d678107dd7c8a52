//! Shared code of the examples: their data, the comparison with PyTorch, and times.

#![allow(dead_code, reason = "no example uses all of it")]

use conformable::{Shape, Tensor};
use conformable_files::File;
use core::fmt::{self, Display};
use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub(crate) type Outcome<X = ()> = Result<X, Box<dyn Error>>;

/// The files that the `make.py` of an example wrote.
pub(crate) fn data(example: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(example).join("data")
}

/// Indices of a file, which are `i64` there.
pub(crate) fn indices<S: Shape>(file: &File, name: &str) -> Outcome<Tensor<usize, S>> {
    Ok(file.load::<i64, S>(name)?.map(|id| usize::try_from(id).expect("no negative index")))
}

/// The answer of one engine beside PyTorch's.
#[derive(Debug)]
pub(crate) struct Compared {
    name: String,
    most: f32,
    off: f32,
    same_tokens: Option<bool>,
}

impl Compared {
    /// Compares elements with a tensor of a file.
    pub(crate) fn new(name: impl Into<String>, expected: &File, tensor: &str, ours: &[f32]) -> Outcome<Self> {
        let theirs = expected.load::<f32, conformable::AnyShape>(tensor)?.into_vec();
        assert_eq!(ours.len(), theirs.len(), "{tensor}");
        let off = ours.iter().zip(&theirs).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
        let most = theirs.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
        Ok(Self { name: name.into(), most, off, same_tokens: None })
    }

    pub(crate) fn with_tokens(self, same: bool) -> Self {
        Self { same_tokens: Some(same), ..self }
    }

    /// Panics if the answers differ by more than a part of the greatest, or tokens differ.
    #[track_caller]
    pub(crate) fn check(&self, part: f32) {
        assert!(self.off <= part * self.most && self.same_tokens != Some(false), "{self}");
        assert!(self.most > 0.1, "{self}");
    }
}

impl Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: off by {:.1e} of {:.2}", self.name, self.off, self.most)?;
        match self.same_tokens {
            None => Ok(()),
            Some(same) => write!(f, ", {} greedy tokens", if same { "equal" } else { "different" }),
        }
    }
}

/// A run that is timed, with its name.
pub(crate) type Run<'a, X> = (&'a str, &'a dyn Fn() -> Result<X, String>);

/// Prints the median times of several runs, each beside that of the first. Each round runs all of them.
pub(crate) fn time<X>(name: &str, rounds: usize, runs: &[Run<'_, X>]) -> Outcome {
    let mut times = vec![Vec::new(); runs.len()];
    for _ in 0..rounds {
        for (times, (_, run)) in times.iter_mut().zip(runs) {
            let start = Instant::now();
            black_box(run()?);
            times.push(start.elapsed().as_secs_f64());
        }
    }
    let medians: Vec<f64> = times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect();
    print!("{name}: {} {:.1} ms", runs[0].0, medians[0] * 1e3);
    for ((what, _), median) in runs.iter().zip(&medians).skip(1) {
        print!(", {what} {:.2}", median / medians[0]);
    }
    println!();
    Ok(())
}
