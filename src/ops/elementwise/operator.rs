//! The operators `+ - * / %`, `& | ^`, unary `-` and `!`, also in place.
//!
//! The documentation shows only impls between references, so that they do not bury the methods of [`Tensor`].
//! [`ops`](super) has the table of forms.

use super::binary::{Under, UnderMut};
use super::reuse::{apply, reuse, reuse_either, reuse_left, reuse_right};
use crate::elementwise::operators;
use crate::forms::operator;
use crate::kernel::{AloneWithScalar, OfScalar, Pure, Unary, WithOther, WithScalar};
use crate::rule::{
    AssignRule, BroadcastTo, Numpy, NumpyBroadcast, NumpyOutput, NumpyWith, Onto, Rule, RuleFor, RuleOutput,
};
use crate::shape::{Shape, ShapeError};
use crate::storage::{Storage, StorageMut};
use crate::tensor::{Computed, Scalar, Tensor, expect};
use core::ops::{Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign};
use core::ops::{Mul, MulAssign, Neg, Not, Rem, RemAssign, Sub, SubAssign};
use num_traits::Zero;

/// Implements the named forms of one operator with a tensor on the right.
///
/// `methods!("+" Add add try_add [AddAssign add_assign try_add_assign])` implements `try_add` of [`Tensor`] and
/// [`Under`], and `try_add_assign` of [`Tensor`] and [`UnderMut`].
macro_rules! methods {
    ($sign:literal $Op:ident $op:ident $try_op:ident [$Assign:ident $assign:ident $try_assign:ident]) => {
        impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
            #[doc = concat!("Computes `self ", $sign, " rhs` under NumPy's rule. Returns an error in place of a panic.")]
            ///
            /// # Errors
            ///
            /// If run-time sizes do not conform, or the result cannot be allocated.
            #[inline]
            pub fn $try_op<R: Shape + NumpyWith<S>, E: Storage>(
                &self,
                rhs: &Tensor<T, R, E>,
            ) -> Result<Computed<T, NumpyOutput<S, R>, D, E>, ShapeError>
            where
                T: $Op<Output = T>,
            {
                self.under(Numpy).zip_pure(rhs, T::$op)
            }

            #[doc = concat!("Computes `self ", $sign, "= rhs`. Returns an error in place of a panic.")]
            ///
            /// # Errors
            ///
            /// If run-time sizes do not broadcast to this shape. The tensor is then unchanged.
            #[inline]
            pub fn $try_assign<R: Shape + BroadcastTo<S>, E: Storage>(
                &mut self,
                rhs: &Tensor<T, R, E>,
            ) -> Result<(), ShapeError>
            where
                T: $Assign,
                D: StorageMut,
            {
                self.under_mut(Onto).assign(rhs, Pure(WithOther(T::$assign)))
            }
        }

        impl<T: Copy, S: Shape, X: Rule, D: Storage> Under<'_, T, S, X, D> {
            #[doc = concat!("Computes `self ", $sign, " rhs` under the rule. Returns an error in place of a panic.")]
            ///
            /// # Errors
            ///
            /// If run-time sizes do not conform under the rule, or the result cannot be allocated.
            #[inline]
            pub fn $try_op<R: Shape, E: Storage>(
                self,
                rhs: &Tensor<T, R, E>,
            ) -> Result<Computed<T, RuleOutput<X, S, R>, D, E>, ShapeError>
            where
                T: $Op<Output = T>,
                X: RuleFor<S, R>,
            {
                self.zip_pure(rhs, T::$op)
            }
        }

        impl<T: Copy, S: Shape, X: Rule, D: StorageMut> UnderMut<'_, T, S, X, D> {
            #[doc = concat!("Computes `self ", $sign, "= rhs` under the rule.")]
            ///
            /// # Errors
            ///
            /// If run-time sizes do not conform under the rule, or the result would have another shape. The tensor is
            /// then unchanged.
            #[inline]
            pub fn $try_assign<R: Shape, E: Storage>(self, rhs: &Tensor<T, R, E>) -> Result<(), ShapeError>
            where
                T: $Assign,
                X: AssignRule<S, R>,
            {
                self.assign(rhs, Pure(WithOther(T::$assign)))
            }
        }
    };
}

/// Implements one operator between two tensors. Owned operands are overwritten if their memory fits the result.
///
/// `tensors!(Add add)` implements `&x + &y`, `&x + y`, `x + &y`, `x + y`, and `x.under(rule) + &y` and `+ y`.
macro_rules! tensors {
    ($Op:ident $op:ident) => {
        tensors!(@ $Op $op [S: Shape + NumpyBroadcast<R>] S::Output: &Tensor<T, S, D>, &Tensor<T, R, E>; l, r => expect(l.under(Numpy).zip_pure(r, T::$op)));
        tensors!(#[doc(hidden)] @ $Op $op [S: Shape + NumpyBroadcast<R>] S::Output: Tensor<T, S, D>, &Tensor<T, R, E>; l, r => reuse_left(l, r, T::$op));
        tensors!(#[doc(hidden)] @ $Op $op [S: Shape + NumpyBroadcast<R>] S::Output: &Tensor<T, S, D>, Tensor<T, R, E>; l, r => reuse_right(l, r, T::$op));
        tensors!(#[doc(hidden)] @ $Op $op [S: Shape + NumpyBroadcast<R>] S::Output: Tensor<T, S, D>, Tensor<T, R, E>; l, r => reuse_either(l, r, T::$op));
        tensors!(@ $Op $op [S: Shape, X: RuleFor<S, R>] RuleOutput<X, S, R>: Under<'_, T, S, X, D>, &Tensor<T, R, E>; l, r => expect(l.zip_pure(r, T::$op)));
        tensors!(#[doc(hidden)] @ $Op $op [S: Shape, X: RuleFor<S, R>] RuleOutput<X, S, R>: Under<'_, T, S, X, D>, Tensor<T, R, E>; l, r => expect(l.zip_pure(&r, T::$op)));
    };
    ($(#[$hidden:meta])* @ $Op:ident $op:ident [$($bounds:tt)*] $Output:ty: $Lhs:ty, $Rhs:ty; $lhs:ident, $rhs:ident => $result:expr) => {
        operator!(
            $(#[$hidden])* [T: $Op<Output = T> + Copy, $($bounds)*, D: Storage, R: Shape, E: Storage] $Op $op:
            $Lhs, $Rhs => Computed<T, $Output, D, E>, |$lhs, $rhs| $result
        );
    };
}

/// `assign!([AddAssign add_assign try_add_assign])` implements `x += &y`, `x += y` and `x += 1.0`.
macro_rules! assign {
    ([$Assign:ident $assign:ident $try_assign:ident]) => {
        impl<T: $Assign + Copy, S: Shape, D: StorageMut, R: Shape + BroadcastTo<S>, E: Storage>
            $Assign<&Tensor<T, R, E>> for Tensor<T, S, D>
        {
            #[inline]
            #[track_caller]
            fn $assign(&mut self, rhs: &Tensor<T, R, E>) {
                expect(self.$try_assign(rhs));
            }
        }

        #[doc(hidden)]
        impl<T: $Assign + Copy, S: Shape, D: StorageMut, R: Shape + BroadcastTo<S>, E: Storage> $Assign<Tensor<T, R, E>>
            for Tensor<T, S, D>
        {
            #[inline]
            #[track_caller]
            fn $assign(&mut self, rhs: Tensor<T, R, E>) {
                self.$assign(&rhs);
            }
        }

        impl<T: $Assign + Scalar, S: Shape, D: StorageMut> $Assign<T> for Tensor<T, S, D> {
            #[inline]
            fn $assign(&mut self, rhs: T) {
                apply(self, Pure(AloneWithScalar(T::$assign, rhs)));
            }
        }
    };
}

/// `scalars!(Add add)` implements `x + 1.0` and `&x + 1.0`.
macro_rules! scalars {
    ($Op:ident $op:ident) => {
        operator!(
            #[doc(hidden)] [T: $Op<Output = T> + Scalar, S: Shape, D: Storage] $Op $op:
            Tensor<T, S, D>, T => Tensor<T, S, D::Owner>, |x, y| reuse(x, WithScalar(T::$op, y))
        );
        operator!(
            [T: $Op<Output = T> + Scalar, S: Shape, D: Storage] $Op $op:
            &Tensor<T, S, D>, T => Tensor<T, S, D::Owner>, |x, y| x.map_in(Pure(WithScalar(T::$op, y)))
        );
    };
}

/// `left_scalars!((f32) Add add)` implements `1.0 + x` and `1.0 + &x`, for the listed types.
macro_rules! left_scalars {
    (($($Left:ty)*) $Op:ident $op:ident) => {$(
        operator!(
            #[doc(hidden)] [S: Shape, D: Storage] $Op $op:
            $Left, Tensor<$Left, S, D> => Tensor<$Left, S, D::Owner>, |x, y| reuse(y, OfScalar(<$Left>::$op, x))
        );
        operator!(
            #[doc(hidden)] [S: Shape, D: Storage] $Op $op:
            $Left, &Tensor<$Left, S, D> => Tensor<$Left, S, D::Owner>, |x, y| y.map_in(Pure(OfScalar(<$Left>::$op, x)))
        );
    )*};
}

/// Implements all forms of operators.
macro_rules! all_forms {
    ($Left:tt $($sign:literal $Op:ident $op:ident $try_op:ident $assign:tt)*) => {$(
        methods!($sign $Op $op $try_op $assign);
        tensors!($Op $op);
        assign!($assign);
        scalars!($Op $op);
        left_scalars!($Left $Op $op);
    )*};
}

operators!(all_forms);

/// Arithmetic operators with scalars of other crates on the left.
#[cfg(any(feature = "complex", feature = "half"))]
macro_rules! left_scalars_of {
    ($Left:tt) => {
        left_scalars!($Left Add add);
        left_scalars!($Left Sub sub);
        left_scalars!($Left Mul mul);
        left_scalars!($Left Div div);
        left_scalars!($Left Rem rem);
    };
}

#[cfg(feature = "complex")]
left_scalars_of!((num_complex::Complex<f32> num_complex::Complex<f64>));
#[cfg(feature = "half")]
left_scalars_of!((half::f16 half::bf16));

/// `unary!(Neg neg)` implements `-x` and `-&x`.
macro_rules! unary {
    ($Op:ident $op:ident) => {
        operator!(
            #[doc(hidden)] [T: $Op<Output = T> + Copy, S: Shape, D: Storage] $Op $op:
            Tensor<T, S, D> => Tensor<T, S, D::Owner>, |x| reuse(x, Unary(T::$op))
        );
        operator!(
            [T: $Op + Copy, S: Shape, D: Storage] $Op $op:
            &Tensor<T, S, D> => Tensor<T::Output, S, D::Owner>, |x| x.map_in(Pure(Unary(T::$op)))
        );
    };
}

unary!(Neg neg);
unary!(Not not);

impl<T: Zero + PartialOrd + Scalar, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Replaces elements below 0 by 0; NaN stays.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// assert_eq!(Tensor::from([-2.0, 3.0]).relu(), Tensor::from([0.0, 3.0]));
    /// ```
    #[must_use]
    #[inline]
    pub fn relu(&self) -> Tensor<T, S, D::Owner> {
        self.maximum(T::zero())
    }
}

impl<T: Mul + Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Multiplies each element by itself.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// assert_eq!(Tensor::from([-2, 3]).square(), Tensor::from([4, 9]));
    /// ```
    #[must_use]
    #[inline]
    pub fn square(&self) -> Tensor<T::Output, S, D::Owner> {
        self.map_in(Pure(Unary(square)))
    }
}

#[inline]
fn square<T: Mul + Copy>(element: T) -> T::Output {
    element * element
}
