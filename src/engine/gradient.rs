//! Gradients: how a number changes with each element of the tensors that it was computed from.

use super::engine::{Engine, Error, Operand};
use super::tensor::{EngineTensor, Outcome};
use crate::shape::Shape;
use core::fmt::{self, Debug};

/// An engine that computes gradients of what was computed from tensors that it [tracks](EngineTensor::tracked).
#[diagnostic::on_unimplemented(
    message = "`{Self}` computes no gradients with respect to elements of type `{T}`",
    label = "expected floats on an engine with gradients",
    note = "conformable: E-engine"
)]
pub trait Differentiate<T: Copy>: Engine {
    /// The gradients of one number.
    type Gradients;

    /// The tensor as one from which on is tracked what is computed.
    ///
    /// # Errors
    ///
    /// If there is no memory for it, or the device fails.
    fn tracked<S: Shape>(tensor: impl Operand<Self::Tensor<T, S>>) -> Result<Self::Tensor<T, S>, Self::Error>;

    /// The tensor as one that has not been computed from any.
    ///
    /// # Errors
    ///
    /// As for [`tracked`](Self::tracked).
    fn detached<S: Shape>(tensor: impl Operand<Self::Tensor<T, S>>) -> Result<Self::Tensor<T, S>, Self::Error>;

    /// The gradients of a number.
    ///
    /// # Errors
    ///
    /// If there is no memory, or the device fails.
    fn backward(number: &Self::Tensor<T, ()>) -> Result<Self::Gradients, Self::Error>;

    /// The gradient with respect to a tensor; `None` where the number does not depend on it.
    ///
    /// # Errors
    ///
    /// If the device fails.
    fn gradient<S: Shape>(
        gradients: &Self::Gradients,
        tensor: &Self::Tensor<T, S>,
    ) -> Result<Option<Self::Tensor<T, S>>, Self::Error>;
}

/// The gradients of one number with respect to the tensors of elements `T` that it was computed from, each of the shape
/// of its tensor.
pub struct Gradients<T: Copy, E: Differentiate<T>>(E::Gradients);

impl<T: Copy, E: Differentiate<T>> Debug for Gradients<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Gradients")
    }
}

impl<T: Copy, E: Differentiate<T>> Gradients<T, E> {
    /// The gradient with respect to a tensor that is tracked; `None` where the number does not depend on it.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn of<S: Shape>(&self, tensor: &EngineTensor<T, S, E>) -> Result<Option<EngineTensor<T, S, E>>, Error<E>> {
        let gradient = E::gradient(&self.0, &tensor.tensor).map_err(Error::Failed)?;
        Ok(gradient.map(|gradient| EngineTensor { tensor: gradient, shape: tensor.shape.clone() }))
    }
}

// the bounds are those of the methods, so that an engine without gradients is told so
impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
    /// The tensor as one whose gradient is asked for: what is computed from it is tracked.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn tracked(&self) -> Outcome<T, S, E>
    where
        E: Differentiate<T>,
    {
        Self::made(E::tracked(&self.tensor), self.shape.clone())
    }

    /// The tensor without what it was computed from.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn detached(&self) -> Outcome<T, S, E>
    where
        E: Differentiate<T>,
    {
        Self::made(E::detached(&self.tensor), self.shape.clone())
    }
}

impl<T: Copy, E: Engine> EngineTensor<T, (), E> {
    /// How this number changes with each element of the tensors that it was computed from.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn backward(&self) -> Result<Gradients<T, E>, Error<E>>
    where
        E: Differentiate<T>,
    {
        E::backward(&self.tensor).map(Gradients).map_err(Error::Failed)
    }
}
