//! Reductions, products and views.

use crate::element::{Numeric, Places};
use crate::elementwise::{expanded, same_device, with_rank};
use crate::{Bool, Burn, Element, EngineTensor, Error, Float, Int, Kind, Number, Real, sizes};
use burn::backend::ops::{BoolTensorOps, FloatTensorOps};
use burn::backend::{Dispatch, DispatchTensor, TensorMetadata};
use burn::tensor::{Shape as Sizes, Slice};
use conformable::axes::{AxesOf, Reduced, ViewBy};
use conformable::engine::{
    AlongAxes, Engine, Host, Interval, MatmulKernel, Operand, Outcome, Plan, ReduceKernel, ScanKernel, SoftmaxKernel,
    ViewKernel, composed, op,
};
use conformable::product::MatmulWith;
use conformable::{BroadcastTo, MatmulOutput, Shape};

/// Impls of [`ReduceKernel`]: burn reduces one axis at a time, and keeps it.
macro_rules! reductions {
    ($([$Bound:path] $Op:ident $along:expr;)*) => {$(
        impl<T: $Bound> ReduceKernel<op::$Op, T> for Burn {
            #[inline]
            fn reduce<S: Shape, X: AxesOf<S>>(
                _: op::$Op,
                tensor: impl Operand<DispatchTensor>,
                along: &AlongAxes<'_, S, X>,
            ) -> Result<DispatchTensor, Error> {
                let x = along.numbers().fold(tensor.owned(), $along);
                Ok(if along.are_kept() { x } else { T::Kind::reshape(x, sizes(along.out)) })
            }
        }
    )*};
}

reductions!(
    [Number] Sum T::Kind::sum_dim;
    [Number] Prod T::Kind::prod_dim;
    [Real] Mean Dispatch::float_mean_dim;
    [Number] Max T::Kind::max_dim;
    [Number] Min T::Kind::min_dim;
);

/// Joins the reduced axes to the last one, in row-major order.
fn lines<K: Kind, S: Shape, X: AxesOf<S>>(x: DispatchTensor, along: &AlongAxes<'_, S, X>) -> DispatchTensor {
    let (order, (sizes, count)) = (along.order(), along.ordered());
    let kept = sizes.as_ref().len() - along.numbers().count();
    let lines = [&sizes.as_ref()[..kept], &[count]].concat();
    K::reshape(if order.as_ref().is_sorted() { x } else { K::permute(x, order.as_ref()) }, lines.into())
}

/// Impls of [`ReduceKernel`] that need the elements of each result contiguous.
macro_rules! places {
    ($($Op:ident $name:ident;)*) => {$(
        impl<T: Number> ReduceKernel<op::$Op<i64>, T> for Burn {
            fn reduce<S: Shape, X: AxesOf<S>>(
                _: op::$Op<i64>,
                tensor: impl Operand<DispatchTensor>,
                along: &AlongAxes<'_, S, X>,
            ) -> Result<DispatchTensor, Error> {
                let x = tensor.owned();
                if x.shape().num_elements() == 0 {
                    return <Self as Host<i64>>::full(along.out, 0, &Self::device::<i64, S>(&x));
                }
                let lines = lines::<T::Kind, S, X>(x, along);
                let last = lines.rank() - 1;
                Ok(Int::reshape(T::Kind::$name(lines, last), sizes(along.out)))
            }
        }
    )*};
}

places!(ArgMax argmax; ArgMin argmin;);

impl<T: Real> ReduceKernel<op::Variance, T> for Burn {
    fn reduce<S: Shape, X: AxesOf<S>>(
        op: op::Variance,
        tensor: impl Operand<DispatchTensor>,
        along: &AlongAxes<'_, S, X>,
    ) -> Result<DispatchTensor, Error> {
        let x = tensor.owned();
        let means = along.numbers().fold(x.clone(), Dispatch::float_mean_dim);
        let less = Dispatch::float_sub(x, means);
        let sums = along.numbers().fold(Float::mul(less.clone(), less), Float::sum_dim);
        let count: usize = along.numbers().map(|axis| along.shape.sizes().as_ref()[axis]).product();
        // NaN or infinite for too few elements
        let variance = Float::div_scalar(sums, (count.saturating_sub(op.ddof) as f64).into());
        Ok(if along.are_kept() { variance } else { Float::reshape(variance, sizes(along.out)) })
    }
}

/// Impls of [`ReduceKernel`] for `bool`s: the value of an empty axis.
macro_rules! bools {
    ($($Op:ident $name:ident $of_none:literal;)*) => {$(
        impl ReduceKernel<op::$Op, bool> for Burn {
            fn reduce<S: Shape, X: AxesOf<S>>(
                _: op::$Op,
                tensor: impl Operand<DispatchTensor>,
                along: &AlongAxes<'_, S, X>,
            ) -> Result<DispatchTensor, Error> {
                let x = tensor.owned();
                if x.shape().num_elements() == 0 {
                    return <Self as Host<bool>>::full(along.out, $of_none, &Self::device::<bool, S>(&x));
                }
                let x = along.numbers().fold(x, Dispatch::$name);
                Ok(if along.are_kept() { x } else { Bool::reshape(x, sizes(along.out)) })
            }
        }
    )*};
}

bools!(All bool_all_dim true; Any bool_any_dim false;);

impl<T: Real> SoftmaxKernel<T> for Burn {
    fn softmax<S: Shape, X: AxesOf<S>>(x: &EngineTensor<T, S>, axes: X) -> Outcome<T, S, Self> {
        composed::softmax(x, axes)
    }

    fn log_softmax<S: Shape, X: AxesOf<S>>(x: &EngineTensor<T, S>, axes: X) -> Outcome<T, S, Self> {
        composed::log_softmax(x, axes)
    }

    fn log_sum_exp<S: Shape, X: AxesOf<S>>(x: &EngineTensor<T, S>, axes: X) -> Outcome<T, Reduced<X, S>, Self> {
        composed::log_sum_exp(x, axes)
    }
}

/// Impls of [`ScanKernel`].
macro_rules! scans {
    ($($Op:ident $name:ident;)*) => {$(
        impl<T: Number> ScanKernel<op::$Op, T> for Burn {
            fn scan<S: Shape, X: AxesOf<S>>(
                _: op::$Op,
                x: &DispatchTensor,
                along: &AlongAxes<'_, S, X>,
            ) -> Result<DispatchTensor, Error> {
                let lines = lines::<T::Kind, S, X>(x.clone(), along);
                let last = lines.rank() - 1;
                let all = T::Kind::$name(lines, last);
                // back to the original order of axes
                let (places, (ordered, _)) = (along.places(), along.ordered());
                if places.as_ref().is_empty() {
                    return Ok(all);
                }
                let all = T::Kind::reshape(all, ordered.as_ref().into());
                Ok(if places.as_ref().is_sorted() { all } else { T::Kind::permute(all, places.as_ref()) })
            }
        }
    )*};
}

scans!(Sum cumsum; Prod cumprod;);

impl<T: Number> MatmulKernel<T> for Burn {
    #[inline]
    fn matmul<S: Shape, R: Shape + MatmulWith<S>>(
        lhs: impl Operand<DispatchTensor>,
        rhs: impl Operand<DispatchTensor>,
        (left, right, out): (&S, &R, &MatmulOutput<S, R>),
    ) -> Result<DispatchTensor, Error> {
        let (mut lhs, mut rhs) = (lhs.owned(), rhs.owned());
        same_device(&lhs, &rhs)?;
        let (left, right) = (left.rank(), right.rank());
        // a vector is a row on the left, a column on the right
        let rank = left.max(right).max(2);
        if right == 1 {
            let sizes = rhs.shape();
            rhs = T::Kind::reshape(rhs, Sizes::from([sizes[0], 1]));
        }
        if lhs.rank() < rank {
            lhs = with_rank::<T::Kind>(lhs, rank);
        }
        if rhs.rank() < rank {
            rhs = with_rank::<T::Kind>(rhs, rank);
        }
        let product = T::Kind::matmul(lhs, rhs);
        Ok(if left > 1 && right > 1 { product } else { T::Kind::reshape(product, sizes(out)) })
    }
}

impl<T: Element> ViewKernel<T> for Burn {
    #[inline]
    fn reshape<S: Shape, O: Shape>(
        tensor: impl Operand<DispatchTensor>,
        _: &S,
        out: &O,
    ) -> Result<DispatchTensor, Error> {
        Ok(T::Kind::reshape(tensor.owned(), sizes(out)))
    }

    fn arrange<S: Shape, W: ViewBy<S>>(
        tensor: impl Operand<DispatchTensor>,
        _: W,
        plan: &Plan<S, W::Output>,
    ) -> Result<DispatchTensor, Error> {
        let mut x = tensor.owned();
        if plan.cuts() {
            x = T::Kind::slice(x, &plan.parts().map(slice).collect::<Vec<_>>());
        }
        if let Some([one, other]) = plan.swapped() {
            x = T::Kind::swap_dims(x, one, other);
        } else if let order = plan.order()
            && !order.as_ref().is_sorted()
        {
            x = T::Kind::permute(x, order.as_ref());
        }
        if let Some([one, _]) = plan.diagonal() {
            // both axes are adjacent and as long as the shorter one: as one axis, they have the diagonal at equal steps
            let at = plan.order().as_ref().iter().position(|&axis| axis == one).unwrap_or_default();
            let mut sizes = x.shape().iter().copied().collect::<Vec<_>>();
            let len = sizes.remove(at);
            sizes[at] = len * len;
            let whole = |&len: &usize| Interval { start: 0, len, step: 1 };
            let mut parts = sizes.iter().map(whole).collect::<Vec<_>>();
            parts[at] = Interval { start: 0, len, step: len.cast_signed() + 1 };
            x = T::Kind::slice(T::Kind::reshape(x, sizes.into()), &parts.into_iter().map(slice).collect::<Vec<_>>());
        }
        if plan.is_order() && plan.out().rank() > 0 {
            return Ok(x);
        }
        let out = sizes(plan.out());
        Ok(if x.shape() == out { x } else { T::Kind::reshape(x, out) })
    }

    #[inline]
    fn broadcast_to<S: Shape + BroadcastTo<O>, O: Shape>(
        tensor: impl Operand<DispatchTensor>,
        _: &S,
        out: &O,
    ) -> Result<DispatchTensor, Error> {
        Ok(expanded::<T::Kind>(tensor.owned(), &sizes(out)))
    }
}

/// A part as burn has it: a range of elements, walked from its end if the step is negative.
fn slice(part: Interval) -> Slice {
    let last = part.indices().last().unwrap_or(part.start);
    let (first, end) =
        if part.len == 0 { (part.start, part.start) } else { (part.start.min(last), part.start.max(last) + 1) };
    let signed = |index: usize| isize::try_from(index).expect("an axis has fewer elements than an `isize` counts");
    Slice::new(signed(first), Some(signed(end)), part.step)
}
