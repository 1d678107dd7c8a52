//! Values combined with indexed elements.

#![allow(clippy::type_complexity, reason = "the result types are long")]

use crate::axes::{Gather, Gathered, Take, Taken, axis_of, take_axis};
use crate::forms::forms;
use crate::indices::IndexElement;
use crate::kernel::IndexMode;
use crate::ops::elementwise::tensor_like::TensorLike;
use crate::ops::reduction::reducers::is_beyond;
use crate::rule::BroadcastTo;
use crate::shape::{Shape, ShapeError};
use crate::storage::{Storage, StorageMut};
use crate::tensor::{Tensor, expect};
use core::ops::{Add, Mul};

/// How [`Tensor::scatter_reduce`] and similar methods combine a value with an indexed element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ScatterReduce {
    /// The value. Of equal indices, the last in row-major order wins.
    Replace,
    /// The sum.
    Add,
    /// The product.
    Mul,
    /// The smaller one; NaN if either is NaN.
    Min,
    /// The larger one; NaN if either is NaN.
    Max,
}

/// An element type for [`ScatterReduce`]: a number with an order.
#[diagnostic::on_unimplemented(
    message = "cannot combine elements of type `{Self}`",
    label = "expected a number type with an order",
    note = "`scatter`, `index_copy` and `scatter_nd` write elements of any type",
    note = "conformable: E-element"
)]
pub trait ScatterElement: Copy + Add<Output = Self> + Mul<Output = Self> + PartialOrd {}

#[diagnostic::do_not_recommend]
impl<T: Copy + Add<Output = T> + Mul<Output = T> + PartialOrd> ScatterElement for T {}

/// The smaller of two, or the larger.
#[inline]
pub(super) fn extreme<T: PartialOrd + Copy, const GREATEST: bool>(x: T, other: T) -> T {
    if is_beyond::<T, GREATEST>(&other, &x) { other } else { x }
}

/// `by!(reduce, op => f(op))` calls `f` with the operation of a [`ScatterReduce`].
macro_rules! by {
    ($reduce:expr, $op:ident => $value:expr) => {
        $crate::ops::movement::scatter::by!(@arms $reduce, $op => $value;
            Replace => $crate::kernel::Write,
            Add => $crate::kernel::Combine(T::add),
            Mul => $crate::kernel::Combine(T::mul),
            Min => $crate::kernel::Combine($crate::ops::movement::scatter::extreme::<T, false>),
            Max => $crate::kernel::Combine($crate::ops::movement::scatter::extreme::<T, true>),
        )
    };
    (@arms $reduce:expr, $op:ident => $value:expr; $($name:ident => $operation:expr,)*) => {
        match $reduce {$(
            $crate::ops::movement::scatter::ScatterReduce::$name => {
                let $op = $operation;
                $value
            }
        )*}
    };
}

pub(super) use by;

forms! {
    impl[T: Copy, S: Shape, D: StorageMut] Tensor<T, S, D>;

    /// Combines one element along an axis for each index with a value, as [`scatter`](Self::scatter).
    ///
    /// Values of equal indices are combined in row-major order.
    ///
    /// ```
    /// use conformable::ops::ScatterReduce;
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let (indices, values) = (Tensor::from([[0, 0], [1, 2]]), Tensor::from([[7, 5], [4, 9]]));
    /// x.scatter_reduce(Axis::<1>, &indices, &values, ScatterReduce::Max);
    /// assert_eq!(x, Tensor::from([[7, 2, 3], [4, 5, 9]]));
    /// x.scatter_reduce(Axis::<1>, &Tensor::from([[2], [-3]]), 10, ScatterReduce::Mul);
    /// assert_eq!(x, Tensor::from([[7, 2, 30], [40, 5, 9]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::ops::ScatterReduce;
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// // `Size<2>` and `Size<3>` differ
    /// x.scatter_reduce(Axis::<1>, &Tensor::from([[2], [1], [0]]), 0, ScatterReduce::Min);
    /// ```
    ///
    /// # Panics
    ///
    /// If [`scatter`](Self::scatter) would panic.
    #[doc(alias = "ScatterElements")]
    scatter_reduce try_scatter_reduce: [
        X: Copy, N: IndexElement, I: Shape, E: Storage, V: TensorLike<T, Shape: BroadcastTo<Gathered<S, X, I>>>
    ](&mut self, axis: X, indices: &Tensor<N, I, E>, values: V, reduce: ScatterReduce)
    where [S: Gather<X, I>, T: ScatterElement] => {
        let at = axis_of(self.shape(), &axis)?;
        let over = self.shape().gathered(axis, indices.shape())?;
        by!(reduce, op => self.changed(&over, IndexMode::Gather(at), at, indices, values, op))
    };

    /// Combines elements at indices along an axis with values, as [`index_copy`](Self::index_copy).
    ///
    /// Values of equal indices are combined in row-major order.
    ///
    /// ```
    /// use conformable::ops::ScatterReduce;
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 8], [3, 4]]);
    /// x.index_reduce(Axis::<0>, &Tensor::from([0, 0]), &Tensor::from([[5, 7], [2, 9]]), ScatterReduce::Min);
    /// assert_eq!(x, Tensor::from([[1, 7], [3, 4]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`index_copy`](Self::index_copy) would panic.
    index_reduce try_index_reduce: [
        X: Copy, N: IndexElement, I: Shape, E: Storage, V: TensorLike<T, Shape: BroadcastTo<Taken<S, X, I>>>
    ](&mut self, axis: X, indices: &Tensor<N, I, E>, values: V, reduce: ScatterReduce)
    where [S: Take<X, I>, T: ScatterElement] => {
        let at = take_axis::<S, X, I>(self.shape(), &axis)?;
        let over = self.shape().taken(axis, indices.shape())?;
        by!(reduce, op => self.changed(&over, IndexMode::Take(at), at, indices, values, op))
    };
}
