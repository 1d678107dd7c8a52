//! The rows of several processes, and their summary.

use super::{CONTENDERS, median};
use std::collections::BTreeMap;
use std::process::{Command, Stdio};

/// The times of a row in one process: seconds for each call of each contender.
type Times = [Option<f64>; CONTENDERS.len()];

/// The time that a call with run-time sizes may take in addition to the loop.
const OVERHEAD: f64 = 60e-9;

/// Runs the processes, and prints rows and distributions.
pub(super) fn report(arguments: &[String], processes: usize) {
    let mut rows: BTreeMap<(usize, String), Vec<(usize, Times)>> = BTreeMap::new();
    for _ in 0..processes {
        let program = std::env::current_exe().expect("this program");
        let child =
            Command::new(program).args(arguments).arg("--process").stderr(Stdio::inherit()).output().expect("it runs");
        assert!(child.status.success(), "a process of rows failed");
        for (place, line) in String::from_utf8(child.stdout).expect("text").lines().enumerate() {
            let mut cells = line.split('|');
            let name = cells.next().expect("a name").to_owned();
            let numel = cells.next().and_then(|cell| cell.parse().ok()).expect("a number of elements");
            let times: Vec<Option<f64>> = cells.map(|cell| cell.parse().ok()).collect();
            rows.entry((place, name)).or_default().push((numel, times.try_into().expect("as many cells")));
        }
    }
    println!("{}\n", crate::machine::machine());
    println!("| row | elements | static | constant loop | / | dyn | run-time loop | / | any / | ndarray / |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let (mut constant, mut dynamic, mut any, mut others) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut above = Vec::new();
    for ((_, name), runs) in &rows {
        let of = |f: &dyn Fn(&Times) -> Option<f64>| runs.iter().filter_map(|(_, times)| f(times)).collect::<Vec<_>>();
        let best = |times: &Times, from: usize| times[from..from + 3].iter().flatten().copied().reduce(f64::min);
        // the time that a call may add does not count in the ratio
        let over = |ours: Option<f64>, hand: Option<f64>| Some((ours? - OVERHEAD).max(0.0) / hand?);
        let constants = of(&|times| Some(times[0]? / best(times, 4)?));
        let dynamics = of(&|times| over(times[1], best(times, 7)));
        let anys = of(&|times| over(times[2], best(times, 7)));
        let ndarrays = of(&|times| Some(times[3]? / times[0]?));
        let cell = |values: &[f64]| median(values.to_vec()).map_or(String::new(), |value| format!("{value:.2}"));
        let duration = |f: &dyn Fn(&Times) -> Option<f64>| median(of(f)).map_or(String::new(), text);
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            runs[0].0,
            duration(&|times| times[0]),
            duration(&|times| best(times, 4)),
            cell(&constants),
            duration(&|times| times[1]),
            duration(&|times| best(times, 7)),
            cell(&dynamics),
            cell(&anys),
            cell(&ndarrays),
        );
        for (kind, values, limit) in [("static", &constants, 1.25), ("dyn", &dynamics, 1.15), ("any", &anys, 1.15)] {
            // in every process; else the place in memory or another program caused it
            if !values.is_empty() && values.iter().all(|&value| value > limit) {
                above.push(format!(
                    "{name}, {kind}: {}",
                    values.iter().map(|v| format!("{v:.2}")).collect::<Vec<_>>().join(", ")
                ));
            }
        }
        constant.extend(median(constants));
        dynamic.extend(median(dynamics));
        any.extend(median(anys));
        others.extend(median(ndarrays));
    }
    println!("\n{} rows, medians of {processes} processes\n", rows.len());
    println!("| ratio | rows | least | median | 95 % | most |");
    println!("|---|---|---|---|---|---|");
    for (name, mut values) in [
        ("static / best constant loop", constant),
        ("(dyn - 60 ns) / best run-time loop", dynamic),
        ("(any - 60 ns) / best run-time loop", any),
        ("ndarray / static", others),
    ] {
        values.sort_by(f64::total_cmp);
        if let [least, .., most] = values[..] {
            let at = |part: usize| values[(values.len() - 1) * part / 100];
            println!("| {name} | {} | {least:.2} | {:.2} | {:.2} | {most:.2} |", values.len(), at(50), at(95));
        }
    }
    println!("\nabove 1.25 (static) or 1.15 (run-time) in every process: {}", above.len());
    for row in above {
        println!("- {row}");
    }
}

fn text(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.1} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.2} us", s * 1e6),
        s => format!("{:.2} ms", s * 1e3),
    }
}
