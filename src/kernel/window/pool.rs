//! Pools: one result for all that a window sees.
//!
//! ```text
//! pool(x (..n, ..i), out (..n, ..j)):
//!     for each index n, and each place j:
//!         out[n, j] = what becomes of x[n, j * stride + k * dilation - before] for each k where there is one
//! ```
//!
//! What the real code does differently: there are always three axes along which the window moves, of which those that
//! are not there are of size 1. 16 places at a time are made of the last axis, where all that a window sees there are
//! elements; the few at the edges are each made alone.

use super::taps::{LANES, Line, at, slide};
use crate::kernel::elementwise::operand::Operand;
use crate::kernel::is_large;
use crate::kernel::reduction::reducer::{Reducer, Reduction};
use crate::kernel::simd::{Task, vectorise};
use crate::layout::advance;
use crate::shape::Shape;
use crate::storage::{Destination, Storage};
use crate::windows::Moves;

/// Computes a pool.
///
/// # Panics
///
/// If the destination does not have its shape.
#[inline]
pub(crate) fn pooled<T: Copy, S: Shape, D: Storage, R: Reduction<T>, To: Destination<R::Output>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    moves: &Moves,
    reduction: R,
) -> To::Written {
    let write = |shape: &To::Shape, first, strides: &[usize]| {
        // SAFETY: `Destination` has a different place at each index of `shape`, by `strides`; nothing else reads it.
        unsafe { pool(x, (first, shape, strides), moves, reduction) };
    };
    // SAFETY: `pool` writes each index of `shape`, or panics.
    unsafe { to.write(write) }
}

/// Writes a pool.
///
/// # Safety
///
/// `first` plus each index of `shape`, by `out_strides`, is a place that may be written. All of them are different.
///
/// # Panics
///
/// If it is not the shape of the pool, or a window sees no element.
unsafe fn pool<T: Copy, S: Shape, D: Storage, Out: Shape, R: Reduction<T>>(
    x: &Operand<'_, T, S, D>,
    (first, shape, out_strides): (*mut R::Output, &Out, &[usize]),
    moves: &Moves,
    mut reduction: R,
) {
    const { assert!(!R::TWICE, "what a window sees is read once") };
    let (sizes, results) = (x.tensor.shape().sizes(), shape.sizes());
    let (sizes, results) = (sizes.as_ref(), results.as_ref());
    let strides = x.tensor.strides();
    let strides = strides.as_ref();
    let along = moves.sizes().len() - 2;
    let outer = sizes.len().checked_sub(along).expect("an axis for each of the window");
    assert!(sizes.len() == results.len() && sizes[..outer] == results[..outer], "the sizes of a pool");
    let mut one = One {
        lines: [Line::STILL; 3],
        x: x.tensor.as_ptr(),
        steps: [0; 3],
        out: first,
        places: [0; 3],
        counts_padding: false,
        reduction: &mut reduction,
    };
    for axis in 0..along {
        let to = 3 - along + axis;
        let line = slide(&moves.steps[to], moves.before[to], sizes[outer + axis], results[outer + axis]);
        one.lines[to] = line.counting(moves.counted[to]);
        (one.steps[to], one.places[to]) = (strides[outer + axis] as isize, out_strides[outer + axis] as isize);
    }
    one.counts_padding = one.lines.iter().any(Line::counts_padding);
    if results.contains(&0) {
        return;
    }
    assert!(one.lines.iter().all(Line::sees_each), "a window sees an element");
    let mut index = x.tensor.shape().sizes();
    let index = &mut index.as_mut()[..outer];
    index.fill(0);
    let (source, target) = (one.x, one.out);
    loop {
        let offset = |strides: &[usize]| {
            let steps = index.iter().zip(strides);
            steps.fold(0isize, |sum, (&i, &stride)| sum.wrapping_add(at(stride as isize, i)))
        };
        (one.x, one.out) = (source.wrapping_offset(offset(strides)), target.wrapping_offset(offset(out_strides)));
        vectorise(&mut [], (), Reborrowed(&mut one));
        if !advance(index, &sizes[..outer]) {
            return;
        }
    }
}

/// A pool along three axes, waiting for its loops.
///
/// Whoever makes one ensures: `x` has an element that may be read at each index below the sizes of `lines`, `out` has a
/// different place that may be written at each of their places, and from each place of `lines` a window sees an
/// element.
struct One<'r, T, R: Reduction<T>> {
    lines: [Line; 3],
    x: *const T,
    steps: [isize; 3],
    out: *mut R::Output,
    places: [isize; 3],
    /// Whether padding counts as seen, of any of the lines.
    counts_padding: bool,
    reduction: &'r mut R,
}

struct Reborrowed<'o, 'r, T, R: Reduction<T>>(&'o mut One<'r, T, R>);

impl<T: Copy, R: Reduction<T>> Task<()> for Reborrowed<'_, '_, T, R> {
    #[inline(always)]
    fn run(self, _: &mut [()], (): ()) {
        let one = self.0;
        let [outer, middle, inner] = one.lines;
        let [from, to] = inner.inner();
        // where there are enough, the last ones are made once more, with those before them
        let tiled = if to - from >= LANES && const { One::<T, R>::TILED } { [from, to] } else { [0; 2] };
        for i in 0..outer.places {
            for j in 0..middle.places {
                let row = [i, j];
                // a constant, or what is not called would be compiled, with its scratch
                if const { One::<T, R>::TILED } {
                    for place in (tiled[0]..tiled[1]).step_by(LANES) {
                        // SAFETY: `tiled` is [`Line::inner`], from whose places every tap sees an element, and the 16
                        // places end at `tiled[1]` or before.
                        unsafe { one.tile::<LANES>(row, place.min(tiled[1] - LANES), [0, inner.taps]) };
                    }
                }
                for place in (0..tiled[0]).chain(tiled[1]..inner.places) {
                    // SAFETY: `taps_of` are the taps that see an element from this place, and `pool` has asserted that
                    // there is one (`sees_each`).
                    unsafe { one.tile::<1>(row, place, inner.taps_of(place)) };
                }
            }
        }
    }
}

impl<T: Copy, R: Reduction<T>> One<'_, T, R> {
    /// Whether several places are made at a time.
    const TILED: bool = !is_large::<(T, <R::First as Reducer<T>>::State)>();

    /// The line of elements that a tap sees from a row of places.
    #[inline(always)]
    fn line(&self, row: [usize; 2], taps: [usize; 2]) -> *const T {
        (0..2).fold(self.x, |line, axis| {
            line.wrapping_offset(self.steps[axis].wrapping_mul(self.lines[axis].sees(row[axis], taps[axis])))
        })
    }

    /// Where the result of a place is.
    #[inline(always)]
    fn result(&self, row: [usize; 2], place: usize) -> *mut R::Output {
        let to = self.out.wrapping_offset(at(self.places[0], row[0])).wrapping_offset(at(self.places[1], row[1]));
        to.wrapping_offset(at(self.places[2], place))
    }

    /// Writes the results of `N` places, of which each sees the taps from one on to before another along the last axis.
    ///
    /// # Safety
    ///
    /// The facts that [`One`] lists hold. Each tap of `from..to`, of which there is one, sees an element from each of
    /// the `N` places, which are below the number of places.
    #[inline(always)]
    unsafe fn tile<const N: usize>(&mut self, row: [usize; 2], place: usize, [from, to]: [usize; 2]) {
        let (inner, step) = (self.lines[2], self.steps[2]);
        let apart = at(step, inner.step);
        let seen = |line: *const T, tap: usize| line.wrapping_offset(step.wrapping_mul(inner.sees(place, tap)));
        let ([s, s_end], [t, t_end]) = (self.lines[0].taps_of(row[0]), self.lines[1].taps_of(row[1]));
        // SAFETY: `s`, `t` and `from` are the first taps that see an element from these places (`taps_of`, `# Safety`);
        // `pool` has asserted that there is one.
        let elements: [T; N] = unsafe { load(seen(self.line(row, [s, t]), from), apart) };
        let mut states = elements.map(|x| self.reduction.first().first(x, ()));
        for tap in (s..s_end).flat_map(|s| (t..t_end).map(move |t| [s, t])) {
            let line = self.line(row, tap);
            for i in from + usize::from(tap == [s, t])..to {
                // SAFETY: `tap` is of those that see an element from `row` (`taps_of`), and `i` of `from..to` from the
                // `N` places (`# Safety`).
                let elements: [T; N] = unsafe { load(seen(line, i), apart) };
                for (state, x) in states.iter_mut().zip(elements) {
                    *state = self.reduction.first().next(*state, x, ());
                }
            }
        }
        let count = if self.counts_padding {
            self.lines[0].count(row[0]) * self.lines[1].count(row[1]) * inner.count(place)
        } else {
            (s_end - s) * (t_end - t) * (to - from)
        };
        for (lane, state) in states.into_iter().enumerate() {
            let result = self.reduction.finish(Some((state, None)), count);
            // SAFETY: `place + lane` is one of the `N` places (`# Safety`), so `out` has a place there ([`One`]).
            unsafe { self.result(row, place + lane).write(result) };
        }
    }
}

/// So many elements, a step apart.
///
/// # Safety
///
/// From `from` on `N` elements, `step` apart, may be read.
#[inline(always)]
unsafe fn load<T: Copy, const N: usize>(from: *const T, step: isize) -> [T; N] {
    match step {
        // SAFETY: `step == 1`, so `N` adjacent elements may be read (`# Safety`); an array is aligned as its elements
        // are.
        1 => unsafe { from.cast::<[T; N]>().read() },
        // a constant, so that they are loaded by vectors
        // SAFETY: `step == 2` and `lane < N` by `from_fn` (`# Safety`).
        2 => core::array::from_fn(|lane| unsafe { from.wrapping_add(2 * lane).read() }),
        // SAFETY: `lane < N` by `from_fn`, and `N` elements, `step` apart, may be read (`# Safety`).
        _ => core::array::from_fn(|lane| unsafe { from.wrapping_offset(at(step, lane)).read() }),
    }
}
