//! Shapes drawn under one another, as a rule aligns them.

use crate::any::{PartialShape, write_size};
use crate::error::{Relation, ShapeError};
use core::fmt::{self, Display};
use core::ops::Range;

/// One shape of a picture, that many columns from the left.
pub(crate) struct Row<'a> {
    name: &'static str,
    pub(crate) offset: usize,
    shape: &'a PartialShape,
}

impl Row<'_> {
    pub(crate) fn columns(&self) -> usize {
        self.offset + self.dims().len()
    }

    pub(crate) fn get(&self, column: usize) -> Option<&Option<usize>> {
        self.dims().get(column.checked_sub(self.offset)?)
    }

    fn dims(&self) -> &[Option<usize>] {
        self.shape.dims().unwrap_or_default()
    }
}

impl Relation {
    /// The two shapes as the relation aligns them.
    pub(crate) fn rows<'a>(self, lhs: &'a PartialShape, rhs: &'a PartialShape) -> [Row<'a>; 2] {
        let names = if matches!(self, Self::Onto { .. }) { ["onto", "from"] } else { ["lhs", "rhs"] };
        let ranks = [lhs, rhs].map(|shape| shape.dims().map_or(0, <[_]>::len));
        let columns = ranks[0].max(ranks[1]);
        let offsets = match self.starts_at() {
            Some(axis) if axis <= columns => [0, axis],
            _ => ranks.map(|rank| columns - rank),
        };
        [Row { name: names[0], offset: offsets[0], shape: lhs }, Row { name: names[1], offset: offsets[1], shape: rhs }]
    }

    /// The axis of the left shape that the right one is laid on, where the relation names it.
    pub(crate) fn starts_at(self) -> Option<usize> {
        match self {
            Self::Onto { axis: Some(axis) } => axis.try_into().ok(),
            _ => None,
        }
    }
}

/// How wide a size is printed.
fn width(dim: Option<usize>) -> usize {
    dim.map_or(1, |size| size.checked_ilog10().map_or(1, |digits| digits as usize + 1))
}

/// Of a shape with more axes than this, text has the first and the last [`EDGE`].
pub(crate) const LONG: usize = 32;
pub(crate) const EDGE: usize = 3;

/// Writes that many spaces: a width in `{:width$}` is at most 65 535.
pub(crate) fn spaces(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    const SOME: &str = "                                ";
    for _ in 0..count / SOME.len() {
        f.write_str(SOME)?;
    }
    f.write_str(&SOME[..count % SOME.len()])
}

/// The columns of a picture, each alone, but for those that `...` stands for: of many columns all that are neither at
/// an end nor `axis`.
fn parts(columns: usize, axis: usize) -> impl Iterator<Item = Range<usize>> {
    let (head, tail) = if columns > LONG { (EDGE, columns - EDGE) } else { (columns, columns) };
    let middle = if (head..tail).contains(&axis) { axis..axis + 1 } else { tail..tail };
    let alone = |columns: Range<usize>| columns.map(|column| column..column + 1);
    let gap = |columns: Range<usize>| (!columns.is_empty()).then_some(columns);
    let (before, after) = (gap(head..middle.start), gap(middle.end..tail));
    alone(0..head).chain(before).chain(alone(middle)).chain(after).chain(alone(tail..columns))
}

/// Writes each shape on a line of its own, its name and then its sizes in columns; returns where the
/// column `upto` ends.
pub(crate) fn write_rows(f: &mut fmt::Formatter<'_>, rows: &[Row<'_>], upto: usize) -> Result<usize, fmt::Error> {
    let columns = rows.iter().map(Row::columns).max().unwrap_or(0);
    let width = |part: &Range<usize>| match part.len() {
        1 => rows.iter().filter_map(|row| row.get(part.start)).map(|&dim| width(dim)).max().unwrap_or(1),
        _ => "...".len(),
    };
    let names = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    for row in rows {
        write!(f, "\n  {:names$}", row.name)?;
        if row.shape.dims().is_none() {
            f.write_str("  *")?;
            continue;
        }
        for part in parts(columns, upto).take_while(|part| part.start < row.columns()) {
            f.write_str("  ")?;
            match row.get(part.start) {
                _ if part.len() > 1 && part.end > row.offset => f.write_str("...")?,
                Some(&dim) if part.len() == 1 => write_size(f, dim, width(&part))?,
                _ => spaces(f, width(&part))?,
            }
        }
    }
    let until = parts(columns, upto).take_while(|part| part.start <= upto);
    Ok(2 + names + until.map(|part| 2 + width(&part)).sum::<usize>())
}

/// What two shapes become under a rule, drawn: [`Rule::explain`](crate::Rule::explain).
///
/// It prints the shapes and the result aligned, or the refusal.
#[derive(Clone, Debug)]
pub struct Explanation {
    pub(crate) relation: Relation,
    pub(crate) lhs: PartialShape,
    pub(crate) rhs: PartialShape,
    pub(crate) result: Result<PartialShape, ShapeError>,
}

impl Explanation {
    /// What is known of the result.
    ///
    /// # Errors
    ///
    /// If no sizes make the shapes conform.
    pub const fn result(&self) -> Result<&PartialShape, &ShapeError> {
        self.result.as_ref()
    }
}

impl Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = match &self.result {
            Ok(shape) => shape,
            Err(error) => return error.fmt(f),
        };
        let [lhs, rhs] = self.relation.rows(&self.lhs, &self.rhs);
        let columns = lhs.columns().max(rhs.columns());
        let offset = shape.dims().map_or(0, |dims| columns.saturating_sub(dims.len()));
        let offset = if self.relation.starts_at().is_some() { 0 } else { offset };
        match self.relation {
            Relation::Onto { .. } => write!(f, "{} onto {} is {shape}", self.rhs, self.lhs)?,
            _ => write!(f, "{} with {} is {shape}", self.lhs, self.rhs)?,
        }
        write_rows(f, &[lhs, rhs, Row { name: "out", offset, shape }], 0).map(drop)
    }
}
