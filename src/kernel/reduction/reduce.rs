//! The walk of every reduction.
//!
//! ```text
//! x (2, 3, 4) along axes 1 and -1     kept (2)       the axes of the result
//!                                     lost (3, 4)    the reduced axes
//! ```
//!
//! Both kinds of axes are sorted by stride and merged; the innermost is the contiguous one. If it is lost, each result
//! is reduced from [`lines`]. If it is kept, rows are added to a chunk of a row of results ([`columns`]). So are many
//! short lines, and the results of their columns are merged.
//!
//! Operations that round are paired, so the error grows with the logarithm of the number of blocks.

use super::batch::{self, LINES};
use super::columns::{LARGE, Room, Space, columns, each, levels, map};
use super::cursor::{Blocks, Cursor, ONE, Plan, Source, far};
use super::lines::{Line, MOST, join, lines, part};
use super::reducer::{FirstState, Order, Reducer, Reduction, SecondState, States};
use super::small::{self, Few};
use crate::kernel::is_large;
use crate::kernel::simd::{Task, apart, vectorise};
use crate::layout::Along;
use core::hint::black_box;
use core::mem::MaybeUninit;

/// Reduces elements along some axes: [`Reduce`], or [`Places`](super::argmax::Places).
pub(crate) trait ManyToOne<T> {
    type Output;

    const ORDER: Order;

    /// Whether [`reduce_small`](Self::reduce_small) may be called: it has the order of `reduce`.
    const IS_SMALL: bool;

    /// Writes a result at each index of the plan's kept axes.
    ///
    /// # Safety
    ///
    /// `source` plus each index of the plan's axes, by their steps, is an element that may be read. `target` plus each
    /// index of the kept axes is a place that may be written, and is not one of the elements.
    unsafe fn walk(self, plan: Plan<'_>, source: *const T, target: *mut Self::Output);

    /// Writes a result at each index of the kept axes, to `target` by the strides `targets`.
    ///
    /// # Safety
    ///
    /// `source.first` plus each index below `source.sizes`, by `source.strides`, is an element that may be read.
    /// `target` plus each index of the kept axes, by `targets`, is a place that may be written, and is not an element
    /// of `source`.
    #[inline(always)]
    unsafe fn reduce(self, source: &Source<'_, T>, target: *mut Self::Output, targets: &[usize])
    where
        Self: Sized,
    {
        // SAFETY: the plan has the axes of `source`, and the strides `targets`.
        Plan::with(source, targets, Self::ORDER, |plan| unsafe { self.walk(plan, source.first, target) });
    }

    /// Writes the results of adjacent elements to adjacent places.
    ///
    /// # Safety
    ///
    /// `B::BLOCKS` is `Some(blocks)`. `blocks.elements()` elements may be read from `x` on. `blocks.results()` places
    /// may be written from `target` on, and are not among the elements.
    unsafe fn reduce_small<B: Few>(self, x: *const T, blocks: Blocks, target: *mut Self::Output);
}

/// The length of lines up to which their columns are reduced first, and the least number of such lines.
const SHORT: usize = 512;
const ROWS: usize = 32;
/// The least number of lines that are at most thrice as long.
const FEW_ROWS: usize = 16;

/// The [`Space`]s for the states of a pass.
const TINY: usize = 16;
const SMALL: usize = Room::SIZE / SPACE;
const BIG: usize = 1024;
const SPACE: usize = size_of::<Space>();

pub(crate) struct Reduce<R>(pub(crate) R);

impl<T: Copy, R: Reduction<T>> ManyToOne<T> for Reduce<R> {
    type Output = R::Output;
    const ORDER: Order = <R::First as Reducer<T>>::ORDER;
    const IS_SMALL: bool = size_of::<(T, States<T, R>, Context<T, R>, R::Output)>() <= 128;

    #[inline]
    unsafe fn walk(self, plan: Plan<'_>, source: *const T, target: *mut R::Output) {
        let mut walk = Walk { plan, source, target, reduction: self.0 };
        if const { Walk::<T, R::Output, R>::IS_LARGE } {
            // SAFETY: the caller passes the elements and places.
            return unsafe { walk.run() };
        }
        if let (&[Along { size: width, step: 1, target: 1 }], &[Along { size: count, step, .. }]) =
            (plan.kept, plan.lost)
        {
            if const { Self::IS_SMALL } && (1..=Walk::<T, R::Output, R>::FEW).contains(&width.saturating_mul(count)) {
                // SAFETY: the caller passes `count` rows of `width` adjacent elements, and as many adjacent places.
                return unsafe { small::row::<T, R>(&mut walk.reduction, source, (count, step), width, target) };
            }
        }
        if let ([], &[Along { size, step: 1, .. }]) = (plan.kept, plan.lost) {
            if const { Self::IS_SMALL } && (1..=Walk::<T, R::Output, R>::FEW_IN_LINE).contains(&size) {
                // SAFETY: the caller passes `size` adjacent elements and one place.
                unsafe { small::columns::<T, R, 1>(&mut walk.reduction, source, (size, 1), target) };
                return;
            }
        }
        if let [Along { size, step: 1, .. }] = plan.lost {
            let is_batched = walk.is_batched(*size);
            // loops of constant lengths, compiled once
            match (plan.is_of_lines(), size) {
                // SAFETY: the only lost axis has two adjacent elements.
                (true, 2) => return unsafe { walk.run_one::<2>() },
                // SAFETY: the same, with three.
                (true, 3) => return unsafe { walk.run_one::<3>() },
                (true, 4) => {
                    if const { batch::lanes::<T, R>() == 4 && matches!(Self::ORDER, Order::Pairs) } && is_batched {
                        // SAFETY: the same, with four, and `is_batched` is true.
                        return unsafe { walk.run_batches::<4>(4) };
                    }
                    // SAFETY: the same, with four.
                    return unsafe { walk.run_one::<4>() };
                }
                _ => {}
            }
            if const { batch::lanes::<T, R>() > 0 } && is_batched {
                return vectorise(&mut [], (), ByBatches(walk, *size));
            }
        }
        // SAFETY: the caller passes the elements and places.
        unsafe { walk.run() };
    }

    #[inline(always)]
    unsafe fn reduce_small<B: Few>(self, x: *const T, blocks: Blocks, target: *mut R::Output) {
        let mut reduction = self.0;
        // SAFETY: this function requires the same elements and places.
        unsafe { small::reduce::<T, R, B>(&mut reduction, x, blocks, target) };
    }
}

/// Whether AVX2 is slower than the build's vectors, as for some states of one or two bytes
/// (`docs/performance/levels.md`).
fn is_slower_with_avx2<T, R: Reducer<T>>(plan: Plan<'_>) -> bool {
    let size = size_of::<R::State>();
    if plan.is_of_lines() {
        let least = if const { size_of::<R::State>() == 1 && matches!(R::ORDER, Order::Exact) } { 1 } else { 5 };
        let (most, step) = match size {
            1 => (640, 128),
            2 => (128, 64),
            _ => return false,
        };
        let has_rest = |length| length < step || length % step >= step / 4;
        let is_slower = |line: &Along| line.step == 1 && (least..=most).contains(&line.size) && has_rest(line.size);
        return plan.lost.last().is_some_and(is_slower);
    }
    plan.kept.last().is_some_and(|columns| match size {
        1 => columns.size < 128 && columns.size % 8 >= 4,
        2 => (16..32).contains(&columns.size),
        _ => false,
    })
}

struct Walk<'p, T, U, R> {
    plan: Plan<'p>,
    source: *const T,
    target: *mut U,
    reduction: R,
}

/// A walk by lines. No size is 0.
struct ByLines<'p, T, U, R>(Walk<'p, T, U, R>);

impl<T: Copy, R: Reduction<T>> Task<()> for ByLines<'_, T, R::Output, R> {
    #[inline(always)]
    fn run(mut self, _: &mut [()], (): ()) {
        // SAFETY: no size is 0; `walk` requires the elements and places.
        unsafe { self.0.run_lines() };
    }
}

/// A walk by batches of lines of that length. [`Walk::is_batched`] is true.
struct ByBatches<'p, T, U, R>(Walk<'p, T, U, R>, usize);

impl<T: Copy, R: Reduction<T>> Task<()> for ByBatches<'_, T, R::Output, R> {
    #[inline(always)]
    fn run(mut self, _: &mut [()], (): ()) {
        // a constant, so that one is compiled
        match const { batch::lanes::<T, R>() } {
            // SAFETY: `is_batched` is true for the only lost axis; `walk` requires the elements and places.
            8 => unsafe { self.0.run_batches::<8>(self.1) },
            // SAFETY: the same; `lanes` is not 0, so it is 4.
            _ => unsafe { self.0.run_batches::<4>(self.1) },
        }
    }
}

/// A walk by chunks of columns. No size is 0.
struct ByColumns<'p, T, U, R>(Walk<'p, T, U, R>, usize);

impl<T: Copy, R: Reduction<T>> Task<Space> for ByColumns<'_, T, R::Output, R> {
    #[inline(always)]
    fn run(mut self, space: &mut [Space], (): ()) {
        // SAFETY: no size is 0; `run_columns` has the space for `self.1`; `walk` requires the elements and places.
        unsafe { self.0.reduce_columns(self.1, space) };
    }
}

impl<T: Copy, R: Reduction<T>> Walk<'_, T, R::Output, R> {
    /// Columns of large elements would fill the stack.
    const IS_LARGE: bool = is_large::<(T, States<T, R>, R::Output)>();

    /// The most elements of columns in registers; vectors have more states of one or two bytes.
    const FEW: usize = if size_of::<FirstState<T, R>>() < 4 { small::MOST / 4 } else { small::MOST };

    /// The same for the only line.
    const FEW_IN_LINE: usize = {
        let is_sum = matches!(<R::First as Reducer<T>>::ORDER, Order::Pairs) && !R::TWICE;
        if is_sum && size_of::<T>() == size_of::<FirstState<T, R>>() { Self::FEW } else { 31 }
    };

    /// Walks by lines or by columns.
    ///
    /// # Safety
    ///
    /// As for [`ManyToOne::walk`].
    #[inline(never)]
    unsafe fn run(mut self) {
        if self.plan.kept.iter().any(|along| along.size == 0) {
            return;
        }
        if self.plan.lost.iter().any(|along| along.size == 0) {
            // SAFETY: no size of `kept` is 0, and the caller has a place at each index.
            return unsafe { self.write_empty() };
        }
        if const { Self::IS_LARGE } {
            return vectorise(&mut [], (), ByLines(self));
        }
        let (rows, columns) = self.rows_and_columns();
        let bytes = Self::bytes(rows);
        if !self.is_by_columns(rows, columns, bytes) {
            if is_slower_with_avx2::<T, R::First>(self.plan) {
                apart(&mut [], (), ByLines(self));
            } else {
                vectorise(&mut [], (), ByLines(self));
            }
            return;
        }
        let all = bytes.saturating_mul(columns);
        // SAFETY: no size is 0, and `is_by_columns` is true. In each branch, `bytes` for each column of the chunk fit in
        // the space. The caller passes the elements and places.
        #[allow(clippy::multiple_unsafe_ops_per_block, reason = "one of them is called")]
        unsafe {
            if all <= TINY * SPACE {
                self.run_columns::<TINY>(columns);
            } else if all <= SMALL * SPACE {
                self.run_columns::<SMALL>(columns);
            } else if rows.saturating_mul(columns).saturating_mul(size_of::<T>()) < LARGE {
                self.run_columns::<SMALL>(SMALL * SPACE / bytes);
            } else {
                // the states that change with each row fit in a cache
                self.run_columns::<BIG>((BIG * SPACE / bytes).min(SMALL * SPACE / Self::bytes(1)));
            }
        }
    }

    /// The numbers of rows and columns; those of lines are along the lost axes.
    #[inline]
    fn rows_and_columns(&self) -> (usize, usize) {
        let count = self.plan.lost.iter().map(|along| along.size).product::<usize>();
        let last = |axes: &[Along]| axes.last().map_or(1, |along| along.size);
        if self.plan.is_of_lines() {
            let columns = last(self.plan.lost);
            return (count / columns, columns);
        }
        (count, last(self.plan.kept))
    }

    /// The bytes of a column, for the states of each pass and for a context; at least one.
    #[inline]
    fn bytes(rows: usize) -> usize {
        let first = size_of::<FirstState<T, R>>().max(1) * levels::<T, R::First>(rows);
        if R::TWICE {
            first.max(size_of::<SecondState<T, R>>() * levels::<T, R::Second>(rows)).max(size_of::<Context<T, R>>())
        } else {
            first
        }
    }

    /// Whether to reduce columns: those of kept axes, or of many short lines.
    #[inline]
    fn is_by_columns(&self, rows: usize, columns: usize, bytes: usize) -> bool {
        let is_aligned = const { align_of::<(States<T, R>, Context<T, R>)>() <= align_of::<Space>() };
        let fits = |bytes| bytes <= SMALL * SPACE;
        is_aligned
            && fits(bytes)
            && (!self.plan.is_of_lines() || self.has_short_lines(rows, columns) && fits(bytes * columns))
    }

    /// Reduces `chunk` columns at a time.
    ///
    /// # Safety
    ///
    /// As for [`ManyToOne::walk`]; no size is 0, and [`is_by_columns`](Self::is_by_columns) is true. The
    /// [`bytes`](Self::bytes) of `chunk` columns fit in `SPACES`.
    #[inline(never)]
    unsafe fn run_columns<const SPACES: usize>(self, chunk: usize) {
        let is_slower = is_slower_with_avx2::<T, R::First>(self.plan);
        let (mut one, mut three);
        let space: &mut [Space] = if const { R::TWICE } {
            three = [[Space::NEW; SPACES]; 3];
            three.as_flattened_mut()
        } else {
            one = [Space::NEW; SPACES];
            &mut one
        };
        if is_slower {
            apart(space, (), ByColumns(self, chunk));
        } else {
            vectorise(space, (), ByColumns(self, chunk));
        }
    }

    /// # Safety
    ///
    /// `target` plus each index of `kept` may be written.
    unsafe fn write_empty(&mut self) {
        let mut results = Cursor::new(self.plan.kept);
        for _ in 0..results.count() {
            let nothing = self.reduction.finish(None, 0);
            // SAFETY: `results` is at one of its `count` indices of `kept`, whose place may be written.
            unsafe { self.target.wrapping_offset(results.target).write(nothing) };
            results.advance(1);
        }
    }

    /// # Safety
    ///
    /// As for [`ManyToOne::walk`]; no size is 0.
    #[inline(always)]
    unsafe fn run_lines(&mut self) {
        let (line, outer) = self.plan.lost.split_last().unwrap_or((&ONE, &[]));
        // SAFETY: `outer` and `line` are the lost axes, whose sizes are not 0.
        unsafe { self.run_equal::<false>(Line { length: line.size, step: line.step }, outer) }
    }

    /// # Safety
    ///
    /// As for [`ManyToOne::walk`]; the only lost axis has `LENGTH > 0` adjacent elements.
    #[inline(always)]
    unsafe fn run_one<const LENGTH: usize>(&mut self) {
        // SAFETY: the line is the only lost axis.
        unsafe { self.run_equal::<true>(Line { length: LENGTH, step: 1 }, &[]) }
    }

    /// # Safety
    ///
    /// As for [`ManyToOne::walk`]; the lost axes are `outer` and `line`, and their sizes are not 0. If `IS_ONE`, `outer`
    /// is empty.
    #[inline(always)]
    unsafe fn run_equal<const IS_ONE: bool>(&mut self, line: Line, outer: &[Along]) {
        let Self { plan: Plan { kept, .. }, source, target, reduction } = self;
        let (row, outer_kept) = kept.split_last().unwrap_or((&ONE, &[]));
        let mut results = Cursor::new(outer_kept);
        let mut rows = Cursor::new(outer);
        let count = rows.count() * line.length;
        for _ in 0..results.count() {
            let (mut x, mut to) = (source.wrapping_offset(results.at), target.wrapping_offset(results.target));
            for _ in 0..row.size {
                // SAFETY: this is an index of `kept`, from which each line may be read.
                let first = unsafe { state::<_, _, IS_ONE>(reduction.first(), x, &mut rows, line, ()) };
                let states = if R::TWICE {
                    let context = reduction.context(first, count);
                    // SAFETY: the lines of `first`, which may be read.
                    (first, Some(unsafe { state::<_, _, IS_ONE>(reduction.second(), x, &mut rows, line, context) }))
                } else {
                    (first, None)
                };
                // SAFETY: this is an index of `kept`, whose place may be written.
                unsafe { to.write(reduction.finish(Some(states), count)) };
                (x, to) = (x.wrapping_offset(row.step), to.wrapping_offset(row.target));
            }
            results.advance(1);
        }
    }

    /// Whether to reduce lines of `length` adjacent elements in batches. Then no size is 0.
    #[inline]
    fn is_batched(&self, length: usize) -> bool {
        let lanes = const { batch::lanes::<T, R>() };
        let kept = self.plan.kept;
        lanes > 0
            && (lanes..=MOST * lanes).contains(&length)
            && self.plan.is_of_lines()
            && kept.last().is_some_and(|lines| lines.size >= LINES)
            && kept.iter().all(|along| along.size > 0)
    }

    /// # Safety
    ///
    /// As for [`ManyToOne::walk`]; the only lost axis has `length` adjacent elements, and
    /// [`is_batched`](Self::is_batched) is true for it. `LANES` is [`batch::lanes`].
    #[inline(always)]
    unsafe fn run_batches<const LANES: usize>(&mut self, length: usize) {
        let Self { plan: Plan { kept, .. }, source, target, reduction } = self;
        let (row, outer) = kept.split_last().unwrap_or((&ONE, &[]));
        let mut results = Cursor::new(outer);
        for _ in 0..results.count() {
            let (x, to) = (source.wrapping_offset(results.at), target.wrapping_offset(results.target));
            let mut from = 0;
            while from < row.size {
                // the last batch has lines of the one before it
                from = from.min(row.size - LINES);
                let lines = (far(x, row.step, from), row.step);
                let places = (to.wrapping_offset(row.target.wrapping_mul(from as isize)), row.target);
                // SAFETY: `from + LINES <= row.size`: indices of `kept`, with `length >= LANES` elements and a place.
                unsafe { batch::reduce::<T, R, LANES>(reduction, lines, length, places) };
                from += LINES;
            }
            results.advance(1);
        }
    }

    /// Whether to reduce the columns of `rows` short lines first.
    fn has_short_lines(&self, rows: usize, columns: usize) -> bool {
        let is_ordered = matches!(<R::First as Reducer<T>>::ORDER, Order::RowMajor);
        !R::TWICE
            && !is_ordered
            && self.plan.lost.last().is_some_and(|line| line.step == 1)
            && columns <= SHORT
            && (rows >= ROWS || rows >= FEW_ROWS && columns <= 3 * rows)
    }

    /// # Safety
    ///
    /// As for [`ManyToOne::walk`]; no size is 0. The [`bytes`](Self::bytes) of `chunk` columns fit in the space, or in a
    /// third of it if there are two passes.
    #[inline(always)]
    unsafe fn reduce_columns(&mut self, chunk: usize, space: &mut [Space]) {
        let Self { plan, source, target, reduction } = self;
        let Plan { kept, lost } = *plan;
        // the columns of short lines are merged to one result
        let merges = plan.is_of_lines();
        let (line, others) = if merges { lost } else { kept }.split_last().unwrap_or((&ONE, &[]));
        let (kept, lost) = if merges { (kept, others) } else { (others, lost) };
        let mut results = Cursor::new(kept);
        let mut rows = Cursor::new(lost);
        let count = rows.count();
        // chunks of nearly one width
        let chunk = if line.size <= chunk {
            line.size
        } else {
            line.size.div_ceil(line.size.div_ceil(chunk)).next_multiple_of(32).min(chunk)
        };
        let part = if R::TWICE { space.len() / 3 } else { space.len() };
        let (first_space, others) = space.split_at_mut(part);
        let (second_space, context_space) = others.split_at_mut(others.len() / 2);
        for _ in 0..results.count() {
            let (x, to) = (source.wrapping_offset(results.at), target.wrapping_offset(results.target));
            let mut from = 0;
            while from < line.size {
                let width = chunk.min(line.size - from);
                let by = from as isize;
                let (x, to) =
                    (x.wrapping_offset(line.step.wrapping_mul(by)), to.wrapping_offset(line.target.wrapping_mul(by)));
                let row = (width, line.step);
                // SAFETY: `from + width <= line.size`, and the space holds `chunk >= width` columns.
                let first =
                    unsafe { columns(reduction.first(), x, &mut rows, row, &[(); usize::MAX][..width], first_space) };
                if merges {
                    let state = merged(reduction.first(), first);
                    // SAFETY: this is an index of `kept`, whose place may be written.
                    unsafe { to.write(reduction.finish(Some((state, None)), count * width)) };
                    break;
                }
                let second = if R::TWICE {
                    let contexts = map(context_space, first, |state| reduction.context(state, count));
                    // SAFETY: the columns of `first`, with contexts; `second_space` has the size of the first.
                    Some(unsafe { columns(reduction.second(), x, &mut rows, row, contexts, second_space) })
                } else {
                    None
                };
                let states = (&*first, second.as_deref());
                if line.target == 1 {
                    // SAFETY: `width <= line.size - from`, so these are places of `kept`.
                    let target = unsafe { core::slice::from_raw_parts_mut(to.cast(), width) };
                    // by a pointer, as in `columns`
                    let finish: fn(&mut [_], _, usize, &mut R) = finish;
                    finish(target, states, count, reduction);
                } else {
                    for column in 0..width {
                        let place = to.wrapping_offset(line.target.wrapping_mul(column as isize));
                        // SAFETY: `column < width <= line.size - from`: the place of an index of `kept`.
                        unsafe { place.write(result::<T, R>(states, column, count, reduction)) };
                    }
                }
                from += width;
            }
            results.advance(1);
        }
    }
}

/// The state of one line, or of [`lines`].
///
/// # Safety
///
/// As for [`part`] or [`lines`].
#[inline(always)]
unsafe fn state<T: Copy, R: Reducer<T>, const IS_ONE: bool>(
    reducer: &mut R,
    x: *const T,
    rows: &mut Cursor<'_>,
    line: Line,
    context: R::Context,
) -> R::State {
    if const { IS_ONE } {
        // SAFETY: as for this function.
        unsafe { part(reducer, x, line, context) }
    } else {
        // SAFETY: the same.
        unsafe { lines(reducer, x, rows, line, context) }
    }
}

/// Merges states in pairs, the first half with the second. A `black_box` hides where each state comes from: LLVM would
/// store those that change with masks.
#[inline(always)]
fn merged<T, R: Reducer<T>>(reducer: &mut R, states: &mut [R::State]) -> R::State {
    const LANES: usize = 8;
    let mut count = states.len();
    while count > 1 {
        let (left, right) = states[..count].split_at_mut(count.div_ceil(2));
        for (left, right) in left.chunks_mut(LANES).zip(right.chunks(LANES)) {
            if let (Ok(mut states), Ok(others)) = (<[R::State; LANES]>::try_from(&*left), right.try_into()) {
                join::<T, R, LANES>(reducer, &mut states, others);
                left.copy_from_slice(&black_box(states));
            } else {
                left.iter_mut().zip(right).for_each(|(left, right)| *left = black_box(reducer.merge(*left, *right)));
            }
        }
        count = count.div_ceil(2);
    }
    states[0]
}

type Context<T, R> = <<R as Reduction<T>>::Second as Reducer<T>>::Context;

/// The states of columns, of the first pass and of the second if there is one.
type OfColumns<'s, T, R> = (&'s [FirstState<T, R>], Option<&'s [SecondState<T, R>]>);

#[inline(always)]
fn finish<T, R: Reduction<T>>(
    target: &mut [MaybeUninit<R::Output>],
    states: OfColumns<'_, T, R>,
    count: usize,
    reduction: &mut R,
) {
    let width = target.len();
    let states = (&states.0[..width], states.1.map(|second| &second[..width]));
    each::<R::Output>(width, |column| {
        target[column].write(result(states, column, count, reduction));
    });
}

#[inline(always)]
fn result<T, R: Reduction<T>>(
    (first, second): OfColumns<'_, T, R>,
    column: usize,
    count: usize,
    reduction: &mut R,
) -> R::Output {
    reduction.finish(Some((first[column], second.map(|states| states[column]))), count)
}
