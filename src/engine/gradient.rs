//! Gradients: the derivatives of a scalar with respect to tensors that it was computed from.

use super::engine::{Engine, Error, Operand};
use super::tensor::{EngineTensor, Outcome};
use crate::shape::Shape;
use core::fmt::{self, Debug};

/// An engine with gradients of results that were computed from [tracked](EngineTensor::tracked) tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` computes no gradients with respect to elements of type `{T}`",
    label = "expected floats on an engine with gradients",
    note = "conformable: E-engine"
)]
pub trait Differentiate<T: Copy>: Engine {
    /// The gradients of one scalar.
    type Gradients;

    /// The tensor, with computations from it tracked.
    ///
    /// # Errors
    ///
    /// If the device fails.
    fn tracked<S: Shape>(tensor: impl Operand<Self::Tensor<T, S>>) -> Result<Self::Tensor<T, S>, Self::Error>;

    /// The tensor, without its history.
    ///
    /// # Errors
    ///
    /// As for [`tracked`](Self::tracked).
    fn detached<S: Shape>(tensor: impl Operand<Self::Tensor<T, S>>) -> Result<Self::Tensor<T, S>, Self::Error>;

    /// The gradients of a scalar.
    ///
    /// # Errors
    ///
    /// If the device fails.
    fn backward(number: &Self::Tensor<T, ()>) -> Result<Self::Gradients, Self::Error>;

    /// The gradient with respect to a tensor, or `None`: [`Gradients::of`].
    ///
    /// # Errors
    ///
    /// If the device fails.
    fn gradient<S: Shape>(
        gradients: &Self::Gradients,
        tensor: &Self::Tensor<T, S>,
    ) -> Result<Option<Self::Tensor<T, S>>, Self::Error>;
}

/// The gradients of a scalar with respect to tensors of elements `T`, each of its tensor's shape.
pub struct Gradients<T: Copy, E: Differentiate<T>>(E::Gradients);

impl<T: Copy, E: Differentiate<T>> Debug for Gradients<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Gradients")
    }
}

impl<T: Copy, E: Differentiate<T>> Gradients<T, E> {
    /// The gradient with respect to a tracked tensor; `None` if the scalar does not depend on it.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn of<S: Shape>(&self, tensor: &EngineTensor<T, S, E>) -> Result<Option<EngineTensor<T, S, E>>, Error<E>> {
        let gradient = E::gradient(&self.0, &tensor.tensor).map_err(Error::Failed)?;
        Ok(gradient.map(|gradient| EngineTensor { tensor: gradient, shape: tensor.shape.clone() }))
    }
}

// bounds on methods, so that the compiler names the missing kernel
impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
    /// The tensor, with computations from it tracked for gradients.
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

    /// The tensor, without the history of its computation.
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
    /// The [`Gradients`] of this scalar.
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
