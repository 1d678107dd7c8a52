//! Gradients, by candle.

use crate::{Candle, Float};
use candle_core::backprop::GradStore;
use candle_core::{Error, Tensor, Var};
use conformable::Shape;
use conformable::engine::{Differentiate, Operand};

impl<T: Float> Differentiate<T> for Candle {
    type Gradients = GradStore;

    fn tracked<S: Shape>(tensor: impl Operand<Tensor>) -> Result<Tensor, Error> {
        Ok(Var::from_tensor(tensor.by_ref())?.into_inner())
    }

    fn detached<S: Shape>(tensor: impl Operand<Tensor>) -> Result<Tensor, Error> {
        Ok(tensor.by_ref().detach())
    }

    fn backward(number: &Tensor) -> Result<GradStore, Error> {
        number.backward()
    }

    fn gradient<S: Shape>(gradients: &GradStore, tensor: &Tensor) -> Result<Option<Tensor>, Error> {
        Ok(gradients.get(tensor).cloned())
    }
}
