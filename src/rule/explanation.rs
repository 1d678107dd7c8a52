//! Pictures of two shapes and their result.

use crate::shape::{Alignment, PartialShape, Relation, ShapeError};
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

    /// The shapes and the result as aligned rows; `None` for an error whose text has no rows, as that of unequal ranks.
    ///
    /// ```
    /// use conformable::{Axis, Pdpd, Rule};
    ///
    /// let explanation = Pdpd(Axis::<1>).explain(&"2,3,4,5".parse()?, &"3,4".parse()?);
    /// let alignment = explanation.alignment().unwrap();
    /// assert_eq!(alignment.rows()[1].offset(), 1);
    /// assert!(explanation.to_string().ends_with(&alignment.to_string()));
    /// # Ok::<(), conformable::ParseError>(())
    /// ```
    #[must_use]
    pub fn alignment(&self) -> Option<Alignment<'_>> {
        match &self.result {
            Ok(shape) => Some(Alignment::conforming(self.relation, &self.lhs, &self.rhs, shape)),
            Err(error) => error.alignment(),
        }
    }
}

impl Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = match &self.result {
            Ok(shape) => shape,
            Err(error) => return error.fmt(f),
        };
        match self.relation {
            Relation::Onto { .. } => write!(f, "{} onto {} is {shape}", self.rhs, self.lhs)?,
            _ => write!(f, "{} with {} is {shape}", self.lhs, self.rhs)?,
        }
        self.alignment().map_or(Ok(()), |alignment| alignment.fmt(f))
    }
}
