//! Operations on elements, each a type: what an engine can compute are its impls of [`UnaryKernel`](super::UnaryKernel),
//! [`BinaryKernel`](super::BinaryKernel) and [`ReduceKernel`](super::ReduceKernel) for them.

use core::marker::PhantomData;

/// An operation on elements of type `T`.
pub trait Operation<T> {
    /// The type of what comes out.
    type Output: Copy;
}

/// Operations as types: `operations!(T: "docs" Add)` makes a `T` of `T`s, `operations!(bool: ..)` a `bool`.
macro_rules! operations {
    ($Output:ident: $($doc:literal $Name:ident)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $Name;

        impl<T: Copy> Operation<T> for $Name {
            type Output = $Output;
        }
    )*};
}

operations!(T:
    "`+`" Add "`-`" Sub "`*`" Mul "`/`" Div "`%`" Rem
    "`&`" BitAnd "`|`" BitOr "`^`" BitXor
    "`-` of one element" Neg "`!`" Not
    "The lesser of two elements; where one is not a number, that one." Minimum
    "The greater of two elements; where one is not a number, that one." Maximum
    "The left element to the power of the right one." Pow
    "The angle of the point of that height and that width." Atan2
    "An element times itself." Squared
    "The absolute value." Abs
    "-1, 0 or 1 by the sign." Signum
    "The greatest whole number that is not above it." Floor
    "The least whole number that is not below it." Ceil
    "The nearest whole number." Round
    "The inverse." Recip
    "The square root." Sqrt
    "`e` to that power." Exp
    "`e` to that power, without 1." ExpM1
    "The natural logarithm." Ln
    "The natural logarithm of 1 more." Ln1p
    "The sine, of radians." Sin
    "The cosine, of radians." Cos
    "The tangent, of radians." Tan
    "The hyperbolic sine." Sinh
    "The hyperbolic cosine." Cosh
    "The hyperbolic tangent." Tanh
    "`1 / (1 + exp(-x))`" Sigmoid
    "`x * sigmoid(x)`" Silu
    "`ln(1 + exp(x))`" Softplus
    "The error function." Erf
    "`x` times the normal distribution's `x`." Gelu
    "Sums." Sum
    "Product of all." Prod
    "Means." Mean
    "Greatest elements; NaN where one is." Max
    "Least elements; NaN where one is." Min
);

operations!(bool:
    "`==`" Equal "`!=`" NotEqual "`<`" Less "`<=`" LessEqual "`>`" Greater "`>=`" GreaterEqual
    "Whether it is not a number." IsNan
    "Whether all are `true`." All
    "Whether any is `true`." Any
);

/// The operation with a scalar on its right: `x - 1.0`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct With<Op, T>(pub Op, pub T);

/// The operation with a scalar on its left: `1.0 - x`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Of<T, Op>(pub T, pub Op);

impl<Op: Operation<T>, T> Operation<T> for With<Op, T> {
    type Output = Op::Output;
}

impl<Op: Operation<T>, T> Operation<T> for Of<T, Op> {
    type Output = Op::Output;
}

/// To that whole power.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Powi(pub i32);

impl<T: Copy> Operation<T> for Powi {
    type Output = T;
}

/// The variance: a sum of squares divided by the number of elements less `ddof`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variance {
    /// 0 of a whole population, 1 of a sample.
    pub ddof: usize,
}

impl<T: Copy> Operation<T> for Variance {
    type Output = T;
}

/// Where the greatest elements are, as indices of type `I`: the first of equal ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArgMax<I>(pub PhantomData<I>);

impl<T: Copy, I: Copy> Operation<T> for ArgMax<I> {
    type Output = I;
}

/// Where the least elements are, as indices of type `I`: the first of equal ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArgMin<I>(pub PhantomData<I>);

impl<T: Copy, I: Copy> Operation<T> for ArgMin<I> {
    type Output = I;
}
