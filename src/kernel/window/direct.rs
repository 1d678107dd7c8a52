//! Direct convolutions: 16 positions at a time, and the few at the edges one at a time.

use super::taps::{LANES, Part, at};
use crate::kernel::is_large;
use crate::kernel::simd::Task;
use crate::numeric::Numeric;

pub(in crate::kernel) struct Direct<'p, T, U>(pub(super) &'p Part<T, U>);

impl<T: Numeric> Task<()> for Direct<'_, T, T::Total> {
    #[inline(always)]
    fn run(self, _: &mut [()], (): ()) {
        let part = self.0;
        let [outer, middle, inner] = &part.lines;
        let [from, to] = inner.inner();
        // with enough positions, the last tile overlaps the one before it
        let tiled = if to - from >= LANES && const { Row::<T, T::Total>::TILED } { [from, to] } else { [0; 2] };
        for output in 0..part.outputs {
            let w = part.w.first.wrapping_offset(at(part.output, output));
            let result = part.out.first.wrapping_offset(at(part.out.channel, output));
            for row in 0..outer.places * middle.places {
                let (i, j) = (row / middle.places, row % middle.places);
                let result = result.wrapping_offset(at(part.out.axes[0], i)).wrapping_offset(at(part.out.axes[1], j));
                let row = Row { part, w, result, place: [i, j] };
                // a constant, or an unused loop would be compiled, with its scratch
                if const { Row::<T, T::Total>::TILED } {
                    for place in (tiled[0]..tiled[1]).step_by(LANES) {
                        // SAFETY: `tiled` is [`Line::inner`](super::taps::Line::inner), where every tap sees an
                        // element, and the 16 places end at `tiled[1]` or before.
                        unsafe { row.tile(place.min(tiled[1] - LANES)) };
                    }
                }
                for place in (0..tiled[0]).chain(tiled[1]..inner.places) {
                    // SAFETY: `place` is below `inner.places` by the loop, and `i`, `j` and `output` are below their
                    // bounds.
                    unsafe { row.place(place) };
                }
            }
        }
    }
}

struct Row<'p, T, U> {
    part: &'p Part<T, U>,
    w: *const T,
    result: *mut U,
    place: [usize; 2],
}

impl<T: Numeric> Row<'_, T, T::Total> {
    /// Whether several positions are computed at a time.
    const TILED: bool = !is_large::<(T, T::Wide)>();

    /// Calls `f` with each line of weights, and the line of elements that it sees; `None` for padding.
    #[inline(always)]
    fn lines(&self, mut f: impl FnMut(*const T, Option<*const T>)) {
        let Part { inputs, lines: [outer, middle, _], x, w, .. } = self.part;
        for input in 0..*inputs {
            let image = x.first.wrapping_offset(at(x.channel, input));
            let weights = self.w.wrapping_offset(at(w.channel, input));
            for s in 0..outer.taps {
                for t in 0..middle.taps {
                    let seen = outer.seen(self.place[0], s).zip(middle.seen(self.place[1], t));
                    let line =
                        seen.map(|(i, j)| image.wrapping_offset(at(x.axes[0], i)).wrapping_offset(at(x.axes[1], j)));
                    f(weights.wrapping_offset(at(w.axes[0], s)).wrapping_offset(at(w.axes[1], t)), line);
                }
            }
        }
    }

    /// Writes the results of 16 positions.
    ///
    /// # Safety
    ///
    /// The facts that [`Part`] lists hold for the row. Each tap of the last axis sees an element from each of the
    /// `LANES` places, which are below the number of places.
    #[inline(always)]
    unsafe fn tile(&self, place: usize) {
        let Part { lines: [_, _, inner], x, w, out, .. } = self.part;
        let step = at(x.axes[2], inner.step);
        let mut sums = [T::ZERO; LANES];
        self.lines(|weights, line| {
            for t in 0..inner.taps {
                // SAFETY: `lines` gives weights of an input and of taps in bounds, and `t < inner.taps`: an element of
                // `w` ([`Part`]).
                let weight = unsafe { weights.wrapping_offset(at(w.axes[2], t)).read() }.widen();
                let elements = line.map_or([T::ZERO; LANES], |line| {
                    let first = line.wrapping_offset(at(x.axes[2], inner.seen(place, t).unwrap_or(0)));
                    // SAFETY: each of the 16 places sees an element of the line with `t`.
                    unsafe { load(first, step) }
                });
                for (sum, x) in sums.iter_mut().zip(elements) {
                    *sum = *sum + x * weight;
                }
            }
        });
        for (lane, sum) in sums.into_iter().enumerate() {
            let to = self.result.wrapping_offset(at(out.axes[2], place + lane));
            // SAFETY: `place + lane` is one of the `LANES` places, so `out` has a place there ([`Part`]).
            unsafe { to.write(T::total(sum)) };
        }
    }

    /// Writes the result of one position.
    ///
    /// # Safety
    ///
    /// The facts that [`Part`] lists hold for the row, and `place` is below the number of places.
    #[inline(always)]
    unsafe fn place(&self, place: usize) {
        let Part { lines: [_, _, inner], x, w, out, .. } = self.part;
        let mut sum = T::ZERO;
        self.lines(|weights, line| {
            for t in 0..inner.taps {
                // SAFETY: `lines` gives weights of an input and of taps in bounds, and `t < inner.taps`: an element of
                // `w` ([`Part`]).
                let weight = unsafe { weights.wrapping_offset(at(w.axes[2], t)).read() }.widen();
                let element = line.zip(inner.seen(place, t)).map_or(T::ZERO, |(line, seen)| {
                    // SAFETY: the line is in bounds, and `seen` has compared this index with the size of the last axis.
                    unsafe { line.wrapping_offset(at(x.axes[2], seen)).read() }.widen()
                });
                sum = sum + element * weight;
            }
        });
        // SAFETY: `place` is below the number of places, so `out` has a place there ([`Part`]).
        unsafe { self.result.wrapping_offset(at(out.axes[2], place)).write(T::total(sum)) };
    }
}

/// # Safety
///
/// From `from` on, `LANES` elements, `step` apart, may be read.
#[inline(always)]
unsafe fn load<T: Numeric>(from: *const T, step: isize) -> [T::Wide; LANES] {
    if step == 1 {
        // SAFETY: `step == 1`, so `LANES` adjacent elements may be read; an array is aligned as its
        // elements are.
        return unsafe { from.cast::<[T; LANES]>().read() }.map(T::widen);
    }
    let mut elements = [T::ZERO; LANES];
    for (lane, element) in elements.iter_mut().enumerate() {
        // SAFETY: `lane < LANES`, the array's length, and as many elements, `step` apart, may be read.
        *element = unsafe { from.wrapping_offset(at(step, lane)).read() }.widen();
    }
    elements
}
