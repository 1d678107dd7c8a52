//! Functions of floats, element by element, named as those of `f64`.

use super::compare::binary;
use super::tensor_like::TensorLike;
use super::under::Under;
use crate::maths::Maths;
use crate::rule::{Numpy, NumpyBroadcast, NumpyOutput, Rule, RuleFor, RuleOutput};
use crate::shape::{Shape, ShapeError};
use crate::storage::Storage;
use crate::tensor::{Computed, Tensor, expect};
use num_traits::Float;

/// Methods that apply one of [`Float`]'s to each element: `functions!(exp sqrt => T)`.
macro_rules! functions {
    ($($name:ident)* => $Result:ty) => {
        impl<T: Float, S: Shape, D: Storage> Tensor<T, S, D> {$(
            #[doc = concat!("`", stringify!($name), "` of each element, as [`f64::", stringify!($name), "`].")]
            #[must_use]
            pub fn $name(&self) -> Tensor<$Result, S, D::Owner> {
                self.map(T::$name)
            }
        )*}
    };
}

functions!(
    abs signum floor ceil round trunc fract recip sqrt cbrt tan asin acos atan sinh cosh asinh acosh atanh
    to_degrees to_radians => T
);
functions!(is_nan is_finite is_infinite is_sign_negative => bool);

/// Methods that apply one of [`Maths`]' to each element.
macro_rules! maths {
    ($($name:ident)*) => {
        impl<T: Maths, S: Shape, D: Storage> Tensor<T, S, D> {$(
            #[doc = concat!("[`", stringify!($name), "`](crate::maths::", stringify!($name), ") of each element.")]
            #[must_use]
            pub fn $name(&self) -> Tensor<T, S, D::Owner> {
                self.map(<T as Maths>::$name)
            }
        )*}
    };
}

maths!(exp exp2 exp_m1 ln ln_1p log2 log10 tanh sigmoid silu softplus erf gelu);

fn or_far<T: Maths>(any: bool, x: &T) -> bool {
    any | x.is_far()
}

/// Angles are looked at first: with none that is far, the functions without a branch have the same bits.
impl<T: Maths, S: Shape, D: Storage> Tensor<T, S, D> {
    /// [`sin`](crate::maths::sin) of each element.
    #[must_use]
    pub fn sin(&self) -> Tensor<T, S, D::Owner> {
        let far = self.iter().fold(false, or_far);
        if far { self.map(<T as Maths>::sin) } else { self.map(<T as Maths>::near_sin) }
    }

    /// [`cos`](crate::maths::cos) of each element.
    #[must_use]
    pub fn cos(&self) -> Tensor<T, S, D::Owner> {
        let far = self.iter().fold(false, or_far);
        if far { self.map(<T as Maths>::cos) } else { self.map(<T as Maths>::near_cos) }
    }
}

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
        self.map(|element| element.powf(exponent))
    }

    /// Each element to that whole power.
    #[must_use]
    pub fn powi(&self, exponent: i32) -> Tensor<T, S, D::Owner> {
        self.map(|element| element.powi(exponent))
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
