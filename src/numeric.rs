//! Traits of numbers that can be summed, multiplied and averaged.

#![allow(clippy::inline_always, reason = "a function that is not inlined is not vectorised for the processor")]

#[cfg(any(feature = "std", feature = "libm"))]
use crate::maths::Maths;
use crate::sealed::Sealed;
use core::ops::{Add, Div, Mul, Sub};
use num_traits::float::FloatCore;

/// A number that can be summed and multiplied: the primitive numbers and `bool`; with the features, `f16`, `bf16` and
/// complex numbers.
///
/// Sums are accumulated in [`Wide`](Self::Wide) and returned as [`Total`](Self::Total): `f32`s and `f16`s are
/// accumulated in `f32`, and the sum of `bool`s is a `usize`, the number of `true` elements.
///
/// Implement it for your own number type, whose products commute: `matmul` may exchange factors.
///
/// ```
/// use conformable::{Axis, Tensor, numeric::Numeric};
/// use std::ops::{Add, Mul};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Modulo7(u8);
///
/// impl Add for Modulo7 {
///     type Output = Self;
///     fn add(self, rhs: Self) -> Self {
///         Self((self.0 + rhs.0) % 7)
///     }
/// }
///
/// impl Mul for Modulo7 {
///     type Output = Self;
///     fn mul(self, rhs: Self) -> Self {
///         Self(self.0 * rhs.0 % 7)
///     }
/// }
///
/// impl Numeric for Modulo7 {
///     type Wide = Self;
///     type Total = Self;
///     const ZERO: Self = Self(0);
///     const ONE: Self = Self(1);
///     const ROUNDS: bool = false;
///     fn widen(self) -> Self {
///         self
///     }
///     fn total(wide: Self) -> Self {
///         wide
///     }
/// }
///
/// let x = Tensor::from([[3, 4], [5, 6]]).map(Modulo7);
/// assert_eq!(x.sum(Axis::<1>), Tensor::from([0, 4]).map(Modulo7));
/// ```
#[diagnostic::on_unimplemented(
    message = "cannot sum elements of type `{Self}`",
    label = "expected a number type",
    note = "implement `conformable::numeric::Numeric` for your own number type; `reduce(axes, init, f)` takes any type",
    note = "conformable: E-element"
)]
pub trait Numeric: Copy {
    /// The accumulator of sums and products.
    type Wide: Copy + Add<Output = Self::Wide> + Mul<Output = Self::Wide>;

    /// The type of the result.
    type Total: Copy;

    /// The sum of zero elements.
    const ZERO: Self::Wide;

    /// The product of zero elements.
    const ONE: Self::Wide;

    /// Whether sums round, so that the result depends on the order.
    const ROUNDS: bool;

    /// The value of an element in the padding of a convolution: 0, as [`ZERO`](Self::ZERO). With `None`, convolutions
    /// use slower loops that skip the padding.
    const ABSENT: Option<Self> = None;

    /// Converts the number for accumulation.
    fn widen(self) -> Self::Wide;

    /// Converts an accumulated value to the result.
    fn total(wide: Self::Wide) -> Self::Total;
}

/// A number that can be averaged: a float or a complex number.
#[diagnostic::on_unimplemented(
    message = "cannot take the mean of `{Self}` elements",
    label = "expected floats",
    note = "`x.mean_as::<f64, _>(axes)` takes the mean of integers and `bool`s in `f64`",
    note = "conformable: E-element"
)]
pub trait Inexact: Numeric<Total = Self> {
    /// Divides a sum by the number of elements.
    fn over(wide: Self::Wide, count: usize) -> Self::Wide;
}

/// A real number that rounds: `f32` and `f64`; with the feature `half`, `f16` and `bf16`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a float",
    label = "expected floats",
    note = "`x.map(f64::from)` converts integers to floats",
    note = "conformable: E-element"
)]
pub trait Real: Inexact<Wide: FloatCore + Sub<Output = Self::Wide> + Div<Output = Self::Wide>> + PartialOrd {}

/// A float with [`Maths`], as `softmax` requires: `f32`, `f64`, `f16` and `bf16`.
#[cfg(any(feature = "std", feature = "libm"))]
#[diagnostic::on_unimplemented(
    message = "cannot take the softmax of `{Self}` elements",
    label = "expected floats",
    note = "`x.map(f64::from)` converts integers to floats",
    note = "conformable: E-element"
)]
pub trait Exponential: Real<Wide: Maths> + Maths {}

#[cfg(any(feature = "std", feature = "libm"))]
#[diagnostic::do_not_recommend]
impl<T: Real<Wide: Maths> + Maths> Exponential for T {}

/// A truth value: `bool`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `bool`",
    label = "`any`, `all` and `count` take `bool`s",
    note = "a comparison returns `bool`s: `x.greater(0.0).any(axes)`",
    note = "conformable: E-element"
)]
pub trait Truth: Numeric<Total = usize> + Into<bool> + Sealed {}

impl Sealed for bool {}
impl Truth for bool {}

/// Implements [`Numeric`] for numbers that are accumulated in their own type.
macro_rules! own_sums {
    ($($T:ty)*: $zero:literal $one:literal $rounds:literal) => {$(
        impl Numeric for $T {
            type Wide = Self;
            type Total = Self;
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            const ROUNDS: bool = $rounds;
            const ABSENT: Option<Self> = Some($zero);

            #[inline(always)]
            fn widen(self) -> Self {
                self
            }

            #[inline(always)]
            fn total(wide: Self) -> Self {
                wide
            }
        }
    )*};
}

own_sums!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize: 0 1 false);
own_sums!(f32 f64: 0.0 1.0 true);

/// Implements [`Inexact`] and [`Real`] for floats that are accumulated in `f32` or `f64`.
macro_rules! real {
    ($($T:ty as $Wide:ty;)*) => {$(
        impl Inexact for $T {
            #[inline(always)]
            #[allow(clippy::cast_precision_loss, reason = "as the sum rounds")]
            fn over(wide: $Wide, count: usize) -> $Wide {
                wide / count as $Wide
            }
        }

        impl Real for $T {}
    )*};
}

real!(f32 as f32; f64 as f64;);

/// As integers: the sum counts the `true` elements, and the product is 1 if all are.
impl Numeric for bool {
    type Wide = usize;
    type Total = usize;
    const ZERO: usize = 0;
    const ONE: usize = 1;
    const ROUNDS: bool = false;
    const ABSENT: Option<Self> = Some(false);

    #[inline(always)]
    fn widen(self) -> usize {
        self.into()
    }

    #[inline(always)]
    fn total(wide: usize) -> usize {
        wide
    }
}

/// Implements [`Numeric`] for 16-bit floats.
#[cfg(feature = "half")]
macro_rules! halves {
    ($($T:ty)*) => {$(
        impl Numeric for $T {
            type Wide = f32;
            type Total = Self;
            const ZERO: f32 = 0.0;
            const ONE: f32 = 1.0;
            const ROUNDS: bool = true;
            const ABSENT: Option<Self> = Some(Self::ZERO);

            #[inline(always)]
            fn widen(self) -> f32 {
                self.to_f32()
            }

            #[inline(always)]
            fn total(wide: f32) -> Self {
                Self::from_f32(wide)
            }
        }
    )*};
}

#[cfg(feature = "half")]
halves!(half::f16 half::bf16);
#[cfg(feature = "half")]
real!(half::f16 as f32; half::bf16 as f32;);

#[cfg(feature = "complex")]
impl<T: Numeric<Wide = T, Total = T> + num_traits::Num> Numeric for num_complex::Complex<T> {
    type Wide = Self;
    type Total = Self;
    const ZERO: Self = Self::new(T::ZERO, T::ZERO);
    const ONE: Self = Self::new(T::ONE, T::ZERO);
    const ROUNDS: bool = T::ROUNDS;
    const ABSENT: Option<Self> = Some(Self::new(T::ZERO, T::ZERO));

    #[inline(always)]
    fn widen(self) -> Self {
        self
    }

    #[inline(always)]
    fn total(wide: Self) -> Self {
        wide
    }
}

#[cfg(feature = "complex")]
impl<T: Real<Wide = T> + num_traits::Num> Inexact for num_complex::Complex<T> {
    #[inline(always)]
    fn over(wide: Self, count: usize) -> Self {
        Self::new(T::over(wide.re, count), T::over(wide.im, count))
    }
}
