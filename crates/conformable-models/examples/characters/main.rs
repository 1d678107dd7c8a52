//! A transformer that learns to continue text by characters, with a progress bar and its loss as a picture.
//!
//! `cargo run --release --features safetensors --example characters` trains on candle, writes `target/characters.svg`
//! and `target/characters.safetensors`, and continues a text. The program is in `program.rs`, which names no engine.

mod program;
#[path = "../shared/training.rs"]
mod training;

use candle_core::Device;
use conformable_candle::Candle;
use conformable_models::{Files, Parameters};
use program::train;
use std::error::Error;
use training::{Progress, draw, target};

const STEPS: usize = 400;

/// The mean of the last 20 losses.
fn last(losses: &[f32]) -> f32 {
    losses.iter().rev().take(20).sum::<f32>() / 20.0
}

fn main() -> Result<(), Box<dyn Error>> {
    let progress = Progress::of(STEPS)?;
    let (writer, losses) = train::<Candle>(STEPS, &Device::Cpu, |_, loss| progress.step(loss))?;
    progress.finish();
    draw(&losses, "step", &target("characters.svg")?)?;
    writer.save(target("characters.safetensors")?)?;
    println!("{} parameters; loss {:.3}, after {STEPS} steps {:.3}", writer.count()?, losses[0], last(&losses));
    println!("{}", writer.write("The axes of", 100)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable::engine::Native;
    use conformable_files::{File, Format};
    use conformable_models::FromFile;
    use program::Writer;

    #[test]
    #[cfg_attr(debug_assertions, ignore = "it takes minutes without optimisation")]
    fn it_learns_to_a_loss_of_3_2_in_80_steps() {
        let (writer, losses) = train::<Candle>(80, &Device::Cpu, |_, _| {}).unwrap();
        assert!(losses[0] > 4.0 && last(&losses) < 3.2, "{} {}", losses[0], last(&losses));
        // what is saved continues a text on another engine as here
        let bytes = writer.to_bytes(Format::Safetensors).unwrap();
        let file = File::from_bytes("characters.safetensors", &bytes).unwrap();
        let other = Writer::<Native>::from_file(&file.all(), &()).unwrap();
        assert_eq!(other.write("The axes", 20).unwrap(), writer.write("The axes", 20).unwrap());
    }
}
