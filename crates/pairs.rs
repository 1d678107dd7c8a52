//! Two ways to the same, taken in turn.

use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 201;
const CALLS: u32 = 1000;

/// Prints the median and the least time of a call of each, in nanoseconds, and how much more the second takes.
pub(crate) fn compare<A, B>(name: &str, mut raw: impl FnMut() -> A, mut typed: impl FnMut() -> B) {
    let quick = std::env::args().any(|argument| argument == "--quick" || argument == "--test");
    let (rounds, calls) = if quick { (1, 1) } else { (ROUNDS, CALLS) };
    let mut times: [Vec<Duration>; 2] = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        let from = Instant::now();
        for _ in 0..calls {
            drop(black_box(raw()));
        }
        times[0].push(from.elapsed() / calls);
        let from = Instant::now();
        for _ in 0..calls {
            drop(black_box(typed()));
        }
        times[1].push(from.elapsed() / calls);
    }
    let picoseconds = |time: Duration| i64::try_from(time.as_nanos()).expect("a short time");
    let [[raw_median, raw_least], [typed_median, typed_least]] = times.map(|mut times| {
        times.sort_unstable();
        [picoseconds(times[times.len() / 2]), picoseconds(times[0])]
    });
    println!(
        "{name:<34} raw {raw_median:>6} ns, least {raw_least:>6}; typed {typed_median:>6}, least {typed_least:>6}; more: {:>+5}, least {:>+5}",
        typed_median - raw_median,
        typed_least - raw_least,
    );
}
