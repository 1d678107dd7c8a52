//! Tensors of the types of elements that programs have.

use conformable::{AnyShape, Shape, Tensor, View};
use serde_json::Value as Json;
use std::fmt::Write;

/// A tensor of any shape.
pub(crate) type Any<T> = Tensor<T, AnyShape>;

/// A view of any shape and strides.
pub(crate) type Seen<'a, T> = Tensor<T, AnyShape, View<'a>>;

/// A type of elements.
pub(crate) trait Element: Copy + PartialOrd + Send + Sync + 'static {
    fn wrapped(x: Any<Self>) -> Value;

    /// The tensor, if it has this type of elements.
    fn of(value: &Value) -> Option<&Any<Self>>;
}

/// Little-endian bytes of numbers.
macro_rules! values {
    ($($Name:ident $T:ident $read:expr, $write:expr;)*) => {
        /// A tensor of one of the types.
        pub(crate) enum Value {
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

    /// Indices and counts as `i64`.
    pub(crate) fn indices<S: Shape>(x: Tensor<usize, S>) -> Self {
        Self::I64(x.erase().map(|index| index as i64))
    }
}
