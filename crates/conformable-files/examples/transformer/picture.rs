//! A picture of the attention.

use crate::model::Weights;
use conformable::{Axis, Dim};
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// A square for each sequence (down) and head (across). Each cell is darker the more the token of its row attends to
/// that of its column.
pub(crate) fn attention<Heads: Dim>(weights: &Weights<Heads>, path: &Path) -> Result<(), Box<dyn Error>> {
    let [sequences, heads, time, _] = weights.sizes();
    let side = |squares: usize| u32::try_from(squares * (16 * time + 16));
    let area = SVGBackend::new(path, (side(heads)?, side(sequences)? + 24)).into_drawing_area();
    area.fill(&WHITE)?;
    let area = area.titled("what each token (down) attends to (across), by each head", ("sans-serif", 18))?;
    let squares = area.split_evenly((sequences, heads));
    for (squares, weights) in squares.chunks(heads).zip(weights.axis_iter(Axis::<0>)) {
        for (square, weights) in squares.iter().zip(weights.axis_iter(Axis::<0>)) {
            let cells = square.margin(8, 8, 8, 8).split_evenly((time, time));
            for (cell, &weight) in cells.iter().zip(&weights) {
                cell.fill(&BLUE.mix(f64::from(weight)))?;
            }
        }
    }
    area.present()?;
    Ok(())
}
