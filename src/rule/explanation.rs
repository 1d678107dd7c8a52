//! Pictures of two shapes and their result.

use crate::shape::{PartialShape, Relation, Row, ShapeError, write_rows};
use core::fmt::{self, Display};

/// A picture of two shapes and their result under a rule: [`Rule::explain`](crate::Rule::explain).
///
/// The text has the shapes and the result, aligned, or the error.
#[derive(Clone, Debug)]
pub struct Explanation {
    pub(crate) relation: Relation,
    pub(crate) lhs: PartialShape,
    pub(crate) rhs: PartialShape,
    pub(crate) result: Result<PartialShape, ShapeError>,
}

impl Explanation {
    /// Returns the result, as far as it is known.
    ///
    /// # Errors
    ///
    /// If the shapes do not conform for any values of the unknown sizes.
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
