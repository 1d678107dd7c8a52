//! Results in place of an operand that is not needed any more.
//!
//! Memory that has just been read is written at twice the rate of a new block. Only the heap is reused: a result
//! inline is returned by value anyway, and what is borrowed is another's.

#![allow(clippy::inline_always, reason = "what stands between an operator and its kernel is to vanish")]

use crate::kernel::{self, Alone, Binary, ByRef, Each, Function, InPlace, InPlaceOfRight, Operands};
use crate::rule::{NumpyBroadcast, NumpyOutput};
use crate::shape::{Axes, List, Nil, Shape};
use crate::storage::{Owner, Storage, StorageMut};
use crate::tensor::{Computed, Tensor, expect};

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Changes each element.
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

/// Does something with each element.
#[inline]
pub(in crate::ops) fn apply<T, S: Shape, D: StorageMut>(tensor: &mut Tensor<T, S, D>, each: impl Each<T, ()>) {
    kernel::update(tensor, &Nil, each);
}

/// The result of the shape `Out` in place of a tensor of the same sizes, each element changed with those of the
/// operands; or the tensor, where its memory cannot be the result's.
#[inline(always)]
pub(crate) fn overwrite<T, S: Shape, D: Storage, Out: Shape, Place: Owner, Ops: Operands>(
    tensor: Tensor<T, S, D>,
    shape: &Out,
    operands: &Ops,
    each: impl Each<T, <Ops::Items as List>::Tuple>,
) -> Result<Tensor<T, Out, Place>, Tensor<T, S, D>> {
    // a constant, so that a large tensor inline is not moved about
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

/// `op` of each element, in place where that can be.
#[inline]
pub(in crate::ops) fn reuse<T: Copy, S: Shape, D: Storage>(
    tensor: Tensor<T, S, D>,
    mut function: impl Function<(T,), Output = T>,
) -> Tensor<T, S, D::Owner> {
    let shape = tensor.shape().clone();
    match overwrite(tensor, &shape, &Nil, InPlace(ByRef(&mut function))) {
        Ok(result) => result,
        Err(tensor) => tensor.map_in(function),
    }
}

/// `op` of two tensors under NumPy's rule in place of the left one; or that one, where its memory cannot be the
/// result's.
#[inline(always)]
#[track_caller]
#[allow(clippy::type_complexity, reason = "the result, or what was given")]
fn overwrite_left<T: Copy, S: NumpyBroadcast<R>, D: Storage, R: Shape, E: Storage>(
    lhs: Tensor<T, S, D>,
    rhs: &Tensor<T, R, E>,
    op: &mut impl FnMut(T, T) -> T,
) -> Result<Computed<T, NumpyOutput<S, R>, D, E>, Tensor<T, S, D>> {
    if const { !D::RECYCLES } {
        return Err(lhs);
    }
    let shape = expect(lhs.shape().numpy_broadcast(rhs.shape()));
    let operands = Axes { last: rhs.aligned(), outer: Nil };
    overwrite(lhs, &shape, &operands, InPlace(Binary(op)))
}

/// `op` of two tensors under NumPy's rule, in place of the left one where that can be.
#[inline]
#[track_caller]
pub(in crate::ops) fn reuse_left<T: Copy, S: NumpyBroadcast<R>, D: Storage, R: Shape, E: Storage>(
    lhs: Tensor<T, S, D>,
    rhs: &Tensor<T, R, E>,
    mut op: impl FnMut(T, T) -> T,
) -> Computed<T, NumpyOutput<S, R>, D, E> {
    match overwrite_left(lhs, rhs, &mut op) {
        Ok(result) => result,
        Err(lhs) => lhs.zip_map(rhs, op),
    }
}

/// `op` of two tensors under NumPy's rule, in place of the right one where that can be.
#[inline]
#[track_caller]
pub(in crate::ops) fn reuse_right<T: Copy, S: NumpyBroadcast<R>, D: Storage, R: Shape, E: Storage>(
    lhs: &Tensor<T, S, D>,
    rhs: Tensor<T, R, E>,
    mut op: impl FnMut(T, T) -> T,
) -> Computed<T, NumpyOutput<S, R>, D, E> {
    let shape = expect(lhs.shape().numpy_broadcast(rhs.shape()));
    let operands = Axes { last: lhs.aligned(), outer: Nil };
    match overwrite(rhs, &shape, &operands, InPlaceOfRight(Binary(&mut op))) {
        Ok(result) => result,
        Err(rhs) => lhs.zip_map(&rhs, op),
    }
}

/// `op` of two tensors under NumPy's rule, in place of the left one where that can be, or else of the right one.
#[inline]
#[track_caller]
pub(in crate::ops) fn reuse_either<T: Copy, S: NumpyBroadcast<R>, D: Storage, R: Shape, E: Storage>(
    lhs: Tensor<T, S, D>,
    rhs: Tensor<T, R, E>,
    mut op: impl FnMut(T, T) -> T,
) -> Computed<T, NumpyOutput<S, R>, D, E> {
    match overwrite_left(lhs, &rhs, &mut op) {
        Ok(result) => result,
        Err(lhs) => reuse_right(&lhs, rhs, op),
    }
}
