//! The elements that candle has kernels for.

use candle_core::{DType, WithDType};
use conformable::Scalar;
use conformable::numeric::Real;

/// An element of candle's tensors. A `bool` is a `u8` of 0 or 1, as candle's comparisons return it.
pub trait Element: Copy + 'static {
    /// The element type of candle.
    type Held: WithDType;

    /// candle's name of the type.
    const DTYPE: DType = Self::Held::DTYPE;

    /// Converts to candle's element.
    fn held(self) -> Self::Held;

    /// Converts from candle's element.
    fn from_held(held: Self::Held) -> Self;
}

/// An element that is a number.
pub trait Number: Element<Held = Self> + WithDType {}

/// A floating-point number.
pub trait Float: Number + Scalar + Real<Wide = Self> {}

macro_rules! numbers {
    ($($T:ty)*) => {$(
        impl Element for $T {
            type Held = Self;

            #[inline]
            fn held(self) -> Self {
                self
            }

            #[inline]
            fn from_held(held: Self) -> Self {
                held
            }
        }

        impl Number for $T {}
    )*};
}

numbers!(f32 f64 half::f16 half::bf16 u8 u32 i16 i32 i64);

impl Float for f32 {}
impl Float for f64 {}

impl Element for bool {
    type Held = u8;

    #[inline]
    fn held(self) -> u8 {
        self.into()
    }

    #[inline]
    fn from_held(held: u8) -> Self {
        held != 0
    }
}
