//! What an engine is, and what can go wrong where it computes.

use crate::ops::IndexElement;
use crate::shape::{Shape, ShapeError};
use alloc::borrow::Cow;
use core::fmt::{self, Debug, Display};

/// What computes on tensors, of which each has its shape in its type: [`Native`](super::Native) is the one of this
/// crate; crates beside it bring others.
///
/// It is a type without a value. What it can compute are traits of their own, [`BinaryKernel`](super::BinaryKernel) and its kin,
/// one for each operation and type of elements, so that what an engine cannot do does not compile. It is only given
/// what conforms: [`EngineTensor`](super::EngineTensor) has proved the shapes. What a device alone cannot do, or what fails on it, is an
/// [`Error`](Self::Error), and never a panic.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an engine",
    label = "`Native` is an engine; adapters to other libraries are crates of their own",
    note = "conformable: E-engine"
)]
pub trait Engine: Sized + 'static {
    /// A tensor of elements `T` and of the shape `S`. A clone is the same tensor.
    type Tensor<T: Copy, S: Shape>: Clone;

    /// Where tensors are, and are made: a processor, one of several GPUs, a device of another machine.
    type Device: Clone;

    /// The type of elements that are indices, as those of the greatest elements.
    type Index: IndexElement + TryFrom<usize> + Default;

    /// What goes wrong though shapes conform: memory, devices, the network.
    type Error: core::error::Error + 'static;

    /// Where a tensor is.
    fn device<T: Copy, S: Shape>(tensor: &Self::Tensor<T, S>) -> Self::Device;

    /// The same tensor by another type of its shape, which tells the same sizes.
    fn retype<T: Copy, S: Shape, O: Shape>(tensor: Self::Tensor<T, S>, out: &O) -> Self::Tensor<T, O>;
}

/// A tensor of another library that becomes one of this engine, of elements `T`, and is given back.
///
/// The one thing that has to be checked of it at run time are its sizes, by
/// [`EngineTensor::from_engine`](super::EngineTensor::from_engine).
#[diagnostic::on_unimplemented(
    message = "`{Raw}` is not a tensor of `{T}` on `{Self}`",
    label = "expected the engine's own tensor type",
    note = "conformable: E-engine"
)]
pub trait FromRaw<Raw, T: Copy>: Engine {
    /// The sizes of its axes, outermost first.
    ///
    /// # Errors
    ///
    /// If its elements are no `T`s.
    fn sizes(raw: &Raw) -> Result<impl AsRef<[usize]>, Self::Error>;

    /// The tensor, whose sizes are those of the shape.
    ///
    /// # Errors
    ///
    /// If the engine refuses it.
    fn hold<S: Shape>(raw: Raw, shape: &S) -> Result<Self::Tensor<T, S>, Self::Error>;

    /// The tensor of the other library.
    ///
    /// # Errors
    ///
    /// If the other library's type tells another rank.
    fn release<S: Shape>(tensor: Self::Tensor<T, S>, shape: &S) -> Result<Raw, Self::Error>;
}

/// What an operation is given: a tensor `X`, or a reference to one. An engine that overwrites what nobody else needs
/// takes it as it is.
pub trait Operand<X: Clone> {
    /// The tensor, or a clone of it.
    fn owned(self) -> X;

    /// A reference to it.
    fn by_ref(&self) -> &X;

    /// Either, as the caller had it.
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
    /// Sizes that only run time tells do not conform. The engine has not been asked.
    InvalidShape(ShapeError),
    /// What the engine says.
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

/// The value, or a panic with the error's text at the place that called.
#[track_caller]
pub(super) fn expect<X, E: Engine>(result: Result<X, Error<E>>) -> X {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}
