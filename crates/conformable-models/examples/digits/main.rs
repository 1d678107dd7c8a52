//! Learns to read handwritten digits on candle, and prints how many of the held-out digits it reads correctly.
//!
//! `cargo run --release --example digits` writes `target/digits.svg`, the loss of each epoch. The program is in
//! `program.rs`, which names no engine.

mod program;
#[path = "../shared/training.rs"]
mod training;

use candle_core::Device;
use conformable_candle::Candle;
use conformable_models::Parameters;
use program::{to_f64, train};
use std::error::Error;
use std::time::Instant;
use training::{Progress, draw, target};

const EPOCHS: usize = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let progress = Progress::of(EPOCHS)?;
    let training = train::<Candle>(EPOCHS, &Device::Cpu, |_, loss| progress.step(loss))?;
    progress.finish();
    draw(&training.losses, "epoch", &target("digits.svg")?)?;
    let (right, all, losses) = (training.right, training.held_out, &training.losses);
    println!("{} parameters", training.network.count()?);
    println!("loss: {:.4} in the first of {EPOCHS} epochs, {:.4} in the last", losses[0], losses[EPOCHS - 1]);
    println!("accuracy: {right} of {all} = {:.1} %, in {:.1?}", 100.0 * to_f64(right) / to_f64(all), start.elapsed());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_96_of_100_digits_that_it_has_not_seen() {
        let training = train::<Candle>(8, &Device::Cpu, |_, _| {}).unwrap();
        assert_eq!(training.held_out, 359);
        assert_eq!(training.network.count().unwrap(), 64 * 128 + 128 + 128 * 10 + 10);
        assert!(to_f64(training.right) >= 0.96 * 359.0, "{} of 359", training.right);
        assert!(training.losses[7] < training.losses[0] / 8.0, "{:?}", training.losses);
    }
}
