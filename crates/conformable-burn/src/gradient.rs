//! Gradients, by burn.

use crate::{Burn, Error, Real};
use burn::Tensor;
use burn::backend::DispatchTensor;
use burn::tensor::Gradients;
use conformable::Shape;
use conformable::engine::{Differentiate, Operand};
use std::panic::AssertUnwindSafe;

/// Converts to burn's public tensor, whose typed rank does not matter here.
fn of(tensor: impl Operand<DispatchTensor>) -> Tensor<1> {
    Tensor::from_dispatch(tensor.owned())
}

impl<T: Real> Differentiate<T> for Burn {
    /// `None` for a number that does not depend on a tracked tensor.
    type Gradients = Option<Gradients>;

    fn tracked<S: Shape>(tensor: impl Operand<DispatchTensor>) -> Result<DispatchTensor, Error> {
        // a new leaf of the graph
        Ok(of(tensor).without_autodiff().autodiff().require_grad().into_dispatch())
    }

    fn detached<S: Shape>(tensor: impl Operand<DispatchTensor>) -> Result<DispatchTensor, Error> {
        Ok(of(tensor).without_autodiff().into_dispatch())
    }

    fn backward(number: &DispatchTensor) -> Result<Option<Gradients>, Error> {
        let number = of(number);
        if !number.is_tracked() {
            return Ok(None);
        }
        // burn consumes the graph, and panics if it is used again
        std::panic::catch_unwind(AssertUnwindSafe(|| number.backward())).map(Some).map_err(|_| Error::Consumed)
    }

    fn gradient<S: Shape>(
        gradients: &Option<Gradients>,
        tensor: &DispatchTensor,
    ) -> Result<Option<DispatchTensor>, Error> {
        Ok(gradients.as_ref().and_then(|gradients| of(tensor).grad(gradients)).map(Tensor::into_dispatch))
    }
}
