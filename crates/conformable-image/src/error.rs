//! Errors of images.

use conformable::ShapeError;
use std::fmt::{self, Debug, Display};
use std::io;

/// An error of an image: the name of the file, and the reason.
pub struct ImageError {
    pub(crate) name: String,
    pub(crate) why: Why,
}

pub(crate) enum Why {
    Io(io::Error),
    Codec(image::ImageError),
    Shape(ShapeError),
    Samples {
        are: &'static str,
        not: &'static str,
    },
    Extension,
    /// The channels and samples are not those of the format.
    NotSaved {
        channels: usize,
        samples: &'static str,
        format: &'static str,
    },
    TooLarge(Box<[usize]>),
}

impl Why {
    pub(crate) fn of(self, name: &str) -> ImageError {
        ImageError { name: name.into(), why: self }
    }
}

impl ImageError {
    /// Returns how the sizes differ from the shape type, if that is the reason.
    #[must_use]
    pub fn shape_error(&self) -> Option<&ShapeError> {
        match &self.why {
            Why::Shape(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the name or path of the file.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.name
    }
}

impl Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.name)?;
        match &self.why {
            Why::Io(error) => Display::fmt(error, f),
            Why::Codec(error) => Display::fmt(error, f),
            Why::Shape(error) => Display::fmt(&error.named_rows(["file", "type"]), f),
            Why::Samples { are, not } => write!(f, "the samples are {are}, not {not}"),
            Why::Extension => f.write_str("the extension is not png, jpg or jpeg"),
            Why::NotSaved { channels, samples, format } => {
                write!(f, "{format} has no images of {channels} channels of {samples}")
            }
            Why::TooLarge(sizes) => write!(f, "an image of the sizes {sizes:?} is empty or too large"),
        }
    }
}

/// The text of `Display`, so that `unwrap` and `main` print the aligned shapes.
impl Debug for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl std::error::Error for ImageError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.why {
            Why::Io(error) => Some(error),
            Why::Codec(error) => Some(error),
            Why::Shape(error) => Some(error),
            _ => None,
        }
    }
}
