//! What a closure makes of all elements, one after the other.

use super::lane::{Choose, Lanes, With};
use super::operand::{self, Operands};
use super::run::{CHOICES, Target, Walks};
use crate::layout::{MAX_RANK, Plan, advance};
use crate::shape::{List, Shape};
use crate::storage::{Inline, Room};
use core::mem::MaybeUninit;
use core::ptr::NonNull;

/// What `f` makes of the operands' elements, one after the other in row-major order of a shape whose elements can be counted.
#[inline]
pub(crate) fn fold<Out: Shape, Ops: Operands, A>(
    room: Room<(), Out, Inline>,
    operands: &Ops,
    start: A,
    mut f: impl FnMut(A, <Ops::Items as List>::Tuple) -> A,
) -> A {
    let (shape, ..) = room.into_parts();
    let mut state = MaybeUninit::new(start);
    if operands.right_aligned() {
        if let Some(plan) = const { &operand::plan::<Out, Ops::Known<Out>>() } {
            let lanes = operands.known_lanes::<Out, Ops::Known<Out>, true>();
            // SAFETY: the state is there, and the constants were computed from the same shapes.
            unsafe { choose(lanes, Fold { plan, state: &mut state, f: &mut f }) };
            // SAFETY: the fold has left it there.
            return unsafe { state.assume_init() };
        }
    }
    let target = Target { ptr: NonNull::<()>::dangling().as_ptr(), strides: None };
    if let Some(walks) = Walks::new(&shape, target, operands) {
        let mut index = shape.sizes();
        let index = &mut index.as_mut()[..walks.outer];
        index.fill(0);
        let steps = walks.steps(&walks.plan);
        loop {
            let lanes = walks.lanes(&steps, index);
            // SAFETY: the state is there, from the start or from the last walk; the lanes are of the plan.
            unsafe { choose(lanes, Fold { plan: &walks.plan, state: &mut state, f: &mut f }) };
            if index.is_empty() || !advance(index, walks.sizes.as_ref()) {
                break;
            }
        }
    }
    // SAFETY: it is there from the start, and after each walk.
    unsafe { state.assume_init() }
}

/// A walk over all elements, waiting for its lanes; the state is there, and it leaves it there. If `f` panics the state is gone, and
/// the `MaybeUninit` drops nothing.
struct Fold<'p, A, F> {
    plan: &'p Plan,
    state: &'p mut MaybeUninit<A>,
    f: &'p mut F,
}

/// Chooses the loop for the rows at hand.
///
/// # Safety
///
/// The state is there, and the lanes have every element of the plan.
#[inline(always)]
unsafe fn choose<L: Choose<Items: List>, A, F>(lanes: L, fold: Fold<'_, A, F>)
where
    F: FnMut(A, <L::Items as List>::Tuple) -> A,
{
    // a constant, or every choice would be compiled for any number of lanes
    if const { L::COUNT <= CHOICES } && lanes.is_simple() {
        lanes.choose(fold);
    } else {
        fold.with(lanes);
    }
}

impl<Items: List, A, F: FnMut(A, Items::Tuple) -> A> With<Items> for Fold<'_, A, F> {
    #[inline]
    fn with<L: Lanes<Items = Items>>(self, mut lanes: L) {
        let Fold { plan, state: place, f } = self;
        let (size, rows, distance) = (plan.sizes[0], plan.sizes[1], lanes.distance(1));
        let mut index = [0; MAX_RANK];
        // SAFETY: `choose` is the only place that hands a fold on, and its caller has promised it. A local, so that the loop
        // keeps it in registers.
        let mut state = unsafe { place.assume_init_read() };
        loop {
            let mut first = lanes;
            for _ in 0..rows {
                // SAFETY: the caller's promise: here begins a row.
                let row = unsafe { first.row() };
                for i in 0..size {
                    // SAFETY: the row has `size` elements.
                    state = f(state, unsafe { L::get(&row, i) }.into_tuple());
                }
                first = first.go(distance);
            }
            let Some(axis) = plan.next(&mut index) else { break };
            lanes = lanes.step(axis, 1);
        }
        place.write(state);
    }
}
