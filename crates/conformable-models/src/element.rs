//! The float types of models.

use conformable::Scalar;

/// A float type of a model's parameters, converted from the `f64` of a setting such as a rate.
///
/// ```
/// use conformable_models::Float;
///
/// assert_eq!(f32::of(0.5), 0.5_f32);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a float type that models support",
    label = "expected `f32` or `f64`, or `f16` or `bf16` with the feature `half`",
    note = "conformable: E-model"
)]
pub trait Float: Scalar + num_traits::Zero + 'static {
    /// Converts to the nearest value.
    fn of(number: f64) -> Self;
}

impl Float for f32 {
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the nearest one is asked for")]
    fn of(number: f64) -> Self {
        number as Self
    }
}

impl Float for f64 {
    #[inline]
    fn of(number: f64) -> Self {
        number
    }
}

/// Implements [`Float`] for floats of 16 bits.
#[cfg(feature = "half")]
macro_rules! halves {
    ($($T:ty)*) => {$(
        impl Float for $T {
            #[inline]
            fn of(number: f64) -> Self {
                Self::from_f64(number)
            }
        }
    )*};
}

#[cfg(feature = "half")]
halves!(half::f16 half::bf16);
