//! Small numbers of every type of elements. Their products and sums are exact.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_lossless,
    clippy::cast_sign_loss,
    reason = "numbers are small"
)]

use super::naive::Computed;
use conformable::product::MatrixElement;
use conformable::{Shape, Storage, Tensor};
use core::fmt::Debug;

/// A type of numbers that tests multiply.
pub(crate) trait Small: MatrixElement<Total = Self> + PartialEq + Debug {
    /// The element that is that number.
    fn of(number: i64) -> Self;

    /// The number that the element is.
    fn number(self) -> i64;
}

/// Implements [`Small`] by conversions: `small!(f32: |number| number as f32, |x| x as i64;)`.
macro_rules! small {
    ($($T:ty: |$number:ident| $of:expr, |$x:ident| $back:expr;)*) => {$(
        impl Small for $T {
            fn of($number: i64) -> Self {
                $of
            }

            fn number(self) -> i64 {
                let $x = self;
                $back
            }
        }
    )*};
}

/// Implements [`Small`] by `as`.
macro_rules! small_by_as {
    ($($T:ty)*) => { small!($($T: |number| number as Self, |x| x as i64;)*); };
}

small_by_as!(f32 f64 i8 u8 u16 i32 u32 i64 u128);

#[cfg(feature = "half")]
small!(
    half::f16: |number| Self::from_f32(number as f32), |x| x.to_f32() as i64;
    half::bf16: |number| Self::from_f32(number as f32), |x| x.to_f32() as i64;
);

/// Only real numbers, as `number` is one number alone.
#[cfg(feature = "complex")]
impl Small for num_complex::Complex<f64> {
    fn of(number: i64) -> Self {
        Self::new(number as f64, 0.0)
    }

    fn number(self) -> i64 {
        assert_eq!(self.im.to_bits() << 1, 0);
        self.re as i64
    }
}

/// Asserts that a tensor has the sizes of the loops, and the same numbers in its own type.
#[track_caller]
pub(crate) fn same_numbers<T: Small, S: Shape, D: Storage>(x: &Tensor<T, S, D>, (sizes, elements): &Computed) {
    assert_eq!(x.sizes().as_ref(), sizes);
    assert!(x.iter().map(|x| x.number()).eq(elements.iter().copied()), "{:?} {elements:?}", x.to_vec());
}
