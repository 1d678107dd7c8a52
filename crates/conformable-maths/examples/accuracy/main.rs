//! The errors of the functions, as the text of ACCURACY.md.
//!
//! ```sh
//! cargo run --release -p conformable-maths --example accuracy -- [--threads N] [--stride N] [--count N] [NAME..]
//! ```
//!
//! Measures the functions of `f32` at every N-th of the 2^32 numbers, by default at all, and those of `f64` at N random
//! numbers of each of several ranges.

mod double;
mod single;

use std::env;

fn main() {
    let mut names = Vec::new();
    let (mut threads, mut stride, mut count) = (1, 1, 100_000);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|n| n.parse().ok()).expect("a number after the option");
        match argument.as_str() {
            "--threads" => threads = number(),
            "--stride" => stride = number(),
            "--count" => count = number(),
            _ => names.push(argument),
        }
    }
    let chosen = |name: &str| names.is_empty() || names.iter().any(|given| given == name);
    println!("# Accuracy\n");
    let part = if stride == 1 { String::new() } else { format!("--stride {stride} ") };
    let command = "cargo run --release -p conformable-maths --example accuracy";
    println!("Written by `{command} -- {part}--count {count} > crates/conformable-maths/ACCURACY.md`.");
    println!(
        "The unit in the last place is the true value's. Where a result has the wrong sign, or is a number where it must not be,"
    );
    println!("the error is infinite.\n");
    let every = if stride == 1 { "Every number".into() } else { format!("One of {stride} numbers") };
    println!("{every}, against functions of `f64`:\n");
    println!("| f32 | largest error, ulp | at | inputs |");
    println!("|---|---|---|---|");
    for function in single::FUNCTIONS.iter().filter(|function| chosen(function.name)) {
        let worst = single::measure(function, stride, threads);
        println!("| {} | {:.3} | {:e} | {} |", function.name, worst.error, worst.at, worst.inputs);
    }
    println!("\nRandom numbers of several ranges, against values of 192 bits:\n");
    println!("| f64 | largest error, ulp | at | inputs |");
    println!("|---|---|---|---|");
    for function in double::FUNCTIONS.iter().filter(|function| chosen(function.name)) {
        let worst = double::measure(function, count);
        println!("| {} | {:.3} | {:e} | {} |", function.name, worst.error, worst.at, worst.inputs);
    }
}
