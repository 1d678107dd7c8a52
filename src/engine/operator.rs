//! `+ - * / %`, `& | ^`, unary `-` and `!` of tensors on engines, also in place.

use super::capability::{BinaryKernel, Conforming, UnaryKernel};
use super::engine::{Engine, Error, Operand, expect};
use super::op::{self, Of, Operation, With};
use super::tensor::{EngineTensor, Outcome};
use crate::elementwise::{binary_float_functions, binary_functions, float_functions, operators};
use crate::forms::{forms, operator};
use crate::rule::{BroadcastTo, Numpy, NumpyBroadcast, NumpyOutput, NumpyWith, Onto, Rule, RuleFor, RuleOutput};
use crate::shape::Shape;
use crate::tensor::Scalar;
use core::ops::{Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign};
use core::ops::{Mul, MulAssign, Neg, Not, Rem, RemAssign, Sub, SubAssign};

/// `op` of two tensors under a rule; every operator, comparison and function of two tensors calls this.
#[inline]
pub(super) fn binary<Op: Operation<T>, T: Copy, S: Shape, R: Shape, X: RuleFor<S, R>, E: BinaryKernel<Op, T>>(
    op: Op,
    rule: X,
    (lhs, lhs_shape): (impl Operand<E::Tensor<T, S>>, &S),
    (rhs, rhs_shape): (impl Operand<E::Tensor<T, R>>, &R),
) -> Outcome<Op::Output, RuleOutput<X, S, R>, E> {
    let out = rule.broadcast(lhs_shape, rhs_shape)?;
    let tensor = E::binary(op, lhs, rhs, &Conforming { lhs: lhs_shape, rhs: rhs_shape, rule, out: &out });
    EngineTensor::made(tensor, out)
}

/// A tensor on the left of an operation under a named rule: [`EngineTensor::under`].
#[derive(Debug)]
#[must_use = "it waits for an operator"]
pub struct EngineUnder<'a, T: Copy, S: Shape, X, E: Engine> {
    pub(super) tensor: &'a EngineTensor<T, S, E>,
    pub(super) rule: X,
}

impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
    /// Names the rule of the next operation: `x.under(Pdpd(Axis::<1>)) + &y`.
    pub const fn under<X: Rule>(&self, rule: X) -> EngineUnder<'_, T, S, X, E> {
        EngineUnder { tensor: self, rule }
    }

    #[inline]
    pub(super) const fn given(&self) -> (&E::Tensor<T, S>, &S) {
        (&self.tensor, &self.shape)
    }

    /// `op` of each element.
    #[inline]
    pub(super) fn unary<Op: Operation<T>>(&self, op: Op) -> Outcome<Op::Output, S, E>
    where
        E: UnaryKernel<Op, T>,
    {
        EngineTensor::made(E::unary(op, &self.tensor, &self.shape), self.shape.clone())
    }

    /// `op` of each element, in place where the engine can.
    #[inline]
    pub(super) fn into_unary<Op: Operation<T>>(self, op: Op) -> Outcome<Op::Output, S, E>
    where
        E: UnaryKernel<Op, T>,
    {
        let tensor = E::unary(op, self.tensor, &self.shape);
        EngineTensor::made(tensor, self.shape)
    }
}

/// The impls of an operator with a scalar of a listed type on the left.
macro_rules! left_scalars {
    (($($Left:ty)*) $Op:ident $op:ident) => {$(
        operator!(
            #[doc(hidden)] [S: Shape, E: UnaryKernel<Of<$Left, op::$Op>, $Left>] $Op $op:
            $Left, EngineTensor<$Left, S, E> => EngineTensor<$Left, S, E>, |l, r| expect(r.into_unary(Of(l, op::$Op)))
        );
        operator!(
            #[doc(hidden)] [S: Shape, E: UnaryKernel<Of<$Left, op::$Op>, $Left>] $Op $op:
            $Left, &EngineTensor<$Left, S, E> => EngineTensor<$Left, S, E>, |l, r| expect(r.unary(Of(l, op::$Op)))
        );
    )*};
}

/// Operators on two tensors, owned or borrowed, under NumPy's rule or a named one, and with a scalar; and `try_add`.
macro_rules! all_forms {
    ($Left:tt $($sign:literal $Op:ident $op:ident $try_op:ident [$Assign:ident $assign:ident $try_assign:ident])*)
    => {$(
        all_forms!(@ $Op $op: &EngineTensor<T, S, E>, &EngineTensor<T, R, E>, |l, r| (l.given(), r.given()));
        all_forms!(#[doc(hidden)] @ $Op $op: EngineTensor<T, S, E>, &EngineTensor<T, R, E>, |l, r| ((l.tensor, &l.shape), r.given()));
        all_forms!(#[doc(hidden)] @ $Op $op: &EngineTensor<T, S, E>, EngineTensor<T, R, E>, |l, r| (l.given(), (r.tensor, &r.shape)));
        all_forms!(
            #[doc(hidden)] @ $Op $op: EngineTensor<T, S, E>, EngineTensor<T, R, E>, |l, r| ((l.tensor, &l.shape), (r.tensor, &r.shape))
        );

        impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
            #[doc = concat!("`self ", $sign, " rhs` under NumPy's rule, with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            /// If run-time sizes do not conform.
            #[inline]
            pub fn $try_op<R: Shape + NumpyWith<S>>(&self, rhs: &EngineTensor<T, R, E>)
                -> Outcome<T, NumpyOutput<S, R>, E>
            where
                E: BinaryKernel<op::$Op, T>,
            {
                binary(op::$Op, Numpy, self.given(), rhs.given())
            }

            #[doc = concat!("`self ", $sign, "= rhs`, with an error in place of the panic. A new tensor on the engine takes the place of this one.")]
            ///
            /// # Errors
            ///
            /// If run-time sizes do not broadcast to this shape. This tensor is then unchanged.
            #[inline]
            pub fn $try_assign<R: Shape + BroadcastTo<S>>(&mut self, rhs: &EngineTensor<T, R, E>)
                -> Result<(), Error<E>>
            where
                E: BinaryKernel<op::$Op, T>,
            {
                binary(op::$Op, Onto, self.given(), rhs.given()).map(|result| *self = result)
            }
        }

        impl<T: Copy, S: Shape, R: Shape + BroadcastTo<S>, E: BinaryKernel<op::$Op, T>> $Assign<&EngineTensor<T, R, E>>
            for EngineTensor<T, S, E>
        {
            #[inline]
            #[track_caller]
            fn $assign(&mut self, rhs: &EngineTensor<T, R, E>) {
                expect(self.$try_assign(rhs));
            }
        }

        impl<T: Scalar, S: Shape, E: UnaryKernel<With<op::$Op, T>, T>> $Assign<T> for EngineTensor<T, S, E> {
            #[inline]
            #[track_caller]
            fn $assign(&mut self, rhs: T) {
                *self = expect(self.unary(With(op::$Op, rhs)));
            }
        }

        impl<T: Copy, S: Shape, X: Rule, E: Engine> EngineUnder<'_, T, S, X, E> {
            #[doc = concat!("`self ", $sign, " rhs` under the rule, with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            /// If run-time sizes do not conform under the rule.
            #[inline]
            pub fn $try_op<R: Shape>(self, rhs: &EngineTensor<T, R, E>) -> Outcome<T, RuleOutput<X, S, R>, E>
            where
                X: RuleFor<S, R>,
                E: BinaryKernel<op::$Op, T>,
            {
                binary(op::$Op, self.rule, self.tensor.given(), rhs.given())
            }
        }

        operator!(
            [T: Copy, S: Shape, R: Shape, X: RuleFor<S, R>, E: BinaryKernel<op::$Op, T>] $Op $op:
            EngineUnder<'_, T, S, X, E>, &EngineTensor<T, R, E> => EngineTensor<T, RuleOutput<X, S, R>, E>, |l, r|
                expect(l.$try_op(r))
        );
        operator!(
            #[doc(hidden)] [T: Scalar, S: Shape, E: UnaryKernel<With<op::$Op, T>, T>] $Op $op:
            EngineTensor<T, S, E>, T => EngineTensor<T, S, E>, |l, r| expect(l.into_unary(With(op::$Op, r)))
        );
        operator!(
            [T: Scalar, S: Shape, E: UnaryKernel<With<op::$Op, T>, T>] $Op $op:
            &EngineTensor<T, S, E>, T => EngineTensor<T, S, E>, |l, r| expect(l.unary(With(op::$Op, r)))
        );
        left_scalars!($Left $Op $op);
    )*};
    ($(#[$hidden:meta])* @ $Op:ident $op:ident: $Lhs:ty, $Rhs:ty, |$l:ident, $r:ident| ($left:expr, $right:expr)) => {
        operator!(
            $(#[$hidden])* [T: Copy, S: Shape + NumpyBroadcast<R>, R: Shape, E: BinaryKernel<op::$Op, T>] $Op $op:
            $Lhs, $Rhs => EngineTensor<T, NumpyOutput<S, R>, E>, |$l, $r| expect(binary(op::$Op, Numpy, $left, $right))
        );
    };
}

operators!(all_forms);

/// The impls of an operator on one tensor: `unary!(Neg neg)` is `-x` and `-&x`.
macro_rules! unary {
    ($Op:ident $op:ident) => {
        operator!(
            #[doc(hidden)] [T: Copy, S: Shape, E: UnaryKernel<op::$Op, T>] $Op $op:
            EngineTensor<T, S, E> => EngineTensor<T, S, E>, |x| expect(x.into_unary(op::$Op))
        );
        operator!(
            [T: Copy, S: Shape, E: UnaryKernel<op::$Op, T>] $Op $op:
            &EngineTensor<T, S, E> => EngineTensor<T, S, E>, |x| expect(x.unary(op::$Op))
        );
    };
}

unary!(Neg neg);
unary!(Not not);

/// Comparisons and functions of two elements; a scalar operand calls a unary kernel.
macro_rules! functions {
    ($Bound:ident => $Result:ty: $($(#[$doc:meta])* $name:ident $try_name:ident $Op:ident $function:tt)*) => {
        forms! {
            impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

            $(
                #[doc = concat!("[`Tensor::", stringify!($name), "`](crate::Tensor::", stringify!($name), "), of another tensor on the engine or of a scalar.")]
                ///
                /// # Panics
                ///
                /// If run-time sizes do not conform.
                $name $try_name: [R: EngineTensorLike<T, E, op::$Op>](&self, rhs: R)
                    -> EngineTensor<$Result, NumpyOutput<S, R::Shape>, E>
                where [R::Shape: NumpyWith<S>] => rhs.with(op::$Op, Numpy, self);
            )*
        }

        forms! {
            impl[T: Copy, S: Shape, X: Rule, E: Engine] EngineUnder<'_, T, S, X, E>;

            $(
                #[doc = concat!("[`EngineTensor::", stringify!($name), "`] under the rule.")]
                ///
                /// # Panics
                ///
                /// If run-time sizes do not conform under the rule.
                $name $try_name: [R: EngineTensorLike<T, E, op::$Op>](self, rhs: R)
                    -> EngineTensor<$Result, RuleOutput<X, S, R::Shape>, E>
                where [X: RuleFor<S, R::Shape>] => rhs.with(op::$Op, self.rule, self.tensor);
            )*
        }
    };
}

/// The right operand of `Op` on the engine `E`: a reference to a tensor of `T`, or a scalar.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a reference to a tensor of `{T}` on `{E}` nor a scalar `{T}`",
    label = "expected `&EngineTensor<{T}, _, {E}>` or `{T}`",
    note = "conformable: E-engine"
)]
pub trait EngineTensorLike<T: Copy, E: Engine, Op: Operation<T>>: Sized {
    /// The shape; `()` for a scalar.
    type Shape: Shape;

    /// `op` of the elements at the same positions.
    ///
    /// # Errors
    ///
    /// If run-time sizes do not conform under the rule.
    #[doc(hidden)]
    fn with<S: Shape, X: RuleFor<S, Self::Shape>>(
        self,
        op: Op,
        rule: X,
        lhs: &EngineTensor<T, S, E>,
    ) -> Outcome<Op::Output, RuleOutput<X, S, Self::Shape>, E>;
}

impl<T: Copy, R: Shape, Op: Operation<T>, E: BinaryKernel<Op, T>> EngineTensorLike<T, E, Op>
    for &EngineTensor<T, R, E>
{
    type Shape = R;

    #[inline]
    fn with<S: Shape, X: RuleFor<S, R>>(
        self,
        op: Op,
        rule: X,
        lhs: &EngineTensor<T, S, E>,
    ) -> Outcome<Op::Output, RuleOutput<X, S, R>, E> {
        binary(op, rule, lhs.given(), self.given())
    }
}

impl<T: Scalar, Op: Operation<T>, E: UnaryKernel<With<Op, T>, T>> EngineTensorLike<T, E, Op> for T {
    type Shape = ();

    #[inline]
    fn with<S: Shape, X: RuleFor<S, ()>>(
        self,
        op: Op,
        rule: X,
        lhs: &EngineTensor<T, S, E>,
    ) -> Outcome<Op::Output, RuleOutput<X, S, ()>, E> {
        let out = rule.broadcast(&lhs.shape, &())?;
        let tensor = lhs.unary(With(op, self))?.tensor;
        // a scalar does not change the shape of the other operand
        EngineTensor::made(Ok(E::retype(tensor, &out)), out)
    }
}

binary_functions!(functions);
binary_float_functions!(functions);

/// Functions of one element.
macro_rules! maths {
    ($Bound:ident $Kernel:ident => $Result:ty: $($doc:literal $name:ident $Op:ident)*) => {
        impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {$(
            #[doc = $doc]
            ///
            #[doc = concat!("As [`Tensor::", stringify!($name), "`](crate::Tensor::", stringify!($name), ").")]
            ///
            /// # Panics
            ///
            /// If the engine fails.
            #[must_use]
            #[inline]
            #[track_caller]
            pub fn $name(&self) -> EngineTensor<$Result, S, E>
            where
                E: UnaryKernel<op::$Op, T>,
            {
                expect(self.unary(op::$Op))
            }
        )*}
    };
}

float_functions!(maths);
maths!(Mul Unary => T: "An element times itself." square Squared);

impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
    /// Raises each element to a power.
    ///
    /// # Panics
    ///
    /// If the engine fails.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn powf(&self, exponent: T) -> Self
    where
        E: UnaryKernel<With<op::Pow, T>, T>,
    {
        expect(self.unary(With(op::Pow, exponent)))
    }

    /// Raises each element to an integer power.
    ///
    /// # Panics
    ///
    /// If the engine fails.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn powi(&self, exponent: i32) -> Self
    where
        E: UnaryKernel<op::Powi, T>,
    {
        expect(self.unary(op::Powi(exponent)))
    }
}
