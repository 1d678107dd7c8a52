//! A choice between two tensors.

use super::zip::zip;
use crate::rule::{NumpyBroadcast, NumpyOutput};
use crate::shape::{Shape, ShapeError};
use crate::storage::{Placed, Storage};
use crate::tensor::{Computed, Tensor};

/// What [`Tensor::select`] makes of tensors of the shapes `S`, `R` and `Q` in `D`, `E` and `F`.
pub type Selected<T, S, D, R, E, Q, F> = Computed<T, NumpyOutput<NumpyOutput<S, R>, Q>, Placed<D, E>, F>;

impl<S: Shape, D: Storage> Tensor<bool, S, D> {
    /// The element of `yes` where this is `true`, else that of `no`: NumPy's `where`, all three broadcast.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1.0, -2.0], [-3.0, 4.0]]);
    /// let zero = Tensor::scalar(0.0);
    /// assert_eq!(x.greater(&zero).select(&x, &zero), Tensor::from([[1.0, 0.0], [0.0, 4.0]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// let mask = Tensor::from([true, false]);
    /// mask.select(&Tensor::from([1, 2, 3]), &Tensor::scalar(0)); // `Size<2>` and `Size<3>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If sizes known only at run time do not conform, or there is no memory for the result;
    /// [`try_select`](Self::try_select) does not.
    #[inline]
    #[track_caller]
    pub fn select<T: Copy, R: Shape, E: Storage, Q: Shape, F: Storage>(
        &self,
        yes: &Tensor<T, R, E>,
        no: &Tensor<T, Q, F>,
    ) -> Selected<T, S, D, R, E, Q, F>
    where
        S: NumpyBroadcast<R, Output: NumpyBroadcast<Q>>,
    {
        zip((self, yes, no)).map(|(choice, yes, no)| if choice { yes } else { no })
    }

    /// [`select`](Self::select), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// If sizes known only at run time do not conform, or there is no memory for the result.
    #[inline]
    #[allow(clippy::type_complexity, reason = "it has a name")]
    pub fn try_select<T: Copy, R: Shape, E: Storage, Q: Shape, F: Storage>(
        &self,
        yes: &Tensor<T, R, E>,
        no: &Tensor<T, Q, F>,
    ) -> Result<Selected<T, S, D, R, E, Q, F>, ShapeError>
    where
        S: NumpyBroadcast<R, Output: NumpyBroadcast<Q>>,
    {
        zip((self, yes, no)).try_map(|(choice, yes, no)| if choice { yes } else { no })
    }
}
