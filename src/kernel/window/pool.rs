//! Pooling: one result for each window.
//!
//! ```text
//! pool(x (..n, ..i), out (..n, ..j)):
//!     for each index n, and each position j:
//!         out[n, j] = reduce x[n, j * stride + k * dilation - before] over each k that is in bounds
//! ```
//!
//! The window always moves along three axes; missing ones have size 1. Along the last axis, 16 positions at a time are
//! computed where the window is inside the tensor; the few at the edges are computed one at a time.

#![allow(clippy::cast_sign_loss, reason = "the indices of elements are not below 0")]

use super::taps::{LANES, Line, Share, Sight, at, slide};
use crate::kernel::elementwise::operand::Operand;
use crate::kernel::is_large;
use crate::kernel::reduction::reducer::{Reducer, Reduction};
use crate::kernel::simd::{Task, vectorise};
use crate::kernel::threads::{self, Permit};
use crate::layout::{advance, unravel};
use crate::shape::{Shape, Sizes};
use crate::storage::{Destination, Storage};
use crate::windows::Moves;

/// Reduces the elements of each window.
///
/// # Panics
///
/// If the destination does not have the shape of the pool.
#[inline]
pub(crate) fn pooled<T: Copy, S: Shape, D: Storage, R: Reduction<T>, To: Destination<R::Output>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    moves: &Moves,
    reduction: impl Fn() -> R + Sync,
) -> To::Written {
    write(to, x, (along(moves), Line::STILL, line(moves)), || Reduced(reduction()))
}

/// The index of the best element of each window, in row-major order of the window's axes. `is_before` says whether an
/// element replaces an earlier one.
///
/// # Panics
///
/// If the destination does not have the shape of the pool.
#[inline]
pub(crate) fn pooled_indices<T: Copy, S: Shape, D: Storage, To: Destination<usize>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    moves: &Moves,
    is_before: impl Fn(T, T) -> bool + Copy + Sync,
) -> To::Written {
    write(to, x, (along(moves), Line::STILL, line(moves)), || Index(is_before))
}

/// Divides the last `along` axes among the windows, and reduces each.
///
/// # Panics
///
/// If the destination does not have the shape of the pool.
#[inline]
pub(crate) fn pooled_adaptively<T: Copy, S: Shape, D: Storage, R: Reduction<T>, To: Destination<R::Output>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    along: usize,
    reduction: impl Fn() -> R + Sync,
) -> To::Written {
    write(to, x, (along, Share::STILL, |_, size, places| Share::new(size, places)), || Reduced(reduction()))
}

/// The number of axes that the window moves along.
fn along(moves: &Moves) -> usize {
    moves.sizes().len() - 2
}

/// The movement of the window along one of the three axes.
fn line(moves: &Moves) -> impl Fn(usize, usize, usize) -> Line {
    move |axis, size, places| slide(&moves.steps[axis], moves.before[axis], size, places).counting(moves.counted[axis])
}

/// Writes a pool. `lines` has the number of axes, a missing axis, and a function for the other axes.
fn write<T: Copy, S: Shape, D: Storage, K: Pooling<T>, L: Sight, To: Destination<K::Output>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    lines: (usize, L, impl Fn(usize, usize, usize) -> L),
    pooling: impl Fn() -> K + Sync,
) -> To::Written {
    let write = |shape: &To::Shape, first, strides: &[usize]| {
        // SAFETY: `Destination` has a different place at each index of `shape`, by `strides`; nothing else reads it.
        unsafe { pool(x, (first, shape, strides), lines, pooling) };
    };
    // SAFETY: `pool` writes each index of `shape`, or panics.
    unsafe { to.write(write) }
}

/// # Safety
///
/// `first` plus each index of `shape`, by `out_strides`, is a different place that may be written.
unsafe fn pool<T: Copy, S: Shape, D: Storage, Out: Shape, K: Pooling<T>, L: Sight>(
    x: &Operand<'_, T, S, D>,
    (first, shape, out_strides): (*mut K::Output, &Out, &[usize]),
    (along, still, line): (usize, L, impl Fn(usize, usize, usize) -> L),
    pooling: impl Fn() -> K + Sync,
) {
    let (sizes, results) = (x.tensor.shape().sizes(), shape.sizes());
    let (sizes, results) = (sizes.as_ref(), results.as_ref());
    let strides = x.tensor.strides();
    let strides = strides.as_ref();
    let outer = sizes.len().checked_sub(along).expect("an axis for each of the window");
    assert!(sizes.len() == results.len() && sizes[..outer] == results[..outer], "the sizes of a pool");
    let (mut lines, mut steps, mut rows, mut places) = ([still; 3], [0; 3], [1; 2], [0; 3]);
    for axis in 0..along {
        let (to, size) = (3 - along + axis, sizes[outer + axis]);
        lines[to] = line(to, size, results[outer + axis]);
        (steps[to], places[to]) = (strides[outer + axis] as isize, out_strides[outer + axis] as isize);
        if to > 0 {
            rows[to - 1] = size;
        }
    }
    if results.contains(&0) {
        return;
    }
    let counts_padding = lines.iter().any(L::counts_padding);
    assert!(lines.iter().all(L::sees_each), "a window sees an element");
    let (source, outer) = (x.tensor.as_ptr(), &sizes[..outer]);
    let count = outer.iter().product::<usize>();
    let permit = if x.tensor.len() > BORDER { Permit::<T, K::Output>::of_numbers() } else { None };
    let pieces = if permit.is_some() { count.min(threads::PIECES * threads::count()) } else { 1 };
    let work = |_, piece| {
        let mut pooling = pooling();
        let mut one = One { lines, x: source, steps, rows, out: first, places, counts_padding, pooling: &mut pooling };
        let [from, end] = [piece, piece + 1].map(|piece| threads::start(count, pieces, piece));
        let mut index: Sizes<usize> = outer.iter().map(|_| 0).collect();
        unravel(from, outer, &mut index);
        for _ in from..end {
            let offset = |strides: &[usize]| {
                let steps = index.iter().zip(strides);
                steps.fold(0isize, |sum, (&i, &stride)| sum.wrapping_add(at(stride as isize, i)))
            };
            (one.x, one.out) = (source.wrapping_offset(offset(strides)), first.wrapping_offset(offset(out_strides)));
            vectorise(&mut [], (), Reborrowed(&mut one));
            advance(&mut index, outer);
        }
    };
    if permit.is_some() {
        // SAFETY: pieces write different places, with a permit, and `pooling` is `Sync`.
        unsafe { threads::share(pieces, work) };
    } else {
        work(0, 0);
    }
}

/// The number of windows that advance together where their taps differ.
const GROUP: usize = 8;

/// The number of elements up to which one thread is faster.
const BORDER: usize = threads::border(1 << 13);

/// A reduction of `N` windows at once, one element of each at a time. `flat` is the index of the first window's
/// element; the others are `step` further each.
trait Pooling<T> {
    type Output;
    type States<const N: usize>;

    /// Whether several windows are computed at a time.
    const TILED: bool;

    fn first<const N: usize>(&mut self, elements: [T; N], flat: usize) -> Self::States<N>;

    fn next<const N: usize>(&mut self, states: &mut Self::States<N>, elements: [T; N], flat: usize);

    /// The results of windows of `count` elements.
    fn finish<const N: usize>(&mut self, states: Self::States<N>, count: usize, step: usize) -> [Self::Output; N];
}

struct Reduced<R>(R);

impl<T: Copy, R: Reduction<T>> Pooling<T> for Reduced<R> {
    type Output = R::Output;
    type States<const N: usize> = [<R::First as Reducer<T>>::State; N];
    const TILED: bool = !is_large::<(T, <R::First as Reducer<T>>::State)>();

    #[inline(always)]
    fn first<const N: usize>(&mut self, elements: [T; N], _: usize) -> Self::States<N> {
        const { assert!(!R::TWICE, "what a window sees is read once") };
        elements.map(|x| self.0.first().first(x, ()))
    }

    #[inline(always)]
    fn next<const N: usize>(&mut self, states: &mut Self::States<N>, elements: [T; N], _: usize) {
        for (state, x) in states.iter_mut().zip(elements) {
            *state = self.0.first().next(*state, x, ());
        }
    }

    #[inline(always)]
    fn finish<const N: usize>(&mut self, states: Self::States<N>, count: usize, _: usize) -> [R::Output; N] {
        states.map(|state| self.0.finish(Some((state, None)), count))
    }
}

/// The index of the best element. Elements and indices are two arrays, for vectors.
struct Index<F>(F);

impl<T: Copy, F: Fn(T, T) -> bool> Pooling<T> for Index<F> {
    type Output = usize;
    type States<const N: usize> = ([T; N], [usize; N]);
    const TILED: bool = !is_large::<T>();

    #[inline(always)]
    fn first<const N: usize>(&mut self, elements: [T; N], flat: usize) -> Self::States<N> {
        (elements, [flat; N])
    }

    #[inline(always)]
    fn next<const N: usize>(&mut self, (best, indices): &mut Self::States<N>, elements: [T; N], flat: usize) {
        let is_before: [bool; N] = core::array::from_fn(|lane| (self.0)(elements[lane], best[lane]));
        for lane in 0..N {
            best[lane] = if is_before[lane] { elements[lane] } else { best[lane] };
            indices[lane] = if is_before[lane] { flat } else { indices[lane] };
        }
    }

    #[inline(always)]
    fn finish<const N: usize>(&mut self, (_, indices): Self::States<N>, _: usize, step: usize) -> [usize; N] {
        core::array::from_fn(|lane| indices[lane].wrapping_add(lane.wrapping_mul(step)))
    }
}

/// The elements of a window along an axis that is not the last one.
#[derive(Clone, Copy)]
struct Seen {
    place: usize,
    /// [`Sight::first`].
    first: isize,
    /// [`Sight::taps_of`].
    taps: [usize; 2],
    /// The number of elements, with padding that counts.
    count: usize,
}

impl Seen {
    #[inline(always)]
    fn new(sight: &impl Sight, place: usize, counts_padding: bool) -> Self {
        let taps @ [from, to] = sight.taps_of(place);
        let count = if counts_padding { sight.count(place) } else { to - from };
        Self { place, first: sight.first(place), taps, count }
    }
}

/// A pool along three axes.
///
/// Invariants: `x` has an element that may be read at each index below the sizes of `lines`. `out` has a different
/// place that may be written at each of their positions. From each position of `lines`, a window sees an element.
struct One<'r, T, K: Pooling<T>, L> {
    lines: [L; 3],
    x: *const T,
    steps: [isize; 3],
    /// The sizes of the last two axes, for the indices of elements.
    rows: [usize; 2],
    out: *mut K::Output,
    places: [isize; 3],
    /// Whether padding counts along any of the lines.
    counts_padding: bool,
    pooling: &'r mut K,
}

struct Reborrowed<'o, 'r, T, K: Pooling<T>, L>(&'o mut One<'r, T, K, L>);

impl<T: Copy, K: Pooling<T>, L: Sight> Task<()> for Reborrowed<'_, '_, T, K, L> {
    #[inline(always)]
    fn run(self, _: &mut [()], (): ()) {
        let one = self.0;
        let [outer, middle, inner] = one.lines;
        let ([from, to], taps) = inner.inner();
        // with enough positions, the last tile overlaps the one before it
        let tiled = if to - from >= LANES && const { K::TILED } { [from, to] } else { [0; 2] };
        for i in 0..outer.places() {
            let i = Seen::new(&outer, i, one.counts_padding);
            for j in 0..middle.places() {
                let row = [i, Seen::new(&middle, j, one.counts_padding)];
                // a constant, or an unused loop would be compiled, with its scratch
                if const { K::TILED } {
                    for place in (tiled[0]..tiled[1]).step_by(LANES) {
                        // SAFETY: `tiled` is [`Sight::inner`], where every tap sees an element, and the 16 places end
                        // at `tiled[1]` or before.
                        unsafe { one.tile::<LANES>(row, place.min(tiled[1] - LANES), [0, taps]) };
                    }
                }
                for [first, end] in [[0, tiled[0]], [tiled[1], inner.places()]] {
                    for place in (first..end).step_by(GROUP) {
                        // SAFETY: the places end at `end`, which is at most the number of places.
                        unsafe { one.group(row, place, GROUP.min(end - place)) };
                    }
                }
            }
        }
    }
}

impl<T: Copy, K: Pooling<T>, L: Sight> One<'_, T, K, L> {
    #[inline(always)]
    fn result(&self, row: [Seen; 2], place: usize) -> *mut K::Output {
        let to = (0..2).fold(self.out, |out, axis| out.wrapping_offset(at(self.places[axis], row[axis].place)));
        to.wrapping_offset(at(self.places[2], place))
    }

    /// The elements at an index of a line and `N - 1` steps further, and the index of the first.
    ///
    /// # Safety
    ///
    /// The facts that [`One`] lists hold, and these are indices below the sizes of `lines`; `line` is of the first two.
    #[inline(always)]
    unsafe fn elements<const N: usize>(&self, (line, flat): (*const T, usize), index: isize) -> ([T; N], usize) {
        let first = line.wrapping_offset(self.steps[2].wrapping_mul(index));
        // SAFETY: the elements may be read (`# Safety`): each is `step` indices after the one before it.
        let elements: [T; N] = unsafe { load(first, at(self.steps[2], self.lines[2].step())) };
        (elements, flat.wrapping_add(index as usize))
    }

    /// A line of elements, and the index of its first element in row-major order.
    #[inline(always)]
    fn line(&self, index: [isize; 2]) -> (*const T, usize) {
        let [i, j] = index;
        let first =
            self.x.wrapping_offset(self.steps[0].wrapping_mul(i)).wrapping_offset(self.steps[1].wrapping_mul(j));
        let [rows, columns] = self.rows;
        (first, (i as usize).wrapping_mul(rows).wrapping_add(j as usize).wrapping_mul(columns))
    }

    /// Writes the results of at most [`GROUP`] positions. The windows advance line by line, so that the processor has several
    /// chains of additions at a time.
    ///
    /// # Safety
    ///
    /// The facts that [`One`] lists hold, and the places are below the number of places.
    #[inline(always)]
    unsafe fn group(&mut self, row: [Seen; 2], place: usize, count: usize) {
        let (inner, apart) = (self.lines[2], self.lines[2].apart());
        let [[s, s_end], [t, t_end]] = row.map(|seen| seen.taps);
        let mut windows = [const { (0, [0; 2], None::<K::States<1>>) }; GROUP];
        for (lane, (first, taps, _)) in windows[..count].iter_mut().enumerate() {
            (*first, *taps) = (inner.first(place + lane), inner.taps_of(place + lane));
        }
        for s in s..s_end {
            for t in t..t_end {
                let line = self.line([
                    row[0].first.wrapping_add(at(self.lines[0].apart(), s)),
                    row[1].first.wrapping_add(at(self.lines[1].apart(), t)),
                ]);
                for (first, [from, to], state) in &mut windows[..count] {
                    let (first, from, to) = (*first, *from, *to);
                    // SAFETY: `s`, `t` and `tap` see an element from these places (`taps_of`).
                    let element = |one: &Self, tap| unsafe { one.elements::<1>(line, first.wrapping_add(at(apart, tap))) };
                    let (state, from) = match state {
                        Some(state) => (state, from),
                        None => {
                            // `pool` has asserted that each window sees an element (`sees_each`)
                            let (elements, flat) = element(self, from);
                            (state.insert(self.pooling.first(elements, flat)), from + 1)
                        }
                    };
                    for tap in from..to {
                        let (elements, flat) = element(self, tap);
                        self.pooling.next(state, elements, flat);
                    }
                }
            }
        }
        for (lane, (_, [from, to], state)) in windows.into_iter().enumerate() {
            let Some(state) = state else { break };
            let inside = if self.counts_padding { inner.count(place + lane) } else { to - from };
            let [result] = self.pooling.finish(state, row[0].count * row[1].count * inside, inner.step());
            // SAFETY: `place + lane` is one of the places (`# Safety`), so `out` has a place there ([`One`]).
            unsafe { self.result(row, place + lane).write(result) };
        }
    }

    /// Writes the results of `N` positions whose windows have the taps `from..to` along the last axis.
    ///
    /// # Safety
    ///
    /// The facts that [`One`] lists hold. `from < to`, and each tap of `from..to` sees an element from each of the `N`
    /// places, which are below the number of places.
    #[inline(always)]
    unsafe fn tile<const N: usize>(&mut self, row: [Seen; 2], place: usize, [from, to]: [usize; 2]) {
        let [outer, middle, inner] = self.lines;
        let [[s, s_end], [t, t_end]] = row.map(|seen| seen.taps);
        let (first, apart) = (inner.first(place), inner.apart());
        let line = |one: &Self, s: usize, t: usize| {
            one.line([
                row[0].first.wrapping_add(at(outer.apart(), s)),
                row[1].first.wrapping_add(at(middle.apart(), t)),
            ])
        };
        // SAFETY: `s`, `t` and `from` are the first taps that see an element from these places (`taps_of`, `# Safety`).
        let (elements, flat) = unsafe { self.elements::<N>(line(self, s, t), first.wrapping_add(at(apart, from))) };
        let mut states = self.pooling.first(elements, flat);
        // the first element is in the states
        let mut start = from + 1;
        for s in s..s_end {
            for t in t..t_end {
                let line = line(self, s, t);
                for tap in start..to {
                    // SAFETY: `s` and `t` see an element from `row` (`taps_of`), and `tap` from the `N` places
                    // (`# Safety`).
                    let (elements, flat) = unsafe { self.elements::<N>(line, first.wrapping_add(at(apart, tap))) };
                    self.pooling.next(&mut states, elements, flat);
                }
                start = from;
            }
        }
        let count = row[0].count * row[1].count * if self.counts_padding { inner.count(place) } else { to - from };
        for (lane, result) in self.pooling.finish(states, count, inner.step()).into_iter().enumerate() {
            // SAFETY: `place + lane` is one of the `N` places (`# Safety`), so `out` has a place there ([`One`]).
            unsafe { self.result(row, place + lane).write(result) };
        }
    }
}

/// Loads `N` elements, `step` apart.
///
/// # Safety
///
/// From `from` on, `N` elements, `step` apart, may be read.
#[inline(always)]
unsafe fn load<T: Copy, const N: usize>(from: *const T, step: isize) -> [T; N] {
    match step {
        // SAFETY: one element may be read (`# Safety`).
        _ if N == 1 => core::array::from_fn(|_| unsafe { from.read() }),
        // SAFETY: `step == 1`, so `N` adjacent elements may be read (`# Safety`); an array is aligned as its elements
        // are.
        1 => unsafe { from.cast::<[T; N]>().read() },
        // a constant step, so that the loads are vectorised
        // SAFETY: `step == 2` and `lane < N` by `from_fn` (`# Safety`).
        2 => core::array::from_fn(|lane| unsafe { from.wrapping_add(2 * lane).read() }),
        // SAFETY: `lane < N` by `from_fn`, and `N` elements, `step` apart, may be read (`# Safety`).
        _ => core::array::from_fn(|lane| unsafe { from.wrapping_offset(at(step, lane)).read() }),
    }
}
