//! Tensors of the types of elements that programs have.

use conformable::{AnyShape, Scalar, Tensor, View};
use serde_json::Value as Json;
use std::fmt::Write;

/// A tensor of any shape.
pub type Any<T> = Tensor<T, AnyShape>;

/// A view of any shape and strides.
pub(crate) type Seen<'a, T> = Tensor<T, AnyShape, View<'a>>;

/// Elements that are compared by their bits.
pub trait Bits: Copy + Send + Sync + 'static {
    /// Two elements that differ.
    const FILLS: [Self; 2];

    /// The bits; those of all NaNs are equal.
    fn bits(self) -> u64;

    /// The absolute value of a finite float; otherwise 0.
    fn magnitude(self) -> f64 {
        0.0
    }

    /// Whether half of the digits of floats are equal, relative to the largest element.
    fn is_near(self, _: Self, _: f64) -> bool {
        false
    }
}

macro_rules! bits {
    ($($T:ident $bits:expr, $fills:expr $(, $float:ident)?;)*) => {$(
        impl Bits for $T {
            const FILLS: [Self; 2] = $fills;

            fn bits(self) -> u64 {
                $bits(self)
            }

            $(
                fn magnitude(self) -> f64 {
                    if self.is_finite() { $float::from(self.abs()) } else { 0.0 }
                }

                fn is_near(self, other: Self, largest: f64) -> bool {
                    $float::from((self - other).abs()) <= $float::from($T::EPSILON.sqrt()) * largest
                }
            )?
        }
    )*};
}

bits! {
    f64 |x: f64| if x.is_nan() { u64::MAX } else { x.to_bits() }, [1.0, 2.0], f64;
    f32 |x: f32| if x.is_nan() { u64::MAX } else { x.to_bits().into() }, [1.0, 2.0], f64;
    i64 |x| x as u64, [1, 2];
    i32 |x| x as u64, [1, 2];
    u8 u64::from, [1, 2];
    usize |x| x as u64, [1, 2];
    bool u64::from, [false, true];
}

/// A type of elements; `usize` is one of results, as `i64`.
pub trait Element: Bits + PartialOrd + Scalar {
    /// The tensor as a value.
    fn wrapped(x: Any<Self>) -> Value;

    /// The tensor, if it has this type of elements.
    fn of(value: &Value) -> Option<&Any<Self>>;
}

/// Little-endian bytes of numbers.
macro_rules! values {
    ($($Name:ident $T:ident $read:expr, $write:expr;)*) => {
        /// A tensor of one of the types.
        #[derive(Debug)]
        #[allow(missing_docs, reason = "each has the name of its type")]
        pub enum Value {
            $($Name(Any<$T>),)*
        }

        $(impl Element for $T {
            fn wrapped(x: Any<Self>) -> Value {
                Value::$Name(x)
            }

            fn of(value: &Value) -> Option<&Any<Self>> {
                if let Value::$Name(x) = value { Some(x) } else { None }
            }
        })*

        impl Value {
            /// The tensor of a step: its type, sizes and the bytes of its elements as hexadecimal digits.
            pub(crate) fn read(step: &Json) -> Self {
                let sizes: AnyShape = step["sizes"].as_array().expect("sizes").iter()
                    .map(|size| size.as_u64().expect("a size") as usize).collect();
                let digits = step["data"].as_str().expect("elements");
                let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).expect("digits");
                let bytes: Vec<u8> = (0..digits.len()).step_by(2).map(byte).collect();
                match step["type"].as_str().expect("a type") {
                    $(stringify!($T) => {
                        let elements: Vec<$T> = bytes.chunks_exact(size_of::<$T>())
                            .map(|bytes| $read(bytes.try_into().expect("as many"))).collect();
                        Self::$Name(Tensor::from_vec(sizes, elements).expect("as many elements"))
                    })*
                    other => panic!("no type {other}"),
                }
            }

            /// The sizes, and the bits of the elements.
            pub(crate) fn bits(&self) -> (Vec<usize>, Vec<u64>) {
                match self {
                    $(Self::$Name(x) => (x.sizes().to_vec(), x.iter().map(|x| x.bits()).collect()),)*
                }
            }

            fn parts(&self) -> (&'static str, Vec<usize>, Vec<u8>) {
                match self {
                    $(Self::$Name(x) => {
                        (stringify!($T), x.sizes().to_vec(), x.iter().flat_map(|&x| $write(x)).collect())
                    })*
                }
            }
        }
    };
}

values! {
    F64 f64 f64::from_le_bytes, f64::to_le_bytes;
    F32 f32 f32::from_le_bytes, f32::to_le_bytes;
    I64 i64 i64::from_le_bytes, i64::to_le_bytes;
    I32 i32 i32::from_le_bytes, i32::to_le_bytes;
    U8 u8 u8::from_le_bytes, u8::to_le_bytes;
    Bool bool |[byte]: [u8; 1]| byte != 0, |x| [u8::from(x)];
}

impl Value {
    /// The type, sizes and bytes as JSON.
    pub(crate) fn text(&self) -> String {
        let (name, sizes, bytes) = self.parts();
        let mut text = format!("[\"{name}\",{sizes:?},\"");
        for byte in bytes {
            write!(text, "{byte:02x}").expect("a string grows");
        }
        text + "\"]"
    }

    /// The bytes of the elements.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.parts().2
    }
}

impl Element for usize {
    fn wrapped(x: Any<Self>) -> Value {
        Value::I64(x.map(|index| index as i64))
    }

    fn of(_: &Value) -> Option<&Any<Self>> {
        None
    }
}
