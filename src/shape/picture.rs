//! Draws shapes below one another, aligned by a rule.

use super::any::PartialShape;
use super::clash::Relation;
use super::text::{EDGE, LONG, Written, spaces};
use core::fmt::{self, Display};
use core::ops::Range;

/// One shape of a picture, indented by `offset` columns.
pub(crate) struct Row<'a> {
    pub(crate) name: &'static str,
    pub(crate) offset: usize,
    pub(crate) shape: &'a PartialShape,
}

impl Row<'_> {
    pub(crate) fn columns(&self) -> usize {
        self.offset + self.shape.dims().map_or(0, <[_]>::len)
    }

    pub(crate) fn get(&self, column: usize) -> Option<Written> {
        self.shape.written(column.checked_sub(self.offset)?)
    }
}

impl Relation {
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

    /// The axis of the left shape where the right one starts, if the relation has one.
    pub(crate) fn starts_at(self) -> Option<usize> {
        match self {
            Self::Onto { axis: Some(axis) } => axis.try_into().ok(),
            _ => None,
        }
    }
}

/// The columns of a picture. A range of several columns is drawn as `...`: all that are not at an end, except `axis`.
fn parts(columns: usize, axis: usize) -> impl Iterator<Item = Range<usize>> {
    let (head, tail) = if columns > LONG { (EDGE, columns - EDGE) } else { (columns, columns) };
    let middle = if (head..tail).contains(&axis) { axis..axis + 1 } else { tail..tail };
    let alone = |columns: Range<usize>| columns.map(|column| column..column + 1);
    let gap = |columns: Range<usize>| (!columns.is_empty()).then_some(columns);
    let (before, after) = (gap(head..middle.start), gap(middle.end..tail));
    alone(0..head).chain(before).chain(alone(middle)).chain(after).chain(alone(tail..columns))
}

/// Writes each shape on a line, its name and then its sizes in columns; returns the end of the column `upto`.
pub(crate) fn write_rows(f: &mut fmt::Formatter<'_>, rows: &[Row<'_>], upto: usize) -> Result<usize, fmt::Error> {
    let columns = rows.iter().map(Row::columns).max().unwrap_or(0);
    let width = |part: &Range<usize>| match part.len() {
        1 => rows.iter().filter_map(|row| row.get(part.start)).map(Written::width).max().unwrap_or(1),
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
                Some(written) if part.len() == 1 => {
                    spaces(f, width(&part) - written.width())?;
                    written.fmt(f)?;
                }
                _ => spaces(f, width(&part))?,
            }
        }
    }
    let until = parts(columns, upto).take_while(|part| part.start <= upto);
    Ok(2 + names + until.map(|part| 2 + width(&part)).sum::<usize>())
}
