//! Operators that write their result to the memory of an owned operand.
//!
//! Memory that was just read is written twice as fast as a new block. Only heap memory is reused: inline results are
//! returned by value, and views do not own their elements.

#![allow(clippy::inline_always, reason = "the layers between an operator and its kernel cost nothing only if inlined")]

use crate::kernel::{self, Alone, Binary, Each, Function, InPlace, InPlaceOfRight, Operands, Pure, Stateless};
use crate::rule::{Numpy, NumpyBroadcast, NumpyOutput};
use crate::shape::{Axes, List, Nil, Shape};
use crate::storage::{Owner, Storage, StorageMut};
use crate::tensor::{Computed, Tensor, expect};

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Changes each element in place, in the order of the memory.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let mut x = Tensor::from([1, 2, 3]);
    /// x.apply(|x| *x *= 10);
    /// assert_eq!(x, Tensor::from([10, 20, 30]));
    /// ```
    #[inline]
    pub fn apply(&mut self, f: impl FnMut(&mut T))
    where
        D: StorageMut,
    {
        apply(self, Alone(f));
    }
}

#[inline]
pub(in crate::ops) fn apply<T, S: Shape, D: StorageMut>(tensor: &mut Tensor<T, S, D>, each: impl Each<T, ()>) {
    kernel::update(tensor, &Nil, each);
}

/// Overwrites a tensor with a result of the shape `Out`, computed from its elements and those of the operands. Returns
/// the tensor unchanged if its memory does not fit the result.
#[inline(always)]
pub(crate) fn overwrite<T, S: Shape, D: Storage, Out: Shape, Place: Owner, Ops: Operands>(
    tensor: Tensor<T, S, D>,
    shape: &Out,
    operands: &Ops,
    each: impl Each<T, <Ops::Items as List>::Tuple>,
) -> Result<Tensor<T, Out, Place>, Tensor<T, S, D>> {
    // a constant, so that large inline tensors are not moved
    if const { !D::RECYCLES } {
        return Err(tensor);
    }
    match tensor.recycle(shape) {
        Ok(mut result) => {
            kernel::update(&mut result, operands, each);
            Ok(result)
        }
        Err(tensor) => Err(tensor),
    }
}

/// Applies `op` to each element, in place if possible.
#[inline]
pub(in crate::ops) fn reuse<T: Copy, S: Shape, D: Storage>(
    tensor: Tensor<T, S, D>,
    function: impl Function<(T,), Output = T> + Stateless,
) -> Tensor<T, S, D::Owner> {
    let shape = tensor.shape().clone();
    match overwrite(tensor, &shape, &Nil, Pure(InPlace(function))) {
        Ok(result) => result,
        Err(tensor) => tensor.map_in(Pure(function)),
    }
}

/// Applies `op` under NumPy's rule in place of the left tensor, which is returned unchanged if its memory does not fit.
#[inline(always)]
#[track_caller]
#[allow(clippy::type_complexity, reason = "the result, or the arguments")]
fn overwrite_left<T: Copy, S: Shape + NumpyBroadcast<R>, D: Storage, R: Shape, E: Storage>(
    lhs: Tensor<T, S, D>,
    rhs: &Tensor<T, R, E>,
    op: impl Fn(T, T) -> T + Copy + Send + Sync,
) -> Result<Computed<T, NumpyOutput<S, R>, D, E>, Tensor<T, S, D>> {
    if const { !D::RECYCLES } {
        return Err(lhs);
    }
    let shape = expect(lhs.shape().numpy_broadcast(rhs.shape()));
    let operands = Axes { last: rhs.aligned(), outer: Nil };
    overwrite(lhs, &shape, &operands, Pure(InPlace(Binary(op))))
}

/// Applies `op` under NumPy's rule, in place of the left tensor if possible.
#[inline]
#[track_caller]
pub(in crate::ops) fn reuse_left<T: Copy, S: Shape + NumpyBroadcast<R>, D: Storage, R: Shape, E: Storage>(
    lhs: Tensor<T, S, D>,
    rhs: &Tensor<T, R, E>,
    op: impl Fn(T, T) -> T + Copy + Send + Sync,
) -> Computed<T, NumpyOutput<S, R>, D, E> {
    match overwrite_left(lhs, rhs, op) {
        Ok(result) => result,
        Err(lhs) => expect(lhs.under(Numpy).zip_pure(rhs, op)),
    }
}

/// [`reuse_left`], in place of the right tensor.
#[inline]
#[track_caller]
pub(in crate::ops) fn reuse_right<T: Copy, S: Shape + NumpyBroadcast<R>, D: Storage, R: Shape, E: Storage>(
    lhs: &Tensor<T, S, D>,
    rhs: Tensor<T, R, E>,
    op: impl Fn(T, T) -> T + Copy + Send + Sync,
) -> Computed<T, NumpyOutput<S, R>, D, E> {
    let shape = expect(lhs.shape().numpy_broadcast(rhs.shape()));
    let operands = Axes { last: lhs.aligned(), outer: Nil };
    match overwrite(rhs, &shape, &operands, Pure(InPlaceOfRight(Binary(op)))) {
        Ok(result) => result,
        Err(rhs) => expect(lhs.under(Numpy).zip_pure(&rhs, op)),
    }
}

/// [`reuse_left`] if possible, else [`reuse_right`].
#[inline]
#[track_caller]
pub(in crate::ops) fn reuse_either<T: Copy, S: Shape + NumpyBroadcast<R>, D: Storage, R: Shape, E: Storage>(
    lhs: Tensor<T, S, D>,
    rhs: Tensor<T, R, E>,
    op: impl Fn(T, T) -> T + Copy + Send + Sync,
) -> Computed<T, NumpyOutput<S, R>, D, E> {
    match overwrite_left(lhs, &rhs, op) {
        Ok(result) => result,
        Err(lhs) => reuse_right(&lhs, rhs, op),
    }
}
