//! Elementwise operations.

use crate::element::{Numeric, bool_type};
use crate::{Bool, Burn, Element, Error, Kind, Number, Real};
use burn::backend::ops::{ActivationOps, BoolTensorOps, FloatTensorOps};
use burn::backend::{Dispatch, DispatchTensor, TensorMetadata};
use burn::tensor::{BoolDType, Shape as Sizes};
use conformable::engine::op::{self, Of, With};
use conformable::engine::{BinaryKernel, Conforming, EngineChosen, Operand, UnaryKernel, WhereKernel};
use conformable::rule::NumpyWith;
use conformable::{NumpyOutput, RuleFor, Shape};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, LN_2, LN_10};

/// Gives both tensors the same rank, as burn requires, aligned by the rule.
///
/// # Errors
///
/// If they are on different devices.
#[inline]
fn aligned<K: Kind, S: Shape, R: Shape, X: RuleFor<S, R>>(
    lhs: impl Operand<DispatchTensor>,
    rhs: impl Operand<DispatchTensor>,
    shapes: &Conforming<'_, S, R, X>,
) -> Result<(DispatchTensor, DispatchTensor), Error> {
    let (mut lhs, mut rhs) = (lhs.owned(), rhs.owned());
    same_device(&lhs, &rhs)?;
    if let Some(sizes) = shapes.aligned() {
        rhs = K::reshape(rhs, crate::sizes(&sizes));
    }
    let ranks = [&lhs, &rhs].map(TensorMetadata::rank);
    let rank = ranks[0].max(ranks[1]);
    if ranks[0] < rank {
        lhs = with_rank::<K>(lhs, rank);
    }
    if ranks[1] < rank {
        rhs = with_rank::<K>(rhs, rank);
    }
    Ok((lhs, rhs))
}

/// Adds axes of size 1 before the first, up to a rank.
pub(crate) fn with_rank<K: Kind>(x: DispatchTensor, rank: usize) -> DispatchTensor {
    let sizes = x.shape();
    let ones = std::iter::repeat_n(1, rank - sizes.num_dims());
    K::reshape(x, Sizes::from(ones.chain(sizes.iter().copied()).collect::<Vec<_>>()))
}

/// # Errors
///
/// If the tensors are on different devices, where burn would panic.
#[inline]
pub(crate) fn same_device(lhs: &DispatchTensor, rhs: &DispatchTensor) -> Result<(), Error> {
    let [left, right] = [lhs, rhs].map(TensorMetadata::device);
    // a tensor without gradients is a constant to one with them
    if left == right || left.clone().inner() == right.clone().inner() {
        return Ok(());
    }
    Err(Error::Devices { left: format!("{left:?}"), right: format!("{right:?}") })
}

/// The type of `bool`s on the device of a tensor.
fn bools(x: &DispatchTensor) -> BoolDType {
    bool_type(&x.device())
}

/// Impls of [`BinaryKernel`].
macro_rules! binary {
    ($([$Bound:path] $Op:ident: |$lhs:ident, $rhs:ident| $value:expr;)*) => {$(
        impl<T: $Bound> BinaryKernel<op::$Op, T> for Burn {
            #[inline]
            fn binary<S: Shape, R: Shape, X: RuleFor<S, R>>(
                _: op::$Op,
                lhs: impl Operand<DispatchTensor>,
                rhs: impl Operand<DispatchTensor>,
                shapes: &Conforming<'_, S, R, X>,
            ) -> Result<DispatchTensor, Error> {
                let ($lhs, $rhs) = aligned::<T::Kind, S, R, X>(lhs, rhs, shapes)?;
                Ok($value)
            }
        }
    )*};
}

binary!(
    [Number] Add: |lhs, rhs| T::Kind::add(lhs, rhs);
    [Number] Sub: |lhs, rhs| T::Kind::sub(lhs, rhs);
    [Number] Mul: |lhs, rhs| T::Kind::mul(lhs, rhs);
    [Number] Div: |lhs, rhs| T::Kind::div(lhs, rhs);
    [Number] Minimum: |lhs, rhs| chosen::<T>(lhs, rhs, T::Kind::lower);
    [Number] Maximum: |lhs, rhs| chosen::<T>(lhs, rhs, T::Kind::greater);
    [Real] Pow: |lhs, rhs| Dispatch::float_powf(lhs, rhs);
    [Real] Atan2: |lhs, rhs| Dispatch::float_atan2(lhs, rhs);
    [Real] Hypot: |lhs, rhs| Dispatch::float_hypot(lhs, rhs);
);

/// The left elements, or the right ones where these come first in the requested order.
fn chosen<T: Number>(
    lhs: DispatchTensor,
    rhs: DispatchTensor,
    before: fn(DispatchTensor, DispatchTensor, BoolDType) -> DispatchTensor,
) -> DispatchTensor {
    let bools = bools(&lhs);
    let [lhs, rhs] = stretched::<T::Kind>(lhs, rhs);
    // NaN is not equal to itself, and stays
    let no_number = T::Kind::not_equal(rhs.clone(), rhs.clone(), bools);
    let mask = Dispatch::bool_or(before(rhs.clone(), lhs.clone(), bools), no_number);
    T::Kind::mask_where(lhs, mask, rhs)
}

/// Broadcasts two tensors of equal rank with each other.
fn stretched<K: Kind>(lhs: DispatchTensor, rhs: DispatchTensor) -> [DispatchTensor; 2] {
    let (left, right) = (lhs.shape(), rhs.shape());
    let sizes = left.iter().zip(right.iter()).map(|(&l, &r)| if l == 1 { r } else { l }).collect::<Vec<_>>();
    let sizes = Sizes::from(sizes);
    [lhs, rhs].map(|x| expanded::<K>(x, &sizes))
}

/// Broadcasts a tensor to sizes, right-aligned.
pub(crate) fn expanded<K: Kind>(mut x: DispatchTensor, sizes: &Sizes) -> DispatchTensor {
    if x.rank() < sizes.num_dims() {
        x = with_rank::<K>(x, sizes.num_dims());
    }
    if x.shape() == *sizes { x } else { K::expand(x, sizes.clone()) }
}

/// Impls of [`UnaryKernel`].
macro_rules! unary {
    ($([$Bound:path] $Op:ty: |$x:ident, $op:pat_param| $value:expr;)*) => {$(
        impl<T: $Bound> UnaryKernel<$Op, T> for Burn {
            #[inline]
            fn unary<S: Shape>($op: $Op, tensor: impl Operand<DispatchTensor>, _: &S) -> Result<DispatchTensor, Error> {
                let $x = tensor.owned();
                Ok($value)
            }
        }
    )*};
}

unary!(
    [Number] op::Neg: |x, _| T::Kind::neg(x);
    [Number] op::Abs: |x, _| T::Kind::abs(x);
    [Number] op::Squared: |x, _| T::Kind::mul(x.clone(), x);
    [Real] op::Floor: |x, _| Dispatch::float_floor(x);
    [Real] op::Ceil: |x, _| Dispatch::float_ceil(x);
    [Real] op::Recip: |x, _| Dispatch::float_recip(x);
    [Real] op::Sqrt: |x, _| Dispatch::float_sqrt(x);
    [Real] op::Exp: |x, _| Dispatch::float_exp(x);
    [Real] op::Ln: |x, _| Dispatch::float_log(x);
    [Real] op::Ln1p: |x, _| Dispatch::float_log1p(x);
    [Real] op::Sin: |x, _| Dispatch::float_sin(x);
    [Real] op::Cos: |x, _| Dispatch::float_cos(x);
    [Real] op::Tan: |x, _| Dispatch::float_tan(x);
    [Real] op::Sinh: |x, _| Dispatch::float_sinh(x);
    [Real] op::Cosh: |x, _| Dispatch::float_cosh(x);
    [Real] op::Tanh: |x, _| Dispatch::float_tanh(x);
    [Real] op::Asin: |x, _| Dispatch::float_asin(x);
    [Real] op::Acos: |x, _| Dispatch::float_acos(x);
    [Real] op::Atan: |x, _| Dispatch::float_atan(x);
    [Real] op::Asinh: |x, _| Dispatch::float_asinh(x);
    [Real] op::Acosh: |x, _| Dispatch::float_acosh(x);
    [Real] op::Atanh: |x, _| Dispatch::float_atanh(x);
    [Real] op::Trunc: |x, _| Dispatch::float_trunc(x);
    [Real] op::Fract: |x, _| Dispatch::float_sub(x.clone(), Dispatch::float_trunc(x));
    [Real] op::Round: |x, _| rounded(x);
    [Real] op::Signum: |x, _| signum(x);
    [Real] op::ToDegrees: |x, _| Dispatch::float_mul_scalar(x, 1_f64.to_degrees().into());
    [Real] op::ToRadians: |x, _| Dispatch::float_mul_scalar(x, 1_f64.to_radians().into());
    [Real] op::Cbrt: |x, _| Dispatch::float_mul(
        Dispatch::float_sign(x.clone()),
        Dispatch::float_powf_scalar(Dispatch::float_abs(x), (1.0 / 3.0).into()),
    );
    [Real] op::Exp2: |x, _| Dispatch::float_exp(Dispatch::float_mul_scalar(x, LN_2.into()));
    // 2 sinh(x / 2) e^(x / 2), which is accurate near 0
    [Real] op::ExpM1: |x, _| {
        let half = Dispatch::float_mul_scalar(x, 0.5.into());
        let product = Dispatch::float_mul(Dispatch::float_sinh(half.clone()), Dispatch::float_exp(half));
        Dispatch::float_mul_scalar(product, 2.0.into())
    };
    [Real] op::Log2: |x, _| Dispatch::float_div_scalar(Dispatch::float_log(x), LN_2.into());
    [Real] op::Log10: |x, _| Dispatch::float_div_scalar(Dispatch::float_log(x), LN_10.into());
    [Real] op::Softplus: |x, _| {
        let small = Dispatch::float_exp(Dispatch::float_neg(Dispatch::float_abs(x.clone())));
        Dispatch::float_add(Dispatch::float_clamp_min(x, 0.0.into()), Dispatch::float_log1p(small))
    };
    [Real] op::IsFinite: |x, _| {
        let bools = bools(&x);
        Dispatch::float_lower_elem(Dispatch::float_abs(x), f64::INFINITY.into(), bools)
    };
    [Real] op::IsInfinite: |x, _| { let bools = bools(&x); Dispatch::float_is_inf(x, bools) };
    [Real] op::IsSignNegative: |x, _| is_negative(x);
    [Real] op::Sigmoid: |x, _| Dispatch::sigmoid(x);
    [Real] op::Silu: |x, _| Dispatch::float_mul(x.clone(), Dispatch::sigmoid(x));
    [Real] op::Erf: |x, _| Dispatch::float_erf(x);
    [Real] op::Gelu: |x, _| Dispatch::gelu(x);
    [Real] op::GeluTanh: |x, _| {
        // x sigmoid(2 u), for u = sqrt(2 / pi) (x + 0.044715 x^3)
        let scale = 2.0 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2;
        let square = Dispatch::float_mul_scalar(Dispatch::float_mul(x.clone(), x.clone()), (0.044_715 * scale).into());
        let u = Dispatch::float_mul(x.clone(), Dispatch::float_add_scalar(square, scale.into()));
        Dispatch::float_mul(x, Dispatch::sigmoid(u))
    };
    [Real] op::IsNan: |x, _| { let bools = bools(&x); Dispatch::float_is_nan(x, bools) };
    [Real] op::Powi: |x, op::Powi(n)| Dispatch::float_powi_scalar(x, i64::from(n).into());
    [Real] With<op::Pow, T>: |x, With(_, rhs)| Dispatch::float_powf_scalar(x, rhs.scalar());
    [Number] With<op::Add, T>: |x, With(_, rhs)| T::Kind::add_scalar(x, rhs.scalar());
    [Number] With<op::Sub, T>: |x, With(_, rhs)| T::Kind::sub_scalar(x, rhs.scalar());
    [Number] With<op::Mul, T>: |x, With(_, rhs)| T::Kind::mul_scalar(x, rhs.scalar());
    [Number] With<op::Div, T>: |x, With(_, rhs)| T::Kind::div_scalar(x, rhs.scalar());
    [Number] With<op::Minimum, T>: |x, With(_, rhs)| T::Kind::clamp_max(x, rhs.scalar());
    [Number] With<op::Maximum, T>: |x, With(_, rhs)| T::Kind::clamp_min(x, rhs.scalar());
    [Number] Of<T, op::Add>: |x, Of(lhs, _)| T::Kind::add_scalar(x, lhs.scalar());
    [Number] Of<T, op::Sub>: |x, Of(lhs, _)| T::Kind::add_scalar(T::Kind::neg(x), lhs.scalar());
    [Number] Of<T, op::Mul>: |x, Of(lhs, _)| T::Kind::mul_scalar(x, lhs.scalar());
    [Real] Of<T, op::Div>: |x, Of(lhs, _)| Dispatch::float_mul_scalar(Dispatch::float_recip(x), lhs.scalar());
);

/// Impls of both traits for comparisons: with a tensor, and with a scalar.
macro_rules! comparisons {
    ($($Op:ident $name:ident $with_scalar:ident;)*) => {
        binary!($([Number] $Op: |lhs, rhs| { let bools = bools(&lhs); T::Kind::$name(lhs, rhs, bools) };)*);
        unary!($(
            [Number] With<op::$Op, T>: |x, With(_, rhs)|
                { let bools = bools(&x); T::Kind::$with_scalar(x, rhs.scalar(), bools) };
        )*);
    };
}

comparisons!(
    Equal equal equal_elem;
    NotEqual not_equal not_equal_elem;
    Less lower lower_elem;
    LessEqual lower_equal lower_equal_elem;
    Greater greater greater_elem;
    GreaterEqual greater_equal greater_equal_elem;
);

/// Rounds halves away from 0.
fn rounded(x: DispatchTensor) -> DispatchTensor {
    let bools = bools(&x);
    let whole = Dispatch::float_trunc(x.clone());
    let rest = Dispatch::float_abs(Dispatch::float_sub(x.clone(), whole.clone()));
    let next = Dispatch::float_add(whole.clone(), Dispatch::float_sign(x));
    Dispatch::float_mask_where(whole, Dispatch::float_greater_equal_elem(rest, 0.5.into(), bools), next)
}

/// Whether elements are below 0, or the negative zero, whose reciprocal is.
fn is_negative(x: DispatchTensor) -> DispatchTensor {
    let bools = bools(&x);
    let below = |x| Dispatch::float_lower_elem(x, 0.0.into(), bools);
    Dispatch::bool_or(below(x.clone()), below(Dispatch::float_recip(x)))
}

/// 1 or -1 by the sign; NaN stays.
fn signum(x: DispatchTensor) -> DispatchTensor {
    let (bools, negative) = (bools(&x), is_negative(x.clone()));
    let others = Dispatch::float_greater_equal_elem(x.clone(), 0.0.into(), bools);
    Dispatch::float_mask_fill(Dispatch::float_mask_fill(x, others, 1.0.into()), negative, (-1.0).into())
}

/// Impls of [`BinaryKernel`] for `bool`s.
macro_rules! bools {
    ($($Op:ident $name:ident;)*) => {$(
        impl BinaryKernel<op::$Op, bool> for Burn {
            #[inline]
            fn binary<S: Shape, R: Shape, X: RuleFor<S, R>>(
                _: op::$Op,
                lhs: impl Operand<DispatchTensor>,
                rhs: impl Operand<DispatchTensor>,
                shapes: &Conforming<'_, S, R, X>,
            ) -> Result<DispatchTensor, Error> {
                let (lhs, rhs) = aligned::<Bool, S, R, X>(lhs, rhs, shapes)?;
                let [lhs, rhs] = stretched::<Bool>(lhs, rhs);
                Ok(Dispatch::$name(lhs, rhs))
            }
        }
    )*};
}

bools!(BitAnd bool_and; BitOr bool_or; BitXor bool_xor; Equal bool_equal; NotEqual bool_not_equal;);

impl UnaryKernel<op::Not, bool> for Burn {
    #[inline]
    fn unary<S: Shape>(_: op::Not, tensor: impl Operand<DispatchTensor>, _: &S) -> Result<DispatchTensor, Error> {
        Ok(Dispatch::bool_not(tensor.owned()))
    }
}

impl<T: Element> WhereKernel<T> for Burn {
    fn select<S: Shape, R: Shape + NumpyWith<S>, Q: Shape + NumpyWith<NumpyOutput<S, R>>>(
        mask: &DispatchTensor,
        yes: &DispatchTensor,
        no: &DispatchTensor,
        out: &EngineChosen<S, R, Q>,
    ) -> Result<DispatchTensor, Error> {
        same_device(mask, yes)?;
        same_device(mask, no)?;
        let sizes = crate::sizes(out);
        let no = expanded::<T::Kind>(no.clone(), &sizes);
        Ok(T::Kind::mask_where(no, expanded::<Bool>(mask.clone(), &sizes), expanded::<T::Kind>(yes.clone(), &sizes)))
    }
}
