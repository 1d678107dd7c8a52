//! Draws shapes below one another, aligned by a rule.

use super::any::PartialShape;
use super::clash::{Clash, Relation};
use super::kind::Reason;
use super::text::{EDGE, LONG, Written, spaces};
use super::wording::DimOf;
use core::fmt::{self, Display};
use core::ops::Range;

/// One shape of an [`Alignment`]: its name, and its sizes from a column on.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    pub(crate) name: &'static str,
    pub(crate) offset: usize,
    pub(crate) shape: &'a PartialShape,
}

impl<'a> Row<'a> {
    /// The name of the shape: `lhs` and `rhs`, `onto` and `from`, or `out`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The column of the first axis, counted from 0.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> &'a PartialShape {
        self.shape
    }

    /// The text of a column, such as `3`, `_` or `Batch = 2`; `None` if the shape has no axis there.
    #[must_use]
    pub fn text(&self, column: usize) -> Option<impl Display + use<>> {
        self.get(column)
    }

    pub(crate) fn columns(&self) -> usize {
        self.offset + self.shape.dims().map_or(0, <[_]>::len)
    }

    pub(crate) fn get(&self, column: usize) -> Option<Written> {
        self.shape.written(column.checked_sub(self.offset)?)
    }
}

/// Shapes in rows, aligned as a rule aligns them, with the result or the column of the clash.
///
/// [`Explanation::alignment`](crate::Explanation::alignment) and
/// [`ShapeError::alignment`](crate::ShapeError::alignment) return it. Its text is theirs without the first line.
///
/// ```
/// use conformable::{Numpy, Rule};
///
/// let explanation = Numpy.explain(&"2,3,4".parse()?, &"6".parse()?);
/// let alignment = explanation.alignment().unwrap();
/// let offsets: Vec<_> = alignment.rows().iter().map(|row| (row.name(), row.offset())).collect();
/// assert_eq!(offsets, [("lhs", 0), ("rhs", 2)]);
/// assert_eq!(alignment.clash(), Some(2));
/// assert_eq!(alignment.reason().unwrap().to_string(), "4 and 6 differ, and neither is 1");
/// # Ok::<(), conformable::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Alignment<'a> {
    rows: [Row<'a>; 3],
    shown: usize,
    reason: Option<Reasoned>,
}

impl<'a> Alignment<'a> {
    pub(crate) fn conforming(
        relation: Relation,
        lhs: &'a PartialShape,
        rhs: &'a PartialShape,
        out: &'a PartialShape,
    ) -> Self {
        let [lhs, rhs] = relation.rows(lhs, rhs);
        let columns = lhs.columns().max(rhs.columns());
        let offset = out.dims().map_or(0, |dims| columns.saturating_sub(dims.len()));
        let offset = if relation.starts_at().is_some() { 0 } else { offset };
        Self { rows: [lhs, rhs, Row { name: "out", offset, shape: out }], shown: 3, reason: None }
    }

    /// Two shapes that clash in a column, or the left one.
    pub(super) fn clashing(
        relation: Relation,
        clash: &Clash,
        column: usize,
        [lhs, rhs]: [&'a PartialShape; 2],
    ) -> Self {
        let [lhs, rhs] = relation.rows(lhs, rhs);
        let shown = if matches!(relation, Relation::Other { second: None, .. }) { 1 } else { 2 };
        let sizes = [lhs.get(column), rhs.get(column)];
        Self { rows: [lhs, rhs, rhs], shown, reason: Some(Reasoned { relation, clash: *clash, column, sizes }) }
    }

    pub(super) fn named(mut self, names: [&'static str; 2]) -> Self {
        [self.rows[0].name, self.rows[1].name] = names;
        self
    }

    /// The rows: one for each operand, then the result if there is one.
    #[must_use]
    pub fn rows(&self) -> &[Row<'a>] {
        &self.rows[..self.shown]
    }

    /// The column of the sizes that clash, counted from 0; `None` if the shapes conform.
    #[must_use]
    pub fn clash(&self) -> Option<usize> {
        self.reason.map(|reason| reason.column)
    }

    /// The reason of the clash, as the text has it after the caret.
    #[must_use]
    pub fn reason(&self) -> Option<impl Display + use<>> {
        self.reason
    }
}

/// Each row on a line of its own, after a line feed; then a caret under the clash and its reason.
impl Display for Alignment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let caret = write_rows(f, self.rows(), self.clash().unwrap_or(0))?;
        let Some(reason) = self.reason() else { return Ok(()) };
        f.write_str("\n")?;
        spaces(f, caret - 1)?;
        write!(f, "^ {reason}")
    }
}

/// The reason of a clash in a column.
#[derive(Clone, Copy, Debug)]
struct Reasoned {
    relation: Relation,
    clash: Clash,
    column: usize,
    sizes: [Option<Written>; 2],
}

impl Display for Reasoned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [l, r] = self.sizes.map(DimOf);
        match (self.relation, self.clash) {
            (Relation::Refine, _) => write!(f, "axis {} is {l}, not {r}", self.column),
            (Relation::Other { second: None, .. }, Clash::Other { why, .. }) => write!(f, "{l}: {why}"),
            (_, Clash::Other { why, .. }) => write!(f, "{l} and {r}: {why}"),
            (_, Clash::Overrun { .. }) => write!(f, "{r} is past the last axis, where only 1 is allowed"),
            (_, Clash::Pair { reason: Reason::Label, .. }) => {
                write!(f, "{l} and {r} differ, and a labelled size does not broadcast")
            }
            (_, Clash::Pair { reason: Reason::Bounds, .. }) => {
                write!(f, "{l} and {r} differ, and a size with bounds does not broadcast")
            }
            (_, Clash::Pair { reason: Reason::Unstretched, .. }) => {
                write!(f, "{l} and {r} differ, and no size stretches under `Unstretched`")
            }
            (Relation::Equal | Relation::EqualBut { .. }, _) => write!(f, "{l} and {r} differ"),
            (Relation::Onto { .. }, _) => write!(f, "{r} and {l} differ, and {r} is not 1"),
            _ => write!(f, "{l} and {r} differ, and neither is 1"),
        }
    }
}

impl Relation {
    /// The two shapes as the relation aligns them.
    pub(super) fn rows<'a>(self, lhs: &'a PartialShape, rhs: &'a PartialShape) -> [Row<'a>; 2] {
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
    pub(super) fn starts_at(self) -> Option<usize> {
        match self {
            Self::Onto { axis: Some(axis) } => axis.try_into().ok(),
            _ => None,
        }
    }
}

/// The columns of a picture. A range of several columns is drawn as `...`: all that are not at an end, except `axis`.
fn parts(columns: usize, axis: usize) -> impl Iterator<Item = Range<usize>> {
    let (head, tail) = if columns > LONG { (EDGE, columns - EDGE) } else { (columns, columns) };
    let is_alone = move |column: usize| column < head || column >= tail || column == axis;
    let mut start = 0;
    core::iter::from_fn(move || {
        let next = if is_alone(start) {
            start + 1
        } else if start < axis {
            axis.min(tail)
        } else {
            tail
        };
        (start < columns).then(|| core::mem::replace(&mut start, next)..next)
    })
}

/// Writes each shape on a line, its name and then its sizes in columns; returns the end of the column `upto`.
fn write_rows(f: &mut fmt::Formatter<'_>, rows: &[Row<'_>], upto: usize) -> Result<usize, fmt::Error> {
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
