//! Errors of models.

use conformable::engine::{Engine, Error};
use conformable::{PartialShape, ShapeError};
#[cfg(feature = "safetensors")]
use conformable_files::FileError;
use core::fmt::{self, Debug, Display};

/// An error of a model, with the name of the parameter if it is about one.
///
/// ```
/// use conformable::Size;
/// use conformable::engine::Native;
/// use conformable_models::{Linear, Parameters, Sgd};
/// # use conformable::Dyn;
///
/// let layer =
///     |outputs| Linear::<Size<3>, Dyn, f32, Native>::random(Size, Dyn::new(outputs), &(), &mut || 0.5);
/// let (mut model, gradients) = (layer(4)?, layer(5)?);
/// let mut velocity = model.zeros()?;
/// let error = Sgd { rate: 0.1, momentum: 0.9 }.step(&mut model, &mut velocity, &gradients).unwrap_err();
/// assert_eq!(error.parameter(), Some("weight"));
/// assert!(error.to_string().starts_with("parameter `weight`: cannot broadcast (3, 4) with (3, 5)"));
/// # Ok::<(), conformable_models::ModelError<Native>>(())
/// ```
pub struct ModelError<E: Engine> {
    parameter: Option<String>,
    why: Why<E>,
}

/// The reason of an error.
pub enum Why<E: Engine> {
    /// A shape error, or an error of the engine.
    Failed(Error<E>),
    /// The number of parameters overflows.
    Count,
    /// Two models have different numbers of parts.
    Parts([usize; 2]),
    /// A cache has no capacity for further positions.
    Full {
        /// The shapes of its keys and of the further keys.
        keys: Box<[PartialShape; 2]>,
        /// The positions that it has.
        length: usize,
        /// The positions that it can have.
        capacity: usize,
    },
    /// A file does not fit the model.
    #[cfg(feature = "safetensors")]
    Misfit(crate::Misfit),
    /// An error of a file, which names the parameter too.
    #[cfg(feature = "safetensors")]
    File(FileError),
}

impl<E: Engine> Why<E> {
    /// Returns the error with the name of a parameter.
    #[must_use]
    pub fn of(self, parameter: impl Display) -> ModelError<E> {
        ModelError { parameter: Some(parameter.to_string()), why: self }
    }
}

impl<E: Engine> ModelError<E> {
    /// Returns the name of the parameter, if the error is about one.
    #[must_use]
    pub fn parameter(&self) -> Option<&str> {
        self.parameter.as_deref()
    }

    /// The reason alone, for a caller that adds a name.
    #[cfg(feature = "safetensors")]
    pub(crate) fn into_why(self) -> Why<E> {
        self.why
    }

    /// Returns the reason.
    #[must_use]
    pub const fn why(&self) -> &Why<E> {
        &self.why
    }
}

impl<E: Engine> From<Error<E>> for Why<E> {
    fn from(error: Error<E>) -> Self {
        Self::Failed(error)
    }
}

impl<E: Engine> From<Why<E>> for ModelError<E> {
    fn from(why: Why<E>) -> Self {
        Self { parameter: None, why }
    }
}

impl<E: Engine> From<Error<E>> for ModelError<E> {
    fn from(error: Error<E>) -> Self {
        Self { parameter: None, why: error.into() }
    }
}

#[cfg(feature = "safetensors")]
impl<E: Engine> From<crate::Misfit> for ModelError<E> {
    fn from(misfit: crate::Misfit) -> Self {
        Self { parameter: None, why: Why::Misfit(misfit) }
    }
}

impl<E: Engine> From<ShapeError> for ModelError<E> {
    fn from(error: ShapeError) -> Self {
        Self { parameter: None, why: error.into() }
    }
}

impl<E: Engine> From<ShapeError> for Why<E> {
    fn from(error: ShapeError) -> Self {
        Self::Failed(error.into())
    }
}

#[cfg(feature = "safetensors")]
impl<E: Engine> From<FileError> for Why<E> {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

#[cfg(feature = "safetensors")]
impl<E: Engine> From<FileError> for ModelError<E> {
    fn from(error: FileError) -> Self {
        Self { parameter: error.tensor().map(str::to_owned), why: error.into() }
    }
}

impl<E: Engine> Display for Why<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(error) => Display::fmt(error, f),
            Self::Count => write!(f, "with it there are more than {} numbers", usize::MAX),
            Self::Parts([x, y]) => write!(f, "one model has {x} parts here, and another {y}"),
            Self::Full { keys, length, capacity } => {
                let [cache, further] = &**keys;
                write!(f, "a cache of {cache} cannot take {further}: it has {length} of {capacity} positions")
            }
            #[cfg(feature = "safetensors")]
            Self::Misfit(misfit) => Display::fmt(misfit, f),
            #[cfg(feature = "safetensors")]
            Self::File(error) => Display::fmt(error, f),
        }
    }
}

impl<E: Engine> Debug for Why<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(error) => f.debug_tuple("Failed").field(error).finish(),
            Self::Count => f.write_str("Count"),
            Self::Parts(counts) => f.debug_tuple("Parts").field(counts).finish(),
            Self::Full { .. } => f.debug_tuple("Full").field(&format_args!("{self}")).finish(),
            #[cfg(feature = "safetensors")]
            Self::Misfit(misfit) => f.debug_tuple("Misfit").field(misfit).finish(),
            #[cfg(feature = "safetensors")]
            Self::File(error) => f.debug_tuple("File").field(error).finish(),
        }
    }
}

impl<E: Engine> Display for ModelError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.why, &self.parameter) {
            (Why::Failed(_) | Why::Count | Why::Parts(_) | Why::Full { .. }, Some(parameter)) => {
                write!(f, "parameter `{parameter}`: {}", self.why)
            }
            // the error of a file names the file, and then the parameter
            (why, _) => Display::fmt(why, f),
        }
    }
}

impl<E: Engine> Debug for ModelError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelError").field("parameter", &self.parameter).field("why", &self.why).finish()
    }
}

impl<E: Engine> core::error::Error for ModelError<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.why {
            Why::Failed(error) => core::error::Error::source(error),
            Why::Count | Why::Parts(_) | Why::Full { .. } => None,
            #[cfg(feature = "safetensors")]
            Why::Misfit(_) => None,
            #[cfg(feature = "safetensors")]
            Why::File(error) => core::error::Error::source(error),
        }
    }
}
