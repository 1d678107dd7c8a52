//! Times of a model on tensors and on engines, for the examples.

use conformable::Threads;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

pub(crate) type Outcome<X = ()> = Result<X, Box<dyn Error>>;
type Logits = Outcome<Vec<f32>>;

/// Prints the median times of a model on tensors, `Native` and candle, and of the first two on two threads. Each round
/// runs all five.
pub(crate) fn time(
    name: &str,
    rounds: usize,
    tensors: impl Fn() -> Vec<f32> + Sync,
    native: impl Fn() -> Logits + Sync,
    candle: impl Fn() -> Logits,
) -> Outcome {
    let two = Threads::new(2)?;
    let runs: [&dyn Fn() -> Logits; 5] = [&|| Ok(tensors()), &native, &candle, &|| Ok(two.run(&tensors)), &|| {
        Ok(two.run(|| native().map_err(|error| error.to_string()))?)
    }];
    let mut times = [const { Vec::new() }; 5];
    for _ in 0..rounds {
        for (times, run) in times.iter_mut().zip(runs) {
            let start = Instant::now();
            black_box(run()?);
            times.push(start.elapsed().as_secs_f64());
        }
    }
    let [tensors, native, candle, two_tensors, two_native] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    println!(
        "{name}: tensors {:.1} ms, Native {:.2}, candle {:.2} of it; two threads: {:.2}, Native {:.2} of one",
        tensors * 1e3,
        native / tensors,
        candle / tensors,
        two_tensors / tensors,
        two_native / native
    );
    Ok(())
}
