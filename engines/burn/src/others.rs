//! Reductions, products and views.

use crate::element::Numeric;
use crate::elementwise::{same_device, with_rank};
use crate::{Burn, Element, Error, Kind, Number, Real, sizes};
use burn::backend::ops::FloatTensorOps;
use burn::backend::{Dispatch, DispatchTensor, TensorMetadata};
use burn::tensor::{Shape as Sizes, Slice};
use conformable::axes::{AxesOf, Rearrange};
use conformable::engine::{Along, Operand, Part, Plan, Products, Reduce, Views, op};
use conformable::{BroadcastTo, Matmul, MatmulOutput, Shape};

/// Impls of [`Reduce`]: burn goes along one axis at a time, which it keeps.
macro_rules! reductions {
    ($([$Bound:path] $Op:ident $along:expr;)*) => {$(
        impl<T: $Bound> Reduce<op::$Op, T> for Burn {
            #[inline]
            fn reduce<S: Shape, X: AxesOf<S>>(
                _: op::$Op,
                tensor: impl Operand<DispatchTensor>,
                along: &Along<'_, S, X>,
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

impl<T: Number> Products<T> for Burn {
    #[inline]
    fn matmul<S: Matmul<R>, R: Shape>(
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

impl<T: Element> Views<T> for Burn {
    #[inline]
    fn reshape<S: Shape, O: Shape>(
        tensor: impl Operand<DispatchTensor>,
        _: &S,
        out: &O,
    ) -> Result<DispatchTensor, Error> {
        Ok(T::Kind::reshape(tensor.owned(), sizes(out)))
    }

    fn rearrange<S: Shape, W: Rearrange<S>>(
        tensor: impl Operand<DispatchTensor>,
        _: W,
        plan: &Plan<S, W::Output>,
    ) -> Result<DispatchTensor, Error> {
        let mut x = tensor.owned();
        if plan.cuts() {
            x = T::Kind::slice(x, &plan.parts().map(slice).collect::<Vec<_>>());
        }
        let order = plan.order();
        if !order.as_ref().is_sorted() {
            x = T::Kind::permute(x, order.as_ref());
        }
        let out = sizes(plan.out());
        Ok(if x.shape() == out { x } else { T::Kind::reshape(x, out) })
    }

    #[inline]
    fn broadcast_to<S: BroadcastTo<O>, O: Shape>(
        tensor: impl Operand<DispatchTensor>,
        _: &S,
        out: &O,
    ) -> Result<DispatchTensor, Error> {
        let out = sizes(out);
        let mut x = tensor.owned();
        if x.rank() < out.num_dims() {
            x = with_rank::<T::Kind>(x, out.num_dims());
        }
        Ok(if x.shape() == out { x } else { T::Kind::expand(x, out) })
    }
}

/// A part as burn has it: the range of the elements that are seen, walked from its end where the step is below 0.
fn slice(part: Part) -> Slice {
    let last = part.indices().last().unwrap_or(part.start);
    let (first, end) =
        if part.len == 0 { (part.start, part.start) } else { (part.start.min(last), part.start.max(last) + 1) };
    let signed = |index: usize| isize::try_from(index).expect("an axis has fewer elements than an `isize` counts");
    Slice::new(signed(first), Some(signed(end)), part.step)
}
