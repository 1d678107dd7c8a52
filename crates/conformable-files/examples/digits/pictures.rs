//! Pictures of the training.

use crate::model::to_f64;
use conformable::{Axis, Keep, Shape, Tensor};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::error::Error;
use std::path::Path;

/// The mean loss of each epoch, on a logarithmic scale.
pub(crate) fn loss_curve(losses: &[f64], path: &Path) -> Result<(), Box<dyn Error>> {
    let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = losses.iter().copied().fold(0.0, f64::max);
    let area = SVGBackend::new(path, (640, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("mean loss of each epoch", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(1..losses.len(), (least..greatest).log_scale())?;
    chart.configure_mesh().light_line_style(TRANSPARENT).x_desc("epoch").y_desc("cross entropy").draw()?;
    let points = losses.iter().enumerate().map(|(epoch, &loss)| (epoch + 1, loss));
    chart.draw_series(LineSeries::new(points, BLUE.stroke_width(2)))?;
    area.present()?;
    Ok(())
}

/// The confusion matrix: a cell is darker for a larger share of its row.
pub(crate) fn confusion(counts: &Tensor<usize, Shape![10, 10]>, path: &Path) -> Result<(), Box<dyn Error>> {
    let shares = counts.map(to_f64) / counts.sum(Keep(Axis::<1>)).map(to_f64).maximum(1.0);
    let area = SVGBackend::new(path, (484, 514)).into_drawing_area();
    area.fill(&WHITE)?;
    let cells = area.titled("digits, down, and what they were taken for", ("sans-serif", 18))?.split_evenly((11, 11));
    let centred = TextStyle::from(("sans-serif", 14)).pos(Pos::new(HPos::Center, VPos::Center));
    for (place, cell) in cells.iter().enumerate() {
        let text = match (place / 11, place % 11) {
            (0, 0) => continue,
            (0, digit) | (digit, 0) => format!("“{}”", digit - 1),
            (row, column) => {
                let index = [row - 1, column - 1];
                cell.fill(&BLUE.mix(0.6 * shares[index]))?;
                counts[index].to_string()
            }
        };
        cell.draw(&Text::new(text, (22, 22), &centred))?;
    }
    area.present()?;
    Ok(())
}
