//! Capabilities as one bound.

use super::capability::{Binary, Host, Products, Reduce, Unary, Views};
use super::engine::Engine;
use super::join::Joins;
use super::op::{self, Of, With};
use super::pick::{AddsAt, Picks};
use super::select::Select;
use super::softmax::{Scan, Softmax};
use super::window::{Convolves, Pools};
use crate::tensor::Scalar;

/// A trait that stands for several: `bundle!("docs" Name<T: Bound>: Trait<T>, Trait<T>)`.
macro_rules! bundle {
    ($(#[$meta:meta])* $Name:ident<$T:ident: $Bound:ident>: $($Trait:path,)*) => {
        $(#[$meta])*
        pub trait $Name<$T: $Bound>: $($Trait +)* {}

        impl<$T: $Bound, E> $Name<$T> for E where E: $($Trait +)* {}
    };
}

bundle! {
    /// An engine that computes with floats one by one, along axes and as matrices: what all other operations on floats
    /// can be [composed](super::composed) of.
    FloatKernels<T: Scalar>:
    Host<T>, Views<T>, Products<T>,
    Binary<op::Add, T>, Binary<op::Sub, T>, Binary<op::Mul, T>, Binary<op::Div, T>,
    Binary<op::Minimum, T>, Binary<op::Maximum, T>,
    Binary<op::Equal, T>, Binary<op::NotEqual, T>,
    Binary<op::Less, T>, Binary<op::LessEqual, T>, Binary<op::Greater, T>, Binary<op::GreaterEqual, T>,
    Unary<With<op::Add, T>, T>, Unary<With<op::Sub, T>, T>, Unary<With<op::Mul, T>, T>, Unary<With<op::Div, T>, T>,
    Unary<Of<T, op::Add>, T>, Unary<Of<T, op::Sub>, T>, Unary<Of<T, op::Mul>, T>, Unary<Of<T, op::Div>, T>,
    Unary<With<op::Minimum, T>, T>, Unary<With<op::Maximum, T>, T>, Unary<With<op::Pow, T>, T>,
    Unary<With<op::Equal, T>, T>, Unary<With<op::NotEqual, T>, T>,
    Unary<With<op::Less, T>, T>, Unary<With<op::LessEqual, T>, T>, Unary<With<op::Greater, T>, T>, Unary<With<op::GreaterEqual, T>, T>,
    Unary<op::Neg, T>, Unary<op::Abs, T>, Unary<op::Squared, T>, Unary<op::Sqrt, T>, Unary<op::Recip, T>, Unary<op::Powi, T>,
    Unary<op::Floor, T>, Unary<op::Ceil, T>, Unary<op::Exp, T>, Unary<op::Ln, T>,
    Unary<op::Sin, T>, Unary<op::Cos, T>, Unary<op::Tan, T>, Unary<op::Tanh, T>,
    Unary<op::Erf, T>, Unary<op::Gelu, T>, Unary<op::Sigmoid, T>, Unary<op::Silu, T>, Unary<op::IsNan, T>,
    Reduce<op::Sum, T>, Reduce<op::Mean, T>, Reduce<op::Max, T>, Reduce<op::Min, T>,
    Host<bool>, Views<bool>,
}

bundle! {
    /// An engine with what products along named axes and by letters are made of.
    Contracts<T: Copy>: Products<T>, Views<T>, Reduce<op::Sum, T>,
}

bundle! {
    /// An engine with what programs on floats need, as one bound: `E: FloatEngine<f32>`. An engine that has what it
    /// stands for has it.
    FloatEngine<T: Scalar>:
    FloatKernels<T>,
    Reduce<op::Variance, T>, Reduce<op::ArgMax<<Self as Engine>::Index>, T>, Reduce<op::ArgMin<<Self as Engine>::Index>, T>,
    Reduce<op::All, bool>, Reduce<op::Any, bool>,
    Binary<op::BitAnd, bool>, Binary<op::BitOr, bool>, Binary<op::BitXor, bool>, Unary<op::Not, bool>,
    Select<T>, Softmax<T>, Scan<op::Sum, T>, Joins<T>, Convolves<T>, Pools<T>, Picks<T>, AddsAt<T>,
    Host<<Self as Engine>::Index>, Views<<Self as Engine>::Index>,
}
