//! Tensors as SVG.

use crate::sealed::Sealed;
use conformable::{Dim, Shape, Storage, Tensor};
use std::fmt::Write;
use std::mem;

/// An element that is drawn: a primitive number or `bool`.
pub trait Number: Copy + Sealed {
    #[doc(hidden)]
    fn number(self) -> f64;
}

macro_rules! numbers {
    ($($type:ident)*) => {$(
        impl Number for $type {
            #[allow(clippy::cast_lossless, clippy::cast_precision_loss, reason = "one macro for all, for a picture")]
            fn number(self) -> f64 {
                self as f64
            }
        }
    )*};
}
numbers! { f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

macro_rules! sealed {
    ($($type:ident)*) => { $(impl Sealed for $type {})* };
}
sealed! { bool f32 f64 i8 i16 i32 i64 isize u32 u64 usize }

impl Number for bool {
    fn number(self) -> f64 {
        f64::from(u8::from(self))
    }
}

/// The colours of viridis, a colour map of matplotlib, at equal steps. It is in the public domain (CC0).
const VIRIDIS: [[f64; 3]; 9] = [
    [68.0, 1.0, 84.0],
    [71.0, 44.0, 122.0],
    [59.0, 81.0, 139.0],
    [44.0, 113.0, 142.0],
    [33.0, 144.0, 141.0],
    [39.0, 173.0, 129.0],
    [92.0, 200.0, 99.0],
    [170.0, 220.0, 50.0],
    [253.0, 231.0, 37.0],
];

/// Colours of lines, of Okabe and Ito: they differ for people who are colour-blind.
const LINES: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// The most cells and points along an axis; larger tensors are drawn by means of blocks.
const MOST: usize = 128;

/// The colour of a number from 0 to 1; gray for NaN.
fn colour(at: f64) -> String {
    if at.is_nan() {
        return "#bbb".into();
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 8")]
    let below = ((at * 8.0) as usize).min(7);
    #[allow(clippy::cast_precision_loss, reason = "between 0 and 8")]
    let part = at * 8.0 - below as f64;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
    let [r, g, b] =
        [0, 1, 2].map(|c| (VIRIDIS[below][c] + part * (VIRIDIS[below + 1][c] - VIRIDIS[below][c])).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The least and the largest finite number; (0, 0) if there are none.
fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = numbers.filter(|x| x.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    if low > high { (0.0, 0.0) } else { (low, high) }
}

/// Where a number is between both, from 0 to 1.
fn place(x: f64, (low, high): (f64, f64)) -> f64 {
    if x.is_nan() {
        return x;
    }
    // halves, since the difference of two finite numbers can be infinite
    let extent = high / 2.0 - low / 2.0;
    if extent > 0.0 { ((x / 2.0 - low / 2.0) / extent).clamp(0.0, 1.0) } else { 0.5 }
}

/// The bounds of block `i` of an axis that is divided into `blocks`.
fn block(i: usize, blocks: usize, size: usize) -> std::ops::Range<usize> {
    // in parts, so that no product overflows
    let start = |i: usize| size / blocks * i + size % blocks * i / blocks;
    start(i)..start(i + 1)
}

fn svg(width: usize, height: usize, title: &str, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\"><title>{title}</title>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>{body}</svg>"
    )
}

/// A number of at most four digits.
fn short(x: f64) -> String {
    let plain = format!("{x:.3}");
    let plain = plain.trim_end_matches('0').trim_end_matches('.');
    if (x == 0.0 || x.abs() >= 0.01) && x.abs() < 100_000.0 { plain.into() } else { format!("{x:.2e}") }
}

/// Draws a tensor of (H, W) as coloured cells, from its least to its largest number; NaN is gray.
///
/// Above 128 rows or columns, a cell has the mean of a block.
///
/// ```
/// use conformable::Tensor;
/// use conformable_image::heat_map;
///
/// let svg = heat_map(&Tensor::from([[1.0, 2.0, 3.0], [4.0, f64::NAN, 6.0]]));
/// assert!(svg.contains("<title>(2, 3), from 1 to 6</title>"));
/// assert!(svg.contains("fill=\"#bbb\""));
/// ```
#[must_use]
pub fn heat_map<T: Number, H: Dim, W: Dim, D: Storage>(x: &Tensor<T, (H, W), D>) -> String {
    let [rows, columns] = x.shape().sizes();
    let (down, across) = (rows.min(MOST), columns.min(MOST));
    let mut cells = Vec::with_capacity(down * across);
    for i in 0..down {
        for j in 0..across {
            let (is, js) = (block(i, down, rows), block(j, across, columns));
            #[allow(clippy::cast_precision_loss, reason = "for a picture")]
            let count = (is.len() * js.len()) as f64;
            // each is divided, so that no sum overflows
            cells.push(is.flat_map(|i| js.clone().map(move |j| x[[i, j]].number() / count)).sum::<f64>());
        }
    }
    let range = range(cells.iter().copied());
    let side = (480 / down.max(across).max(1)).max(4);
    let mut body = String::new();
    for (place_of, &cell) in cells.iter().enumerate() {
        let (left, top) = (place_of % across * side, place_of / across * side);
        let fill = colour(place(cell, range));
        let _ = write!(body, "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\"/>");
    }
    let title = format!("{}, from {} to {}", x.shape().partial(), short(range.0), short(range.1));
    let height = down * side;
    let _ = write!(body, "<text x=\"4\" y=\"{}\">{title}</text>", height + 16);
    svg((across * side).max(240), height + 24, &title, &body)
}

/// Draws each row of a tensor of (lines, N) as a line over 0 to N - 1; NaN and infinities are gaps.
///
/// Above 1024 points, a line has the least and the largest number of each block.
///
/// ```
/// use conformable::{Axis, Tensor};
/// use conformable_image::line_plot;
///
/// let losses = Tensor::from([2.5, 1.0, 0.5, 0.4]);
/// let svg = line_plot(&losses.unsqueeze(Axis::<0>));
/// assert!(svg.contains("<title>(1, 4), from 0.4 to 2.5</title>"));
/// assert_eq!(svg.matches("<polyline").count(), 1);
/// ```
#[must_use]
pub fn line_plot<T: Number, L: Dim, N: Dim, D: Storage>(x: &Tensor<T, (L, N), D>) -> String {
    const WIDTH: f64 = 480.0;
    const HEIGHT: f64 = 240.0;
    let [lines, points] = x.shape().sizes();
    let range = range(x.iter().map(|x| x.number()));
    #[allow(clippy::cast_precision_loss, reason = "for a picture")]
    let across = |j: usize| 64.0 + WIDTH * j as f64 / (points.max(2) - 1) as f64;
    let up = |x: f64| 8.0 + HEIGHT * (1.0 - place(x, range));
    let blocks = if points > 8 * MOST { 4 * MOST } else { points };

    let mut body = String::new();
    for (label, y) in [(range.1, 8.0), (range.0, 8.0 + HEIGHT)] {
        let _ = write!(
            body,
            "<path d=\"M64 {y}h{WIDTH}\" stroke=\"#ccc\"/><text x=\"60\" y=\"{}\" text-anchor=\"end\">{}</text>",
            y + 4.0,
            short(label)
        );
    }
    for line in 0..lines {
        let (mut gaps, mut last) = (Vec::new(), String::new());
        for i in 0..blocks {
            let js = block(i, blocks, points);
            let mut ends: Vec<_> = js.map(|j| (j, x[[line, j]].number())).collect();
            if ends.len() > 2 {
                ends.sort_by(|(_, l), (_, r)| l.total_cmp(r));
                ends = vec![ends[0], ends[ends.len() - 1]];
                ends.sort_by_key(|(j, _)| *j);
            }
            for (j, x) in ends {
                if x.is_finite() {
                    let _ = write!(last, "{:.1},{:.1} ", across(j), up(x));
                } else {
                    gaps.push(mem::take(&mut last));
                }
            }
        }
        gaps.push(last);
        for points in gaps.iter().filter(|points| !points.is_empty()) {
            let stroke = LINES[line % LINES.len()];
            let _ = write!(
                body,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"1.5\" stroke-linecap=\"round\"/>",
                points.trim_end()
            );
        }
    }
    let title = format!("{}, from {} to {}", x.shape().partial(), short(range.0), short(range.1));
    let _ = write!(
        body,
        "<text x=\"64\" y=\"266\">0</text><text x=\"544\" y=\"266\" text-anchor=\"end\">{}</text>",
        points.saturating_sub(1)
    );
    svg(560, 274, &title, &body)
}
