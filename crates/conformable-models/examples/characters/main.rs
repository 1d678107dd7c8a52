//! A transformer that learns to continue text by characters, with a progress bar and its loss as a picture.
//!
//! `cargo run --release --features safetensors --example characters` trains on candle, writes `target/characters.svg` and
//! `target/characters.safetensors`, and continues a text. The program is in `program.rs`, which names no engine.

mod program;

use candle_core::Device;
use conformable_candle::Candle;
use conformable_models::{Files, Parameters};
use indicatif::{ProgressBar, ProgressStyle};
use plotters::prelude::*;
use program::train;
use std::error::Error;
use std::path::Path;

const STEPS: usize = 400;

/// The mean of the last 20 losses.
fn last(losses: &[f32]) -> f32 {
    losses.iter().rev().take(20).sum::<f32>() / 20.0
}

/// Draws the loss of each step.
fn draw(losses: &[f32], path: &Path) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (640, 360)).into_drawing_area();
    root.fill(&WHITE)?;
    let most = losses.iter().copied().fold(0.0, f32::max);
    let mut chart = ChartBuilder::on(&root).margin(20).build_cartesian_2d(0..losses.len(), 0.0..most)?;
    chart.configure_mesh().x_desc("step").y_desc("loss").draw()?;
    chart.draw_series(LineSeries::new(losses.iter().copied().enumerate(), &BLUE))?;
    root.present()?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len}, loss {msg}, {eta} left")?;
    let bar = ProgressBar::new(STEPS as u64).with_style(style);
    let (writer, losses) = train::<Candle>(STEPS, &Device::Cpu, |_, loss| {
        bar.set_message(format!("{loss:.3}"));
        bar.inc(1);
    })?;
    bar.finish();
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    std::fs::create_dir_all(&target)?;
    draw(&losses, &target.join("characters.svg"))?;
    writer.save(target.join("characters.safetensors"))?;
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
