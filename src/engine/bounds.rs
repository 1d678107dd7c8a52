//! Bundles of kernel traits, each usable as one bound.

use super::capability::{BinaryKernel, Host, MatmulKernel, ReduceKernel, UnaryKernel, ViewKernel};
use super::engine::Engine;
use super::join::{ConcatKernel, OverwriteKernel};
use super::op::{self, Of, With};
use super::pick::{IndexAddKernel, IndexSelectKernel};
use super::softmax::{ScanKernel, SoftmaxKernel};
use super::where_cond::WhereKernel;
use super::window::{ConvKernel, PoolKernel};
use crate::tensor::Scalar;

/// A trait with several supertraits: `bundle!("docs" Name<T: Bound>: Trait<T>, Trait<T>)`.
macro_rules! bundle {
    ($(#[$meta:meta])* $Name:ident<$T:ident: $Bound:ident>: $($Trait:path,)*) => {
        $(#[$meta])*
        pub trait $Name<$T: $Bound>: $($Trait +)* {}

        impl<$T: $Bound, E> $Name<$T> for E where E: $($Trait +)* {}
    };
}

bundle! {
    /// An engine with elementwise kernels, reductions and `matmul` for floats `T`.
    ///
    /// All other operations on floats can be [composed](super::composed) of them.
    FloatKernels<T: Scalar>:
    Host<T>, ViewKernel<T>, MatmulKernel<T>,
    BinaryKernel<op::Add, T>, BinaryKernel<op::Sub, T>, BinaryKernel<op::Mul, T>, BinaryKernel<op::Div, T>,
    BinaryKernel<op::Minimum, T>, BinaryKernel<op::Maximum, T>,
    BinaryKernel<op::Equal, T>, BinaryKernel<op::NotEqual, T>,
    BinaryKernel<op::Less, T>, BinaryKernel<op::LessEqual, T>, BinaryKernel<op::Greater, T>,
    BinaryKernel<op::GreaterEqual, T>,
    UnaryKernel<With<op::Add, T>, T>, UnaryKernel<With<op::Sub, T>, T>, UnaryKernel<With<op::Mul, T>, T>,
    UnaryKernel<With<op::Div, T>, T>,
    UnaryKernel<Of<T, op::Add>, T>, UnaryKernel<Of<T, op::Sub>, T>, UnaryKernel<Of<T, op::Mul>, T>,
    UnaryKernel<Of<T, op::Div>, T>,
    UnaryKernel<With<op::Minimum, T>, T>, UnaryKernel<With<op::Maximum, T>, T>, UnaryKernel<With<op::Pow, T>, T>,
    UnaryKernel<With<op::Equal, T>, T>, UnaryKernel<With<op::NotEqual, T>, T>,
    UnaryKernel<With<op::Less, T>, T>, UnaryKernel<With<op::LessEqual, T>, T>, UnaryKernel<With<op::Greater, T>, T>,
    UnaryKernel<With<op::GreaterEqual, T>, T>,
    UnaryKernel<op::Neg, T>, UnaryKernel<op::Abs, T>, UnaryKernel<op::Signum, T>, UnaryKernel<op::Squared, T>,
    UnaryKernel<op::Sqrt, T>, UnaryKernel<op::Cbrt, T>, UnaryKernel<op::Recip, T>, UnaryKernel<op::Powi, T>,
    UnaryKernel<op::Floor, T>, UnaryKernel<op::Ceil, T>, UnaryKernel<op::Round, T>, UnaryKernel<op::Trunc, T>,
    UnaryKernel<op::Fract, T>, UnaryKernel<op::ToDegrees, T>, UnaryKernel<op::ToRadians, T>, UnaryKernel<op::Exp, T>,
    UnaryKernel<op::Exp2, T>, UnaryKernel<op::ExpM1, T>, UnaryKernel<op::Ln, T>, UnaryKernel<op::Ln1p, T>,
    UnaryKernel<op::Log2, T>, UnaryKernel<op::Log10, T>, UnaryKernel<op::Sin, T>, UnaryKernel<op::Cos, T>,
    UnaryKernel<op::Tan, T>, UnaryKernel<op::Asin, T>, UnaryKernel<op::Acos, T>, UnaryKernel<op::Atan, T>,
    UnaryKernel<op::Sinh, T>, UnaryKernel<op::Cosh, T>, UnaryKernel<op::Tanh, T>, UnaryKernel<op::Asinh, T>,
    UnaryKernel<op::Acosh, T>, UnaryKernel<op::Atanh, T>, UnaryKernel<op::Erf, T>, UnaryKernel<op::Gelu, T>,
    UnaryKernel<op::GeluTanh, T>, UnaryKernel<op::Sigmoid, T>, UnaryKernel<op::Silu, T>, UnaryKernel<op::Softplus, T>,
    UnaryKernel<op::IsNan, T>, UnaryKernel<op::IsFinite, T>, UnaryKernel<op::IsInfinite, T>,
    UnaryKernel<op::IsSignNegative, T>,
    ReduceKernel<op::Sum, T>, ReduceKernel<op::Mean, T>, ReduceKernel<op::Max, T>, ReduceKernel<op::Min, T>,
    Host<bool>, ViewKernel<bool>,
}

bundle! {
    /// An engine that computes products along named axes and `einsum`.
    EinsumKernel<T: Copy>: MatmulKernel<T>, ViewKernel<T>, ReduceKernel<op::Sum, T>,
}

bundle! {
    /// All kernels for programs on floats, as one bound: `E: FloatEngine<f32>`.
    ///
    /// It is implemented for every engine that has these kernels.
    FloatEngine<T: Scalar>:
    FloatKernels<T>,
    ReduceKernel<op::Variance, T>, ReduceKernel<op::ArgMax<<Self as Engine>::Index>, T>,
    ReduceKernel<op::ArgMin<<Self as Engine>::Index>, T>,
    ReduceKernel<op::All, bool>, ReduceKernel<op::Any, bool>,
    BinaryKernel<op::BitAnd, bool>, BinaryKernel<op::BitOr, bool>, BinaryKernel<op::BitXor, bool>,
    UnaryKernel<op::Not, bool>,
    WhereKernel<T>, SoftmaxKernel<T>, ScanKernel<op::Sum, T>, OverwriteKernel<T>, ConvKernel<T>, PoolKernel<T>,
    IndexSelectKernel<T>, IndexAddKernel<T>,
    Host<<Self as Engine>::Index>, ViewKernel<<Self as Engine>::Index>,
    ConcatKernel<<Self as Engine>::Index>, IndexSelectKernel<<Self as Engine>::Index>,
}
