//! Tensors as a kernel takes them: their data, shapes, and where they lie in the result.

use super::lane::{Choose, Lane, Strided};
use crate::layout::{MAX_RANK, Plan, Steps, known, merges, offset, stretch_known};
use crate::shape::{Axes, List, Nil, Shape};
use crate::storage::{Storage, stretched_strides};
use core::marker::PhantomData;

/// The data of a tensor whose last axis lies `trailing` axes before the result's last, or, below zero, past it.
pub struct Operand<'a, T, S: Shape, D: Storage> {
    pub(crate) data: &'a D::Data<T, S>,
    pub(crate) shape: &'a S,
    pub(crate) trailing: isize,
}

/// A list of operands.
pub trait Operands {
    /// The list of their elements.
    type Items: List;
    /// The list of their lanes.
    type Lanes<'p>: Choose<Items = Self::Items>
    where
        Self: 'p;
    /// The list of their strides over the axes of a result.
    type Strides<Out: Shape>;
    /// The list of their steps over the axes of a plan.
    type Steps;
    /// What the compiler knows of a plan for a result of that shape.
    type Known<Out: Shape>: Known;

    fn right_aligned(&self) -> bool;
    fn strides<Out: Shape>(&self, result: &Out::Sizes) -> Self::Strides<Out>;
    fn merges<Out: Shape>(strides: &Self::Strides<Out>, inner: &[usize], outer: usize) -> u32;
    fn steps<Out: Shape>(strides: &Self::Strides<Out>, outer: usize, plan: &Plan) -> Self::Steps;
    fn lanes<'p, Out: Shape>(
        &'p self,
        strides: &Self::Strides<Out>,
        steps: &'p Self::Steps,
        index: &[usize],
    ) -> Self::Lanes<'p>;
    fn known_lanes<Out: Shape, All: Known, const CARRIED: bool>(&self) -> Self::Lanes<'_>;
}

/// What the compiler knows of the operands of a right-aligned rule.
pub trait Known {
    /// The axes that merge, if the result is not empty, all shapes are static, all operands dense, and they conform.
    const MERGES: Option<u32>;
}

/// [`Known`] of a list: of its last operand, of the shape `S` in the storage `D`, and of the others.
#[derive(Debug)]
pub struct KnownOf<Out, S, D, Outer>(PhantomData<(Out, S, D, Outer)>);

/// [`Known`] of no operand.
#[derive(Debug)]
pub struct KnownOfNone<Out>(PhantomData<Out>);

impl<Out: Shape> Known for KnownOfNone<Out> {
    const MERGES: Option<u32> = match Out::NUMEL {
        Some(1..) => Some(u32::MAX),
        _ => None,
    };
}

impl<Out: Shape, S: Shape, D: Storage, Outer: Known> Known for KnownOf<Out, S, D, Outer> {
    const MERGES: Option<u32> = match (known(Out::DIMS), known_strides::<Out, S, D>(), Outer::MERGES) {
        (Some((sizes, rank)), Some(strides), Some(outer)) => Some(merges(sizes.split_at(rank).0, &strides) & outer),
        _ => None,
    };
}

/// The plan, where it is a constant.
pub(super) const fn plan<Out: Shape, All: Known>() -> Option<Plan> {
    match (known(Out::DIMS), All::MERGES) {
        (Some((sizes, rank)), Some(merges)) => Some(Plan::new(sizes.split_at(rank).0, merges)),
        _ => None,
    }
}

/// Whether there is a constant plan, to be compiled in place.
pub(super) const fn has_small_plan<Out: Shape, All: Known>() -> bool {
    match plan::<Out, All>() {
        Some(plan) => plan.is_small(),
        None => false,
    }
}

/// The strides over the axes of a right-aligned result, where the compiler knows them.
const fn known_strides<Out: Shape, S: Shape, D: Storage>() -> Option<[usize; MAX_RANK]> {
    if D::DENSE { stretch_known(Out::DIMS, S::DIMS) } else { None }
}

/// The steps of a dense tensor of the shape `S` over the axes of the plan, where it is a constant.
pub(super) const fn known_steps<Out: Shape, S: Shape, All: Known, const CARRIED: bool>() -> Steps {
    match (plan::<Out, All>(), stretch_known(Out::DIMS, S::DIMS)) {
        (Some(plan), Some(strides)) => plan.steps::<CARRIED>(&strides),
        _ => [0; MAX_RANK],
    }
}

impl Operands for Nil {
    type Items = Self;
    type Lanes<'p> = Self;
    type Strides<Out: Shape> = Self;
    type Steps = Self;
    type Known<Out: Shape> = KnownOfNone<Out>;

    #[inline(always)]
    fn right_aligned(&self) -> bool {
        true
    }

    #[inline(always)]
    fn strides<Out: Shape>(&self, _: &Out::Sizes) -> Self {
        Self
    }

    #[inline(always)]
    fn merges<Out: Shape>(_: &Self, _: &[usize], _: usize) -> u32 {
        u32::MAX
    }

    #[inline(always)]
    fn steps<Out: Shape>(_: &Self, _: usize, _: &Plan) -> Self {
        Self
    }

    #[inline(always)]
    fn lanes<Out: Shape>(&self, _: &Self, _: &Self, _: &[usize]) -> Self {
        Self
    }

    #[inline(always)]
    fn known_lanes<Out: Shape, All: Known, const CARRIED: bool>(&self) -> Self {
        Self
    }
}

impl<T: Copy, S: Shape, D: Storage, Outer: Operands> Operands for Axes<Operand<'_, T, S, D>, Outer>
where
    Axes<T, Outer::Items>: List,
{
    type Items = Axes<T, Outer::Items>;
    type Lanes<'p>
        = Axes<Lane<'p, T, Strided>, Outer::Lanes<'p>>
    where
        Self: 'p;
    type Strides<Out: Shape> = Axes<Out::Sizes, Outer::Strides<Out>>;
    type Steps = Axes<Steps, Outer::Steps>;
    type Known<Out: Shape> = KnownOf<Out, S, D, Outer::Known<Out>>;

    #[inline(always)]
    fn right_aligned(&self) -> bool {
        self.last.trailing == 0 && self.outer.right_aligned()
    }

    #[inline(always)]
    fn strides<Out: Shape>(&self, result: &Out::Sizes) -> Self::Strides<Out> {
        let Operand { data, shape, trailing } = self.last;
        let last = stretched_strides::<T, S, D, Out>(data, shape, result, trailing);
        Axes { last, outer: self.outer.strides::<Out>(result) }
    }

    #[inline(always)]
    fn merges<Out: Shape>(strides: &Self::Strides<Out>, inner: &[usize], outer: usize) -> u32 {
        merges(inner, &strides.last.as_ref()[outer..]) & Outer::merges(&strides.outer, inner, outer)
    }

    #[inline(always)]
    fn steps<Out: Shape>(strides: &Self::Strides<Out>, outer: usize, plan: &Plan) -> Self::Steps {
        let last = plan.steps::<true>(&strides.last.as_ref()[outer..]);
        Axes { last, outer: Outer::steps(&strides.outer, outer, plan) }
    }

    #[inline(always)]
    fn lanes<'p, Out: Shape>(
        &'p self,
        strides: &Self::Strides<Out>,
        steps: &'p Self::Steps,
        index: &[usize],
    ) -> Self::Lanes<'p> {
        let at = offset(index, strides.last.as_ref());
        let last = Lane::new(D::as_ptr(self.last.data).wrapping_offset(at), &steps.last);
        Axes { last, outer: self.outer.lanes(&strides.outer, &steps.outer, index) }
    }

    #[inline(always)]
    fn known_lanes<Out: Shape, All: Known, const CARRIED: bool>(&self) -> Self::Lanes<'_> {
        let steps = const { &known_steps::<Out, S, All, CARRIED>() };
        Axes { last: Lane::new(D::as_ptr(self.last.data), steps), outer: self.outer.known_lanes::<Out, All, CARRIED>() }
    }
}

impl<T, S: Shape, D: Storage> Clone for Operand<'_, T, S, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S: Shape, D: Storage> Copy for Operand<'_, T, S, D> {}
