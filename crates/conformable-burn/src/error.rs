//! What goes wrong though shapes conform.

use burn::tensor::{DType, DataError, ExecutionError};
use conformable::ShapeError;
use std::fmt::{self, Display};

/// Why burn did not compute what it was asked for.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A device, or the way to it, failed; on a remote one, maybe at an operation before this one.
    Execution(ExecutionError),
    /// The elements that came back are not those of the type.
    Data(DataError),
    /// Tensors of one operation are on two devices.
    Devices {
        /// That of the left one.
        left: String,
        /// That of the right one.
        right: String,
    },
    /// Elements of another type than was asked for.
    Elements {
        /// The type they have.
        found: DType,
        /// The type they were to have.
        asked: DType,
    },
    /// A tensor of this rank is no `burn::Tensor` of the rank that was asked for.
    Rank {
        /// Its rank.
        rank: usize,
        /// The rank that was asked for.
        asked: usize,
    },
    /// The gradients of a number, or of what it was computed from, had been asked for before: burn has them once.
    Consumed,
    /// No session with a server could be begun.
    Unreachable {
        /// Its address.
        server: String,
        /// What was in the way.
        why: String,
    },
    /// A batch without a row has no mean.
    NoRows,
    /// None of the servers is there.
    NoServer(String),
    /// Another number of elements came back than the shape has.
    Shape(ShapeError),
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Execution(error) => Display::fmt(error, f),
            Self::Data(error) => Display::fmt(error, f),
            Self::Devices { left, right } => write!(f, "the left tensor is on {left}, the right one on {right}"),
            Self::Elements { found, asked } => write!(f, "the elements are {found:?}, not {asked:?}"),
            Self::Rank { rank, asked } => write!(f, "a tensor of rank {rank} is no `burn::Tensor<{asked}>`"),
            Self::Consumed => f.write_str("the gradients had been asked for before, and burn has them once"),
            Self::Unreachable { server, why } => write!(f, "{server} cannot be reached: {why}"),
            Self::NoRows => f.write_str("a batch without a row has no mean loss"),
            Self::NoServer(said) => write!(f, "no server is there: {said}"),
            Self::Shape(error) => Display::fmt(error, f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Execution(error) => Some(error),
            Self::Data(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ExecutionError> for Error {
    fn from(error: ExecutionError) -> Self {
        Self::Execution(error)
    }
}

impl From<DataError> for Error {
    fn from(error: DataError) -> Self {
        Self::Data(error)
    }
}
