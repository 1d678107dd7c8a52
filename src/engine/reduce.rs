//! Reductions and products of tensors on engines.

use super::capability::{AlongAxes, MatmulKernel, ReduceKernel, UnaryKernel};
use super::engine::{Engine, expect};
use super::op::{self, Operation};
use super::tensor::{EngineTensor, Outcome};
use crate::axes::{AxesOf, Reduced};
use crate::forms::forms;
use crate::ops::OfNone;
use crate::product::{MatmulOutput, MatmulWith};
use crate::shape::Shape;
use core::marker::PhantomData;

impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
    #[inline]
    fn reduced<Op: Operation<T>, X: AxesOf<S>>(
        &self,
        op: Op,
        of_none: OfNone,
        axes: X,
    ) -> Outcome<Op::Output, Reduced<X, S>, E>
    where
        E: ReduceKernel<Op, T>,
    {
        let (out, lost) = axes.of(&self.shape)?;
        of_none.check(&self.shape, &lost)?;
        let along = AlongAxes { shape: &self.shape, axes, out: &out, lost };
        let tensor = E::reduce(op, &self.tensor, &along);
        EngineTensor::made(tensor, out)
    }
}

/// Reductions: `reductions!(Sum sum try_sum () op::Sum => T, OfNone::Identity;)`.
macro_rules! reductions {
    ($($Op:ty: $name:ident $try_name:ident ($($argument:ident: $Argument:ty),*) $op:expr => $Result:ty, $of_none:expr;)*) => {
        forms! {
            impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

            $(
                #[doc = concat!("[`Tensor::", stringify!($name), "`](crate::Tensor::", stringify!($name), ").")]
                ///
                /// # Panics
                ///
                /// If an `AnyShape` has no such axis, or an axis is named twice; if an axis is empty and the reduction
                /// has no identity.
                $name $try_name: [X: AxesOf<S>](
                    &self, axes: X $(, $argument: $Argument)*
                ) -> EngineTensor<$Result, Reduced<X, S>, E>
                where [E: ReduceKernel<$Op, T>] => self.reduced($op, $of_none, axes);
            )*
        }
    };
}

reductions!(
    op::Sum: sum try_sum () op::Sum => T, OfNone::Identity;
    op::Prod: prod try_prod () op::Prod => T, OfNone::Identity;
    op::Mean: mean try_mean () op::Mean => T, OfNone::Refused("take the mean of");
    op::Max: max try_max () op::Max => T, OfNone::Refused("take the maximum of");
    op::Min: min try_min () op::Min => T, OfNone::Refused("take the minimum of");
    op::ArgMax<<E as Engine>::Index>: argmax try_argmax () op::ArgMax(PhantomData) => <E as Engine>::Index,
        OfNone::Refused("take the maximum of");
    op::ArgMin<<E as Engine>::Index>: argmin try_argmin () op::ArgMin(PhantomData) => <E as Engine>::Index,
        OfNone::Refused("take the minimum of");
    op::Variance: var try_var (ddof: usize) op::Variance { ddof } => T, OfNone::Refused("take the variance of");
    op::All: all try_all () op::All => bool, OfNone::Identity;
    op::Any: any try_any () op::Any => bool, OfNone::Identity;
);

forms! {
    impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

    /// [`Tensor::std`](crate::Tensor::std).
    ///
    /// # Panics
    ///
    /// If [`var`](Self::var) panics for the same arguments.
    std try_std: [X: AxesOf<S>](&self, axes: X, ddof: usize) -> EngineTensor<T, Reduced<X, S>, E>
    where [E: ReduceKernel<op::Variance, T> + UnaryKernel<op::Sqrt, T>] => {
        let of_none = OfNone::Refused("take the standard deviation of");
        self.reduced(op::Variance { ddof }, of_none, axes)?.into_unary(op::Sqrt)
    };

    /// The matrix product: [`Tensor::matmul`](crate::Tensor::matmul).
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform.
    matmul try_matmul: [R: Shape + MatmulWith<S>](&self, rhs: &EngineTensor<T, R, E>)
        -> EngineTensor<T, MatmulOutput<S, R>, E>
    where [E: MatmulKernel<T>] => {
        let out = rhs.shape.matmul_with(&self.shape)?;
        let tensor = E::matmul(&self.tensor, &rhs.tensor, (&self.shape, &rhs.shape, &out));
        EngineTensor::made(tensor, out)
    };
}
