//! Operations on elements, each a type. The kernels of an engine are its impls of [`UnaryKernel`](super::UnaryKernel),
//! [`BinaryKernel`](super::BinaryKernel) and [`ReduceKernel`](super::ReduceKernel) for these types.

use crate::elementwise::{binary_float_functions, binary_functions, float_functions};
use core::marker::PhantomData;

/// An operation on elements of type `T`.
pub trait Operation<T> {
    /// The type of the result.
    type Output: Copy;
}

/// Operations as types: `operations!(T: "docs" Add)` returns a `T`, `operations!(bool: ..)` a `bool`. The last two arms
/// take rows of the tables of [`elementwise`](crate::elementwise).
macro_rules! operations {
    ($Output:ident $(#[$doc:meta])* $Name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $Name;

        impl<T: Copy> Operation<T> for $Name {
            type Output = $Output;
        }
    };
    ($Output:ident: $($doc:literal $Name:ident)*) => {
        $(operations!($Output #[doc = $doc] $Name);)*
    };
    ($Bound:ident $Kernel:ident => $Output:ident: $($doc:literal $name:ident $Name:ident)*) => {
        $(operations!($Output #[doc = $doc] $Name);)*
    };
    ($Bound:ident => $Output:ident: $($(#[$doc:meta])* $name:ident $try_name:ident $Name:ident $f:tt)*) => {
        $(operations!($Output $(#[$doc])* $Name);)*
    };
}

float_functions!(operations);
binary_functions!(operations);
binary_float_functions!(operations);

operations!(T:
    "`+`" Add "`-`" Sub "`*`" Mul "`/`" Div "`%`" Rem
    "`&`" BitAnd "`|`" BitOr "`^`" BitXor
    "`-` of one element" Neg "`!`" Not
    "An element times itself." Squared
    "The sum." Sum
    "The product." Prod
    "The mean." Mean
    "The maximum; NaN if an element is NaN." Max
    "The minimum; NaN if an element is NaN." Min
);

operations!(bool:
    "Whether all elements are `true`." All
    "Whether any element is `true`." Any
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

/// An integer power.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Powi(pub i32);

impl<T: Copy> Operation<T> for Powi {
    type Output = T;
}

/// The variance: the sum of squared deviations divided by the number of elements less `ddof`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variance {
    /// 0 for a whole population, 1 for a sample.
    pub ddof: usize,
}

impl<T: Copy> Operation<T> for Variance {
    type Output = T;
}

/// The conversion to `U`, as by `as`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cast<U>(pub PhantomData<U>);

impl<T: Copy, U: Copy> Operation<T> for Cast<U> {
    type Output = U;
}

/// The operation `argmax`: the index of the maximum, of type `I`; the first of equal ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArgMax<I>(pub PhantomData<I>);

impl<T: Copy, I: Copy> Operation<T> for ArgMax<I> {
    type Output = I;
}

/// The operation `argmin`: the index of the minimum, of type `I`; the first of equal ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArgMin<I>(pub PhantomData<I>);

impl<T: Copy, I: Copy> Operation<T> for ArgMin<I> {
    type Output = I;
}
