//! The floats that models are made of.

use conformable::Scalar;

/// A float that the numbers of a model are, made of an `f64` that a program writes: a rate, a bound, a small number that keeps from dividing by 0.
///
/// ```
/// use conformable_models::Float;
///
/// assert_eq!(f32::of(0.5), 0.5_f32);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a float type that models support",
    label = "expected `f32` or `f64`",
    note = "conformable: E-model"
)]
pub trait Float: Scalar + 'static {
    /// The nearest one.
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
