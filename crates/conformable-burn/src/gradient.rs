//! Gradients, which are burn's.

use crate::{Burn, Error, Real};
use burn::Tensor;
use burn::backend::DispatchTensor;
use burn::tensor::Gradients;
use conformable::Shape;
use conformable::engine::{Differentiate, Operand};
use std::panic::AssertUnwindSafe;

/// The tensor as burn's users have it, whose rank in the type does not matter here.
fn of(tensor: impl Operand<DispatchTensor>) -> Tensor<1> {
    Tensor::from_dispatch(tensor.owned())
}

impl<T: Real> Differentiate<T> for Burn {
    /// None of a number that was computed from no tensor that is tracked.
    type Gradients = Option<Gradients>;

    fn tracked<S: Shape>(tensor: impl Operand<DispatchTensor>) -> Result<DispatchTensor, Error> {
        // a leaf of its own, whatever it was computed from
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
        // what was recorded is consumed, and burn panics where it is asked for again
        std::panic::catch_unwind(AssertUnwindSafe(|| number.backward())).map(Some).map_err(|_| Error::Consumed)
    }

    fn gradient<S: Shape>(
        gradients: &Option<Gradients>,
        tensor: &DispatchTensor,
    ) -> Result<Option<DispatchTensor>, Error> {
        Ok(gradients.as_ref().and_then(|gradients| of(tensor).grad(gradients)).map(Tensor::into_dispatch))
    }
}
