//! Rows of two contenders each, ours first.

use crate::harness::{Arguments, Run, calls, duration, machine, median, ratio, time};

/// The rows until now, with ours and the other contender.
pub(crate) struct Pairs {
    arguments: Arguments,
    ratios: Vec<f64>,
}

impl Pairs {
    pub(crate) fn new() -> Self {
        println!("{}\n", machine());
        println!("| | ours | beside it | ours / beside it | of the least |");
        println!("|---|---|---|---|---|");
        Self { arguments: Arguments::new(), ratios: Vec::new() }
    }

    /// Whether a few samples are enough.
    #[allow(dead_code, reason = "where some rows take long")]
    pub(crate) fn is_quick(&self) -> bool {
        self.arguments.quick
    }

    /// Samples both contenders in turn, and prints their medians.
    pub(crate) fn row(&mut self, label: &str, mut runs: [Run; 2]) {
        if !self.arguments.asks_for(label) {
            return;
        }
        let (rounds, span) = if self.arguments.quick { (2, 1e-6) } else { (15, 2e-3) };
        let counts = [0, 1].map(|k| calls(&mut runs[k], span));
        let mut samples = [const { Vec::new() }; 2];
        for _ in 0..rounds {
            for (k, run) in runs.iter_mut().enumerate() {
                samples[k].push(time(run, counts[k]));
            }
        }
        let [ours, other] = samples;
        let of_median = ratio(&ours, &other);
        // other load only adds time
        let least = |samples: &[f64]| samples.iter().copied().fold(f64::INFINITY, f64::min);
        let of_least = least(&ours) / least(&other);
        self.ratios.push(of_least);
        let [ours, other] = [ours, other].map(|samples| duration(median(samples)));
        println!("| {label} | {ours} | {other} | {of_median:.2} | {of_least:.2} |");
    }

    pub(crate) fn finish(mut self) {
        self.ratios.sort_by(f64::total_cmp);
        let above = self.ratios.iter().filter(|&&ratio| ratio > 1.1).count();
        if let Some(middle) = self.ratios.get(self.ratios.len() / 2) {
            println!(
                "\nours / beside it, the least of each: median {middle:.2}, {above} of {} above 1.10",
                self.ratios.len()
            );
        }
    }
}
