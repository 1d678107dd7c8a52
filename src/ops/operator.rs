//! `+ - * / %`, unary minus, and their kin.

use super::under::{Under, UnderMut};
use crate::error::ShapeError;
use crate::rule::{AssignRule, BroadcastTo, NumpyBroadcast, Rule, RuleFor};
use crate::shape::Shape;
use crate::tensor::{Scalar, Tensor, expect};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

/// The forms of one operator that have a name of their own, and a tensor on the right.
///
/// `methods!("+" Add add try_add, AddAssign add_assign try_add_assign)` stands for `try_add` of
/// [`Tensor`] and [`Under`], `try_add_assign` of [`Tensor`] and [`UnderMut`], and the impls of `AddAssign`.
macro_rules! methods {
    ($sign:literal $Op:ident $op:ident $try_op:ident, $Assign:ident $assign:ident $try_assign:ident) => {
        impl<T: Copy, S: Shape> Tensor<T, S> {
            #[doc = concat!("`self ", $sign, " rhs` under NumPy's rule, with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            /// If sizes known only at run time do not conform.
            pub fn $try_op<R: Shape>(&self, rhs: &Tensor<T, R>) -> Result<Tensor<T, S::Output>, ShapeError>
            where
                T: $Op<Output = T>,
                S: NumpyBroadcast<R>,
            {
                self.try_zip_map(rhs, T::$op)
            }
        }

        impl<T: Copy, S: Shape, X: Rule> Under<'_, T, S, X> {
            #[doc = concat!("`self ", $sign, " rhs` under the rule, with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            /// If sizes known only at run time do not conform under the rule.
            pub fn $try_op<R: Shape>(self, rhs: &Tensor<T, R>) -> Result<Tensor<T, X::Output>, ShapeError>
            where
                T: $Op<Output = T>,
                X: RuleFor<S, R>,
            {
                self.try_zip_map(rhs, T::$op)
            }
        }

        impl<T, S: Shape> Tensor<T, S> {
            #[doc = concat!("`self ", $sign, "= rhs`, with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            /// If sizes known only at run time do not stretch to this shape's. Nothing is changed then.
            pub fn $try_assign<R: BroadcastTo<S>>(&mut self, rhs: &Tensor<T, R>) -> Result<(), ShapeError>
            where
                T: $Assign + Copy,
            {
                self.try_zip_assign(rhs, T::$assign)
            }
        }

        impl<T, S: Shape, X: Rule> UnderMut<'_, T, S, X> {
            #[doc = concat!("`self ", $sign, "= rhs` under the rule.")]
            ///
            /// # Errors
            ///
            /// If sizes known only at run time do not conform under the rule, or would give another
            /// shape. Nothing is changed then.
            pub fn $try_assign<R: Shape>(self, rhs: &Tensor<T, R>) -> Result<(), ShapeError>
            where
                T: $Assign + Copy,
                X: AssignRule<S, R>,
            {
                self.try_zip_assign(rhs, T::$assign)
            }
        }
    };
}

/// The impls of one operator for a form of the left operand, and a tensor on the right.
///
/// `tensors!(Add add try_add: [S: NumpyBroadcast<R>] &Tensor<T, S> => S)` stands for `&x + &y` and `&x + y`.
macro_rules! tensors {
    ($Op:ident $op:ident $try_op:ident: [$($bounds:tt)*] $Lhs:ty => $Rule:ident) => {
        impl<T: $Op<Output = T> + Copy, R: Shape, $($bounds)*> $Op<&Tensor<T, R>> for $Lhs {
            type Output = Tensor<T, $Rule::Output>;

            #[track_caller]
            fn $op(self, rhs: &Tensor<T, R>) -> Self::Output {
                expect(self.$try_op(rhs))
            }
        }

        impl<T: $Op<Output = T> + Copy, R: Shape, $($bounds)*> $Op<Tensor<T, R>> for $Lhs {
            type Output = Tensor<T, $Rule::Output>;

            #[track_caller]
            fn $op(self, rhs: Tensor<T, R>) -> Self::Output {
                self.$op(&rhs)
            }
        }
    };
}

/// The impls of one operator in place.
///
/// `assign!(AddAssign add_assign try_add_assign)` stands for `x += &y`, `x += y` and `x += 1.0`.
macro_rules! assign {
    ($Assign:ident $assign:ident $try_assign:ident) => {
        impl<T: $Assign + Copy, S: Shape, R: BroadcastTo<S>> $Assign<&Tensor<T, R>> for Tensor<T, S> {
            #[track_caller]
            fn $assign(&mut self, rhs: &Tensor<T, R>) {
                expect(self.$try_assign(rhs));
            }
        }

        impl<T: $Assign + Copy, S: Shape, R: BroadcastTo<S>> $Assign<Tensor<T, R>> for Tensor<T, S> {
            #[track_caller]
            fn $assign(&mut self, rhs: Tensor<T, R>) {
                self.$assign(&rhs);
            }
        }

        impl<T: $Assign + Scalar, S: Shape> $Assign<T> for Tensor<T, S> {
            fn $assign(&mut self, rhs: T) {
                self.iter_mut().for_each(|lhs| lhs.$assign(rhs));
            }
        }
    };
}

/// The impls of one operator between a tensor and a scalar, on its right, or of a listed type on its left.
///
/// `scalars!(Add add: f32)` stands for `x + y`, `&x + y`, and, for an `f32`, `y + x` and `y + &x`.
macro_rules! scalars {
    ($Op:ident $op:ident: $($Left:ty)*) => {
        impl<T: $Op<Output = T> + Scalar, S: Shape> $Op<T> for Tensor<T, S> {
            type Output = Tensor<T, S>;

            fn $op(self, rhs: T) -> Self::Output {
                (&self).$op(rhs)
            }
        }

        impl<T: $Op<Output = T> + Scalar, S: Shape> $Op<T> for &Tensor<T, S> {
            type Output = Tensor<T, S>;

            fn $op(self, rhs: T) -> Self::Output {
                self.map(|lhs| lhs.$op(rhs))
            }
        }

        $(impl<S: Shape> $Op<Tensor<$Left, S>> for $Left {
            type Output = Tensor<$Left, S>;

            fn $op(self, rhs: Tensor<$Left, S>) -> Self::Output {
                self.$op(&rhs)
            }
        }

        impl<S: Shape> $Op<&Tensor<$Left, S>> for $Left {
            type Output = Tensor<$Left, S>;

            fn $op(self, rhs: &Tensor<$Left, S>) -> Self::Output {
                rhs.map(|rhs| self.$op(rhs))
            }
        })*
    };
}

/// One operator in all its forms.
macro_rules! operators {
    ($($sign:literal $Op:ident $op:ident $try_op:ident, $Assign:ident $assign:ident $try_assign:ident;)*) => {$(
        methods!($sign $Op $op $try_op, $Assign $assign $try_assign);
        tensors!($Op $op $try_op: [S: NumpyBroadcast<R>] Tensor<T, S> => S);
        tensors!($Op $op $try_op: [S: NumpyBroadcast<R>] &Tensor<T, S> => S);
        tensors!($Op $op $try_op: [S: Shape, X: RuleFor<S, R>] Under<'_, T, S, X> => X);
        assign!($Assign $assign $try_assign);
        scalars!($Op $op: f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
    )*};
}

operators!(
    "+" Add add try_add, AddAssign add_assign try_add_assign;
    "-" Sub sub try_sub, SubAssign sub_assign try_sub_assign;
    "*" Mul mul try_mul, MulAssign mul_assign try_mul_assign;
    "/" Div div try_div, DivAssign div_assign try_div_assign;
    "%" Rem rem try_rem, RemAssign rem_assign try_rem_assign;
);

impl<T: Neg, S: Shape> Neg for Tensor<T, S> {
    type Output = Tensor<T::Output, S>;

    fn neg(self) -> Self::Output {
        Tensor { data: self.data.into_iter().map(T::neg).collect(), shape: self.shape }
    }
}

impl<T: Neg + Copy, S: Shape> Neg for &Tensor<T, S> {
    type Output = Tensor<T::Output, S>;

    fn neg(self) -> Self::Output {
        self.map(T::neg)
    }
}
