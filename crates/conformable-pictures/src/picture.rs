//! Shapes under one another.

use crate::canvas::{Canvas, LINE, width};
use conformable::shape::{Alignment, Row as AlignedRow};
use conformable::{Explanation, PartialShape, ShapeError};

const MARGIN: usize = 16;
const CELL: usize = 34;
const GAP: usize = 8;

/// A shape of a picture: its name and the cells of its columns.
#[derive(Clone, Debug)]
pub struct Row {
    name: String,
    /// The class and the text of each column.
    cells: Vec<(&'static str, String)>,
}

impl Row {
    /// The operand or result of that name, whose first axis is in that column. The row `out` is drawn as a result.
    #[must_use]
    pub fn new(name: &str, offset: usize, shape: &PartialShape) -> Self {
        let text = |size: &Option<usize>| size.map_or_else(|| "_".into(), |size| size.to_string());
        let sizes = shape.dims().map_or_else(|| vec!["*".into()], |dims| dims.iter().map(text).collect());
        let blank = (0..if shape.dims().is_some() { offset } else { 0 }).map(|_| None);
        Self::of_cells(name, blank.chain(sizes.into_iter().map(Some)))
    }

    /// A row with a text in each column, or none.
    pub fn of_cells(name: &str, cells: impl IntoIterator<Item = Option<String>>) -> Self {
        let class = if name == "out" { "out" } else { "size" };
        let cell = |cell: Option<String>| cell.map_or_else(Default::default, |text| (class, text));
        Self { name: name.into(), cells: cells.into_iter().map(cell).collect() }
    }

    fn aligned(row: &AlignedRow<'_>) -> Self {
        let mut drawn = Self::new(row.name(), row.offset(), row.shape());
        for (column, (_, text)) in drawn.cells.iter_mut().enumerate() {
            // with the name of the axis
            *text = row.text(column).map_or_else(|| text.clone(), |named| named.to_string());
        }
        drawn
    }

    /// Marks the sizes of 1 and the missing axes along which the operand is repeated.
    fn repeated_to(&mut self, out: &Self) {
        if matches!(&out.cells[..], [(_, text)] if text == "*") {
            // the result has an unknown rank
            return;
        }
        self.cells.resize(out.cells.len().max(self.cells.len()), ("", String::new()));
        for ((class, text), (_, out)) in self.cells.iter_mut().zip(&out.cells) {
            match text.as_str() {
                "1" if out != "1" => *class = "one",
                "" if !out.is_empty() => *class = "gap",
                _ => {}
            }
        }
    }
}

/// Shapes in rows, with the result or the clash.
#[derive(Clone, Debug)]
pub struct Picture {
    title: String,
    rows: Vec<Row>,
    clash: Option<(usize, String)>,
}

impl Picture {
    /// The picture of a rule's answer; `None` if the text of the error has no rows.
    #[must_use]
    pub fn of(explanation: &Explanation) -> Option<Self> {
        Self::of_alignment(&explanation.alignment()?, &explanation.to_string())
    }

    /// The picture of an error; `None` if its text has no rows.
    #[must_use]
    pub fn of_error(error: &ShapeError) -> Option<Self> {
        Self::of_alignment(&error.alignment()?, &error.to_string())
    }

    fn of_alignment(alignment: &Alignment<'_>, text: &str) -> Option<Self> {
        let rows = alignment.rows().iter().map(Row::aligned).collect();
        let mut picture = Self::of_rows(text.lines().next()?, rows);
        if alignment.clash().is_none() {
            return Some(picture.broadcast());
        }
        picture.clash = alignment.clash().zip(alignment.reason().map(|reason| reason.to_string()));
        if let Some((column, _)) = picture.clash {
            for row in &mut picture.rows {
                if let Some((class @ "size", _)) = row.cells.get_mut(column) {
                    *class = "clash";
                }
            }
        }
        Some(picture)
    }

    /// The picture of several operands, each broadcast with the result of those before it. The last step is drawn alone
    /// if it is an error.
    #[must_use]
    pub fn of_steps(steps: &[Explanation]) -> Option<Self> {
        let last = steps.last()?;
        let Ok(out) = last.result() else { return Self::of(last) };
        if steps.len() == 1 {
            return Self::of(last);
        }
        let rank = |shape: &PartialShape| shape.dims().map_or(0, <[_]>::len);
        let alignments = steps.iter().map(Explanation::alignment).collect::<Option<Vec<_>>>()?;
        let mut operands = vec![alignments[0].rows()[0]];
        operands.extend(alignments.iter().map(|step| step.rows()[1]));
        let mut rows = Vec::new();
        for (row, number) in operands.iter().zip(1..) {
            // PDPD's rule has placed the shape; the other rules align the last axes
            let is_placed = row.name() == "from";
            let offset = if is_placed { row.offset() } else { rank(out).saturating_sub(rank(row.shape())) };
            rows.push(Row::new(&ordinal(number), offset, row.shape()));
        }
        rows.push(Row::new("out", 0, out));
        let texts: Vec<_> = operands.iter().map(|row| row.shape().to_string()).collect();
        Some(Self::of_rows(&format!("{} broadcast to {out}", texts.join(", ")), rows).broadcast())
    }

    /// A picture of rows that a rule did not align.
    #[must_use]
    pub fn of_rows(title: &str, rows: Vec<Row>) -> Self {
        Self { title: title.into(), rows, clash: None }
    }

    /// Marks the sizes that broadcast to the last row, the result.
    fn broadcast(mut self) -> Self {
        if let Some((out, operands)) = self.rows.split_last_mut() {
            for row in operands {
                row.repeated_to(out);
            }
        }
        self
    }

    /// The picture in words: each row, and the reason of the clash.
    #[must_use]
    pub fn description(&self) -> String {
        let mut words = Vec::new();
        for row in &self.rows {
            let sizes: Vec<_> =
                row.cells.iter().map(|(_, text)| text.as_str()).filter(|text| !text.is_empty()).collect();
            words.push(match sizes[..] {
                [] => format!("{}: a scalar.", row.name),
                _ => format!("{}: {}.", row.name, sizes.join(", ")),
            });
            let of = |class| row.cells.iter().enumerate().filter(move |(_, cell)| cell.0 == class);
            words.extend(of("one").chain(of("gap")).map(|(column, _)| format!("Repeated along column {column}.")));
        }
        words.extend(self.clash.iter().map(|(column, reason)| format!("Clash in column {column}: {reason}.")));
        words.join(" ")
    }

    /// The picture as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut canvas = Canvas::default();
        let columns = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let texts = |column: usize| self.rows.iter().filter_map(move |row| row.cells.get(column));
        let widths: Vec<_> = (0..columns)
            .map(|column| texts(column).map(|(_, text)| width(text)).max().unwrap_or(0).max(24) + 20)
            .collect();
        let left = MARGIN + self.rows.iter().map(|row| width(&row.name)).max().unwrap_or(0) + MARGIN;
        let x_of = |column: usize| left + widths.iter().take(column).map(|width| width + GAP).sum::<usize>();

        canvas.text("", [MARGIN, MARGIN + LINE / 2], &self.title);
        let mut y = MARGIN + LINE + GAP;
        for row in &self.rows {
            if row.name == "out" {
                canvas.path("line", &format!("M{MARGIN} {}H{}", y + 1, x_of(columns).max(left + CELL) - GAP));
                y += GAP + 2;
            }
            canvas.text("name", [MARGIN, y + CELL / 2 + 5], &row.name);
            for (column, (class, text)) in row.cells.iter().enumerate().filter(|(_, cell)| !cell.0.is_empty()) {
                let (at, size) = ([x_of(column), y], [widths[column], CELL]);
                canvas.rect(class, at, size);
                if !text.is_empty() {
                    canvas.centred("", at, size, text);
                }
            }
            if row.cells.iter().all(|(class, _)| class.is_empty()) {
                canvas.text("name", [left, y + CELL / 2 + 5], "()");
            }
            y += CELL + GAP;
        }
        let mut right = x_of(columns).max(MARGIN + width(&self.title));
        if let Some((column, reason)) = &self.clash {
            let middle = x_of(*column) + widths.get(*column).unwrap_or(&0) / 2;
            canvas.path("mark", &format!("M{middle} {y}l7 11h-14z"));
            // right of the mark if the card gets no wider by it, and else below
            let x = middle + MARGIN;
            if x + width(reason) > right.max(480) {
                y += LINE - 4;
                canvas.text("why", [MARGIN, y + 11], reason);
                right = right.max(MARGIN + width(reason));
            } else {
                canvas.text("why", [x, y + 11], reason);
                right = right.max(x + width(reason));
            }
            y += LINE;
        }
        canvas.finish([right + MARGIN, y + MARGIN - GAP], &self.title, &self.description())
    }
}

/// A number up to 20 as text: 1st, 2nd.
fn ordinal(number: usize) -> String {
    match number {
        1 => "1st".into(),
        2 => "2nd".into(),
        3 => "3rd".into(),
        _ => format!("{number}th"),
    }
}
