//! Calls that make tensors, and conversions.

use super::given::{Dense, Number, numbers};
use super::{Bench, agree, row};
use conformable::{BroadcastTo, Dyn, Inline, Shape, StaticShape, Tensor, View};
use ndarray::{Array, ArrayView, Dimension, IntoDimension};
use std::hint::black_box;

/// Calls for the shape of a tensor on the heap.
pub(crate) fn heap<T: Number, S: Shape, A: Dimension>(
    bench: &Bench,
    tensor: &str,
    x: &Tensor<T, S>,
    a: &ArrayView<T, A>,
    s: Dense<'_, T>,
) {
    let (one, slice) = (T::one(), x.as_slice());
    row!(
        bench,
        tensor,
        "full",
        (x, Tensor::full(x.shape().clone(), one)),
        (a, Array::from_elem(a.raw_dim(), one)),
        (s, vec![one; s.0[0].len()])
    );
    row!(
        bench,
        tensor,
        "zeros",
        (x, Tensor::<T, S>::zeros(x.shape().clone())),
        (a, Array::<T, _>::zeros(a.raw_dim())),
        (s, vec![T::zero(); s.0[0].len()])
    );
    row!(
        bench,
        tensor,
        "from_fn",
        (
            x,
            Tensor::from_fn(x.shape().clone(), |index| if index.as_ref()[index.as_ref().len() - 1] == 1 {
                one
            } else {
                T::zero()
            })
        ),
        (
            a,
            Array::from_shape_fn(a.raw_dim(), |index| if index.into_dimension().slice().last() == Some(&1) {
                one
            } else {
                T::zero()
            })
        ),
        (s, s.made(|last| if last == 1 { one } else { T::zero() }))
    );
    row!(bench, tensor, "clone", (x, x.clone()), (a, a.to_owned()), (s, s.0[0].to_vec()));
    row!(
        bench,
        tensor,
        "from_slice",
        (x, Tensor::from_slice(x.shape().clone(), slice).expect("a view")),
        (a, ArrayView::from_shape(a.raw_dim(), slice).expect("a view"))
    );
    row!(
        bench,
        tensor,
        "from_vec",
        (x, Tensor::from_vec(x.shape().clone(), slice.to_vec()).expect("a tensor")),
        (a, Array::from_shape_vec(a.raw_dim(), slice.to_vec()).expect("an array")),
        (s, s.0[0].to_vec())
    );
    row!(
        bench,
        tensor,
        "view of ndarray",
        (x, {
            black_box(x);
            Tensor::<T, S, View>::try_from(a).expect("a view")
        }),
        (a, a.view())
    );
    row!(bench, tensor, "as_ndarray", (x, x.as_ndarray()), (a, a.view()));
    row!(
        bench,
        tensor,
        "into_iter",
        (x, x.clone().into_iter().fold(T::zero(), |sum, x| sum + x)),
        (a, a.to_owned().into_iter().fold(T::zero(), |sum, x| sum + x)),
        (s, s.0[0].to_vec().into_iter().fold(T::zero(), |sum, x| sum + x))
    );
    row!(
        bench,
        tensor,
        "iter().collect",
        (x, x.iter().copied().collect::<Tensor<T, (Dyn,)>>()),
        (a, a.iter().copied().collect::<ndarray::Array1<T>>()),
        (s, s.0[0].to_vec())
    );
}

/// A view of every row of a matrix, made and walked.
pub(crate) fn stretched<T: Number, S: Shape + BroadcastTo<R>, R: Shape>(
    bench: &Bench,
    kind: &str,
    row: S,
    matrix: &R,
    [rows, columns]: [usize; 2],
) {
    let tensor = &format!("{} heap {kind} [{columns}]", T::NAME);
    let x = &Tensor::from_vec(row, numbers::<T>(columns, 1)).expect("a tensor");
    let (a, s) = (&ArrayView::from(x.as_slice()), x.as_slice());
    let (zero, rows) = (T::zero(), black_box(rows));
    let repeated = move |s: &[T]| (0..rows).fold(zero, |sum, _| s.iter().fold(sum, |sum, &x| sum + x));
    agree!(
        bench,
        tensor,
        "try_broadcast_to().iter().sum",
        (x, x.try_broadcast_to(matrix).expect("a view").iter().sum::<T>()),
        (a, a.broadcast([rows, columns]).expect("a view").iter().sum::<T>()),
        (s, repeated(s))
    );
    agree!(
        bench,
        tensor,
        "for x in &try_broadcast_to()",
        (x, {
            let mut sum = zero;
            for &x in &x.try_broadcast_to(matrix).expect("a view") {
                sum += x;
            }
            sum
        }),
        (a, {
            let mut sum = zero;
            for &x in a.broadcast([rows, columns]).expect("a view") {
                sum += x;
            }
            sum
        }),
        (s, repeated(s))
    );
}

/// Calls for the shape of an inline tensor.
pub(crate) fn inline<T: Number, S: StaticShape + Copy>(bench: &Bench, tensor: &str, x: &Tensor<T, S, Inline>) {
    let (one, s) = (T::one(), x.as_slice());
    let a = &ArrayView::from(s);
    row!(
        bench,
        tensor,
        "inline_full",
        (x, Tensor::inline_full(*x.shape(), one)),
        (a, Array::from_elem(a.raw_dim(), one)),
        (s, vec![one; s.len()])
    );
    row!(bench, tensor, "to_inline", (x, x.to_inline()), (a, a.to_owned()), (s, s.to_vec()));
    row!(bench, tensor, "to_heap", (x, x.to_heap()), (a, a.to_owned()), (s, s.to_vec()));
    row!(
        bench,
        tensor,
        "inline_from_fn",
        (
            x,
            Tensor::inline_from_fn(*x.shape(), |index| if index.as_ref()[index.as_ref().len() - 1] == 1 {
                one
            } else {
                T::zero()
            })
        ),
        (a, Array::from_shape_fn(a.raw_dim(), |index| if index == 1 { one } else { T::zero() })),
        (s, (0..s.len()).map(|i| if i == 1 { one } else { T::zero() }).collect::<Vec<_>>())
    );
}
