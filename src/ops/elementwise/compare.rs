//! Elementwise comparisons, minimum, maximum and powers.

use super::binary::Under;
use super::tensor_like::TensorLike;
use crate::elementwise::binary_functions;
use crate::kernel::{self, Pure, WithScalar};
use crate::rule::{Numpy, NumpyOutput, NumpyWith, Rule, RuleFor, RuleOutput};
use crate::shape::{Axes, Nil, Shape, ShapeError};
use crate::storage::{Room, Storage};
use crate::tensor::{Computed, Tensor, expect};

/// Implements elementwise methods of two operands: a row is `name` and `try_name`, of [`Tensor`] and of [`Under`].
macro_rules! binary {
    ($Bound:ident => $Result:ty: $(
        $(#[$doc:meta])* $name:ident $try_name:ident $Name:ident (|$lhs:ident, $rhs:ident| $e:expr)
    )*) => {
        $crate::forms::forms! {
            impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

            $(
            $(#[$doc])*
            ///
            /// # Panics
            ///
            /// If run-time sizes do not conform, or the result cannot be allocated.
            $name $try_name: [R: TensorLike<T>](
                &self, rhs: R
            ) -> Computed<$Result, NumpyOutput<S, R::Shape>, D, R::Storage>
            where [T: $Bound, R::Shape: NumpyWith<S>] => {
                #[inline]
                fn function<T: $Bound + Copy>($lhs: T, $rhs: T) -> $Result {
                    $e
                }
                rhs.zip_onto(self.under(Numpy), function::<T>)
            };
            )*
        }

        $crate::forms::forms! {
            impl[T: Copy, S: Shape, X: Rule, D: Storage] Under<'_, T, S, X, D>;

            $(
            #[doc = concat!("[`Tensor::", stringify!($name), "`] under the rule.")]
            ///
            /// # Panics
            ///
            /// If run-time sizes do not conform under the rule, or the result cannot be allocated.
            $name $try_name: [R: TensorLike<T>](
                self, rhs: R
            ) -> Computed<$Result, RuleOutput<X, S, R::Shape>, D, R::Storage>
            where [T: $Bound, X: RuleFor<S, R::Shape>] => {
                #[inline]
                fn function<T: $Bound + Copy>($lhs: T, $rhs: T) -> $Result {
                    $e
                }
                rhs.zip_onto(self, function::<T>)
            };
            )*
        }
    };
}

#[cfg(any(feature = "std", feature = "libm"))]
pub(in crate::ops) use binary;

binary_functions!(binary);

/// Returns `false` for NaN.
#[inline]
#[allow(clippy::eq_op, reason = "NaN is not equal to itself")]
fn reflexive<T: PartialOrd + Copy>(element: T) -> bool {
    element == element
}

crate::forms::forms! {
    impl[T: PartialOrd + Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Limits each element to the range from `low` to `high`. NaN stays NaN.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// assert_eq!(Tensor::from([-2.0, 0.5, 7.0]).clamp(0.0, 1.0), Tensor::from([0.0, 0.5, 1.0]));
    /// ```
    ///
    /// # Panics
    ///
    /// If `low > high`, `low` or `high` is NaN, or the result cannot be allocated.
    #[doc(alias = "clip")]
    #[must_use]
    clamp try_clamp: (&self, low: T, high: T) -> Tensor<T, S, D::Owner> => {
        if low <= high {
            let (room, x) = (Room::new(self.shape().clone())?, Axes { last: self.aligned(), outer: Nil });
            Ok(kernel::map(room, &x, Pure(WithScalar(within, (low, high)))))
        } else {
            let why = "the lower bound is above the upper one, or a bound is NaN";
            Err(ShapeError::cannot("clamp", self.shape().partial(), why))
        }
    };
}

#[inline]
fn within<T: PartialOrd + Copy>(element: T, (low, high): (T, T)) -> T {
    let element = if element < low { low } else { element };
    if element > high { high } else { element }
}
