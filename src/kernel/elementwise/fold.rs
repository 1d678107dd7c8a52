//! Folds of all elements by a closure.

use super::dynamic::{for_each_outer, plan_over};
use super::lane::{Choose, Lanes, With};
use super::operand::{self, Items, Operands, PlanOf};
use super::tiles::Lay;
use super::walk::{Planned, is_taken};
use crate::layout::{MAX_RANK, Plan};
use crate::shape::{List, Shape};
use crate::storage::{Inline, Room};
use core::mem::MaybeUninit;
use core::ptr;

/// Folds the operands' elements with `f`, in row-major order of a shape.
#[inline]
pub(crate) fn fold<Out: Shape, Ops: Operands, A>(
    room: Room<(), Out, Inline>,
    operands: &Ops,
    start: A,
    mut f: impl FnMut(A, Items<Ops>) -> A,
) -> A {
    let (shape, numel, _) = room.into_parts();
    let mut state = MaybeUninit::new(start);
    if const { operand::plan::<Out, Ops::Known<Out>>().is_some() } {
        let plan = const { &PlanOf::<Out, Ops::Known<Out>>::PLAN };
        operands.choose_known::<Out, Ops::Known<Out>, true, _>(Fold { plan, state: &mut state, f: &mut f });
    } else if numel > 0 {
        // SAFETY: `state` was initialised by `MaybeUninit::new` above, and `numel > 0` was compared.
        shape.with_sizes(|sizes| unsafe { dynamic(sizes, operands, &mut state, &mut f) });
    }
    // SAFETY: `MaybeUninit::new` initialised it, and each walk that returns has written it again (`place.write` in
    // `with`).
    unsafe { state.assume_init() }
}

/// # Safety
///
/// `state` is initialised, and no size is 0.
#[inline(always)]
unsafe fn dynamic<Ops: Operands, A, F: FnMut(A, Items<Ops>) -> A>(
    sizes: &[usize],
    operands: &Ops,
    state: &mut MaybeUninit<A>,
    f: &mut F,
) {
    let (mut plan, mut steps) = (Plan::ONE, Ops::Steps::default());
    plan_over(sizes, operands, &mut plan, &mut steps);
    for_each_outer(sizes, |index| {
        let lanes = operands.lanes(&steps, index, sizes.len());
        if const { size_of::<A>() == 0 } {
            choose(lanes, Fold { plan: &plan, state: &mut *state, f: &mut *f });
        } else if const { !is_taken::<F>() } {
            choose_apart(lanes, &plan, state, &mut *f);
        } else {
            // SAFETY: an `F` needs no drop (`is_taken`), and only this copy is used until it is moved back.
            let taken = unsafe { ptr::read(f) };
            *f = choose_apart(lanes, &plan, state, taken);
        }
    });
}

/// A fold over all elements. The state is initialised before and after; if `f` panics it has been moved, and the
/// `MaybeUninit` does not drop it.
struct Fold<'p, A, F> {
    plan: &'p Plan,
    state: &'p mut MaybeUninit<A>,
    f: &'p mut F,
}

/// [`choose`] in its own function, whose loops keep the state in registers. It takes and returns the
/// closure.
fn choose_apart<L: Choose<Items: List> + Lay, A, F: FnMut(A, <L::Items as List>::Tuple) -> A>(
    lanes: L,
    plan: &Plan,
    state: &mut MaybeUninit<A>,
    mut f: F,
) -> F {
    choose(lanes, Fold { plan, state, f: &mut f });
    f
}

/// Chooses the loop for the rows. A closure without a state keeps it in its captures, which are in registers of its
/// caller.
#[inline(always)]
fn choose<L: Choose<Items: List> + Lay, A, F>(lanes: L, fold: Fold<'_, A, F>)
where
    F: FnMut(A, <L::Items as List>::Tuple) -> A,
{
    if lanes.is_simple() {
        lanes.choose(fold);
    } else {
        fold.with(lanes);
    }
}

impl<Items: List, A, F: FnMut(A, Items::Tuple) -> A> With<Items> for Fold<'_, A, F> {
    #[inline(always)]
    fn with<L: Lanes<Items = Items>>(self, mut lanes: L) {
        let Fold { plan, state: place, f } = self;
        let (size, rows, distance) = (plan.sizes[0], plan.sizes[1], lanes.distance(1));
        let mut index = [0; MAX_RANK];
        // SAFETY: the state is initialised by `fold`, or was written by the walk before. A local copy stays in
        // registers.
        let mut state = unsafe { place.assume_init_read() };
        loop {
            let mut first = lanes;
            for _ in 0..rows {
                // SAFETY: `first` has moved by `distance` less than `rows` times: a row of the plan starts here.
                let row = unsafe { first.row() };
                for i in 0..size {
                    // SAFETY: `i < size`, the loop's bound, and the row has `size` elements, the plan's first size.
                    state = f(state, unsafe { L::get(&row, i) }.into_tuple());
                }
                first = first.go(distance);
            }
            let Some(axis) = plan.next(2, &mut index) else { break };
            lanes = lanes.step(axis, 1);
        }
        place.write(state);
    }
}
