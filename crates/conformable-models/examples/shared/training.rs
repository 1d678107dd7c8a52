//! How far a training is, and its loss as a picture.

use indicatif::{ProgressBar, ProgressStyle};
use plotters::prelude::*;
use std::error::Error;
use std::path::{Path, PathBuf};

/// A progress bar, which shows the loss of the last step.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    pub(crate) fn of(steps: usize) -> Result<Self, Box<dyn Error>> {
        let style = ProgressStyle::with_template("{bar:40} {pos} of {len}, loss {msg}, {eta} left")?;
        Ok(Self(ProgressBar::new(steps as u64).with_style(style)))
    }

    pub(crate) fn step(&self, loss: f32) {
        self.0.set_message(format!("{loss:.3}"));
        self.0.inc(1);
    }

    pub(crate) fn finish(self) {
        self.0.finish();
    }
}

/// A file in `target`.
pub(crate) fn target(name: &str) -> std::io::Result<PathBuf> {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    std::fs::create_dir_all(&target)?;
    Ok(target.join(name))
}

/// Draws the loss of each step.
pub(crate) fn draw(losses: &[f32], steps: &str, path: &Path) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(path, (640, 360)).into_drawing_area();
    root.fill(&WHITE)?;
    let most = losses.iter().copied().fold(0.0, f32::max);
    let mut chart = ChartBuilder::on(&root).margin(20).build_cartesian_2d(0..losses.len(), 0.0..most)?;
    chart.configure_mesh().x_desc(steps).y_desc("loss").draw()?;
    chart.draw_series(LineSeries::new(losses.iter().copied().enumerate(), &BLUE))?;
    root.present()?;
    Ok(())
}
