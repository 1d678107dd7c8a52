//! Reductions and products of tensors on engines.

use super::can::{Along, Products, Reduce};
use super::engine::{Engine, expect};
use super::on::{On, Outcome};
use super::op::{self, Operation};
use crate::axes::{AxesOf, Reduced};
use crate::ops::OfNone;
use crate::product::{Matmul, MatmulOutput};
use crate::shape::Shape;

impl<T: Copy, S: Shape, E: Engine> On<T, S, E> {
    #[inline]
    fn reduced<Op: Operation<T>, X: AxesOf<S>>(
        &self,
        op: Op,
        of_none: OfNone,
        axes: X,
    ) -> Outcome<Op::Output, Reduced<X, S>, E>
    where
        E: Reduce<Op, T>,
    {
        let (out, lost) = axes.of(&self.shape)?;
        of_none.check(&self.shape, &lost)?;
        let along = Along { shape: &self.shape, axes, out: &out, lost };
        let tensor = E::reduce(op, &self.tensor, &along);
        On::made(tensor, out)
    }

    /// The product with another tensor as matrices: [`Tensor::matmul`](crate::Tensor::matmul).
    ///
    /// # Panics
    ///
    /// If sizes that only run time tells do not let them be multiplied, or the engine fails.
    #[inline]
    #[track_caller]
    pub fn matmul<R: Shape>(&self, rhs: &On<T, R, E>) -> On<T, MatmulOutput<S, R>, E>
    where
        S: Matmul<R>,
        E: Products<T>,
    {
        expect(self.try_matmul(rhs))
    }

    /// [`matmul`](Self::matmul), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// Where [`matmul`](Self::matmul) panics.
    #[inline]
    pub fn try_matmul<R: Shape>(&self, rhs: &On<T, R, E>) -> Outcome<T, MatmulOutput<S, R>, E>
    where
        S: Matmul<R>,
        E: Products<T>,
    {
        let out = self.shape.matmul(&rhs.shape)?;
        let tensor = E::matmul(&self.tensor, &rhs.tensor, (&self.shape, &rhs.shape, &out));
        On::made(tensor, out)
    }
}

/// Reductions: `reductions!(Sum sum try_sum sum_all => T;)`.
macro_rules! reductions {
    ($($Op:ident $name:ident $try_name:ident => $Result:ty, $of_none:expr;)*) => {
        impl<T: Copy, S: Shape, E: Engine> On<T, S, E> {$(
            #[doc = concat!("[`Tensor::", stringify!($name), "`](crate::Tensor::", stringify!($name), ").")]
            ///
            /// # Panics
            ///
            /// If an `AnyShape` has no such axis, or one is named twice; if the engine fails.
            #[inline]
            #[track_caller]
            pub fn $name<X: AxesOf<S>>(&self, axes: X) -> On<$Result, Reduced<X, S>, E>
            where
                E: Reduce<op::$Op, T>,
            {
                expect(self.$try_name(axes))
            }

            #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), "), with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            #[doc = concat!("Where [`", stringify!($name), "`](Self::", stringify!($name), ") panics.")]
            #[inline]
            pub fn $try_name<X: AxesOf<S>>(&self, axes: X) -> Outcome<$Result, Reduced<X, S>, E>
            where
                E: Reduce<op::$Op, T>,
            {
                self.reduced(op::$Op, $of_none, axes)
            }
        )*}
    };
}

reductions!(
    Sum sum try_sum => T, OfNone::Identity;
    Prod product try_product => T, OfNone::Identity;
    Mean mean try_mean => T, OfNone::Refused("take the mean of");
    Max max try_max => T, OfNone::Refused("take the maximum of");
    Min min try_min => T, OfNone::Refused("take the minimum of");
    All all try_all => bool, OfNone::Identity;
    Any any try_any => bool, OfNone::Identity;
);
