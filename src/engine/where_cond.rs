//! `where_cond` and `clamp` of tensors on engines.

use super::capability::{Host, UnaryKernel};
use super::engine::{Engine, Error, expect};
use super::native::{Native, Own};
use super::op::{self, With};
use super::tensor::{EngineTensor, Outcome};
use crate::forms::forms;
use crate::rule::{NumpyOutput, NumpyWith};
use crate::shape::{Shape, ShapeError};
use crate::tensor::{Scalar, Tensor};
use num_traits::Zero;

/// The result's shape of a mask of shape `S` and operands of shapes `R` and `Q`.
pub type EngineChosen<S, R, Q> = NumpyOutput<NumpyOutput<S, R>, Q>;

/// An engine that selects elements of type `T` by a mask of `bool`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot choose between elements of type `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait WhereKernel<T: Copy>: Engine {
    /// The element of `yes` where the mask is `true`, else that of `no`; all broadcast by NumPy's rule.
    ///
    /// # Errors
    ///
    /// As for [`BinaryKernel::binary`](super::BinaryKernel::binary).
    #[allow(clippy::type_complexity, reason = "the result type is long")]
    fn select<S: Shape, R: Shape + NumpyWith<S>, Q: Shape + NumpyWith<NumpyOutput<S, R>>>(
        mask: &Self::Tensor<bool, S>,
        yes: &Self::Tensor<T, R>,
        no: &Self::Tensor<T, Q>,
        out: &EngineChosen<S, R, Q>,
    ) -> Result<Self::Tensor<T, EngineChosen<S, R, Q>>, Self::Error>;
}

impl<T: Copy> WhereKernel<T> for Native {
    #[inline]
    fn select<S: Shape, R: Shape + NumpyWith<S>, Q: Shape + NumpyWith<NumpyOutput<S, R>>>(
        mask: &Own<bool, S>,
        yes: &Own<T, R>,
        no: &Own<T, Q>,
        _: &EngineChosen<S, R, Q>,
    ) -> Result<Own<T, EngineChosen<S, R, Q>>, ShapeError> {
        mask.try_where_cond(yes, no).map(Tensor::into_shared)
    }
}

/// An operand of `where_cond`: a reference to a tensor of `T` on the engine `E`, or a scalar.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a reference to a tensor of `{T}` on `{E}` nor a scalar `{T}`",
    label = "expected `&EngineTensor<{T}, _, {E}>` or `{T}`",
    note = "conformable: E-engine"
)]
pub trait Choice<T: Copy, E: Engine>: Sized {
    /// The shape; `()` for a scalar.
    type Shape: Shape;

    /// Calls `f` with the tensor; a scalar becomes one of rank 0 on the device.
    ///
    /// # Errors
    ///
    /// If the engine cannot make a tensor of the scalar.
    #[doc(hidden)]
    fn with_tensor<V>(
        self,
        device: &E::Device,
        f: impl FnOnce(&EngineTensor<T, Self::Shape, E>) -> V,
    ) -> Result<V, Error<E>>;
}

impl<T: Copy, R: Shape, E: Engine> Choice<T, E> for &EngineTensor<T, R, E> {
    type Shape = R;

    #[inline]
    fn with_tensor<V>(self, _: &E::Device, f: impl FnOnce(&EngineTensor<T, R, E>) -> V) -> Result<V, Error<E>> {
        Ok(f(self))
    }
}

impl<T: Scalar, E: Host<T>> Choice<T, E> for T {
    type Shape = ();

    #[inline]
    fn with_tensor<V>(self, device: &E::Device, f: impl FnOnce(&EngineTensor<T, (), E>) -> V) -> Result<V, Error<E>> {
        EngineTensor::full((), self, device).map(|scalar| f(&scalar))
    }
}

forms! {
    impl[S: Shape, E: Engine] EngineTensor<bool, S, E>;

    /// The element of `yes` where this is `true`, else that of `no`: [`Tensor::where_cond`](crate::Tensor::where_cond).
    ///
    /// ```
    /// use conformable::engine::EngineTensor;
    /// use conformable::Tensor;
    ///
    /// let x = EngineTensor::from(Tensor::from([[1.0, -2.0], [-3.0, 4.0]]));
    /// let y = x.greater(0.0).where_cond(&x, 0.0);
    /// assert_eq!(y.as_engine(), &Tensor::from([[1.0, 0.0], [0.0, 4.0]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::engine::EngineTensor;
    /// use conformable::Tensor;
    ///
    /// let mask = EngineTensor::from(Tensor::from([true, false]));
    /// mask.where_cond(&EngineTensor::from(Tensor::from([1, 2, 3])), 0); // `Size<2>` and `Size<3>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform.
    #[doc(alias = "where")]
    #[doc(alias = "masked_fill")]
    where_cond try_where_cond: [T: Copy, R: Choice<T, E>, Q: Choice<T, E>](
        &self, yes: R, no: Q
    ) -> EngineTensor<T, EngineChosen<S, R::Shape, Q::Shape>, E>
    where [R::Shape: NumpyWith<S>, Q::Shape: NumpyWith<NumpyOutput<S, R::Shape>>, E: WhereKernel<T>] => {
        let device = self.device();
        let chosen = |yes: &EngineTensor<T, R::Shape, E>, no: &EngineTensor<T, Q::Shape, E>| {
            let out = yes.shape.numpy_with(&self.shape).map_err(|error| error.operand_of(1, 3))?;
            let out = no.shape.numpy_with(&out).map_err(|error| error.operand_of(2, 3))?;
            EngineTensor::made(E::select(&self.tensor, &yes.tensor, &no.tensor, &out), out)
        };
        yes.with_tensor(&device, |yes| no.with_tensor(&device, |no| chosen(yes, no)))??
    };
}

impl<T: Scalar + Zero, S: Shape, E: Engine> EngineTensor<T, S, E> {
    /// Replaces elements below 0 by 0: [`Tensor::relu`](crate::Tensor::relu).
    ///
    /// # Panics
    ///
    /// If the engine fails.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn relu(&self) -> Self
    where
        E: UnaryKernel<With<op::Maximum, T>, T>,
    {
        expect(self.unary(With(op::Maximum, T::zero())))
    }
}

impl<T: Scalar + PartialOrd, S: Shape, E: Engine> EngineTensor<T, S, E> {
    /// Limits each element to a range: [`Tensor::clamp`](crate::Tensor::clamp).
    ///
    /// ```
    /// use conformable::Tensor;
    /// use conformable::engine::EngineTensor;
    ///
    /// let x = EngineTensor::from(Tensor::from([-2.0, 0.5, 7.0]));
    /// assert_eq!(x.clamp(0.0, 1.0).as_engine(), &Tensor::from([0.0, 0.5, 1.0]));
    /// ```
    ///
    /// # Panics
    ///
    /// If `low` is above `high`, or either is NaN.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn clamp(&self, low: T, high: T) -> Self
    where
        E: UnaryKernel<With<op::Maximum, T>, T> + UnaryKernel<With<op::Minimum, T>, T>,
    {
        assert!(low <= high, "the bounds of `clamp` are not numbers in order");
        let clamped = self.unary(With(op::Maximum, low)).and_then(|x| x.into_unary(With(op::Minimum, high)));
        expect(clamped)
    }
}
