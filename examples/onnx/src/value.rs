//! Tensors of unknown rank with elements of any type.

use crate::node::{Error, Result};
use crate::proto::TensorProto;
use conformable::{AnyShape, Tensor};

/// A tensor whose rank and sizes are known only at run time.
pub type Any<T> = Tensor<T, AnyShape>;

/// An element of an ONNX type.
pub trait Element: Copy + PartialEq + 'static {
    /// The number of the type in `onnx.proto`.
    const TYPE: i32;

    /// The tensor of a value, if it has elements of this type.
    fn of(value: &Value) -> Option<&Any<Self>>;

    /// An element from its bytes, in little-endian order.
    fn from_bytes(bytes: &[u8]) -> Self;
}

macro_rules! elements {
    ($($Variant:ident $T:ident $number:literal;)*) => {
        /// A tensor with elements of any type.
        #[derive(Clone, Debug)]
        #[allow(missing_docs, reason = "the names are those of the types")]
        pub enum Value {
            $($Variant(Any<$T>),)*
            Bool(Any<bool>),
        }

        $(
            impl Element for $T {
                const TYPE: i32 = $number;

                fn of(value: &Value) -> Option<&Any<Self>> {
                    if let Value::$Variant(x) = value { Some(x) } else { None }
                }

                fn from_bytes(bytes: &[u8]) -> Self {
                    bytes.try_into().map_or_else(|_| unreachable!("chunks of the size"), Self::from_le_bytes)
                }
            }

            impl From<Any<$T>> for Value {
                fn from(x: Any<$T>) -> Self {
                    Self::$Variant(x)
                }
            }
        )*
    };
}

elements!(
    F32 f32 1;
    U8 u8 2;
    I8 i8 3;
    U16 u16 4;
    I16 i16 5;
    I32 i32 6;
    I64 i64 7;
    F64 f64 11;
    U32 u32 12;
    U64 u64 13;
);

impl Element for bool {
    const TYPE: i32 = 9;

    fn of(value: &Value) -> Option<&Any<Self>> {
        if let Value::Bool(x) = value { Some(x) } else { None }
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        bytes != [0]
    }
}

impl From<Any<bool>> for Value {
    fn from(x: Any<bool>) -> Self {
        Self::Bool(x)
    }
}

/// Evaluates an expression for the tensor of a value: `floats!(value, x => x.exp())`. `any!` takes elements of every
/// type, `numbers!` all but `bool`, and `floats!` those of `f32` and `f64`. The result is a `Result<Value>`.
macro_rules! any {
    ($value:expr, $x:ident => $result:expr) => {
        $crate::value::of!($value, $x => $result; F32 F64 I8 I16 I32 I64 U8 U16 U32 U64 Bool)
    };
}
macro_rules! numbers {
    ($value:expr, $x:ident => $result:expr) => {
        $crate::value::of!($value, $x => $result; F32 F64 I8 I16 I32 I64 U8 U16 U32 U64)
    };
}
macro_rules! integers {
    ($value:expr, $x:ident => $result:expr) => {
        $crate::value::of!($value, $x => $result; I8 I16 I32 I64 U8 U16 U32 U64)
    };
}
macro_rules! floats {
    ($value:expr, $x:ident => $result:expr) => { $crate::value::of!($value, $x => $result; F32 F64) };
}
macro_rules! of {
    ($value:expr, $x:ident => $result:expr; $($Variant:ident)*) => {
        match $value {
            $($crate::value::Value::$Variant($x) => Ok($crate::value::Value::from($result)),)*
            #[allow(unreachable_patterns, reason = "all types")]
            _ => Err($crate::node::Error::not_supported("elements of this type")),
        }
    };
}
pub(crate) use {any, floats, integers, numbers, of};

impl Value {
    /// Reads a tensor.
    pub fn read(tensor: &TensorProto) -> Result<Self> {
        match tensor.data_type {
            f32::TYPE => elements(tensor, || tensor.float_data.clone()),
            i32::TYPE => elements(tensor, || tensor.int32_data.clone()),
            i64::TYPE => elements(tensor, || tensor.int64_data.clone()),
            f64::TYPE => elements::<f64>(tensor, Vec::new),
            i8::TYPE => elements::<i8>(tensor, || narrowed(&tensor.int32_data)),
            i16::TYPE => elements::<i16>(tensor, || narrowed(&tensor.int32_data)),
            u8::TYPE => elements::<u8>(tensor, || narrowed(&tensor.int32_data)),
            u16::TYPE => elements::<u16>(tensor, || narrowed(&tensor.int32_data)),
            u32::TYPE => elements::<u32>(tensor, Vec::new),
            u64::TYPE => elements::<u64>(tensor, Vec::new),
            bool::TYPE => elements::<bool>(tensor, || tensor.int32_data.iter().map(|&x| x != 0).collect()),
            _ => Err(Error::not_supported("elements of this type")),
        }
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &AnyShape {
        macro_rules! shape {
            ($($Variant:ident)*) => { match self { $(Self::$Variant(x) => x.shape(),)* } };
        }
        shape!(F32 F64 I8 I16 I32 I64 U8 U16 U32 U64 Bool)
    }

    /// The number of the type of the elements in `onnx.proto`.
    #[must_use]
    pub fn element_type(&self) -> i32 {
        fn of<T: Element>(_: &Any<T>) -> i32 {
            T::TYPE
        }
        macro_rules! types {
            ($($Variant:ident)*) => { match self { $(Self::$Variant(x) => of(x),)* } };
        }
        types!(F32 F64 I8 I16 I32 I64 U8 U16 U32 U64 Bool)
    }

    /// The elements as integers, in row-major order.
    pub fn integers(&self) -> Result<Vec<i64>> {
        let Self::I64(all) = self.cast(i64::TYPE)? else { unreachable!("the type of the cast") };
        Ok(all.to_vec())
    }

    /// The elements as another type, as Rust's `as` converts them.
    pub fn cast(&self, to: i32) -> Result<Self> {
        macro_rules! cast {
            ($($Variant:ident)*) => {
                match self {
                    $(Self::$Variant(x) => as_type!(x; f32 f64 i8 i16 i32 i64 u8 u16 u32 u64),)*
                    Self::Bool(x) if to == bool::TYPE => Ok(x.clone().into()),
                    Self::Bool(x) => Self::from(x.map(u8::from)).cast(to),
                }
            };
        }
        macro_rules! as_type {
            ($x:ident; $($T:ident)*) => {
                match to {
                    $($T::TYPE => Ok($x.map(|x| x as $T).into()),)*
                    #[allow(clippy::float_cmp, reason = "only 0 is false")]
                    bool::TYPE => Ok($x.map(|x| x as f64 != 0.0).into()),
                    _ => Err(Error::not_supported("elements of this type")),
                }
            };
        }
        cast!(F32 F64 I8 I16 I32 I64 U8 U16 U32 U64)
    }

    /// Whether shapes and types are equal, and the elements are as close as ONNX's tests want them.
    #[must_use]
    pub fn is_close(&self, other: &Self) -> bool {
        #[allow(clippy::float_cmp, reason = "infinite ones are equal")]
        fn close(x: &Any<f64>, y: &Any<f64>) -> bool {
            x.iter()
                .zip(y.iter())
                .all(|(&x, &y)| x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= 1e-7 + 1e-3 * y.abs())
        }
        let is_one_type = std::mem::discriminant(self) == std::mem::discriminant(other);
        let all = [self, other].map(|value| value.cast(f64::TYPE));
        is_one_type
            && self.shape() == other.shape()
            && matches!(&all, [Ok(Self::F64(x)), Ok(Self::F64(y))] if close(x, y))
    }
}

/// Numbers stored as 32 bits.
fn narrowed<T: TryFrom<i32>>(numbers: &[i32]) -> Vec<T> {
    numbers.iter().filter_map(|&number| T::try_from(number).ok()).collect()
}

fn elements<T: Element>(tensor: &TensorProto, others: impl FnOnce() -> Vec<T>) -> Result<Value>
where
    Value: From<Any<T>>,
{
    let sizes = tensor.dims.iter().map(|&size| usize::try_from(size)).collect::<std::result::Result<Vec<_>, _>>();
    let shape = AnyShape::from(&sizes.map_err(|_| Error::Invalid("a size is negative"))?[..]);
    let raw = &tensor.raw_data;
    let elements =
        if raw.is_empty() { others() } else { raw.chunks_exact(size_of::<T>()).map(T::from_bytes).collect() };
    Ok(Tensor::from_vec(shape, elements)?.into())
}
