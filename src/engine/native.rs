//! This crate's own tensors as an engine.

use super::capability::{
    AlongAxes, BinaryKernel, Conforming, Host, MatmulKernel, ReduceKernel, UnaryKernel, ViewKernel,
};
use super::engine::{Engine, FromRaw, Operand};
use super::op::{self, Of, With};
use super::plan::Plan;
use super::tensor::EngineTensor;
use crate::axes::{AxesOf, Reduced, ViewBy};
use crate::elementwise::{binary_functions, operators};
use crate::kernel::{self, By, InPlace, InPlaceOfRight, OfScalar, Pure};
use crate::numeric::{Inexact, Numeric, Real, Truth};
use crate::ops::overwrite;
use crate::product::{MatmulOutput, MatmulWith, MatrixElement};
use crate::rule::{BroadcastTo, RuleFor, RuleOutput};
use crate::shape::{Axes, Nil, Shape, ShapeError};
use crate::storage::{Heap, Shared, Storage, ViewMut, count};
use crate::tensor::{Scalar, Tensor, expect};
use alloc::borrow::Cow;
use core::ops;
use num_traits::AsPrimitive;

/// This crate's own tensors, in this machine's memory. Clones and views of a tensor [share](Shared) its elements.
///
/// ```
/// use conformable::engine::{Engine, EngineTensor, MatmulKernel, Native};
/// use conformable::{Dim, Size, Tensor};
///
/// /// Works on each engine that multiplies matrices of `f32`, for any number of rows.
/// fn twice<N: Dim, E: MatmulKernel<f32>>(
///     x: &EngineTensor<f32, (N, Size<2>), E>,
///     w: &EngineTensor<f32, (Size<2>, Size<2>), E>,
/// ) -> EngineTensor<f32, (N, Size<2>), E> {
///     x.matmul(w).matmul(w)
/// }
///
/// let w = EngineTensor::from(Tensor::from([[0.0, 2.0], [1.0, 0.0]]));
/// assert_eq!(
///     twice(&EngineTensor::from(Tensor::from([[1.0, 3.0]])), &w).as_engine(),
///     &Tensor::from([[2.0, 6.0]])
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Native;

/// A tensor of this engine.
pub(super) type Own<T, S> = Tensor<T, S, Shared>;

impl Engine for Native {
    type Tensor<T: Copy, S: Shape> = Own<T, S>;
    type Device = ();
    type Index = usize;
    type Error = ShapeError;

    #[inline]
    fn device<T: Copy, S: Shape>(_: &Own<T, S>) {}

    /// # Panics
    ///
    /// If the shapes have different numbers of elements.
    #[inline]
    #[track_caller]
    fn retype<T: Copy, S: Shape, O: Shape>(tensor: Own<T, S>, out: &O) -> Own<T, O> {
        expect(reshaped(tensor, out))
    }
}

impl<T: Copy, S: Shape> From<Tensor<T, S>> for EngineTensor<T, S, Native> {
    #[inline]
    fn from(tensor: Tensor<T, S>) -> Self {
        let shape = tensor.shape().clone();
        Self { tensor: tensor.into_shared(), shape }
    }
}

impl<T: Copy, S: Shape> FromRaw<Tensor<T, S>, T> for Native {
    fn sizes(raw: &Tensor<T, S>) -> Result<impl AsRef<[usize]>, ShapeError> {
        Ok(raw.sizes())
    }

    fn hold<O: Shape>(raw: Tensor<T, S>, shape: &O) -> Result<Own<T, O>, ShapeError> {
        Ok(raw.refill(shape.clone())?.into_shared())
    }

    fn release<O: Shape>(tensor: Own<T, O>, shape: &O) -> Result<Tensor<T, S>, ShapeError> {
        Ok(alone(tensor)?.refill(S::from_sizes(shape.sizes().as_ref())?)?)
    }
}

impl<T: Copy> Host<T> for Native {
    fn upload<S: Shape, D: Storage>(tensor: &Tensor<T, S, D>, (): &()) -> Result<Own<T, S>, ShapeError> {
        tensor.copy_in().map(Tensor::into_shared)
    }

    fn full<S: Shape>(shape: &S, element: T, (): &()) -> Result<Own<T, S>, ShapeError> {
        Tensor::try_full(shape.clone(), element).map(Tensor::into_shared)
    }

    fn moved<S: Shape>(tensor: impl Operand<Own<T, S>>, (): &()) -> Result<Own<T, S>, ShapeError> {
        Ok(tensor.owned())
    }

    fn download<S: Shape>(tensor: impl Operand<Own<T, S>>, _: &S) -> Result<Tensor<T, S>, ShapeError> {
        alone(tensor.owned())
    }
}

/// Impls of [`UnaryKernel`]: `unary!([Bounds] Op |x, op| value; ..)`, where `x` is a tensor or borrows one.
macro_rules! unary {
    ($([$($bounds:tt)*] $Op:ty: |$x:ident, $op:pat_param| $value:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Copy> UnaryKernel<$Op, T> for Native
        where
            $($bounds)*
        {
            #[inline]
            fn unary<S: Shape>(
                $op: $Op,
                tensor: impl Operand<Own<T, S>>,
                _: &S,
            ) -> Result<Own<<$Op as op::Operation<T>>::Output, S>, ShapeError> {
                let $x = tensor.into_given();
                Ok($value.into_shared())
            }
        }
    )*};
}

/// An operator on a tensor, in place if it is owned.
macro_rules! by_value {
    ($x:ident => $value:expr) => {
        match $x {
            Cow::Owned($x) => $value,
            Cow::Borrowed($x) => $value,
        }
    };
}

unary!(
    [T: ops::Neg<Output = T>] op::Neg: |x, _| by_value!(x => -x);
    [T: ops::Not<Output = T>] op::Not: |x, _| by_value!(x => !x);
    [T: ops::Mul<Output = T>] op::Squared: |x, _| x.square();
);

/// Impls of [`BinaryKernel`] for an operator, and of those with a scalar.
macro_rules! arithmetic {
    ($Left:tt $($sign:literal $Op:ident $op:ident $try_op:ident $assign:tt)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: ops::$Op<Output = T> + Copy> BinaryKernel<op::$Op, T> for Native {
            #[inline]
            fn binary<S: Shape, R: Shape, X: RuleFor<S, R>>(
                _: op::$Op,
                lhs: impl Operand<Own<T, S>>,
                rhs: impl Operand<Own<T, R>>,
                shapes: &Conforming<'_, S, R, X>,
            ) -> Result<Own<T, RuleOutput<X, S, R>>, ShapeError> {
                arithmetic(lhs, rhs, shapes, T::$op)
            }
        }

        unary!(
            [T: ops::$Op<Output = T> + Scalar] With<op::$Op, T>: |x, With(_, rhs)|
                by_value!(x => ops::$Op::$op(x, rhs));
            [T: ops::$Op<Output = T> + Scalar] Of<T, op::$Op>: |x, Of(lhs, _)|
                x.map_in(Pure(OfScalar(ops::$Op::$op, lhs)));
        );
    )*};
}

/// `f` of elements at the same positions; overwrites an owned operand where possible.
#[inline]
fn arithmetic<T: Copy, S: Shape, R: Shape, X: RuleFor<S, R>>(
    lhs: impl Operand<Own<T, S>>,
    rhs: impl Operand<Own<T, R>>,
    shapes: &Conforming<'_, S, R, X>,
    f: impl Fn(T, T) -> T + Copy + Send + Sync,
) -> Result<Own<T, RuleOutput<X, S, R>>, ShapeError> {
    let (mut lhs, mut rhs) = (lhs.into_given(), rhs.into_given());
    if let Cow::Owned(left) = lhs {
        let trailing = shapes.rule.trailing(shapes.lhs.rank(), shapes.rhs.rank());
        let operands = Axes { last: rhs.operand::<By<X, S, R>>(trailing), outer: Nil };
        match overwrite(left, shapes.out, &operands, Pure(InPlace(kernel::Binary(f)))) {
            Ok(result) => return Ok(Tensor::into_shared(result)),
            Err(left) => lhs = Cow::Owned(left),
        }
    }
    if let Cow::Owned(right) = rhs {
        // the left operand broadcasts to the result axis by axis, whatever the rule
        let operands = Axes { last: lhs.aligned(), outer: Nil };
        match overwrite(right, shapes.out, &operands, Pure(InPlaceOfRight(kernel::Binary(f)))) {
            Ok(result) => return Ok(Tensor::into_shared(result)),
            Err(right) => rhs = Cow::Owned(right),
        }
    }
    lhs.under(shapes.rule).zip_pure(&rhs, f).map(Tensor::into_shared)
}

operators!(arithmetic);

/// Impls of [`BinaryKernel`] and of [`UnaryKernel`] with a scalar, for comparisons and functions of two elements.
macro_rules! functions {
    ($Bound:ident => $Result:ty: $($(#[$doc:meta])* $name:ident $try_name:ident $Op:ident $function:tt)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: $Bound + Copy> BinaryKernel<op::$Op, T> for Native {
            #[inline]
            fn binary<S: Shape, R: Shape, X: RuleFor<S, R>>(
                _: op::$Op,
                lhs: impl Operand<Own<T, S>>,
                rhs: impl Operand<Own<T, R>>,
                shapes: &Conforming<'_, S, R, X>,
            ) -> Result<Own<$Result, RuleOutput<X, S, R>>, ShapeError> {
                lhs.by_ref().under(shapes.rule).$try_name(rhs.by_ref()).map(Tensor::into_shared)
            }
        }

        unary!([T: $Bound + Scalar] With<op::$Op, T>: |x, With(_, rhs)| x.$name(rhs););
    )*};
}

binary_functions!(functions);

/// The functions of floats.
#[cfg(any(feature = "std", feature = "libm"))]
mod floats {
    use super::{
        BinaryKernel, Conforming, Native, Operand, Own, RuleFor, RuleOutput, Scalar, Shape, ShapeError, Tensor,
        UnaryKernel, With, op,
    };
    use crate::elementwise::{binary_float_functions, float_functions};
    use crate::maths::{Floating, Maths};

    binary_float_functions!(functions);

    /// Functions of one element.
    macro_rules! functions_of_one {
        ($Bound:ident $Kernel:ident => $Result:ty: $($doc:literal $name:ident $Op:ident)*) => {
            unary!($([T: $Bound] op::$Op: |x, _| x.$name();)*);
        };
    }

    float_functions!(functions_of_one);
    unary!([T: Floating] op::Powi: |x, op::Powi(n)| x.powi(n););
}

/// Impls of [`ReduceKernel`]: `reductions!([Bounds] op::Sum: _, try_sum () => T;)`.
macro_rules! reductions {
    ($([$($bounds:tt)*] $Op:ty: $op:pat_param, $try_name:ident ($($argument:expr)?) => $Result:ty;)*) => {$(
        impl<T: Copy> ReduceKernel<$Op, T> for Native
        where
            $($bounds)*
        {
            #[inline]
            fn reduce<S: Shape, X: AxesOf<S>>(
                $op: $Op,
                tensor: impl Operand<Own<T, S>>,
                along: &AlongAxes<'_, S, X>,
            ) -> Result<Own<$Result, Reduced<X, S>>, ShapeError> {
                tensor.by_ref().$try_name(along.axes $(, $argument)?).map(Tensor::into_shared)
            }
        }
    )*};
}

reductions!(
    [T: Numeric<Total = T>] op::Sum: _, try_sum () => T;
    [T: Numeric<Total = T>] op::Prod: _, try_prod () => T;
    [T: Inexact] op::Mean: _, try_mean () => T;
    [T: PartialOrd] op::Max: _, try_max () => T;
    [T: PartialOrd] op::Min: _, try_min () => T;
    [T: PartialOrd] op::ArgMax<usize>: _, try_argmax () => usize;
    [T: PartialOrd] op::ArgMin<usize>: _, try_argmin () => usize;
    [T: Real] op::Variance: op, try_var (op.ddof) => T;
    [T: Truth] op::All: _, try_all () => bool;
    [T: Truth] op::Any: _, try_any () => bool;
);

#[diagnostic::do_not_recommend]
impl<T: AsPrimitive<U>, U: Copy + 'static> UnaryKernel<op::Cast<U>, T> for Native {
    #[inline]
    fn unary<S: Shape>(_: op::Cast<U>, x: impl Operand<Own<T, S>>, _: &S) -> Result<Own<U, S>, ShapeError> {
        Ok(x.by_ref().map_in::<_, Heap>(Pure(kernel::Unary(AsPrimitive::as_))).into_shared())
    }
}

impl<T: MatrixElement<Total = T>> MatmulKernel<T> for Native {
    #[inline]
    fn matmul<S: Shape, R: Shape + MatmulWith<S>>(
        lhs: impl Operand<Own<T, S>>,
        rhs: impl Operand<Own<T, R>>,
        _: (&S, &R, &MatmulOutput<S, R>),
    ) -> Result<Own<T, MatmulOutput<S, R>>, ShapeError> {
        lhs.by_ref().try_matmul(rhs.by_ref()).map(Tensor::into_shared)
    }
}

impl<T: Copy> ViewKernel<T> for Native {
    #[inline]
    fn reshape<S: Shape, O: Shape>(tensor: impl Operand<Own<T, S>>, _: &S, out: &O) -> Result<Own<T, O>, ShapeError> {
        reshaped(tensor.owned(), out)
    }

    #[inline]
    fn arrange<S: Shape, W: ViewBy<S>>(
        tensor: impl Operand<Own<T, S>>,
        how: W,
        _: &Plan<S, W::Output>,
    ) -> Result<Own<T, W::Output>, ShapeError> {
        Ok(tensor.owned().try_into_view_by(how)?)
    }

    #[inline]
    fn broadcast_to<S: Shape + BroadcastTo<O>, O: Shape>(
        tensor: impl Operand<Own<T, S>>,
        _: &S,
        out: &O,
    ) -> Result<Own<T, O>, ShapeError> {
        let shape = tensor.by_ref().shape().broadcast_to(out)?;
        count::<(), _>(&shape)?;
        Ok(tensor.owned().into_stretched(shape))
    }
}

/// Reshapes without a copy if the strides allow it.
#[inline]
fn reshaped<T: Copy, S: Shape, O: Shape>(tensor: Own<T, S>, out: &O) -> Result<Own<T, O>, ShapeError> {
    match tensor.into_other_shape(out) {
        Ok(tensor) => Ok(tensor),
        Err(tensor) => Ok(tensor.copy_in::<Heap>()?.refill(out.clone())?.into_shared()),
    }
}

/// A mutable view of the elements; shared ones are copied before.
#[inline]
pub(super) fn alone_mut<T: Copy, S: Shape>(x: &mut Own<T, S>) -> Result<Tensor<T, S, ViewMut<'_>>, ShapeError> {
    if x.alone_mut().is_none() {
        *x = x.copy_in::<Heap>()?.into_shared();
    }
    Ok(x.alone_mut().expect("one owner"))
}

/// The elements on the heap, without a copy if no other tensor has them.
#[inline]
fn alone<T: Copy, S: Shape>(tensor: Own<T, S>) -> Result<Tensor<T, S>, ShapeError> {
    let shape = tensor.shape().clone();
    tensor.recycle(&shape).or_else(|tensor| tensor.copy_in())
}
