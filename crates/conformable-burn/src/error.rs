//! The errors of burn, apart from shapes.

use burn::tensor::{DType, DataError, ExecutionError};
use conformable::ShapeError;
use std::fmt::{self, Display};

/// Why burn did not compute an operation.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A device, or the connection to it, failed; on a remote one, maybe in an earlier operation.
    Execution(ExecutionError),
    /// burn returned elements of another type.
    Data(DataError),
    /// The operands are on two devices.
    Devices {
        /// The device of the left one.
        left: String,
        /// The device of the right one.
        right: String,
    },
    /// Elements do not have the requested type.
    Elements {
        /// Their type.
        found: DType,
        /// The requested type.
        asked: DType,
    },
    /// A tensor does not have the rank of the requested `burn::Tensor`.
    Rank {
        /// Its rank.
        rank: usize,
        /// The requested rank.
        asked: usize,
    },
    /// The graph of the number was consumed by an earlier call for gradients.
    Consumed,
    /// A session with a server could not begin.
    Unreachable {
        /// The address of the server.
        server: String,
        /// The reason.
        why: String,
    },
    /// A batch without rows does not have a mean.
    NoRows,
    /// No server is connected.
    NoServer(String),
    /// burn returned another number of elements than the shape has.
    Shape(ShapeError),
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Execution(error) => Display::fmt(error, f),
            Self::Data(error) => Display::fmt(error, f),
            Self::Devices { left, right } => write!(f, "the left tensor is on {left}, the right one on {right}"),
            Self::Elements { found, asked } => write!(f, "the elements are {found:?}, not {asked:?}"),
            Self::Rank { rank, asked } => write!(f, "a tensor of rank {rank} is not a `burn::Tensor<{asked}>`"),
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
