//! `exp(x)` over its sum along axes, its logarithm, and running sums, on engines.

use super::capability::AlongAxes;
#[cfg(any(feature = "std", feature = "libm"))]
use super::engine::Error;
use super::engine::{Engine, expect};
use super::native::Native;
use super::op::{self, Operation};
use super::tensor::{On, Outcome};
use crate::axes::{AxesOf, Reduced};
#[cfg(any(feature = "std", feature = "libm"))]
use crate::numeric::Exponential;
use crate::numeric::Numeric;
use crate::shape::{Shape, ShapeError};
use crate::tensor::Tensor;

/// An engine with the softmax of elements of type `T`. One without a kernel for it has the functions of
/// [`composed`](super::composed).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no softmax of elements of type `{T}`",
    label = "softmax is of floats, and of an engine that has it"
)]
pub trait Softmax<T: Copy>: Engine {
    /// `exp(x)` over its sum along axes.
    ///
    /// # Errors
    ///
    /// If an `AnyShape` has no such axis, or one is named twice; if the engine fails.
    fn softmax<S: Shape, X: AxesOf<S>>(x: &On<T, S, Self>, axes: X) -> Outcome<T, S, Self>;

    /// The logarithm of it.
    ///
    /// # Errors
    ///
    /// As for [`softmax`](Self::softmax).
    fn log_softmax<S: Shape, X: AxesOf<S>>(x: &On<T, S, Self>, axes: X) -> Outcome<T, S, Self>;

    /// `ln(sum(exp(x)))` along axes; minus infinity of no element.
    ///
    /// # Errors
    ///
    /// As for [`softmax`](Self::softmax).
    fn log_sum_exp<S: Shape, X: AxesOf<S>>(x: &On<T, S, Self>, axes: X) -> Outcome<T, Reduced<X, S>, Self>;
}

#[cfg(any(feature = "std", feature = "libm"))]
impl<T: Exponential> Softmax<T> for Native {
    #[inline]
    fn softmax<S: Shape, X: AxesOf<S>>(x: &On<T, S, Self>, axes: X) -> Outcome<T, S, Self> {
        x.as_engine().try_softmax(axes).map(On::from).map_err(Error::Failed)
    }

    #[inline]
    fn log_softmax<S: Shape, X: AxesOf<S>>(x: &On<T, S, Self>, axes: X) -> Outcome<T, S, Self> {
        x.as_engine().try_log_softmax(axes).map(On::from).map_err(Error::Failed)
    }

    #[inline]
    fn log_sum_exp<S: Shape, X: AxesOf<S>>(x: &On<T, S, Self>, axes: X) -> Outcome<T, Reduced<X, S>, Self> {
        x.as_engine().try_log_sum_exp(axes).map(On::from).map_err(Error::Failed)
    }
}

/// An engine that computes `Op` of the elements up to each one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute running `{Op}` of elements of type `{T}`",
    label = "another engine may"
)]
pub trait Scan<Op: Operation<T>, T: Copy>: Engine {
    /// `op` of the elements up to each one along an axis, or along several in row-major order.
    ///
    /// # Errors
    ///
    /// If there is no memory for the result, or the device fails.
    fn scan<S: Shape, X: AxesOf<S>>(
        op: Op,
        tensor: &Self::Tensor<T, S>,
        along: &AlongAxes<'_, S, X>,
    ) -> Result<Self::Tensor<Op::Output, S>, Self::Error>;
}

impl<T: Numeric<Total = T>> Scan<op::Sum, T> for Native {
    #[inline]
    fn scan<S: Shape, X: AxesOf<S>>(
        _: op::Sum,
        tensor: &Tensor<T, S>,
        along: &AlongAxes<'_, S, X>,
    ) -> Result<Tensor<T, S>, ShapeError> {
        tensor.try_cumsum(along.axes)
    }
}

impl<T: Numeric<Total = T>> Scan<op::Prod, T> for Native {
    #[inline]
    fn scan<S: Shape, X: AxesOf<S>>(
        _: op::Prod,
        tensor: &Tensor<T, S>,
        along: &AlongAxes<'_, S, X>,
    ) -> Result<Tensor<T, S>, ShapeError> {
        tensor.try_cumprod(along.axes)
    }
}

/// Methods along axes: `softmaxes!(softmax try_softmax => S;)`.
macro_rules! softmaxes {
    ($($name:ident $try_name:ident => $Result:ty;)*) => {
        impl<T: Copy, S: Shape, E: Engine> On<T, S, E> {$(
            #[doc = concat!("[`Tensor::", stringify!($name), "`](crate::Tensor::", stringify!($name), ").")]
            ///
            /// # Panics
            ///
            /// If an `AnyShape` has no such axis, or one is named twice; if the engine fails.
            #[must_use]
            #[inline]
            #[track_caller]
            pub fn $name<X: AxesOf<S>>(&self, axes: X) -> On<T, $Result, E>
            where
                E: Softmax<T>,
            {
                expect(E::$name(self, axes))
            }

            #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), "), with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            #[doc = concat!("Where [`", stringify!($name), "`](Self::", stringify!($name), ") panics.")]
            #[inline]
            pub fn $try_name<X: AxesOf<S>>(&self, axes: X) -> Outcome<T, $Result, E>
            where
                E: Softmax<T>,
            {
                E::$name(self, axes)
            }
        )*}
    };
}

softmaxes!(
    softmax try_softmax => S;
    log_softmax try_log_softmax => S;
    log_sum_exp try_log_sum_exp => Reduced<X, S>;
);

/// Methods of running operations: `scans!(Sum cumsum try_cumsum;)`.
macro_rules! scans {
    ($($Op:ident $name:ident $try_name:ident;)*) => {
        impl<T: Copy, S: Shape, E: Engine> On<T, S, E> {$(
            #[doc = concat!("[`Tensor::", stringify!($name), "`](crate::Tensor::", stringify!($name), ").")]
            ///
            /// # Panics
            ///
            /// If an `AnyShape` has no such axis, or one is named twice; if the engine fails.
            #[must_use]
            #[inline]
            #[track_caller]
            pub fn $name<X: AxesOf<S>>(&self, axes: X) -> Self
            where
                E: Scan<op::$Op, T>,
            {
                expect(self.$try_name(axes))
            }

            #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), "), with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            #[doc = concat!("Where [`", stringify!($name), "`](Self::", stringify!($name), ") panics.")]
            #[inline]
            pub fn $try_name<X: AxesOf<S>>(&self, axes: X) -> Outcome<T, S, E>
            where
                E: Scan<op::$Op, T>,
            {
                let (out, lost) = axes.of(&self.shape)?;
                let along = AlongAxes { shape: &self.shape, axes, out: &out, lost };
                let tensor = E::scan(op::$Op, &self.tensor, &along);
                Self::made(tensor, self.shape.clone())
            }
        )*}
    };
}

scans!(Sum cumsum try_cumsum; Prod cumprod try_cumprod;);
