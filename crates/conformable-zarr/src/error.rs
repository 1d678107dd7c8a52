//! Errors of arrays.

use conformable::ShapeError;
use std::fmt::{self, Debug, Display};

/// An error of a Zarr array: its path, and the reason.
pub struct ZarrError {
    pub(crate) path: String,
    pub(crate) why: Why,
}

pub(crate) enum Why {
    Shape(ShapeError),
    Element {
        are: String,
        not: &'static str,
    },
    /// A size or a number of chunks is above what a `usize` holds.
    TooLarge,
    Zarrs(Box<dyn std::error::Error + Send + Sync>),
}

impl Why {
    pub(crate) fn zarrs(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Zarrs(Box::new(error))
    }

    pub(crate) fn of(self, path: &str) -> ZarrError {
        ZarrError { path: path.into(), why: self }
    }
}

impl From<ShapeError> for Why {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

impl ZarrError {
    /// Returns how the sizes differ, if that is the reason.
    #[must_use]
    pub fn shape_error(&self) -> Option<&ShapeError> {
        match &self.why {
            Why::Shape(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the path of the array.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl Display for ZarrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path)?;
        match &self.why {
            Why::Shape(error) => Display::fmt(&error.named_rows(["array", "type"]), f),
            Why::Element { are, not } => write!(f, "the elements are {are}, not {not}"),
            Why::TooLarge => f.write_str("a size or the number of chunks does not fit `usize`"),
            Why::Zarrs(error) => Display::fmt(error, f),
        }
    }
}

/// The text of `Display`, so that `unwrap` and `main` print the aligned shapes.
impl Debug for ZarrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl std::error::Error for ZarrError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.why {
            Why::Shape(error) => Some(error),
            Why::Zarrs(error) => Some(&**error),
            _ => None,
        }
    }
}
