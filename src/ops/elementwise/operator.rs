//! `+ - * / %`, `& | ^`, unary `-` and `!`, and their kin.
//!
//! Of each operator the documentation shows the impls between references alone, so that they do not bury the methods of
//! [`Tensor`]; the table of forms is in [`ops`](super).

use super::binary::{Under, UnderMut};
use super::reuse::{apply, reuse, reuse_either, reuse_left, reuse_right};
use crate::elementwise::operators;
use crate::forms::operator;
use crate::kernel::{AloneWithScalar, OfScalar, Unary, WithScalar};
use crate::rule::{AssignRule, BroadcastTo, NumpyBroadcast, NumpyOutput, Rule, RuleFor, RuleOutput};
use crate::shape::{Shape, ShapeError};
use crate::storage::{Storage, StorageMut};
use crate::tensor::{Computed, Scalar, Tensor, expect};
use core::ops::{Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign};
use core::ops::{Mul, MulAssign, Neg, Not, Rem, RemAssign, Sub, SubAssign};

/// The forms of one operator that have a name of their own, and a tensor on the right.
///
/// `methods!("+" Add add try_add [AddAssign add_assign try_add_assign])` implements `try_add` of
/// [`Tensor`] and [`Under`], `try_add_assign` of [`Tensor`] and [`UnderMut`], and the impls of `AddAssign`.
macro_rules! methods {
    ($sign:literal $Op:ident $op:ident $try_op:ident [$Assign:ident $assign:ident $try_assign:ident]) => {
        impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
            #[doc = concat!("`self ", $sign, " rhs` under NumPy's rule, with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            /// If sizes known only at run time do not conform, or there is no memory for the result.
            #[inline]
            pub fn $try_op<R: Shape, E: Storage>(
                &self,
                rhs: &Tensor<T, R, E>,
            ) -> Result<Computed<T, NumpyOutput<S, R>, D, E>, ShapeError>
            where
                T: $Op<Output = T>,
                S: NumpyBroadcast<R>,
            {
                self.try_zip_map(rhs, T::$op)
            }

            #[doc = concat!("`self ", $sign, "= rhs`, with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            /// If sizes known only at run time do not stretch to this shape's. Nothing is changed then.
            #[inline]
            pub fn $try_assign<R: BroadcastTo<S>, E: Storage>(
                &mut self,
                rhs: &Tensor<T, R, E>,
            ) -> Result<(), ShapeError>
            where
                T: $Assign,
                D: StorageMut,
            {
                self.try_zip_assign(rhs, T::$assign)
            }
        }

        impl<T: Copy, S: Shape, X: Rule, D: Storage> Under<'_, T, S, X, D> {
            #[doc = concat!("`self ", $sign, " rhs` under the rule, with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            /// If sizes known only at run time do not conform under the rule, or there is no memory for the result.
            #[inline]
            pub fn $try_op<R: Shape, E: Storage>(
                self,
                rhs: &Tensor<T, R, E>,
            ) -> Result<Computed<T, RuleOutput<X, S, R>, D, E>, ShapeError>
            where
                T: $Op<Output = T>,
                X: RuleFor<S, R>,
            {
                self.try_zip_map(rhs, T::$op)
            }
        }

        impl<T: Copy, S: Shape, X: Rule, D: StorageMut> UnderMut<'_, T, S, X, D> {
            #[doc = concat!("`self ", $sign, "= rhs` under the rule.")]
            ///
            /// # Errors
            ///
            /// If sizes known only at run time do not conform under the rule, or would give another
            /// shape. Nothing is changed then.
            #[inline]
            pub fn $try_assign<R: Shape, E: Storage>(self, rhs: &Tensor<T, R, E>) -> Result<(), ShapeError>
            where
                T: $Assign,
                X: AssignRule<S, R>,
            {
                self.try_zip_assign(rhs, T::$assign)
            }
        }
    };
}

/// The impls of one operator between two tensors: references, or owned ones, whose elements are overwritten where
/// the result lives in their place and has their sizes.
///
/// `tensors!(Add add)` stands for `&x + &y`, `&x + y`, `x + &y`, `x + y`, and `x.under(rule) + &y` and `+ y`.
macro_rules! tensors {
    ($Op:ident $op:ident) => {
        tensors!(@ $Op $op [S: NumpyBroadcast<R>] NumpyOutput<S, R>: &Tensor<T, S, D>, &Tensor<T, R, E>; l, r => l.zip_map(r, T::$op));
        tensors!(#[doc(hidden)] @ $Op $op [S: NumpyBroadcast<R>] NumpyOutput<S, R>: Tensor<T, S, D>, &Tensor<T, R, E>; l, r => reuse_left(l, r, T::$op));
        tensors!(#[doc(hidden)] @ $Op $op [S: NumpyBroadcast<R>] NumpyOutput<S, R>: &Tensor<T, S, D>, Tensor<T, R, E>; l, r => reuse_right(l, r, T::$op));
        tensors!(#[doc(hidden)] @ $Op $op [S: NumpyBroadcast<R>] NumpyOutput<S, R>: Tensor<T, S, D>, Tensor<T, R, E>; l, r => reuse_either(l, r, T::$op));
        tensors!(@ $Op $op [S: Shape, X: RuleFor<S, R>] RuleOutput<X, S, R>: Under<'_, T, S, X, D>, &Tensor<T, R, E>; l, r => l.zip_map(r, T::$op));
        tensors!(#[doc(hidden)] @ $Op $op [S: Shape, X: RuleFor<S, R>] RuleOutput<X, S, R>: Under<'_, T, S, X, D>, Tensor<T, R, E>; l, r => l.zip_map(&r, T::$op));
    };
    ($(#[$hidden:meta])* @ $Op:ident $op:ident [$($bounds:tt)*] $Output:ty: $Lhs:ty, $Rhs:ty; $lhs:ident, $rhs:ident => $result:expr) => {
        operator!(
            $(#[$hidden])* [T: $Op<Output = T> + Copy, $($bounds)*, D: Storage, R: Shape, E: Storage] $Op $op:
            $Lhs, $Rhs => Computed<T, $Output, D, E>, |$lhs, $rhs| $result
        );
    };
}

/// The impls of one operator in place.
///
/// `assign!([AddAssign add_assign try_add_assign])` implements `x += &y`, `x += y` and `x += 1.0`.
macro_rules! assign {
    ([$Assign:ident $assign:ident $try_assign:ident]) => {
        impl<T: $Assign + Copy, S: Shape, D: StorageMut, R: BroadcastTo<S>, E: Storage> $Assign<&Tensor<T, R, E>>
            for Tensor<T, S, D>
        {
            #[inline]
            #[track_caller]
            fn $assign(&mut self, rhs: &Tensor<T, R, E>) {
                expect(self.$try_assign(rhs));
            }
        }

        #[doc(hidden)]
        impl<T: $Assign + Copy, S: Shape, D: StorageMut, R: BroadcastTo<S>, E: Storage> $Assign<Tensor<T, R, E>>
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
                apply(self, AloneWithScalar(T::$assign, rhs));
            }
        }
    };
}

/// The impls of one operator between a tensor and a scalar on its right.
///
/// `scalars!(Add add)` stands for `x + 1.0` and `&x + 1.0`.
macro_rules! scalars {
    ($Op:ident $op:ident) => {
        operator!(
            #[doc(hidden)] [T: $Op<Output = T> + Scalar, S: Shape, D: Storage] $Op $op:
            Tensor<T, S, D>, T => Tensor<T, S, D::Owner>, |x, y| reuse(x, WithScalar(T::$op, y))
        );
        operator!(
            [T: $Op<Output = T> + Scalar, S: Shape, D: Storage] $Op $op:
            &Tensor<T, S, D>, T => Tensor<T, S, D::Owner>, |x, y| x.map_in(WithScalar(T::$op, y))
        );
    };
}

/// The impls of operators between scalars of listed types and a tensor on their right.
///
/// `left_scalars!((f32) Add add)` implements `1.0 + x` and `1.0 + &x`.
macro_rules! left_scalars {
    (($($Left:ty)*) $Op:ident $op:ident) => {$(
        operator!(
            #[doc(hidden)] [S: Shape, D: Storage] $Op $op:
            $Left, Tensor<$Left, S, D> => Tensor<$Left, S, D::Owner>, |x, y| reuse(y, OfScalar(<$Left>::$op, x))
        );
        operator!(
            #[doc(hidden)] [S: Shape, D: Storage] $Op $op:
            $Left, &Tensor<$Left, S, D> => Tensor<$Left, S, D::Owner>, |x, y| y.map_in(OfScalar(<$Left>::$op, x))
        );
    )*};
}

/// Operators in all their forms.
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

/// The arithmetic operators with scalars of other crates' types on the left.
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

/// The impls of an operator on one tensor: `unary!(Neg neg)` stands for `-x` and `-&x`.
macro_rules! unary {
    ($Op:ident $op:ident) => {
        operator!(
            #[doc(hidden)] [T: $Op<Output = T> + Copy, S: Shape, D: Storage] $Op $op:
            Tensor<T, S, D> => Tensor<T, S, D::Owner>, |x| reuse(x, Unary(T::$op))
        );
        operator!(
            [T: $Op + Copy, S: Shape, D: Storage] $Op $op:
            &Tensor<T, S, D> => Tensor<T::Output, S, D::Owner>, |x| x.map(T::$op)
        );
    };
}

unary!(Neg neg);
unary!(Not not);

impl<T: Mul + Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Each element times itself.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// assert_eq!(Tensor::from([-2, 3]).square(), Tensor::from([4, 9]));
    /// ```
    #[must_use]
    #[inline]
    pub fn square(&self) -> Tensor<T::Output, S, D::Owner> {
        self.map(square)
    }
}

#[inline]
fn square<T: Mul + Copy>(element: T) -> T::Output {
    element * element
}
