//! Reductions, products and views.

use crate::{Candle, Element, Float, Number};
use candle_core::{Error, Tensor};
use conformable::axes::{AxesOf, Rearrange};
use conformable::engine::{Along, Operand, Plan, Products, Reduce, Views, op};
use conformable::{BroadcastTo, Matmul, MatmulOutput, Shape};
use std::borrow::Cow;

/// A reduction of one axis at a time, from the last one on, so that the numbers of those before stay.
fn one_by_one<S: Shape, X: AxesOf<S>>(
    x: &Tensor,
    along: &Along<'_, S, X>,
    f: impl Fn(&Tensor, usize) -> Result<Tensor, Error>,
) -> Result<Tensor, Error> {
    along.numbers().rev().try_fold(x.clone(), |x, axis| f(&x, axis))
}

/// Impls of [`Reduce`]: candle has a function that keeps axes, and one that does not.
macro_rules! reductions {
    ($([$Bound:path] $Op:ident: |$x:ident, $along:ident| $kept:expr, $gone:expr;)*) => {$(
        impl<T: $Bound> Reduce<op::$Op, T> for Candle {
            #[inline]
            fn reduce<S: Shape, X: AxesOf<S>>(
                _: op::$Op,
                tensor: impl Operand<Tensor>,
                $along: &Along<'_, S, X>,
            ) -> Result<Tensor, Error> {
                let $x = tensor.by_ref();
                if $along.are_kept() { $kept } else { $gone }
            }
        }
    )*};
}

/// The axes as candle takes them.
fn axes<S: Shape, X: AxesOf<S>>(along: &Along<'_, S, X>) -> Vec<usize> {
    along.numbers().collect()
}

reductions!(
    [Number] Sum: |x, along| x.sum_keepdim(axes(along)), x.sum(axes(along));
    [Float] Mean: |x, along| x.mean_keepdim(axes(along)), x.mean(axes(along));
    [Number] Max: |x, along| one_by_one(x, along, Tensor::max_keepdim), one_by_one(x, along, Tensor::max);
    [Number] Min: |x, along| one_by_one(x, along, Tensor::min_keepdim), one_by_one(x, along, Tensor::min);
);

impl<T: Number> Products<T> for Candle {
    #[inline]
    fn matmul<S: Matmul<R>, R: Shape>(
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

/// The tensor, whose matrices lie in equal steps from each other, as candle multiplies them.
fn in_steps(x: &Tensor) -> Result<Cow<'_, Tensor>, Error> {
    let batches = x.dims().len().saturating_sub(2);
    let (sizes, strides) = (&x.dims()[..batches], &x.stride()[..batches]);
    let merge = |axis: usize| strides[axis - 1] == sizes[axis] * strides[axis];
    if (1..batches).all(merge) { Ok(Cow::Borrowed(x)) } else { x.contiguous().map(Cow::Owned) }
}

impl<T: Element> Views<T> for Candle {
    #[inline]
    fn reshape<S: Shape, O: Shape>(tensor: impl Operand<Tensor>, _: &S, out: &O) -> Result<Tensor, Error> {
        tensor.by_ref().reshape(out.sizes().as_ref())
    }

    fn rearrange<S: Shape, W: Rearrange<S>>(
        tensor: impl Operand<Tensor>,
        _: W,
        plan: &Plan<S, W::Output>,
    ) -> Result<Tensor, Error> {
        let mut x = tensor.owned();
        if plan.cuts() {
            for (axis, part) in plan.parts().enumerate() {
                x = cut(&x, axis, part)?;
            }
        }
        let order = plan.order();
        if !order.as_ref().is_sorted() {
            x = x.permute(order.as_ref())?;
        }
        let out = plan.out().sizes();
        if x.dims() == out.as_ref() { Ok(x) } else { x.reshape(out.as_ref()) }
    }

    #[inline]
    fn broadcast_to<S: Shape, O: Shape>(tensor: impl Operand<Tensor>, _: &S, out: &O) -> Result<Tensor, Error>
    where
        S: BroadcastTo<O>,
    {
        tensor.by_ref().broadcast_as(out.sizes().as_ref())
    }
}

/// A part of an axis: candle has those in steps of 1, and picks the others by their indices.
fn cut(x: &Tensor, axis: usize, part: conformable::engine::Part) -> Result<Tensor, Error> {
    if part.step == 1 {
        return x.narrow(axis, part.start, part.len);
    }
    let indices = part.indices().map(|index| u32::try_from(index).map_err(Error::wrap)).collect::<Result<Vec<_>, _>>()?;
    x.index_select(&Tensor::new(indices, x.device())?, axis)
}
