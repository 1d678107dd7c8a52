//! Elementwise operations.

use crate::{Candle, Element, Float, Number};
use candle_core::{Error, Tensor};
use conformable::engine::op::{self, Of, With};
use conformable::engine::{BinaryKernel, Conforming, EngineChosen, Operand, UnaryKernel, WhereKernel};
use conformable::rule::NumpyWith;
use conformable::{NumpyOutput, RuleFor, Shape};

/// Reshapes the right tensor so that the last axes of both align.
#[inline]
fn aligned<S: Shape, R: Shape, X: RuleFor<S, R>>(
    rhs: &Tensor,
    shapes: &Conforming<'_, S, R, X>,
) -> Option<Result<Tensor, Error>> {
    shapes.aligned().map(|sizes| rhs.reshape(sizes.sizes().as_ref()))
}

/// Impls of [`BinaryKernel`]: candle has a function for equal sizes, and one for others.
macro_rules! binary {
    ($([$Bound:path] $T:ident: $Op:ident $equal:ident $stretched:ident;)*) => {$(
        impl<T: $Bound> BinaryKernel<op::$Op, T> for Candle {
            #[inline]
            fn binary<S: Shape, R: Shape, X: RuleFor<S, R>>(
                _: op::$Op,
                lhs: impl Operand<Tensor>,
                rhs: impl Operand<Tensor>,
                shapes: &Conforming<'_, S, R, X>,
            ) -> Result<Tensor, Error> {
                let (lhs, rhs) = (lhs.by_ref(), rhs.by_ref());
                match aligned(rhs, shapes) {
                    Some(rhs) => lhs.$stretched(&rhs?),
                    None if lhs.dims() == rhs.dims() => lhs.$equal(rhs),
                    None => lhs.$stretched(rhs),
                }
            }
        }
    )*};
}

binary!(
    [Number] T: Add add broadcast_add;
    [Number] T: Sub sub broadcast_sub;
    [Number] T: Mul mul broadcast_mul;
    [Number] T: Div div broadcast_div;
    [Number] T: Minimum minimum broadcast_minimum;
    [Number] T: Maximum maximum broadcast_maximum;
    [Number] T: Equal eq broadcast_eq;
    [Number] T: NotEqual ne broadcast_ne;
    [Number] T: Less lt broadcast_lt;
    [Number] T: LessEqual le broadcast_le;
    [Number] T: Greater gt broadcast_gt;
    [Number] T: GreaterEqual ge broadcast_ge;
);

impl<T: Number, U: Number> UnaryKernel<op::Cast<U>, T> for Candle {
    #[inline]
    fn unary<S: Shape>(_: op::Cast<U>, tensor: impl Operand<Tensor>, _: &S) -> Result<Tensor, Error> {
        tensor.by_ref().to_dtype(<U as Element>::DTYPE)
    }
}

/// Impls of [`BinaryKernel`] for `bool`s, which are 0 and 1.
macro_rules! bools {
    ($($Op:ident $OfNumbers:ident;)*) => {$(
        impl BinaryKernel<op::$Op, bool> for Candle {
            #[inline]
            fn binary<S: Shape, R: Shape, X: RuleFor<S, R>>(
                _: op::$Op,
                lhs: impl Operand<Tensor>,
                rhs: impl Operand<Tensor>,
                shapes: &Conforming<'_, S, R, X>,
            ) -> Result<Tensor, Error> {
                <Self as BinaryKernel<op::$OfNumbers, u8>>::binary(op::$OfNumbers, lhs, rhs, shapes)
            }
        }
    )*};
}

/// Impls of [`UnaryKernel`].
macro_rules! unary {
    ($([$Bound:path] $Op:ty: |$x:ident, $op:pat_param| $value:expr;)*) => {$(
        impl<T: $Bound> UnaryKernel<$Op, T> for Candle {
            #[inline]
            fn unary<S: Shape>($op: $Op, tensor: impl Operand<Tensor>, _: &S) -> Result<Tensor, Error> {
                let $x = tensor.by_ref();
                $value
            }
        }
    )*};
}

unary!(
    [Float] op::Neg: |x, _| x.neg();
    [Number] op::Squared: |x, _| x.sqr();
    [Number] op::Abs: |x, _| x.abs();
    [Float] op::Floor: |x, _| x.floor();
    [Float] op::Ceil: |x, _| x.ceil();
    [Float] op::Round: |x, _| x.round();
    [Float] op::Recip: |x, _| x.recip();
    [Float] op::Sqrt: |x, _| x.sqrt();
    [Float] op::Exp: |x, _| x.exp();
    [Float] op::Ln: |x, _| x.log();
    [Float] op::Sin: |x, _| x.sin();
    [Float] op::Cos: |x, _| x.cos();
    [Float] op::Tan: |x, _| x.sin()? / x.cos()?;
    [Float] op::Tanh: |x, _| x.tanh();
    [Float] op::Sigmoid: |x, _| (x.neg()?.exp()? + 1.0)?.recip();
    [Float] op::Silu: |x, _| x.silu();
    [Float] op::Softplus: |x, _| x.relu()? + (x.abs()?.neg()?.exp()? + 1.0)?.log()?;
    [Float] op::Erf: |x, _| x.erf();
    [Float] op::Gelu: |x, _| x.gelu_erf();
    [Float] op::GeluTanh: |x, _| x.gelu();
    [Float] op::ToDegrees: |x, _| x * 1_f64.to_degrees();
    [Float] op::ToRadians: |x, _| x * 1_f64.to_radians();
    [Float] op::IsNan: |x, _| x.ne(x);
    [Float] op::IsFinite: |x, _| x.abs()?.lt(f64::INFINITY);
    [Float] op::IsInfinite: |x, _| x.abs()?.eq(f64::INFINITY);
    // the sign of a zero is that of its reciprocal
    [Float] op::IsSignNegative: |x, _| x.lt(0.0)?.maximum(&x.recip()?.lt(0.0)?);
    [Float] op::Powi: |x, op::Powi(n)| x.powf(f64::from(n));
    [Float] With<op::Add, T>: |x, With(_, rhs)| x + rhs.to_f64();
    [Float] With<op::Sub, T>: |x, With(_, rhs)| x - rhs.to_f64();
    [Float] With<op::Mul, T>: |x, With(_, rhs)| x * rhs.to_f64();
    [Float] With<op::Div, T>: |x, With(_, rhs)| x / rhs.to_f64();
    [Float] With<op::Pow, T>: |x, With(_, rhs)| x.powf(rhs.to_f64());
    [Float] Of<T, op::Add>: |x, Of(lhs, _)| x + lhs.to_f64();
    [Float] Of<T, op::Sub>: |x, Of(lhs, _)| x.affine(-1.0, lhs.to_f64());
    [Float] Of<T, op::Mul>: |x, Of(lhs, _)| x * lhs.to_f64();
    [Float] Of<T, op::Div>: |x, Of(lhs, _)| x.recip()? * lhs.to_f64();
);

/// Comparisons with a scalar.
macro_rules! scalars {
    ($($Op:ident $name:ident)*) => {
        unary!($([Number] With<op::$Op, T>: |x, With(_, rhs)| x.$name(&Tensor::new(rhs, x.device())?.broadcast_as(x.shape())?);)*);
    };
}

scalars!(Equal eq NotEqual ne Less lt LessEqual le Greater gt GreaterEqual ge Minimum minimum Maximum maximum);

bools!(
    BitAnd Minimum;
    BitOr Maximum;
    BitXor NotEqual;
);

impl UnaryKernel<op::Not, bool> for Candle {
    #[inline]
    fn unary<S: Shape>(_: op::Not, tensor: impl Operand<Tensor>, shape: &S) -> Result<Tensor, Error> {
        <Self as UnaryKernel<With<op::Equal, u8>, u8>>::unary(With(op::Equal, 0), tensor, shape)
    }
}

impl<T: Element> WhereKernel<T> for Candle {
    #[inline]
    fn select<S: Shape, R: Shape + NumpyWith<S>, Q: Shape + NumpyWith<NumpyOutput<S, R>>>(
        mask: &Tensor,
        yes: &Tensor,
        no: &Tensor,
        out: &EngineChosen<S, R, Q>,
    ) -> Result<Tensor, Error> {
        let sizes = out.sizes();
        let all = |x: &Tensor| if x.dims() == sizes.as_ref() { Ok(x.clone()) } else { x.broadcast_as(sizes.as_ref()) };
        all(mask)?.where_cond(&all(yes)?, &all(no)?)
    }
}
