//! The trait of engines, and the error of an operation on one.

use crate::ops::IndexElement;
use crate::shape::{Shape, ShapeError};
use alloc::borrow::Cow;
use core::fmt::{self, Debug, Display};

/// A type without values, whose kernels compute on tensors with shapes in their types.
///
/// An operation without a [kernel](super) does not compile. A kernel that fails returns an [`Error`](Self::Error).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an engine",
    label = "`Native` is an engine; adapters to other libraries are crates of their own",
    note = "conformable: E-engine"
)]
pub trait Engine: Sized + 'static {
    /// A tensor of elements `T` and shape `S`. A clone is the same tensor.
    type Tensor<T: Copy, S: Shape>: Clone;

    /// The place of a tensor: a processor, one of several GPUs, a device of another machine.
    type Device: Clone;

    /// The element type of indices, as those that `argmax` returns.
    type Index: IndexElement + TryFrom<usize> + Default;

    /// The error of memory, devices or the network.
    type Error: core::error::Error + 'static;

    /// The device of a tensor.
    fn device<T: Copy, S: Shape>(tensor: &Self::Tensor<T, S>) -> Self::Device;

    /// The same tensor with another type of its shape; the sizes are equal.
    fn retype<T: Copy, S: Shape, O: Shape>(tensor: Self::Tensor<T, S>, out: &O) -> Self::Tensor<T, O>;
}

/// Converts between another library's tensor and this engine's tensor of elements `T`.
///
/// Only the sizes are checked at run time, by [`EngineTensor::from_engine`](super::EngineTensor::from_engine).
#[diagnostic::on_unimplemented(
    message = "`{Raw}` is not a tensor of `{T}` on `{Self}`",
    label = "expected the engine's own tensor type",
    note = "conformable: E-engine"
)]
pub trait FromRaw<Raw, T: Copy>: Engine {
    /// The sizes of the tensor's axes, outermost first.
    ///
    /// # Errors
    ///
    /// If the elements are not of type `T`.
    fn sizes(raw: &Raw) -> Result<impl AsRef<[usize]>, Self::Error>;

    /// Converts the other library's tensor, whose sizes are those of `shape`.
    ///
    /// # Errors
    ///
    /// If the engine refuses the tensor.
    fn hold<S: Shape>(raw: Raw, shape: &S) -> Result<Self::Tensor<T, S>, Self::Error>;

    /// Converts back to the other library's tensor.
    ///
    /// # Errors
    ///
    /// If the other library's type has another rank.
    fn release<S: Shape>(tensor: Self::Tensor<T, S>, shape: &S) -> Result<Raw, Self::Error>;
}

/// An argument of a kernel: a tensor `X`, which the engine may overwrite, or a reference to one.
pub trait Operand<X: Clone> {
    /// The tensor, or a clone of it.
    fn owned(self) -> X;

    /// A reference to the tensor.
    fn by_ref(&self) -> &X;

    /// The tensor or the reference, as the caller passed it.
    fn into_given<'a>(self) -> Cow<'a, X>
    where
        Self: 'a;
}

impl<X: Clone> Operand<X> for X {
    #[inline]
    fn owned(self) -> X {
        self
    }

    #[inline]
    fn by_ref(&self) -> &X {
        self
    }

    #[inline]
    fn into_given<'a>(self) -> Cow<'a, X>
    where
        Self: 'a,
    {
        Cow::Owned(self)
    }
}

impl<X: Clone> Operand<X> for &X {
    #[inline]
    fn owned(self) -> X {
        self.clone()
    }

    #[inline]
    fn by_ref(&self) -> &X {
        self
    }

    #[inline]
    fn into_given<'a>(self) -> Cow<'a, X>
    where
        Self: 'a,
    {
        Cow::Borrowed(self)
    }
}

/// Why an operation failed: the shapes, or the engine.
pub enum Error<E: Engine> {
    /// Sizes known only at run time do not conform. The engine was not called.
    InvalidShape(ShapeError),
    /// The error of the engine.
    Failed(E::Error),
}

impl<E: Engine> Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidShape(error) => Display::fmt(error, f),
            Self::Failed(error) => Display::fmt(error, f),
        }
    }
}

impl<E: Engine> Debug for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidShape(error) => Debug::fmt(error, f),
            Self::Failed(error) => Debug::fmt(error, f),
        }
    }
}

impl<E: Engine> core::error::Error for Error<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::InvalidShape(_) => None,
            Self::Failed(error) => error.source(),
        }
    }
}

impl<E: Engine> From<ShapeError> for Error<E> {
    fn from(error: ShapeError) -> Self {
        Self::InvalidShape(error)
    }
}

/// The value; panics with the error's text at the caller's line.
#[track_caller]
pub(super) fn expect<X, E: Engine>(result: Result<X, Error<E>>) -> X {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}
