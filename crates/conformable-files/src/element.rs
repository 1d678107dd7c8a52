//! Element types that files can hold.

use bytemuck::{CheckedBitPattern, NoUninit, Pod};
use core::fmt::{self, Display};
use std::vec::Vec;

/// The element type of a tensor in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ElementType {
    /// `bool`, a byte that is 0 or 1.
    Bool,
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `u8`
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `u64`
    U64,
    /// `half::f16`
    F16,
    /// `half::bf16`
    Bf16,
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `Complex<f32>`
    ComplexF32,
    /// `Complex<f64>`
    ComplexF64,
}

/// The name of the type in Rust.
impl Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Bool => "bool",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::ComplexF32 => "Complex<f32>",
            Self::ComplexF64 => "Complex<f64>",
        })
    }
}

/// An element type that files can hold: `bool`, integers and floats of 8 to 64 bits, `f16` and `bf16` with the feature
/// `half`, complex numbers with the feature `complex`.
#[diagnostic::on_unimplemented(
    message = "files cannot hold elements of type `{Self}`",
    label = "`bool`, integers and floats of 8 to 64 bits",
    note = "`f16` and `bf16` need the feature `half`, complex numbers the feature `complex`",
    note = "`map` converts elements of another type: `x.map(|index| index as u64)`",
    note = "conformable: E-file"
)]
pub trait Element: Bits {
    /// The type as a value.
    const TYPE: ElementType;
}

/// Conversion of elements from bytes. Private to this crate.
pub trait Bits: CheckedBitPattern<Bits: Pod> + NoUninit {
    /// Swaps the bytes of a number.
    #[doc(hidden)]
    fn swap_bytes(bits: Self::Bits) -> Self::Bits;

    /// Converts bits to elements, or returns the position of the first invalid one.
    #[doc(hidden)]
    fn from_bits(bits: Vec<Self::Bits>) -> Result<Vec<Self>, usize>;
}

/// Implements [`Element`] for numbers whose bits are all valid: `numbers!(f32 = F32, |x| ..;)`, where the closure
/// swaps the bytes.
macro_rules! numbers {
    ($($T:ty = $name:ident, $swap:expr;)*) => {
        $(
            impl Bits for $T {
                fn swap_bytes(bits: Self) -> Self {
                    let swap: fn($T) -> $T = $swap;
                    swap(bits)
                }

                fn from_bits(bits: Vec<Self>) -> Result<Vec<Self>, usize> {
                    Ok(bits)
                }
            }

            impl Element for $T {
                const TYPE: ElementType = ElementType::$name;
            }
        )*
    };
}

numbers! {
    i8 = I8, |x| x;
    i16 = I16, i16::swap_bytes;
    i32 = I32, i32::swap_bytes;
    i64 = I64, i64::swap_bytes;
    u8 = U8, |x| x;
    u16 = U16, u16::swap_bytes;
    u32 = U32, u32::swap_bytes;
    u64 = U64, u64::swap_bytes;
    f32 = F32, |x| Self::from_bits(x.to_bits().swap_bytes());
    f64 = F64, |x| Self::from_bits(x.to_bits().swap_bytes());
}

#[cfg(feature = "half")]
numbers! {
    half::f16 = F16, |x| Self::from_bits(x.to_bits().swap_bytes());
    half::bf16 = Bf16, |x| Self::from_bits(x.to_bits().swap_bytes());
}

#[cfg(feature = "complex")]
numbers! {
    num_complex::Complex<f32> = ComplexF32, |z|
        Self::new(<f32 as Bits>::swap_bytes(z.re), <f32 as Bits>::swap_bytes(z.im));
    num_complex::Complex<f64> = ComplexF64, |z|
        Self::new(<f64 as Bits>::swap_bytes(z.re), <f64 as Bits>::swap_bytes(z.im));
}

/// A float type to which [`FilePart::load_float`](super::FilePart::load_float) converts the floats of a file: `f32`,
/// `f64`, and `f16` and `bf16` with the feature `half`.
#[diagnostic::on_unimplemented(
    message = "floats of a file cannot be converted to `{Self}`",
    label = "`f32`, `f64`, or `f16` and `bf16` with the feature `half`",
    note = "conformable: E-file"
)]
pub trait FileFloat: Element {
    /// Returns the nearest value of this type.
    #[doc(hidden)]
    fn nearest(number: f64) -> Self;
}

/// Implements [`FileFloat`]: `floats!(f32, |x| ..;)`, where the closure rounds an `f64`.
macro_rules! floats {
    ($($T:ty, $round:expr;)*) => {
        $(
            impl FileFloat for $T {
                #[inline]
                fn nearest(number: f64) -> Self {
                    let round: fn(f64) -> $T = $round;
                    round(number)
                }
            }
        )*
    };
}

floats! {
    f64, |x| x;
    f32, |x| {
        #[allow(clippy::cast_possible_truncation, reason = "the nearest one is asked for")]
        let nearest = x as Self;
        nearest
    };
}

#[cfg(feature = "half")]
floats! {
    half::f16, Self::from_f64;
    half::bf16, Self::from_f64;
}

impl Bits for bool {
    fn swap_bytes(bits: u8) -> u8 {
        bits
    }

    fn from_bits(bits: Vec<u8>) -> Result<Vec<Self>, usize> {
        match bits.iter().position(|byte| !Self::is_valid_bit_pattern(byte)) {
            Some(place) => Err(place),
            None => Ok(bits.into_iter().map(|byte| byte == 1).collect()),
        }
    }
}

impl Element for bool {
    const TYPE: ElementType = ElementType::Bool;
}
