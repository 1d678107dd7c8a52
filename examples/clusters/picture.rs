//! A picture of samples and clusters.

use crate::data::Numbers;
use conformable::{Dim, Size, Tensor};
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// The coordinates of samples, and of the centres of their clusters, along two directions.
type Places<N> = Tensor<f64, (N, Size<2>)>;

/// Each sample in the colour of its cluster; a circle, a triangle or a cross for its kind. Rings are the centres of
/// clusters.
pub(crate) fn scatter<N: Dim, K: Dim>(
    (title, path): (&str, &Path),
    samples: &Places<N>,
    centres: &Places<K>,
    (kinds, clusters): (&Numbers, &Numbers),
) -> Result<(), Box<dyn Error>> {
    let range = |axis: usize| {
        let along = samples.iter().skip(axis).step_by(2);
        let [least, greatest] = [along.clone().copied().fold(0.0, f64::min), along.copied().fold(0.0, f64::max)];
        least - 0.3..greatest + 0.3
    };
    let area = SVGBackend::new(path, (640, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(44)
        .build_cartesian_2d(range(0), range(1))?;
    chart.configure_mesh().light_line_style(TRANSPARENT).x_desc("first").y_desc("second").draw()?;
    let colour = |cluster: usize| Palette99::pick(cluster).to_rgba();
    for ((place, &kind), &cluster) in samples.rows().zip(kinds).zip(clusters) {
        let (place, style) = ((place[0], place[1]), colour(cluster).filled());
        let area = chart.plotting_area();
        match kind {
            0 => area.draw(&Circle::new(place, 3, style))?,
            1 => area.draw(&TriangleMarker::new(place, 4, style))?,
            _ => area.draw(&Cross::new(place, 3, style))?,
        }
    }
    for (cluster, place) in centres.rows().enumerate() {
        chart.plotting_area().draw(&Circle::new((place[0], place[1]), 8, colour(cluster).stroke_width(3)))?;
    }
    area.present()?;
    Ok(())
}
