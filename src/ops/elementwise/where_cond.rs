//! `where`: a choice between two operands by a mask.

#![allow(clippy::type_complexity, reason = "it has a name")]

use super::tensor_like::TensorLike;
use super::zip::zip;
use crate::forms::forms;
use crate::rule::{NumpyOutput, NumpyWith};
use crate::shape::{Shape, ShapeError};
use crate::storage::{Placed, Storage};
use crate::tensor::{Computed, Tensor, expect};

/// The result of [`Tensor::where_cond`] for shapes `S`, `R`, `Q` in storages `D`, `E`, `F`.
pub type Selected<T, S, D, R, E, Q, F> = Computed<T, NumpyOutput<NumpyOutput<S, R>, Q>, Placed<D, E>, F>;

forms! {
    impl[S: Shape, D: Storage] Tensor<bool, S, D>;

    /// Selects from `yes` where this mask is `true`, else from `no`; all three are broadcast.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1.0, -2.0], [-3.0, 4.0]]);
    /// assert_eq!(x.greater(0.0).where_cond(&x, 0.0), Tensor::from([[1.0, 0.0], [0.0, 4.0]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// let mask = Tensor::from([true, false]);
    /// mask.where_cond(&Tensor::from([1, 2, 3]), 0); // `Size<2>` and `Size<3>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not conform, or the result cannot be allocated.
    #[doc(alias = "where")]
    #[doc(alias = "masked_fill")]
    where_cond try_where_cond: [T: Copy, R: TensorLike<T>, Q: TensorLike<T>](
        &self, yes: R, no: Q
    ) -> Selected<T, S, D, R::Shape, R::Storage, Q::Shape, Q::Storage>
    where [R::Shape: NumpyWith<S>, Q::Shape: NumpyWith<NumpyOutput<S, R::Shape>>]
    => yes.with_tensor(|yes| no.with_tensor(|no| zip((self, yes, no)).try_map(choose)));
}

#[inline]
fn choose<T>((choice, yes, no): (bool, T, T)) -> T {
    if choice { yes } else { no }
}
