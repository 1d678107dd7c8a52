//! Functions of floats, element by element, named as those of `f64`.

use super::binary::Under;
use super::compare::binary;
use super::tensor_like::TensorLike;
use crate::kernel::{Heavy, Unary, WithScalar};
use crate::maths::{Function, Maths};
use crate::rule::{Numpy, NumpyBroadcast, NumpyOutput, Rule, RuleFor, RuleOutput};
use crate::shape::{Shape, ShapeError};
use crate::storage::Storage;
use crate::tensor::{Computed, Tensor, expect};
use core::convert::identity;
use num_traits::Float;

/// Hands the functions of [`Float`] to a macro: `$then!(Kernel: name.. => Result)`.
macro_rules! float_functions {
    ($then:ident) => {
        $then!(Unary: abs signum floor ceil round trunc fract recip sqrt to_degrees to_radians => T);
        $then!(Heavy: cbrt tan asin acos atan sinh cosh asinh acosh atanh => T);
        $then!(Unary: is_nan is_finite is_infinite is_sign_negative => bool);
    };
}

/// Hands those of [`Maths`] to a macro: `$then!(name Variant..)`.
macro_rules! maths_functions {
    ($then:ident) => {
        $then!(exp Exp exp2 Exp2 exp_m1 ExpM1 ln Ln ln_1p Ln1p log2 Log2 log10 Log10 sin Sin cos Cos tanh Tanh
            sigmoid Sigmoid silu Silu softplus Softplus erf Erf gelu Gelu);
    };
}

#[cfg(feature = "rayon")]
pub(in crate::ops) use {float_functions, maths_functions};

/// Methods that apply one of [`Float`]'s to each element: `functions!(Unary: abs sqrt => T)`.
macro_rules! functions {
    ($Kernel:ident: $($name:ident)* => $Result:ty) => {
        impl<T: Float, S: Shape, D: Storage> Tensor<T, S, D> {$(
            #[doc = concat!("`", stringify!($name), "` of each element, as [`f64::", stringify!($name), "`].")]
            #[must_use]
            pub fn $name(&self) -> Tensor<$Result, S, D::Owner> {
                self.map_in($Kernel(T::$name))
            }
        )*}
    };
}

float_functions!(functions);

/// Up to so many elements, one pass over them costs less than a copy and a call.
pub(in crate::ops) const FEW: usize = 64;

/// Methods that apply one of [`Maths`]' to each element: `maths!(exp Exp)`.
///
/// Where a number asks for it, many elements are copied first, and then walked as a slice by the number's own loop: of
/// a long function the compiler leaves what a kernel calls out of line, and the kernel's loop is then none of vectors.
macro_rules! maths {
    ($($name:ident $Function:ident)*) => {
        impl<T: Maths, S: Shape, D: Storage> Tensor<T, S, D> {$(
            #[doc = concat!("[`", stringify!($name), "`](crate::maths::", stringify!($name), ") of each element.")]
            #[must_use]
            pub fn $name(&self) -> Tensor<T, S, D::Owner> {
                if !T::BY_SLICES || self.len() <= FEW {
                    return self.map_in(Heavy(<T as Maths>::$name));
                }
                let mut result = self.map(identity);
                T::each(Function::$Function, result.as_mut_slice());
                result
            }
        )*}
    };
}

maths_functions!(maths);

impl<T: Float, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Each element to that power.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// assert_eq!(Tensor::from([4.0, 9.0]).powf(0.5), Tensor::from([2.0, 3.0]));
    /// ```
    #[must_use]
    pub fn powf(&self, exponent: T) -> Tensor<T, S, D::Owner> {
        self.map_in(WithScalar(T::powf, exponent))
    }

    /// Each element to that whole power.
    #[must_use]
    pub fn powi(&self, exponent: i32) -> Tensor<T, S, D::Owner> {
        self.map_in(WithScalar(T::powi, exponent))
    }
}

binary!(
    "Each element to the power of the one of `rhs` in its place."
    pow try_pow: Float => T, |lhs, rhs| lhs.powf(rhs);
    "The angle of the point whose height is the element, and whose width is the one of `rhs` in its place, in radians."
    atan2 try_atan2: Float => T, |lhs, rhs| lhs.atan2(rhs);
    "The distance from the origin of the point of the elements in each place."
    hypot try_hypot: Float => T, |lhs, rhs| lhs.hypot(rhs);
    "The sign of the one of `rhs` in its place on each element."
    copysign try_copysign: Float => T, |lhs, rhs| lhs.copysign(rhs);
);
