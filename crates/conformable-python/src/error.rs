//! Errors of a function that become exceptions.

use conformable::{Refused, ShapeError};
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use std::fmt::{self, Debug, Display};

/// The error of a function of a module: a Python exception.
///
/// `?` converts a [`ShapeError`] to a `ValueError` with both shapes aligned, and keeps a [`PyErr`].
///
/// ```
/// use conformable::{Shape, Tensor};
/// use conformable_python::{NumPy, PyTensor, Result};
///
/// #[pyo3::pyfunction]
/// fn add<'py>(
///     x: PyTensor<'py, f64, Shape![_, _]>,
///     y: PyTensor<'py, f64, Shape![_]>,
/// ) -> Result<NumPy<f64, Shape![_, _]>> {
///     Ok(NumPy(conformable::zip((&*x, &*y)).try_map(|(x, y)| x + y)?))
/// }
/// ```
pub struct Error(PyErr);

/// The result of a function of a module.
pub type Result<T, E = Error> = core::result::Result<T, E>;

impl From<ShapeError> for Error {
    fn from(error: ShapeError) -> Self {
        Self(PyValueError::new_err(error.to_string()))
    }
}

impl<T> From<Refused<T>> for Error {
    fn from(refused: Refused<T>) -> Self {
        refused.error().clone().into()
    }
}

impl From<PyErr> for Error {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl From<Error> for PyErr {
    fn from(error: Error) -> Self {
        error.0
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl std::error::Error for Error {}
