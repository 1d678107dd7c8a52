//! The kernel traits: one for each form of operation, generic over the operation and the element type.

use super::engine::{Engine, Operand};
use super::op::Operation;
use super::plan::Plan;
use crate::axes::{AxesOf, Reduced, ViewBy};
use crate::product::{MatmulOutput, MatmulWith};
use crate::rule::{BroadcastTo, RuleFor, RuleOutput};
use crate::shape::{AnyShape, Shape};
use crate::storage::Storage;
use crate::tensor::Tensor;
use core::fmt::{self, Debug};

/// An engine that converts tensors from and to this crate's.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tensors of `{T}`",
    label = "this engine does not support these elements",
    note = "conformable: E-engine"
)]
pub trait Host<T: Copy>: Engine {
    /// Copies the elements to the device.
    ///
    /// # Errors
    ///
    /// If the device fails.
    fn upload<S: Shape, D: Storage>(
        tensor: &Tensor<T, S, D>,
        device: &Self::Device,
    ) -> Result<Self::Tensor<T, S>, Self::Error>;

    /// A tensor with every element equal to `element`.
    ///
    /// # Errors
    ///
    /// As for [`upload`](Self::upload).
    fn full<S: Shape>(shape: &S, element: T, device: &Self::Device) -> Result<Self::Tensor<T, S>, Self::Error>;

    /// The same tensor on another device.
    ///
    /// # Errors
    ///
    /// As for [`upload`](Self::upload).
    fn moved<S: Shape>(
        tensor: impl Operand<Self::Tensor<T, S>>,
        device: &Self::Device,
    ) -> Result<Self::Tensor<T, S>, Self::Error>;

    /// Copies the elements to this crate's tensor; waits for pending computations.
    ///
    /// # Errors
    ///
    /// If the device fails, or has failed before.
    fn download<S: Shape>(tensor: impl Operand<Self::Tensor<T, S>>, shape: &S) -> Result<Tensor<T, S>, Self::Error>;
}

/// An engine that applies `Op` to each element of type `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute `{Op}` of elements of type `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait UnaryKernel<Op: Operation<T>, T: Copy>: Engine {
    /// `op` of each element.
    ///
    /// # Errors
    ///
    /// If the device fails.
    fn unary<S: Shape>(
        op: Op,
        tensor: impl Operand<Self::Tensor<T, S>>,
        shape: &S,
    ) -> Result<Self::Tensor<Op::Output, S>, Self::Error>;
}

/// An engine that applies `Op` to elements of two tensors at the same positions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute `{Op}` of elements of type `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait BinaryKernel<Op: Operation<T>, T: Copy>: Engine {
    /// `op` of the elements at the same positions of both shapes, as broadcast by `shapes.rule`.
    ///
    /// # Errors
    ///
    /// If a device fails, or the tensors are on different devices.
    #[allow(clippy::type_complexity, reason = "the result type is long")]
    fn binary<S: Shape, R: Shape, X: RuleFor<S, R>>(
        op: Op,
        lhs: impl Operand<Self::Tensor<T, S>>,
        rhs: impl Operand<Self::Tensor<T, R>>,
        shapes: &Conforming<'_, S, R, X>,
    ) -> Result<Self::Tensor<Op::Output, RuleOutput<X, S, R>>, Self::Error>;
}

/// Two shapes that conform under a rule, with the result's shape.
#[derive(Clone, Copy)]
pub struct Conforming<'a, S, R, X: RuleFor<S, R>> {
    /// The shape of the left tensor.
    pub lhs: &'a S,
    /// The shape of the right tensor.
    pub rhs: &'a R,
    /// The broadcasting rule.
    pub rule: X,
    /// The resulting shape.
    pub out: &'a RuleOutput<X, S, R>,
}

impl<S: Shape, R: Shape, X: RuleFor<S, R>> Debug for Conforming<'_, S, R, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {} to {}", self.lhs.partial(), self.rhs.partial(), self.out.partial())
    }
}

impl<S: Shape, R: Shape, X: RuleFor<S, R>> Conforming<'_, S, R, X> {
    /// The right tensor's sizes, changed so that the last axes align; `None` if they do already.
    ///
    /// They do under every rule but PDPD's.
    #[must_use]
    #[inline]
    pub fn aligned(&self) -> Option<AnyShape> {
        let sizes = self.rhs.sizes();
        let sizes = sizes.as_ref();
        match self.rule.trailing(self.lhs.rank(), sizes.len()) {
            0 => None,
            more @ 1.. => Some(sizes.iter().copied().chain(core::iter::repeat_n(1, more.unsigned_abs())).collect()),
            // drops axes of size 1 past the left tensor's last axis
            less => Some(AnyShape::from(&sizes[..sizes.len() - less.unsigned_abs()])),
        }
    }
}

/// An engine that reduces axes with `Op`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot compute `{Op}` of elements of type `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait ReduceKernel<Op: Operation<T>, T: Copy>: Engine {
    /// Reduces the axes with `op`.
    ///
    /// # Errors
    ///
    /// If the device fails.
    #[allow(clippy::type_complexity, reason = "the shape type is long")]
    fn reduce<S: Shape, X: AxesOf<S>>(
        op: Op,
        tensor: impl Operand<Self::Tensor<T, S>>,
        along: &AlongAxes<'_, S, X>,
    ) -> Result<Self::Tensor<Op::Output, Reduced<X, S>>, Self::Error>;
}

/// The axes of a reduction, with the shapes before and after it.
pub struct AlongAxes<'a, S: Shape, X: AxesOf<S>> {
    /// The shape before the reduction.
    pub shape: &'a S,
    /// The axes, as the caller named them.
    pub axes: X,
    /// The resulting shape.
    pub out: &'a X::Output,
    pub(super) lost: S::Sizes,
}

impl<S: Shape, X: AxesOf<S>> Debug for AlongAxes<'_, S, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.shape.partial(), self.out.partial())
    }
}

impl<S: Shape, X: AxesOf<S>> AlongAxes<'_, S, X> {
    /// The reduced axes, counted from 0, outermost first.
    pub fn numbers(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.lost.as_ref().iter().enumerate().filter(|(_, lost)| **lost == 1).map(|(axis, _)| axis)
    }

    /// All axes, the reduced ones last: in this order the elements of one result are adjacent.
    #[must_use]
    pub fn order(&self) -> S::Sizes {
        let lost = self.lost.as_ref();
        let mut order = S::blank(lost.len());
        let axes = |is_lost: usize| (0..lost.len()).filter(move |&axis| lost[axis] == is_lost);
        order.as_mut().iter_mut().zip(axes(0).chain(axes(1))).for_each(|(at, axis)| *at = axis);
        order
    }

    /// The position of each axis in [`order`](Self::order), which is the inverse permutation.
    #[must_use]
    pub fn places(&self) -> S::Sizes {
        let order = self.order();
        let mut places = order.clone();
        order.as_ref().iter().enumerate().for_each(|(at, &axis)| places.as_mut()[axis] = at);
        places
    }

    /// The sizes in [`order`](Self::order), and the number of elements that make one result.
    #[must_use]
    pub fn ordered(&self) -> (S::Sizes, usize) {
        let (sizes, mut ordered) = (self.shape.sizes(), self.order());
        ordered.as_mut().iter_mut().for_each(|at| *at = sizes.as_ref()[*at]);
        (ordered, self.numbers().map(|axis| sizes.as_ref()[axis]).product())
    }

    /// Whether the reduced axes stay, with size 1.
    #[must_use]
    pub const fn are_kept(&self) -> bool {
        X::KEPT
    }
}

/// An engine that multiplies matrices of elements of type `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot multiply matrices of `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait MatmulKernel<T: Copy>: Engine {
    /// The matrix product.
    ///
    /// # Errors
    ///
    /// As for [`BinaryKernel::binary`].
    fn matmul<S: Shape, R: Shape + MatmulWith<S>>(
        lhs: impl Operand<Self::Tensor<T, S>>,
        rhs: impl Operand<Self::Tensor<T, R>>,
        shapes: (&S, &R, &MatmulOutput<S, R>),
    ) -> Result<Self::Tensor<T, MatmulOutput<S, R>>, Self::Error>;
}

/// An engine that reshapes, rearranges and broadcasts tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no views of tensors of `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait ViewKernel<T: Copy>: Engine {
    /// The same elements in the same order, in another shape.
    ///
    /// # Errors
    ///
    /// If the device fails.
    fn reshape<S: Shape, O: Shape>(
        tensor: impl Operand<Self::Tensor<T, S>>,
        shape: &S,
        out: &O,
    ) -> Result<Self::Tensor<T, O>, Self::Error>;

    /// The elements in the layout of `plan`, which was made from `how`.
    ///
    /// # Errors
    ///
    /// As for [`reshape`](Self::reshape).
    fn arrange<S: Shape, W: ViewBy<S>>(
        tensor: impl Operand<Self::Tensor<T, S>>,
        how: W,
        plan: &Plan<S, W::Output>,
    ) -> Result<Self::Tensor<T, W::Output>, Self::Error>;

    /// Repeats axes of size 1 and adds leading axes, to the sizes of `out`.
    ///
    /// # Errors
    ///
    /// As for [`reshape`](Self::reshape).
    fn broadcast_to<S: Shape + BroadcastTo<O>, O: Shape>(
        tensor: impl Operand<Self::Tensor<T, S>>,
        shape: &S,
        out: &O,
    ) -> Result<Self::Tensor<T, O>, Self::Error>;
}
