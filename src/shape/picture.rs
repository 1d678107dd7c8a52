//! Shapes drawn under one another, as a rule aligns them.

use super::any::{PartialShape, write_size};
use super::clash::Relation;
use core::fmt;

/// One shape of a picture, that many columns from the left.
pub(crate) struct Row<'a> {
    pub(crate) name: &'static str,
    pub(crate) offset: usize,
    pub(crate) shape: &'a PartialShape,
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

/// Writes each shape on a line of its own, its name and then its sizes in columns; returns where the
/// column `upto` ends.
pub(crate) fn write_rows(f: &mut fmt::Formatter<'_>, rows: &[Row<'_>], upto: usize) -> Result<usize, fmt::Error> {
    let width = |column| rows.iter().filter_map(|row| row.get(column)).map(|&dim| width(dim)).max().unwrap_or(1);
    let names = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    for row in rows {
        write!(f, "\n  {:names$}", row.name)?;
        if row.shape.dims().is_none() {
            f.write_str("  *")?;
            continue;
        }
        for column in 0..row.columns() {
            f.write_str("  ")?;
            match row.get(column) {
                Some(&dim) => write_size(f, dim, width(column))?,
                None => write!(f, "{:1$}", "", width(column))?,
            }
        }
    }
    Ok(2 + names + (0..=upto).map(|column| 2 + width(column)).sum::<usize>())
}
