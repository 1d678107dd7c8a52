//! A tensor on an engine.

use super::capability::Host;
use super::engine::{Engine, Error, FromRaw};
use crate::shape::Shape;
use crate::storage::Storage;
use crate::tensor::Tensor;
use core::fmt::{self, Debug};

/// A tensor of elements `T` and the shape `S` that the engine `E` holds: on it all that a [`Tensor`] does, by the same
/// rules.
///
/// ```
/// use conformable::engine::{Native, EngineTensor};
/// use conformable::{Shape, Tensor};
///
/// let x: EngineTensor<f32, Shape![2, 3], Native> = EngineTensor::from(Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]));
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

/// What a method with an error in place of the panic returns.
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
    /// What the engine made, of that shape: for the crates of engines. Nothing is checked; what comes from elsewhere is
    /// given to [`from_engine`](Self::from_engine).
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

    /// A tensor of the engine's own library, whose sizes are checked against the type here, once.
    ///
    /// ```
    /// use conformable::engine::{Native, EngineTensor};
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
    /// If the rank or a size is not what the type says, or its elements are no `T`s.
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
    /// If that library's type tells another rank.
    pub fn into_engine<Raw>(self) -> Result<Raw, Error<E>>
    where
        E: FromRaw<Raw, T>,
    {
        E::release(self.tensor, &self.shape).map_err(Error::Failed)
    }

    /// What the engine holds.
    #[must_use]
    #[inline]
    pub const fn as_engine(&self) -> &E::Tensor<T, S> {
        &self.tensor
    }

    /// The shape.
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

    /// Where it is.
    #[must_use]
    #[inline]
    pub fn device(&self) -> E::Device {
        E::device(&self.tensor)
    }
}

impl<T: Copy, S: Shape, E: Host<T>> EngineTensor<T, S, E> {
    /// A tensor with the elements of one in this machine's memory.
    ///
    /// # Errors
    ///
    /// If there is no memory for it, or the device fails.
    pub fn upload<D: Storage>(tensor: &Tensor<T, S, D>, device: &E::Device) -> Result<Self, Error<E>> {
        Self::made(E::upload(tensor, device), tensor.shape().clone())
    }

    /// A tensor of that shape, filled with one element.
    ///
    /// # Errors
    ///
    /// If there is no memory for it, or the device fails.
    pub fn full(shape: S, element: T, device: &E::Device) -> Result<Self, Error<E>> {
        Self::made(E::full(&shape, element, device), shape)
    }

    /// The same tensor on another device of the engine.
    ///
    /// # Errors
    ///
    /// If there is no memory for it, or a device fails.
    pub fn to_device(&self, device: &E::Device) -> Result<Self, Error<E>> {
        Self::made(E::moved(&self.tensor, device), self.shape.clone())
    }

    /// Its elements, in this machine's memory: what was to be computed before is waited for.
    ///
    /// # Errors
    ///
    /// If the device fails, or has failed since it was asked to compute this.
    pub fn to_tensor(&self) -> Result<Tensor<T, S>, Error<E>> {
        E::download(&self.tensor, &self.shape).map_err(Error::Failed)
    }
}
