//! The same walks on several threads.
//!
//! ```text
//! parallel(walk):
//!     axis = the outermost of the plan with a piece for each thread, else the longest
//!     for each piece of the axis, on some thread:
//!         walk(the plan with that piece alone)
//! ```

use super::operand::Operands;
use super::run::{self as serial, Target, Walks, fresh};
use crate::layout::Plan;
use crate::shape::{List, Shape};
use crate::storage::{Owner, Room, StorageMut};
use core::mem::MaybeUninit;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Up to so many elements, one thread is done before the others have started.
const FEW: usize = if cfg!(miri) { 8 } else { 1 << 16 };

/// Pieces a thread, so that one that is held up does not hold up all.
const PIECES: usize = 4;

/// [`map`](serial::map), on several threads where that pays.
pub(crate) fn map<V: Send, Out: Shape, Place: Owner, Ops: Operands + Sync>(
    room: Room<V, Out, Place>,
    operands: &Ops,
    f: impl Fn(<Ops::Items as List>::Tuple) -> V + Sync,
) -> (Place::Data<V, Out>, Out) {
    if room.numel() <= FEW {
        return serial::map::<V, Out, Place, Ops>(room, operands, f);
    }
    let (shape, numel, block) = room.into_parts();
    let write = |slot: &mut MaybeUninit<V>, items| {
        slot.write(f(items));
    };
    // SAFETY: the target has room for every element of the shape.
    let fill = |target| unsafe { run(&shape, target, operands, write) };
    // SAFETY: the room has reserved the block; the pieces together write every element.
    let data = unsafe { fresh::<V, Out, Place>(block, numel, fill) };
    (data, shape)
}

/// [`update`](serial::update), on several threads where that pays.
pub(crate) fn update<W: Send, S: Shape, D: StorageMut, Ops: Operands + Sync>(
    shape: &S,
    data: &mut D::Data<W, S>,
    operands: &Ops,
    f: impl Fn(&mut W, <Ops::Items as List>::Tuple) + Sync,
) {
    if shape.numel().is_ok_and(|numel| numel <= FEW) {
        return serial::update::<W, S, D, Ops>(shape, data, operands, f);
    }
    // SAFETY: a `StorageMut` has every element of its shape, at a place of its own.
    unsafe { run(shape, Target::of::<D>(shape, data), operands, f) };
}

/// What the threads share: a target of which each has a part of its own, and operands that all may read.
struct Shared<T>(T);

// SAFETY: elements of the target are `Send`, and each is given to one thread; the operands are `Sync`.
unsafe impl<W: Send, Out: Shape, Ops: Operands + Sync> Sync for Shared<Walks<'_, W, Out, Ops>> {}

/// # Safety
///
/// As for [`run`](serial::run).
unsafe fn run<W: Send, Out: Shape, Ops: Operands + Sync>(
    shape: &Out,
    target: Target<W, Out>,
    operands: &Ops,
    f: impl Fn(&mut W, <Ops::Items as List>::Tuple) + Sync,
) {
    let Some(walks) = Walks::new(shape, target, operands) else { return };
    let rank = walks.sizes.as_ref().len();
    let axis = axis_to_split(&walks.plan);
    let (size, outer) = (walks.plan.sizes[axis], walks.outer);
    let pieces = size.min(PIECES * rayon::current_num_threads());
    let shared = &Shared(walks);
    // axes above those that a plan holds are pieces too
    let above: usize = shared.0.sizes.as_ref()[..outer].iter().product();
    let (length, longer) = (size / pieces, size % pieces);
    (0..above.saturating_mul(pieces)).into_par_iter().for_each(|i| {
        let (mut above, piece) = (i / pieces, i % pieces);
        // the first ones are one longer
        let start = length * piece + piece.min(longer);
        let length = length + usize::from(piece < longer);
        let mut index = alloc::vec![0; rank];
        for (i, size) in index[..outer].iter_mut().zip(shared.0.sizes.as_ref()).rev() {
            *i = above % size;
            above /= size;
        }
        let plan = shared.0.plan.piece(axis, length);
        index[outer + plan.axis_of_result(axis)] = start;
        // SAFETY: the caller's promise; no two pieces have an element in common.
        unsafe { shared.0.run(&plan, &index, &mut |target: &mut W, items| f(target, items)) };
    });
}

fn axis_to_split(plan: &Plan) -> usize {
    let wanted = PIECES * rayon::current_num_threads();
    let enough = (0..plan.rank).rev().find(|&axis| plan.sizes[axis] >= wanted);
    enough.or_else(|| (0..plan.rank).max_by_key(|&axis| plan.sizes[axis])).unwrap_or(0)
}
