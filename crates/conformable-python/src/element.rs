//! The elements that NumPy, DLPack and Rust share.

use crate::sealed::Sealed;
use numpy::{PyArrayDescr, PyArrayDescrMethods};
use pyo3::prelude::*;

/// A type of elements: `bool`, integers up to 64 bits, `f32` and `f64`.
///
/// With the feature `complex` it includes `Complex<f32>` and `Complex<f64>`, and with `half` it includes `f16` and
/// `bf16`. NumPy has no `bfloat16` without Python's package `ml_dtypes`.
pub trait Element: numpy::Element + Copy + Sealed {
    /// NumPy's name of the type.
    const NAME: &'static str;

    /// NumPy's letter for the kind of the type.
    #[doc(hidden)]
    const KIND: u8;

    /// DLPack's number for the kind of the type, of `DLDataTypeCode` in `dlpack.h`.
    #[doc(hidden)]
    const CODE: u8;
}

/// Whether the elements of an array are of type `T`.
pub(crate) fn is<T: Element>(dtype: &Bound<'_, PyArrayDescr>) -> bool {
    let same =
        dtype.kind() == T::KIND && dtype.itemsize() == size_of::<T>() && dtype.is_native_byteorder() != Some(false);
    // types of other packages are of kind `V`, as records
    same && (T::KIND != b'V' || name_of(dtype) == T::NAME)
}

/// NumPy's name of the type, with the order of bytes if it is not the processor's.
pub(crate) fn name_of(dtype: &Bound<'_, PyArrayDescr>) -> String {
    let attribute = if dtype.is_native_byteorder() == Some(false) { "str" } else { "name" };
    dtype.getattr(attribute).map_or_else(|_| dtype.to_string(), |name| name.to_string())
}

macro_rules! elements {
    ($($type:ty: $name:literal $kind:literal $code:literal,)*) => {$(
        impl Sealed for $type {}
        impl Element for $type {
            const NAME: &'static str = $name;
            const KIND: u8 = $kind;
            const CODE: u8 = $code;
        }
    )*};
}

elements! {
    bool: "bool" b'b' 6,
    i8: "int8" b'i' 0,
    i16: "int16" b'i' 0,
    i32: "int32" b'i' 0,
    i64: "int64" b'i' 0,
    u8: "uint8" b'u' 1,
    u16: "uint16" b'u' 1,
    u32: "uint32" b'u' 1,
    u64: "uint64" b'u' 1,
    f32: "float32" b'f' 2,
    f64: "float64" b'f' 2,
}

#[cfg(feature = "complex")]
elements! {
    num_complex::Complex<f32>: "complex64" b'c' 5,
    num_complex::Complex<f64>: "complex128" b'c' 5,
}

#[cfg(feature = "half")]
elements! {
    half::f16: "float16" b'f' 2,
    half::bf16: "bfloat16" b'V' 4,
}
