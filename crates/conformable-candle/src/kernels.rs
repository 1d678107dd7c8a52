//! Reductions, products and views.

use crate::{Candle, Element, EngineTensor, Float, Number};
use candle_core::{D, DType, Error, Tensor};
use conformable::axes::{AxesOf, Reduced, ViewBy};
use conformable::engine::{
    AlongAxes, Host, Interval, MatmulKernel, Operand, Outcome, Plan, ReduceKernel, ScanKernel, SoftmaxKernel,
    ViewKernel, composed, op,
};
use conformable::product::MatmulWith;
use conformable::{BroadcastTo, MatmulOutput, Shape};
use std::borrow::Cow;

/// Reduces one axis at a time, from the last one on, which keeps the numbers of the earlier axes.
fn one_by_one<S: Shape, X: AxesOf<S>>(
    x: &Tensor,
    along: &AlongAxes<'_, S, X>,
    f: impl Fn(&Tensor, usize) -> Result<Tensor, Error>,
) -> Result<Tensor, Error> {
    along.numbers().rev().try_fold(x.clone(), |x, axis| f(&x, axis))
}

/// Impls of [`ReduceKernel`]: candle has a function that keeps axes, and one that removes them.
macro_rules! reductions {
    ($([$Bound:path] $Op:ident: |$x:ident, $along:ident| $kept:expr, $gone:expr;)*) => {$(
        impl<T: $Bound> ReduceKernel<op::$Op, T> for Candle {
            #[inline]
            fn reduce<S: Shape, X: AxesOf<S>>(
                _: op::$Op,
                tensor: impl Operand<Tensor>,
                $along: &AlongAxes<'_, S, X>,
            ) -> Result<Tensor, Error> {
                let $x = tensor.by_ref();
                if $along.are_kept() { $kept } else { $gone }
            }
        }
    )*};
}

/// The axes as candle takes them.
fn axes<S: Shape, X: AxesOf<S>>(along: &AlongAxes<'_, S, X>) -> Vec<usize> {
    along.numbers().collect()
}

reductions!(
    [Number] Sum: |x, along| x.sum_keepdim(axes(along)), x.sum(axes(along));
    [Float] Mean: |x, along| x.mean_keepdim(axes(along)), x.mean(axes(along));
);

/// Impls of [`ReduceKernel`] where candle fails on empty tensors with an empty result.
macro_rules! extremes {
    ($($Op:ident $kept:ident $gone:ident;)*) => {$(
        impl<T: Number> ReduceKernel<op::$Op, T> for Candle {
            #[inline]
            fn reduce<S: Shape, X: AxesOf<S>>(
                _: op::$Op,
                tensor: impl Operand<Tensor>,
                along: &AlongAxes<'_, S, X>,
            ) -> Result<Tensor, Error> {
                let x = tensor.by_ref();
                if x.elem_count() == 0 {
                    return Tensor::zeros(along.out.sizes().as_ref(), x.dtype(), x.device());
                }
                one_by_one(x, along, |x, axis| if along.are_kept() { x.$kept(axis) } else { x.$gone(axis) })
            }
        }
    )*};
}

extremes!(Max max_keepdim max; Min min_keepdim min;);

/// Joins the reduced axes to the last one, in row-major order.
fn lines<S: Shape, X: AxesOf<S>>(x: &Tensor, along: &AlongAxes<'_, S, X>) -> Result<Tensor, Error> {
    let (order, (sizes, count)) = (along.order(), along.ordered());
    let kept = sizes.as_ref().len() - along.numbers().count();
    let lines = [&sizes.as_ref()[..kept], &[count]].concat();
    (if order.as_ref().is_sorted() { x.clone() } else { x.permute(order.as_ref())? }).reshape(lines)
}

/// Impls of [`ReduceKernel`] that need the elements of each result contiguous.
macro_rules! places {
    ($($Op:ident $name:ident;)*) => {$(
        impl<T: Number> ReduceKernel<op::$Op<u32>, T> for Candle {
            #[inline]
            fn reduce<S: Shape, X: AxesOf<S>>(
                _: op::$Op<u32>,
                tensor: impl Operand<Tensor>,
                along: &AlongAxes<'_, S, X>,
            ) -> Result<Tensor, Error> {
                let lines = lines(tensor.by_ref(), along)?;
                if lines.elem_count() == 0 {
                    return Tensor::zeros(along.out.sizes().as_ref(), DType::U32, lines.device());
                }
                lines.contiguous()?.$name(D::Minus1)?.reshape(along.out.sizes().as_ref())
            }
        }
    )*};
}

places!(ArgMax argmax; ArgMin argmin;);

impl<T: Float> ReduceKernel<op::Variance, T> for Candle {
    fn reduce<S: Shape, X: AxesOf<S>>(
        op: op::Variance,
        tensor: impl Operand<Tensor>,
        along: &AlongAxes<'_, S, X>,
    ) -> Result<Tensor, Error> {
        let x = tensor.by_ref();
        let squares = x.broadcast_sub(&x.mean_keepdim(axes(along))?)?.sqr()?;
        let sums = if along.are_kept() { squares.sum_keepdim(axes(along))? } else { squares.sum(axes(along))? };
        let count: usize = along.numbers().map(|axis| x.dims()[axis]).product();
        // NaN or infinite for too few elements
        sums / count.saturating_sub(op.ddof) as f64
    }
}

/// Impls of [`ReduceKernel`] for `bool`s, which are 0 and 1: the value of an empty axis, and the value that decides.
macro_rules! bools {
    ($($Op:ident $OfNumbers:ident $of_none:literal;)*) => {$(
        impl ReduceKernel<op::$Op, bool> for Candle {
            fn reduce<S: Shape, X: AxesOf<S>>(
                _: op::$Op,
                tensor: impl Operand<Tensor>,
                along: &AlongAxes<'_, S, X>,
            ) -> Result<Tensor, Error> {
                if tensor.by_ref().elem_count() == 0 {
                    return <Self as Host<bool>>::full(along.out, $of_none, tensor.by_ref().device());
                }
                <Self as ReduceKernel<op::$OfNumbers, u8>>::reduce(op::$OfNumbers, tensor, along)
            }
        }
    )*};
}

bools!(All Min true; Any Max false;);

impl<T: Float> SoftmaxKernel<T> for Candle {
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

/// Impls of [`ScanKernel`], in log2(length) steps. candle's own sums are a product with a matrix, where an
/// infinity makes all others NaN.
macro_rules! scans {
    ($($Op:ident $name:ident;)*) => {$(
        impl<T: Number> ScanKernel<op::$Op, T> for Candle {
            fn scan<S: Shape, X: AxesOf<S>>(_: op::$Op, x: &Tensor, along: &AlongAxes<'_, S, X>)
                -> Result<Tensor, Error>
            {
                let mut all = lines(x, along)?;
                let (last, length) = (all.rank() - 1, all.dim(D::Minus1)?);
                let mut step = 1;
                while step < length {
                    let (before, after) = (all.narrow(last, 0, length - step)?, all.narrow(last, step, length - step)?);
                    all = Tensor::cat(&[all.narrow(last, 0, step)?, after.$name(&before)?], last)?;
                    step *= 2;
                }
                // back to the original order of axes
                let (places, (ordered, _)) = (along.places(), along.ordered());
                let all = all.reshape(ordered.as_ref())?;
                if places.as_ref().is_sorted() { Ok(all) } else { all.permute(places.as_ref()) }
            }
        }
    )*};
}

scans!(Sum add; Prod mul;);

impl<T: Number> MatmulKernel<T> for Candle {
    #[inline]
    fn matmul<S: Shape, R: Shape + MatmulWith<S>>(
        lhs: impl Operand<Tensor>,
        rhs: impl Operand<Tensor>,
        (_, _, out): (&S, &R, &MatmulOutput<S, R>),
    ) -> Result<Tensor, Error> {
        let (lhs, rhs) = (lhs.by_ref(), rhs.by_ref());
        match (lhs.rank(), rhs.rank()) {
            (l, r) if l == r && l > 1 && lhs.dims()[..l - 2] == rhs.dims()[..r - 2] => {
                in_steps(lhs)?.matmul(in_steps(rhs)?.as_ref())
            }
            (2.., 2..) => lhs.broadcast_matmul(rhs),
            // a vector is a row on the left, a column on the right
            (l, r) => {
                let lhs = if l == 1 { lhs.unsqueeze(0)? } else { lhs.clone() };
                let rhs = if r == 1 { rhs.unsqueeze(1)? } else { rhs.clone() };
                lhs.broadcast_matmul(&rhs)?.reshape(out.sizes().as_ref())
            }
        }
    }
}

/// Makes the distances of the matrices equal, as candle's product requires.
fn in_steps(x: &Tensor) -> Result<Cow<'_, Tensor>, Error> {
    let batches = x.dims().len().saturating_sub(2);
    let (sizes, strides) = (&x.dims()[..batches], &x.stride()[..batches]);
    let merge = |axis: usize| strides[axis - 1] == sizes[axis] * strides[axis];
    if (1..batches).all(merge) { Ok(Cow::Borrowed(x)) } else { x.contiguous().map(Cow::Owned) }
}

impl<T: Element> ViewKernel<T> for Candle {
    #[inline]
    fn reshape<S: Shape, O: Shape>(tensor: impl Operand<Tensor>, _: &S, out: &O) -> Result<Tensor, Error> {
        tensor.by_ref().reshape(out.sizes().as_ref())
    }

    fn arrange<S: Shape, W: ViewBy<S>>(
        tensor: impl Operand<Tensor>,
        _: W,
        plan: &Plan<S, W::Output>,
    ) -> Result<Tensor, Error> {
        let mut x = tensor.into_given();
        if plan.cuts() {
            for (axis, part) in plan.parts().enumerate() {
                x = Cow::Owned(cut(&x, axis, part)?);
            }
        }
        if let Some([one, other]) = plan.swapped() {
            x = Cow::Owned(x.transpose(one, other)?);
        } else if let order = plan.order()
            && !order.as_ref().is_sorted()
        {
            x = Cow::Owned(x.permute(order.as_ref())?);
        }
        if let Some([one, _]) = plan.diagonal() {
            // both axes are adjacent and as long as the shorter one: as one axis, they have the diagonal at equal steps
            let at = plan.order().as_ref().iter().position(|&axis| axis == one).unwrap_or_default();
            let len = x.dims()[at];
            let sizes = [&x.dims()[..at], &[len * len], &x.dims()[at + 2..]].concat();
            let step = isize::try_from(len + 1).map_err(Error::wrap)?;
            x = Cow::Owned(cut(&x.reshape(sizes)?, at, Interval { start: 0, len, step })?);
        }
        let out = plan.out().sizes();
        if plan.is_order() || x.dims() == out.as_ref() { Ok(x.into_owned()) } else { x.reshape(out.as_ref()) }
    }

    #[inline]
    fn broadcast_to<S: Shape + BroadcastTo<O>, O: Shape>(
        tensor: impl Operand<Tensor>,
        _: &S,
        out: &O,
    ) -> Result<Tensor, Error> {
        tensor.by_ref().broadcast_as(out.sizes().as_ref())
    }
}

/// A part of an axis: candle has parts of step 1; others are selected by indices.
fn cut(x: &Tensor, axis: usize, part: Interval) -> Result<Tensor, Error> {
    if part.step == 1 {
        return x.narrow(axis, part.start, part.len);
    }
    let indices =
        part.indices().map(|index| u32::try_from(index).map_err(Error::wrap)).collect::<Result<Vec<_>, _>>()?;
    x.contiguous()?.index_select(&Tensor::new(indices, x.device())?, axis)
}
