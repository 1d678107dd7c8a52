//! How far the functions are from the true values.
//!
//! ```sh
//! cargo run --release -p conformable-maths --example accuracy -- [--threads N] [--stride N] [NAME..]
//! ```
//!
//! The functions of `f32` are run over every N-th of the 2^32 numbers, all of them unless told otherwise.

mod single;

use std::env;

fn main() {
    let mut names = Vec::new();
    let (mut threads, mut stride) = (1, 1);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|n| n.parse().ok()).expect("a number after the option");
        match argument.as_str() {
            "--threads" => threads = number(),
            "--stride" => stride = number(),
            _ => names.push(argument),
        }
    }
    let chosen = |name: &str| names.is_empty() || names.iter().any(|given| given == name);
    println!("| f32 | largest error, ulp | at | inputs |");
    println!("|---|---|---|---|");
    for function in single::FUNCTIONS.iter().filter(|function| chosen(function.name)) {
        let worst = single::measure(function, stride, threads);
        println!("| {} | {:.3} | {:e} | {} |", function.name, worst.error, worst.at, worst.inputs);
    }
}
