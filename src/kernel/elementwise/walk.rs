//! The loops of a plan.

use super::function::Each;
use super::lane::{Lanes, With};
use crate::kernel::is_large;
use crate::kernel::simd::{self, FEW};
use crate::layout::{MAX_RANK, Plan, Steps};
use crate::shape::List;
use core::hint::black_box;
use core::marker::PhantomData;
use core::mem::needs_drop;
use core::{ptr, slice};

/// A walk over a dense target. If rows may be `SHORT`, the remainder of a row after whole vectors matters.
pub(in crate::kernel) struct Walk<'p, 't, const SHORT: bool, W, E> {
    pub(in crate::kernel) plan: &'p Plan,
    pub(in crate::kernel) target: &'t mut [W],
    pub(in crate::kernel) each: &'p mut E,
}

impl<const SHORT: bool, W, Items: List, E: Each<W, Items::Tuple>> With<Items> for Walk<'_, '_, SHORT, W, E> {
    #[inline(always)]
    fn with<L: Lanes<Items = Items>>(self, lanes: L) {
        let Self { plan, target, each } = self;
        let lanes = lanes.shared();
        let (firsts, rows) = (lanes.firsts(), Rows::<SHORT, _> { plan, lanes });
        if const { !L::IN_VECTORS } || target.len() <= FEW {
            simd::apart(target, firsts, Calling { rows, each });
        } else {
            vectorise(target, firsts, each, rows);
        }
    }
}

/// A loop with a function of each position.
pub(in crate::kernel) trait Loop<W, Firsts, E> {
    const WIDE: bool;

    fn run(self, target: &mut [W], firsts: Firsts, each: &mut E);
}

/// A loop that calls a function by reference.
struct Calling<'e, R, E> {
    rows: R,
    each: &'e mut E,
}

impl<W, Firsts, E, R: Loop<W, Firsts, E>> simd::Task<W, Firsts> for Calling<'_, R, E> {
    const WIDE: bool = R::WIDE;

    #[inline(always)]
    fn run(self, target: &mut [W], firsts: Firsts) {
        self.rows.run(target, firsts, self.each);
    }
}

/// A loop that takes a function, and returns it to `origin`.
struct Taking<'e, R, E> {
    rows: R,
    origin: &'e mut E,
}

impl<W, Firsts, E, R: Loop<W, Firsts, E>> simd::Task<W, (E, Firsts)> for Taking<'_, R, E> {
    const WIDE: bool = R::WIDE;

    #[inline(always)]
    fn run(self, target: &mut [W], (mut each, firsts): (E, Firsts)) {
        self.rows.run(target, firsts, &mut each);
        *self.origin = each;
    }
}

/// Whether loops take a function by value.
pub(super) const fn is_taken<E>() -> bool {
    !needs_drop::<E>() && !is_large::<E>()
}

/// Runs a loop in its own function. The function of each position is an argument if [`is_taken`], so that LLVM reads
/// captured references before a branch (docs/decisions/0021-vectors.md).
#[inline(always)]
pub(in crate::kernel) fn vectorise<W, Firsts: simd::Spread, E>(
    target: &mut [W],
    firsts: Firsts,
    each: &mut E,
    rows: impl Loop<W, Firsts, E>,
) {
    if const { !is_taken::<E>() } {
        return simd::vectorise(target, firsts, Calling { rows, each });
    }
    // SAFETY: an `E` needs no drop (`is_taken`), and only this copy is used until it is moved back.
    let taken = unsafe { ptr::read(each) };
    simd::vectorise(target, (taken, firsts), Taking { rows, origin: each });
}

pub(in crate::kernel) struct Rows<'p, const SHORT: bool, L> {
    pub(in crate::kernel) plan: &'p Plan,
    pub(in crate::kernel) lanes: L,
}

impl<const SHORT: bool, W, L: Lanes<Items: List>, E: Each<W, <L::Items as List>::Tuple>> Loop<W, L::Firsts, E>
    for Rows<'_, SHORT, L>
{
    const WIDE: bool = E::HEAVY;

    #[inline(always)]
    fn run(self, target: &mut [W], firsts: L::Firsts, each: &mut E) {
        let Self { plan, lanes } = self;
        let mut lanes = lanes.from(firsts);
        let (size, rows, distance) = (plan.sizes[0], plan.sizes[1], lanes.distance(1));
        let (mut place, mut index) = (target.as_mut_ptr(), [0; MAX_RANK]);
        loop {
            let mut first = lanes;
            for _ in 0..rows {
                // SAFETY: `place` is `size` further for each earlier row, and `target` has `plan.numel()` elements, as
                // callers ensure.
                let target = unsafe { slice::from_raw_parts_mut(place, size) };
                // SAFETY: `first` has moved by at most `rows` and by `plan.next`: a row of the plan starts there.
                let row = unsafe { first.row() };
                // SAFETY: both have `size` elements: the target's slice, and the row, which is the plan's innermost
                // axis.
                unsafe { dense_row::<SHORT, W, L, E>(target, &row, each) };
                (first, place) = (first.go(distance), place.wrapping_add(size));
            }
            let Some(axis) = plan.next(2, &mut index) else { return };
            lanes = lanes.step(axis, 1);
        }
    }
}

pub(in crate::kernel) trait Planned {
    const PLAN: Plan;
}

/// A walk over a dense target with a constant plan.
pub(in crate::kernel) struct Constant<'p, 't, P, W, E> {
    pub(in crate::kernel) plan: PhantomData<P>,
    pub(in crate::kernel) target: &'t mut [W],
    pub(in crate::kernel) each: &'p mut E,
}

impl<P: Planned, W, Items: List, E: Each<W, Items::Tuple>> With<Items> for Constant<'_, '_, P, W, E> {
    #[inline(always)]
    fn with<L: Lanes<Items = Items>>(self, lanes: L) {
        let Self { plan, target, each } = self;
        if const { P::PLAN.numel() <= FEW } {
            // by a pointer, or it would be inlined before LLVM sees that the target is an argument
            let run: fn(&mut [W], _, _) = few;
            run(target, lanes.firsts(), Calling { rows: Loops { plan, lanes }, each });
        } else {
            vectorise(target, lanes.firsts(), each, Loops { plan, lanes });
        }
    }
}

/// The loops of a constant plan, with its lanes.
struct Loops<P, L> {
    plan: PhantomData<P>,
    lanes: L,
}

impl<P: Planned, W, L: Lanes<Items: List>, E: Each<W, <L::Items as List>::Tuple>> Loop<W, L::Firsts, E>
    for Loops<P, L>
{
    // for rows of two and three elements of four bytes, AVX-512's shuffles of two operands save a quarter
    const WIDE: bool = E::HEAVY || P::PLAN.rank == 2 && P::PLAN.sizes[0] <= 3 && size_of::<W>() == 4;

    #[inline(always)]
    fn run(self, target: &mut [W], firsts: L::Firsts, each: &mut E) {
        let lanes = self.lanes.from(firsts);
        let [n0, n1, n2, n3, outer @ ..] = const { P::PLAN.sizes };
        let mut place = 0;
        for outermost in 0..outer.iter().product() {
            let (mut lanes, mut rest) = (lanes, outermost);
            for (axis, size) in outer.iter().enumerate() {
                lanes = lanes.step(4 + axis, (rest % size) as isize);
                rest /= size;
            }
            for i in 0..n3 {
                let lanes = lanes.step(3, i as isize);
                for i in 0..n2 {
                    let lanes = lanes.step(2, i as isize);
                    for i in 0..n1 {
                        if const { keeps_rows_apart::<W>(&P::PLAN, L::DENSE, E::UPDATES) } {
                            black_box(());
                        }
                        let lanes = lanes.step(1, i as isize);
                        // SAFETY: `choose_known` made the lanes for this plan, and the loops step below its sizes: a
                        // row starts here.
                        let row = unsafe { lanes.row() };
                        for i in 0..n0 {
                            // SAFETY: `i < n0`, the number of elements of a row of the plan.
                            let items = unsafe { L::get(&row, i) }.into_tuple();
                            // SAFETY: `place` counts the elements of earlier rows, so `place + i < P::PLAN.numel()`.
                            // `target` has as many: `run::dense`, which alone makes a `Constant`, requires it.
                            each.each(unsafe { target.get_unchecked_mut(place + i) }, items);
                        }
                        place += n0;
                    }
                }
            }
        }
    }
}

/// The loops of a constant plan of at most [`FEW`] elements, inlined.
#[inline]
fn few<W, L, T: simd::Task<W, L>>(target: &mut [W], lanes: L, task: T) {
    task.run(target, lanes);
}

/// Whether vectors may not cross the rows of a constant plan: LLVM shuffles vectors across rows of six and eight
/// elements, and of five to seven if an operand is broadcast along them.
const fn keeps_rows_apart<W>(plan: &Plan, dense: bool, updates: bool) -> bool {
    let row = plan.sizes[0];
    plan.rank == 2
        && (size_of::<W>() == 4 && (row == 8 || row == 6 || !dense && VECTOR < row && row < 8)
            || size_of::<W>() == 8 && row == 6
            || updates && row >= 16 && row % 8 == 0)
}

/// The loops of a plan over a strided target.
///
/// # Safety
///
/// `target` plus each index of the plan, by `steps`, is a different place that may be written, and the lanes have an
/// element there; no lane reads an element of the target.
pub(in crate::kernel) unsafe fn strided<W, L: Lanes<Items: List>, E: Each<W, <L::Items as List>::Tuple>>(
    plan: &Plan,
    mut target: *mut W,
    steps: &Steps,
    mut lanes: L,
    each: &mut E,
) {
    let (size, rows, distance) = (plan.sizes[0], plan.sizes[1], lanes.distance(1));
    let [inner, outer] = [steps[0], steps[1]];
    let mut index = [0; MAX_RANK];
    loop {
        let (mut first, mut place) = (lanes, target);
        for _ in 0..rows {
            // SAFETY: `first` has moved by at most `rows` and by `plan.next`: a row of the plan starts there.
            let row = unsafe { first.row() };
            if inner == 1 {
                // SAFETY: `inner == 1`, so the `size` places of this row are adjacent; the lanes do not read them.
                let target = unsafe { slice::from_raw_parts_mut(place, size) };
                // SAFETY: both have `size` elements: the target's slice, and the row, which is the plan's innermost
                // axis.
                unsafe { row_apart::<W, L, E>(target, &row, each) };
            } else {
                for i in 0..size {
                    // SAFETY: `i < size` by the loop: a place of the target, borrowed only for this call.
                    let element = unsafe { &mut *place.wrapping_offset(i as isize * inner) };
                    // SAFETY: `i < size` by the loop, and the row has `size` elements, the plan's first size.
                    each.each(element, unsafe { L::get(&row, i) }.into_tuple());
                }
            }
            (first, place) = (first.go(distance), place.wrapping_offset(outer));
        }
        let Some(axis) = plan.next(2, &mut index) else { return };
        (target, lanes) = (target.wrapping_offset(steps[axis]), lanes.step(axis, 1));
    }
}

/// [`dense_row`] in its own function, with the target as an argument: only for arguments does LLVM know that a mutable
/// slice has no aliases.
///
/// # Safety
///
/// As for [`dense_row`].
#[inline]
unsafe fn row_apart<W, L: Lanes<Items: List>, E: Each<W, <L::Items as List>::Tuple>>(
    target: &mut [W],
    row: &L::Row,
    each: &mut E,
) {
    // SAFETY: the row is as long as the target.
    unsafe { dense_row::<false, W, L, E>(target, row, each) };
}

/// The number of elements that LLVM processes at once: several vectors of AVX2.
const AT_ONCE: usize = 32;

/// The shortest vector of any processor.
pub(in crate::kernel) const VECTOR: usize = 4;

/// Walks one row. The remainder after a multiple of [`AT_ONCE`] has its own loop, which LLVM knows to be short and
/// vectorises except for up to 7 elements. If rows may be `SHORT` and all are dense, this loop goes by fours.
///
/// # Safety
///
/// The row has at least `target.len()` elements.
#[inline(always)]
pub(in crate::kernel) unsafe fn dense_row<
    const SHORT: bool,
    W,
    L: Lanes<Items: List>,
    E: Each<W, <L::Items as List>::Tuple>,
>(
    target: &mut [W],
    row: &L::Row,
    each: &mut E,
) {
    let left = target.len() % AT_ONCE;
    let whole = target.len() - left;
    for i in 0..whole {
        // SAFETY: `i < whole <= target.len()`, and the row is as long.
        unsafe { place::<W, L, E>(target, row, i, each) };
    }
    let mut vectors = 0;
    // a constant, or large elements would be on the stack without optimisation
    if const { SHORT && L::DENSE && L::COUNT > 1 && !E::HEAVY && !is_large::<(W, L::Items)>() } {
        vectors = left / VECTOR;
        for vector in 0..vectors {
            const { assert!(VECTOR == 4) };
            // SAFETY: `VECTOR * vector + 4 <= left`, as asserted, and `whole + left == target.len()`, as is the row.
            unsafe { four::<W, L, E>(target, row, whole + VECTOR * vector, each) };
        }
    }
    for i in VECTOR * vectors..left {
        // SAFETY: `i < left`, and `whole + left == target.len()`.
        unsafe { place::<W, L, E>(target, row, whole + i, each) };
    }
}

/// Processes four positions. All reads come first, or LLVM would process one at a time.
///
/// # Safety
///
/// The target and the row have the positions from `at` on.
#[inline(always)]
unsafe fn four<W, L: Lanes<Items: List>, E: Each<W, <L::Items as List>::Tuple>>(
    target: &mut [W],
    row: &L::Row,
    at: usize,
    each: &mut E,
) {
    macro_rules! each {
        ($($i:literal $items:ident)*) => {
            // SAFETY: the row has these positions.
            $(let $items = unsafe { L::get(row, at + $i) };)*
            // SAFETY: the target has these positions.
            $(each.each(unsafe { target.get_unchecked_mut(at + $i) }, $items.into_tuple());)*
        };
    }
    each!(0 a 1 b 2 c 3 d);
}

/// Processes one position. Reads come first: otherwise LLVM processes half as many vectors at once.
///
/// # Safety
///
/// `i < target.len()`, and the row has more than `i` elements.
#[inline(always)]
unsafe fn place<W, L: Lanes<Items: List>, E: Each<W, <L::Items as List>::Tuple>>(
    target: &mut [W],
    row: &L::Row,
    i: usize,
    each: &mut E,
) {
    // SAFETY: the row has more than `i` elements.
    let items = unsafe { L::get(row, i) }.into_tuple();
    // SAFETY: `i < target.len()`.
    each.each(unsafe { target.get_unchecked_mut(i) }, items);
}
