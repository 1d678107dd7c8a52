//! Softmax, its logarithm, and cumulative sums on engines.

use super::capability::AlongAxes;
#[cfg(any(feature = "std", feature = "libm"))]
use super::engine::Error;
use super::engine::{Engine, expect};
use super::native::{Native, Own};
use super::op::{self, Operation};
use super::tensor::{EngineTensor, Outcome};
use crate::axes::{AxesOf, Reduced};
use crate::forms::forms;
#[cfg(any(feature = "std", feature = "libm"))]
use crate::numeric::Exponential;
use crate::numeric::Numeric;
use crate::shape::{Shape, ShapeError};
use crate::tensor::Tensor;

/// An engine with softmax of elements of type `T`; others use the functions of [`composed`](super::composed).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no softmax of elements of type `{T}`",
    label = "this engine has no kernel for it; softmax takes floats",
    note = "conformable: E-engine"
)]
pub trait SoftmaxKernel<T: Copy>: Engine {
    /// `exp(x)` divided by its sum along the axes.
    ///
    /// # Errors
    ///
    /// If an `AnyShape` has no such axis, or an axis is named twice.
    fn softmax<S: Shape, X: AxesOf<S>>(x: &EngineTensor<T, S, Self>, axes: X) -> Outcome<T, S, Self>;

    /// The logarithm of [`softmax`](Self::softmax).
    ///
    /// # Errors
    ///
    /// As for [`softmax`](Self::softmax).
    fn log_softmax<S: Shape, X: AxesOf<S>>(x: &EngineTensor<T, S, Self>, axes: X) -> Outcome<T, S, Self>;

    /// `ln(sum(exp(x)))` along the axes; minus infinity for an empty axis.
    ///
    /// # Errors
    ///
    /// As for [`softmax`](Self::softmax).
    fn log_sum_exp<S: Shape, X: AxesOf<S>>(x: &EngineTensor<T, S, Self>, axes: X) -> Outcome<T, Reduced<X, S>, Self>;
}

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: Exponential> SoftmaxKernel<T> for Native {
    #[inline]
    fn softmax<S: Shape, X: AxesOf<S>>(x: &EngineTensor<T, S, Self>, axes: X) -> Outcome<T, S, Self> {
        x.as_engine().try_softmax(axes).map(EngineTensor::from).map_err(Error::Failed)
    }

    #[inline]
    fn log_softmax<S: Shape, X: AxesOf<S>>(x: &EngineTensor<T, S, Self>, axes: X) -> Outcome<T, S, Self> {
        x.as_engine().try_log_softmax(axes).map(EngineTensor::from).map_err(Error::Failed)
    }

    #[inline]
    fn log_sum_exp<S: Shape, X: AxesOf<S>>(x: &EngineTensor<T, S, Self>, axes: X) -> Outcome<T, Reduced<X, S>, Self> {
        x.as_engine().try_log_sum_exp(axes).map(EngineTensor::from).map_err(Error::Failed)
    }
}

/// An engine that applies `Op` to the elements up to each one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute running `{Op}` of elements of type `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait ScanKernel<Op: Operation<T>, T: Copy>: Engine {
    /// `op` of the elements up to each one along an axis, or along several in row-major order.
    ///
    /// # Errors
    ///
    /// If the device fails.
    fn scan<S: Shape, X: AxesOf<S>>(
        op: Op,
        tensor: &Self::Tensor<T, S>,
        along: &AlongAxes<'_, S, X>,
    ) -> Result<Self::Tensor<Op::Output, S>, Self::Error>;
}

impl<T: Numeric<Total = T>> ScanKernel<op::Sum, T> for Native {
    #[inline]
    fn scan<S: Shape, X: AxesOf<S>>(
        _: op::Sum,
        tensor: &Own<T, S>,
        along: &AlongAxes<'_, S, X>,
    ) -> Result<Own<T, S>, ShapeError> {
        tensor.try_cumsum(along.axes).map(Tensor::into_shared)
    }
}

impl<T: Numeric<Total = T>> ScanKernel<op::Prod, T> for Native {
    #[inline]
    fn scan<S: Shape, X: AxesOf<S>>(
        _: op::Prod,
        tensor: &Own<T, S>,
        along: &AlongAxes<'_, S, X>,
    ) -> Result<Own<T, S>, ShapeError> {
        tensor.try_cumprod(along.axes).map(Tensor::into_shared)
    }
}

forms! {
    impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

    /// [`Tensor::softmax`](crate::Tensor::softmax).
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, or an axis is named twice.
    #[must_use]
    softmax try_softmax: [X: AxesOf<S>](&self, axes: X) -> EngineTensor<T, S, E>
    where [E: SoftmaxKernel<T>] => E::softmax(self, axes);

    /// [`Tensor::log_softmax`](crate::Tensor::log_softmax).
    ///
    /// # Panics
    ///
    /// As for [`softmax`](Self::softmax).
    #[must_use]
    log_softmax try_log_softmax: [X: AxesOf<S>](&self, axes: X) -> EngineTensor<T, S, E>
    where [E: SoftmaxKernel<T>] => E::log_softmax(self, axes);

    /// [`Tensor::log_sum_exp`](crate::Tensor::log_sum_exp).
    ///
    /// # Panics
    ///
    /// As for [`softmax`](Self::softmax).
    #[must_use]
    log_sum_exp try_log_sum_exp: [X: AxesOf<S>](&self, axes: X) -> EngineTensor<T, Reduced<X, S>, E>
    where [E: SoftmaxKernel<T>] => E::log_sum_exp(self, axes);

    /// [`Tensor::cumsum`](crate::Tensor::cumsum).
    ///
    /// # Panics
    ///
    /// As for [`softmax`](Self::softmax).
    #[must_use]
    cumsum try_cumsum: [X: AxesOf<S>](&self, axes: X) -> EngineTensor<T, S, E>
    where [E: ScanKernel<op::Sum, T>] => self.scanned(op::Sum, axes);

    /// [`Tensor::cumprod`](crate::Tensor::cumprod).
    ///
    /// # Panics
    ///
    /// As for [`softmax`](Self::softmax).
    #[must_use]
    cumprod try_cumprod: [X: AxesOf<S>](&self, axes: X) -> EngineTensor<T, S, E>
    where [E: ScanKernel<op::Prod, T>] => self.scanned(op::Prod, axes);
}

impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
    #[inline]
    fn scanned<Op: Operation<T>, X: AxesOf<S>>(&self, op: Op, axes: X) -> Outcome<Op::Output, S, E>
    where
        E: ScanKernel<Op, T>,
    {
        let (out, lost) = axes.of(&self.shape)?;
        let along = AlongAxes { shape: &self.shape, axes, out: &out, lost };
        let tensor = E::scan(op, &self.tensor, &along);
        EngineTensor::made(tensor, self.shape.clone())
    }
}
