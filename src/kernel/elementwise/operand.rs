//! Tensors as operands of kernels, with their alignment to the result.

use super::lane::{Append, Choose, Dense, Lane, Row, Same, StepsOf, Strided, With};
use super::stretches::Repeat;
use super::tiles::Lay;
use super::walk::Planned;
use crate::layout::{MAX_RANK, Over, Plan, Steps, known, merges, offset, repeats, stretch_known};
use crate::rule::{Rule, trailing};
use crate::shape::{At, Axes, List, Nil, Shape, Trailing};
use crate::storage::{Storage, Tensor, is_dense};
use core::marker::PhantomData;

/// A tensor whose last axis is `trailing` axes before the result's last; negative if past it. `A` is the alignment at
/// compile time.
pub struct Operand<'a, T, S: Shape, D: Storage, A = Right> {
    pub(crate) tensor: &'a Tensor<T, S, D>,
    pub(crate) trailing: isize,
    pub(crate) alignment: PhantomData<A>,
}

/// The number of axes of a result after an operand's last axis, if known at compile time.
pub trait Alignment {
    const TRAILING: Option<isize>;
}

/// The last axes are aligned.
#[derive(Debug)]
pub struct Right;

impl Alignment for Right {
    const TRAILING: Option<isize> = Some(0);
}

/// The alignment is known only at run time.
#[derive(Debug)]
pub struct Somewhere;

impl Alignment for Somewhere {
    const TRAILING: Option<isize> = None;
}

/// The alignment of `Rhs` to `Lhs` under the rule `X`.
#[derive(Debug)]
pub struct By<X, Lhs, Rhs>(PhantomData<(X, Lhs, Rhs)>);

impl<X: Rule, Lhs: Shape, Rhs: Shape> Alignment for By<X, Lhs, Rhs> {
    const TRAILING: Option<isize> = match (X::AXIS, Lhs::RANK, Rhs::RANK) {
        (Some(Trailing::AXIS), ..) => Some(0),
        (Some(axis), Some(lhs), Some(rhs)) => Some(trailing(lhs, rhs, axis)),
        _ => None,
    };
}

pub trait Operands {
    type Items: List;
    type Lanes<'p>: Choose<Items = Self::Items> + Lay + Repeat
    where
        Self: 'p;
    type Firsts;
    /// The list of their strides over the innermost axes of a result. Lists are written in place: a move in vectors
    /// would wait for the writes of single numbers.
    type Strides: Default;
    /// The list of their steps over the axes of a plan.
    type Steps: Default;
    /// The compile-time facts of a plan for a result of that shape.
    type Known<Out: Shape>: Known;

    /// Writes the steps of one row of all elements of a result. Returns `false` unless each operand has one element, or
    /// is dense and has the result's sizes.
    fn flat(&self, result: &[usize], steps: &mut Self::Steps) -> bool;
    fn strides(&self, result: &[usize], strides: &mut Self::Strides);
    fn merges(strides: &Self::Strides, inner: &[usize]) -> u32;
    fn steps(strides: &Self::Strides, plan: &Plan, steps: &mut Self::Steps);
    /// The lanes from an index of a result of that rank on; axes that the index does not have are at 0.
    fn lanes<'p>(&'p self, steps: &'p Self::Steps, index: &[usize], rank: usize) -> Self::Lanes<'p>;

    fn firsts(&self, index: &[usize], rank: usize) -> Self::Firsts;
    /// The lanes from an index of the innermost axes on.
    fn lanes_from<'p>(
        firsts: &Self::Firsts,
        strides: &Self::Strides,
        index: &[usize],
        steps: &'p Self::Steps,
    ) -> Self::Lanes<'p>
    where
        Self: 'p;

    /// Calls `then` with the lanes over a constant plan, each [`Dense`] or [`Same`].
    fn choose_known<Out: Shape, All: Known, const CARRIED: bool, Then: With<Self::Items>>(&self, then: Then);
}

pub trait Known {
    /// The axes that merge, if the result is not empty, all shapes are static, all operands dense, and they conform.
    const MERGES: Option<u32>;
    /// Whether each operand is also the result's innermost axes, once or repeated, or one element.
    const REPEATS: bool;
}

/// [`Known`] of a list: of its last operand, with the shape `S`, the storage `D` and the alignment `A`, and of the
/// others.
#[derive(Debug)]
pub struct KnownOf<Out, S, D, A, Outer>(PhantomData<(Out, S, D, A, Outer)>);

/// [`Known`] of an empty list.
#[derive(Debug)]
pub struct KnownOfNone<Out>(PhantomData<Out>);

impl<Out: Shape> Known for KnownOfNone<Out> {
    const MERGES: Option<u32> = match Out::NUMEL {
        Some(1..) => Some(u32::MAX),
        _ => None,
    };
    const REPEATS: bool = true;
}

impl<Out: Shape, S: Shape, D: Storage, A: Alignment, Outer: Known> Known for KnownOf<Out, S, D, A, Outer> {
    const MERGES: Option<u32> = match (known(Out::DIMS), known_strides::<Out, S, D, A>(), Outer::MERGES) {
        (Some((sizes, rank)), Some(strides), Some(outer)) => Some(merges(sizes.split_at(rank).0, &strides) & outer),
        _ => None,
    };
    const REPEATS: bool = match (known(Out::DIMS), known_strides::<Out, S, D, A>()) {
        (Some((sizes, rank)), Some(strides)) => repeats(sizes.split_at(rank).0, &strides) && Outer::REPEATS,
        _ => false,
    };
}

/// The plan, if it is a constant.
pub(in crate::kernel) const fn plan<Out: Shape, All: Known>() -> Option<Plan> {
    match (known(Out::DIMS), All::MERGES) {
        (Some((sizes, rank)), Some(merges)) => Some(Plan::new(sizes.split_at(rank).0, merges)),
        _ => None,
    }
}

/// The strides over the axes of a result, if known at compile time.
const fn known_strides<Out: Shape, S: Shape, D: Storage, A: Alignment>() -> Option<[usize; MAX_RANK]> {
    match A::TRAILING {
        Some(trailing) if is_dense::<D>() => stretch_known(Out::DIMS, S::DIMS, trailing),
        _ => None,
    }
}

/// The constant plan for the shape `Out` and the operands `All`.
pub struct PlanOf<Out, All>(PhantomData<(Out, All)>);

impl<Out: Shape, All: Known> Planned for PlanOf<Out, All> {
    const PLAN: Plan = match plan::<Out, All>() {
        Some(plan) => plan,
        // evaluated even if it is not used
        None => Plan::new(&[], 0),
    };
}

/// The steps over a constant plan of a dense tensor of shape `S` with the alignment `A`.
const fn known_steps<Out: Shape, S: Shape, D: Storage, A: Alignment, All: Known, const CARRIED: bool>() -> Steps {
    match (plan::<Out, All>(), known_strides::<Out, S, D, A>()) {
        (Some(plan), Some(strides)) => plan.steps::<CARRIED>(&strides),
        _ => [0; MAX_RANK],
    }
}

pub struct KnownSteps<Out, S, D, A, All, const CARRIED: bool>(PhantomData<(Out, S, D, A, All)>);

impl<Out, S, D, A, All, const CARRIED: bool> Clone for KnownSteps<Out, S, D, A, All, CARRIED> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<Out, S, D, A, All, const CARRIED: bool> Copy for KnownSteps<Out, S, D, A, All, CARRIED> {}

impl<Out: Shape, S: Shape, D: Storage, A: Alignment, All: Known, const CARRIED: bool> StepsOf
    for KnownSteps<Out, S, D, A, All, CARRIED>
{
    type Shared = &'static Steps;

    #[inline(always)]
    fn steps(&self) -> &Steps {
        self.shared()
    }

    #[inline(always)]
    fn shared(self) -> &'static Steps {
        const { &known_steps::<Out, S, D, A, All, CARRIED>() }
    }
}

/// Compares by a loop; slices would be compared by a call.
#[inline(always)]
fn are_equal(sizes: &[usize], result: &[usize]) -> bool {
    sizes.len() == result.len() && sizes.iter().zip(result).all(|(a, b)| a == b)
}

impl Operands for Nil {
    type Items = Self;
    type Lanes<'p> = Self;
    type Firsts = ();
    type Strides = Self;
    type Steps = Self;
    type Known<Out: Shape> = KnownOfNone<Out>;

    #[inline(always)]
    fn flat(&self, _: &[usize], _: &mut Self) -> bool {
        true
    }

    #[inline(always)]
    fn strides(&self, _: &[usize], _: &mut Self) {}

    #[inline(always)]
    fn merges(_: &Self, _: &[usize]) -> u32 {
        u32::MAX
    }

    #[inline(always)]
    fn steps(_: &Self, _: &Plan, _: &mut Self) {}

    #[inline(always)]
    fn lanes(&self, _: &Self, _: &[usize], _: usize) -> Self {
        Self
    }

    #[inline(always)]
    fn firsts(&self, _: &[usize], _: usize) {}

    #[inline(always)]
    fn lanes_from<'p>((): &(), _: &Self, _: &[usize], _: &'p Self) -> Self
    where
        Self: 'p,
    {
        Self
    }

    #[inline(always)]
    fn choose_known<Out: Shape, All: Known, const CARRIED: bool, Then: With<Self>>(&self, then: Then) {
        then.with(Self);
    }
}

impl<T: Copy, S: Shape, D: Storage, A: Alignment, Outer: Operands> Operands for Axes<Operand<'_, T, S, D, A>, Outer>
where
    Axes<T, Outer::Items>: List,
{
    type Items = Axes<T, Outer::Items>;
    type Lanes<'p>
        = Axes<Lane<T, Strided, &'p Steps>, Outer::Lanes<'p>>
    where
        Self: 'p;
    type Firsts = (*const T, Outer::Firsts);
    type Strides = Axes<Over, Outer::Strides>;
    type Steps = Axes<Steps, Outer::Steps>;
    type Known<Out: Shape> = KnownOf<Out, S, D, A, Outer::Known<Out>>;

    #[inline(always)]
    fn flat(&self, result: &[usize], steps: &mut Self::Steps) -> bool {
        let Operand { tensor, trailing, .. } = self.last;
        if is_dense::<D>() && trailing == 0 && tensor.shape().with_sizes(|sizes| are_equal(sizes, result)) {
            steps.last[0] = 1;
        } else if tensor.len() != 1 {
            return false;
        }
        self.outer.flat(result, &mut steps.outer)
    }

    #[inline(always)]
    fn strides(&self, result: &[usize], strides: &mut Self::Strides) {
        let Operand { tensor, trailing, .. } = self.last;
        tensor.strides_over(result, trailing, &mut strides.last);
        self.outer.strides(result, &mut strides.outer);
    }

    #[inline(always)]
    fn merges(strides: &Self::Strides, inner: &[usize]) -> u32 {
        merges(inner, &strides.last) & Outer::merges(&strides.outer, inner)
    }

    #[inline(always)]
    fn steps(strides: &Self::Strides, plan: &Plan, steps: &mut Self::Steps) {
        plan.write_steps::<true>(&strides.last, &mut steps.last);
        Outer::steps(&strides.outer, plan, &mut steps.outer);
    }

    #[inline(always)]
    fn lanes<'p>(&'p self, steps: &'p Self::Steps, index: &[usize], rank: usize) -> Self::Lanes<'p> {
        Axes {
            last: Lane::new(self.last.first(index, rank), &steps.last),
            outer: self.outer.lanes(&steps.outer, index, rank),
        }
    }

    #[inline(always)]
    fn firsts(&self, index: &[usize], rank: usize) -> Self::Firsts {
        (self.last.first(index, rank), self.outer.firsts(index, rank))
    }

    #[inline(always)]
    fn lanes_from<'p>(
        (first, outer): &Self::Firsts,
        strides: &Self::Strides,
        index: &[usize],
        steps: &'p Self::Steps,
    ) -> Self::Lanes<'p>
    where
        Self: 'p,
    {
        let first = first.wrapping_offset(offset(index, &strides.last));
        Axes {
            last: Lane::new(first, &steps.last),
            outer: Outer::lanes_from(outer, &strides.outer, index, &steps.outer),
        }
    }

    #[inline(always)]
    fn choose_known<Out: Shape, All: Known, const CARRIED: bool, Then: With<Self::Items>>(&self, then: Then) {
        let steps = KnownSteps::<Out, S, D, A, All, CARRIED>(PhantomData);
        let lane = Lane::<T, Strided, _>::new(self.last.tensor.as_ptr(), steps);
        // a constant, as in `Choose::choose`
        let choose = const {
            match known_steps::<Out, S, D, A, All, CARRIED>()[0] {
                0 => choose_known_as::<Same, Out, All, CARRIED, _, _, _, _>,
                _ => choose_known_as::<Dense, Out, All, CARRIED, _, _, _, _>,
            }
        };
        choose(&self.outer, lane, then);
    }
}

/// The tuple of the operands' elements at one position.
pub(in crate::kernel) type Items<Ops> = <<Ops as Operands>::Items as List>::Tuple;

/// Chooses the other rows, with `R` as the last one.
#[inline(always)]
fn choose_known_as<R, Out, All, const CARRIED: bool, T, By, Outer, Then>(
    outer: &Outer,
    lane: Lane<T, Strided, By>,
    then: Then,
) where
    R: Row,
    Out: Shape,
    All: Known,
    T: Copy,
    By: StepsOf,
    Outer: Operands,
    Then: With<Axes<T, Outer::Items>>,
{
    outer.choose_known::<Out, All, CARRIED, _>(Append { lane: lane.known_as::<R>(), then });
}

impl<T, S: Shape, D: Storage, A> Operand<'_, T, S, D, A> {
    #[inline(always)]
    fn first(&self, index: &[usize], rank: usize) -> *const T {
        let first = self.tensor.as_ptr();
        if index.is_empty() {
            return first;
        }
        first.wrapping_offset(self.tensor.offset_over(rank, self.trailing, index))
    }
}

impl<T, S: Shape, D: Storage, A> Clone for Operand<'_, T, S, D, A> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S: Shape, D: Storage, A> Copy for Operand<'_, T, S, D, A> {}
