//! What goes wrong with a parameter.

use conformable::ShapeError;
use conformable::engine::{Engine, Error};
#[cfg(feature = "safetensors")]
use conformable::files::FileError;
use core::fmt::{self, Debug, Display};

/// What went wrong with a parameter of a model, which it names.
pub struct ParameterError<E: Engine> {
    parameter: String,
    why: Why<E>,
}

/// Why a parameter could not be made.
pub enum Why<E: Engine> {
    /// Its shape, or the engine.
    Engine(Error<E>),
    /// The parameters of the model are more than can be counted.
    Count,
    /// A file, whose error names the parameter too.
    #[cfg(feature = "safetensors")]
    File(FileError),
}

impl<E: Engine> Why<E> {
    /// The error of that parameter.
    #[must_use]
    pub fn of(self, parameter: impl Display) -> ParameterError<E> {
        ParameterError { parameter: parameter.to_string(), why: self }
    }
}

impl<E: Engine> ParameterError<E> {
    /// The name of the parameter.
    #[must_use]
    pub fn parameter(&self) -> &str {
        &self.parameter
    }

    /// Why.
    #[must_use]
    pub const fn why(&self) -> &Why<E> {
        &self.why
    }
}

impl<E: Engine> From<Error<E>> for Why<E> {
    fn from(error: Error<E>) -> Self {
        Self::Engine(error)
    }
}

impl<E: Engine> From<ShapeError> for Why<E> {
    fn from(error: ShapeError) -> Self {
        Self::Engine(error.into())
    }
}

#[cfg(feature = "safetensors")]
impl<E: Engine> From<FileError> for Why<E> {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl<E: Engine> Display for Why<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => Display::fmt(error, f),
            Self::Count => write!(f, "with it there are more than {} numbers", usize::MAX),
            #[cfg(feature = "safetensors")]
            Self::File(error) => Display::fmt(error, f),
        }
    }
}

impl<E: Engine> Debug for Why<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => f.debug_tuple("Engine").field(error).finish(),
            Self::Count => f.write_str("Count"),
            #[cfg(feature = "safetensors")]
            Self::File(error) => f.debug_tuple("File").field(error).finish(),
        }
    }
}

impl<E: Engine> Display for ParameterError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            // it names the file before
            #[cfg(feature = "safetensors")]
            Why::File(error) => Display::fmt(error, f),
            why => write!(f, "parameter `{}`: {why}", self.parameter),
        }
    }
}

impl<E: Engine> Debug for ParameterError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParameterError").field("parameter", &self.parameter).field("why", &self.why).finish()
    }
}

impl<E: Engine> core::error::Error for ParameterError<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.why {
            Why::Engine(error) => core::error::Error::source(error),
            Why::Count => None,
            #[cfg(feature = "safetensors")]
            Why::File(error) => core::error::Error::source(error),
        }
    }
}
