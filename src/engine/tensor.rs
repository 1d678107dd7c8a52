//! A tensor on an engine.

use super::capability::Host;
use super::engine::{Engine, Error, FromRaw};
use crate::shape::Shape;
use crate::storage::Storage;
use crate::tensor::Tensor;
use core::fmt::{self, Debug};

/// A tensor of elements `T` and shape `S` on the engine `E`, with the operations of [`Tensor`].
///
/// ```
/// use conformable::engine::{EngineTensor, Native};
/// use conformable::{Shape, Tensor};
///
/// let x: EngineTensor<f32, Shape![2, 3], Native> =
///     EngineTensor::from(Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]));
/// let bias = EngineTensor::from(Tensor::from([10.0, 20.0, 30.0]));
/// assert_eq!((&x + &bias).to_tensor()?, Tensor::from([[11.0, 22.0, 33.0], [14.0, 25.0, 36.0]]));
/// # Ok::<(), conformable::engine::Error<Native>>(())
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::EngineTensor;
/// use conformable::Tensor;
///
/// let x = EngineTensor::from(Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]));
/// let bias = EngineTensor::from(Tensor::from([10.0, 20.0]));
/// &x + &bias; // cannot broadcast `(Size<2>, Size<3>)` with `(Size<2>,)`
/// ```
pub struct EngineTensor<T: Copy, S: Shape, E: Engine> {
    pub(super) tensor: E::Tensor<T, S>,
    pub(super) shape: S,
}

/// The result of a fallible method.
pub type Outcome<T, S, E> = Result<EngineTensor<T, S, E>, Error<E>>;

impl<T: Copy, S: Shape, E: Engine> Clone for EngineTensor<T, S, E> {
    #[inline]
    fn clone(&self) -> Self {
        Self { tensor: self.tensor.clone(), shape: self.shape.clone() }
    }
}

impl<T: Copy, S: Shape, E: Engine> Debug for EngineTensor<T, S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EngineTensor {}", self.shape.partial())
    }
}

impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
    /// Wraps the engine's result, for adapters. The shape is not checked, as by [`from_engine`](Self::from_engine).
    ///
    /// # Errors
    ///
    /// If the engine failed.
    #[inline]
    pub fn made(tensor: Result<E::Tensor<T, S>, E::Error>, shape: S) -> Outcome<T, S, E> {
        match tensor {
            Ok(tensor) => Ok(Self { tensor, shape }),
            Err(error) => Err(Error::Failed(error)),
        }
    }

    /// Converts a tensor of the engine's own library, and checks its sizes against the type.
    ///
    /// ```
    /// use conformable::engine::{EngineTensor, Native};
    /// use conformable::{Dyn, Shape, Tensor};
    ///
    /// let read = Tensor::from([[1.0, 2.0], [3.0, 4.0]]).erase();
    /// let x: EngineTensor<f64, Shape![_, 2], Native> = EngineTensor::from_engine(read.clone())?;
    /// let error = EngineTensor::<f64, Shape![_, 3], Native>::from_engine(read).unwrap_err();
    /// assert!(error.to_string().starts_with("(2, 2) is not a (_, 3)"));
    /// # Ok::<(), conformable::engine::Error<Native>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the rank or a size differs from the type's, or the elements are not of type `T`.
    pub fn from_engine<Raw>(raw: Raw) -> Result<Self, Error<E>>
    where
        E: FromRaw<Raw, T>,
    {
        let shape = S::from_sizes(E::sizes(&raw).map_err(Error::Failed)?.as_ref())?;
        let tensor = E::hold(raw, &shape);
        Self::made(tensor, shape)
    }

    /// The tensor of the engine's own library.
    ///
    /// # Errors
    ///
    /// If that library's type has another rank.
    pub fn into_engine<Raw>(self) -> Result<Raw, Error<E>>
    where
        E: FromRaw<Raw, T>,
    {
        E::release(self.tensor, &self.shape).map_err(Error::Failed)
    }

    /// The engine's tensor.
    #[must_use]
    #[inline]
    pub const fn as_engine(&self) -> &E::Tensor<T, S> {
        &self.tensor
    }

    /// The shape of the tensor.
    #[must_use]
    #[inline]
    pub const fn shape(&self) -> &S {
        &self.shape
    }

    /// The size of every axis, outermost first.
    #[must_use]
    #[inline]
    pub fn sizes(&self) -> S::Sizes {
        self.shape.sizes()
    }

    /// The device of the tensor.
    #[must_use]
    #[inline]
    pub fn device(&self) -> E::Device {
        E::device(&self.tensor)
    }
}

impl<T: Copy, S: Shape, E: Host<T>> EngineTensor<T, S, E> {
    /// Copies a tensor in this machine's memory to the device.
    ///
    /// # Errors
    ///
    /// If the device fails.
    pub fn upload<D: Storage>(tensor: &Tensor<T, S, D>, device: &E::Device) -> Result<Self, Error<E>> {
        Self::made(E::upload(tensor, device), tensor.shape().clone())
    }

    /// A tensor with every element equal to `element`.
    ///
    /// # Errors
    ///
    /// If the device fails.
    pub fn full(shape: S, element: T, device: &E::Device) -> Result<Self, Error<E>> {
        Self::made(E::full(&shape, element, device), shape)
    }

    /// The same tensor on another device of the engine.
    ///
    /// # Errors
    ///
    /// If a device fails.
    pub fn to_device(&self, device: &E::Device) -> Result<Self, Error<E>> {
        Self::made(E::moved(&self.tensor, device), self.shape.clone())
    }

    /// Copies the elements to this machine's memory; waits for pending computations.
    ///
    /// # Errors
    ///
    /// If the device fails, or a computation that it had accepted has failed.
    pub fn to_tensor(&self) -> Result<Tensor<T, S>, Error<E>> {
        E::download(&self.tensor, &self.shape).map_err(Error::Failed)
    }
}
