//! Errors of columns.

use arrow_schema::{ArrowError, DataType};
use conformable::ShapeError;
use std::fmt::{self, Debug, Display};

/// Why a column or batch is not a tensor of a type, or a tensor not a batch.
pub struct TableError(pub(crate) Why);

pub(crate) enum Why {
    /// The sizes differ; the names of the columns.
    Shape(ShapeError, Vec<String>),
    Element {
        column: String,
        is: DataType,
        not: DataType,
    },
    Nulls {
        column: String,
        count: usize,
        first: usize,
    },
    Rows(usize),
    Arrow(ArrowError),
}

/// The most names in a message.
const LISTED: usize = 8;

impl TableError {
    /// Returns how the sizes differ from the shape type, if that is the reason.
    #[must_use]
    pub fn shape_error(&self) -> Option<&ShapeError> {
        match &self.0 {
            Why::Shape(error, _) => Some(error),
            _ => None,
        }
    }
}

impl From<ShapeError> for TableError {
    fn from(error: ShapeError) -> Self {
        Self(Why::Shape(error, Vec::new()))
    }
}

impl From<ArrowError> for TableError {
    fn from(error: ArrowError) -> Self {
        Self(Why::Arrow(error))
    }
}

/// A name on one line.
fn shown(name: &str) -> String {
    name.chars().take(100).flat_map(char::escape_debug).collect()
}

impl Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Why::Shape(error, names) => {
                Display::fmt(&error.named_rows(["batch", "type"]), f)?;
                let mut before = "\nthe columns are";
                for name in names.iter().take(LISTED) {
                    write!(f, "{before} `{}`", shown(name))?;
                    before = ",";
                }
                if names.len() > LISTED { f.write_str(", ..") } else { Ok(()) }
            }
            Why::Element { column, is, not } => {
                write!(f, "the elements of column `{}` are {is}, not {not}", shown(column))
            }
            Why::Nulls { column, count, first } => write!(
                f,
                "column `{}` has {count} nulls, the first in row {first}; `from_batch_with_nulls` returns where they are",
                shown(column)
            ),
            Why::Rows(rows) => write!(f, "a list of Arrow has at most 2^31 - 1 elements in a row, not {rows}"),
            Why::Arrow(error) => Display::fmt(error, f),
        }
    }
}

/// The text of `Display`, so that `unwrap` and `main` print the aligned shapes.
impl Debug for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Why::Shape(error, _) => Some(error),
            Why::Arrow(error) => Some(error),
            _ => None,
        }
    }
}
