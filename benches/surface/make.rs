//! Calls that make tensors, and what they become.

use super::given::{Dense, Hand, Number};
use super::{Bench, row};
use conformable::{AnyShape, Dyn, Inline, Shape, StaticShape, Tensor, View};
use ndarray::{Array, ArrayView, Dimension, IntoDimension, IxDyn};
use std::hint::black_box;

/// Of the shape of a tensor on the heap.
pub(crate) fn heap<T: Number, S: Shape, A: Dimension>(
    bench: &Bench,
    tensor: &str,
    x: &Tensor<T, S>,
    a: &ArrayView<T, A>,
    s: Dense<'_, T>,
) {
    let (one, slice) = (T::one(), x.as_slice());
    row!(bench, tensor, "full", (x, Tensor::full(x.shape().clone(), one)), (a, Array::from_elem(a.raw_dim(), one)), (s, vec![one; s.0[0].len()]));
    row!(bench, tensor, "zeros", (x, Tensor::<T, S>::zeros(x.shape().clone())), (a, Array::<T, _>::zeros(a.raw_dim())), (s, vec![T::zero(); s.0[0].len()]));
    row!(bench, tensor, "from_fn",
        (x, Tensor::from_fn(x.shape().clone(), |index| if index.as_ref()[index.as_ref().len() - 1] == 1 { one } else { T::zero() })),
        (a, Array::from_shape_fn(a.raw_dim(), |index| if index.into_dimension().slice().last() == Some(&1) { one } else { T::zero() })),
        (s, s.made(|last| if last == 1 { one } else { T::zero() })));
    row!(bench, tensor, "clone", (x, x.clone()), (a, a.to_owned()), (s, s.0[0].to_vec()));
    row!(bench, tensor, "from_slice", (x, Tensor::from_slice(x.shape().clone(), slice).expect("a view")), (a, ArrayView::from_shape(a.raw_dim(), slice).expect("a view")), (s, s.0[0]));
    row!(bench, tensor, "from_vec", (x, Tensor::from_vec(x.shape().clone(), slice.to_vec()).expect("a tensor")), (a, Array::from_shape_vec(a.raw_dim(), slice.to_vec()).expect("an array")), (s, s.0[0].to_vec()));
    row!(bench, tensor, "view of ndarray", (x, { black_box(x); Tensor::<T, S, View>::try_from(a).expect("a view") }), (a, a.view()), (s, s.0[0]));
    row!(bench, tensor, "as_ndarray", (x, x.as_ndarray()), (a, a.view()), (s, s.0[0]));
    row!(bench, tensor, "into_iter", (x, x.clone().into_iter().fold(T::zero(), |sum, x| sum + x)), (a, a.to_owned().into_iter().fold(T::zero(), |sum, x| sum + x)), (s, s.0[0].to_vec().into_iter().fold(T::zero(), |sum, x| sum + x)));
    row!(bench, tensor, "iter().collect", (x, x.iter().copied().collect::<Tensor<T, (Dyn,)>>()), (a, a.iter().copied().collect::<ndarray::Array1<T>>()), (s, s.0[0].to_vec()));
    stretched(bench, tensor, x, a, s);
}

/// Repeated 5 times along a new axis: views, walked.
fn stretched<T: Number, S: Shape, A: Dimension>(
    bench: &Bench,
    tensor: &str,
    x: &Tensor<T, S>,
    a: &ArrayView<T, A>,
    s: Dense<'_, T>,
) {
    let sizes: &Vec<usize> = &[5].into_iter().chain(a.shape().iter().copied()).collect();
    let target = &AnyShape::from(&sizes[..]);
    let zero = T::zero();
    let x = &x.view().erase();
    let five = |s: Dense<'_, T>| (0..5).fold(zero, |sum, _| s.fold(sum, |sum, x| sum + x));
    row!(bench, tensor, "try_broadcast_to().iter().sum",
        (x, x.try_broadcast_to(target).expect("a view").iter().sum::<T>()),
        (a, a.broadcast(IxDyn(sizes)).expect("a view").iter().sum::<T>()), (s, five(s)));
    row!(bench, tensor, "for x in &try_broadcast_to()",
        (x, { let mut sum = zero; for &x in &x.try_broadcast_to(target).expect("a view") { sum += x; } sum }),
        (a, { let mut sum = zero; for &x in a.broadcast(IxDyn(sizes)).expect("a view") { sum += x; } sum }), (s, five(s)));
}

/// Of the shape of a tensor inline.
pub(crate) fn inline<T: Number, S: StaticShape + Copy>(bench: &Bench, tensor: &str, x: &Tensor<T, S, Inline>) {
    let (one, s) = (T::one(), x.as_slice());
    let a = &ArrayView::from(s);
    row!(bench, tensor, "inline_full", (x, Tensor::inline_full(*x.shape(), one)), (a, Array::from_elem(a.raw_dim(), one)), (s, vec![one; s.len()]));
    row!(bench, tensor, "to_inline", (x, x.to_inline()), (a, a.to_owned()), (s, s.to_vec()));
    row!(bench, tensor, "to_heap", (x, x.to_heap()), (a, a.to_owned()), (s, s.to_vec()));
    row!(bench, tensor, "inline_from_fn",
        (x, Tensor::inline_from_fn(*x.shape(), |index| if index.as_ref()[index.as_ref().len() - 1] == 1 { one } else { T::zero() })),
        (a, Array::from_shape_fn(a.raw_dim(), |index| if index == 1 { one } else { T::zero() })),
        (s, (0..s.len()).map(|i| if i == 1 { one } else { T::zero() }).collect::<Vec<_>>()));
}
