//! Interpolation along the last axes.
//!
//! ```text
//! interpolate(x (..n, ..i), out (..n, ..j)):
//!     for each index n, and each position j:
//!         out[n, j] = x[n] at the coordinate (first + j * step) / over, between its neighbours
//! ```
//!
//! Coordinates are exact fractions. The loops have no integer division: they add the whole part and the remainder.

use super::taps::at;
use crate::kernel::elementwise::operand::Operand;
use crate::layout::advance;
use crate::shape::Shape;
use crate::storage::{Destination, Storage};

/// The coordinates of positions along an axis: `(first + place * step) / over`.
#[derive(Clone, Copy)]
pub struct Coordinate {
    pub(crate) first: isize,
    pub(crate) step: usize,
    pub(crate) over: usize,
}

/// A function of two adjacent elements.
pub trait Blend<T>: Copy {
    /// The type in which elements are blended.
    type Wide: Copy;

    fn widen(x: T) -> Self::Wide;

    /// The value at `rest / over` of the way from `low` to `high`.
    fn blend(low: Self::Wide, high: Self::Wide, rest: usize, over: usize) -> Self::Wide;

    fn total(wide: Self::Wide) -> T;
}

/// The coordinates along an axis of `last + 1` elements.
#[derive(Clone, Copy)]
struct Ramp {
    first: Point,
    step: Point,
    over: usize,
    last: isize,
}

/// A coordinate: its whole part, and its remainder over [`Ramp::over`].
#[derive(Clone, Copy)]
struct Point {
    whole: isize,
    rest: usize,
}

/// Two adjacent elements of an axis, or one element twice if `rest == 0`.
#[derive(Clone, Copy)]
pub(crate) struct Between {
    pub(crate) low: isize,
    pub(crate) high: isize,
    pub(crate) rest: usize,
    pub(crate) over: usize,
}

impl Ramp {
    /// An axis of one element, with one position.
    const STILL: Self = Self { first: Point::START, step: Point::START, over: 1, last: 0 };

    fn new(size: usize, Coordinate { first, step, over }: Coordinate) -> Self {
        assert!(size > 0 && over > 0, "an element to interpolate");
        let signed = over as isize;
        let first = Point { whole: first.div_euclid(signed), rest: first.rem_euclid(signed).unsigned_abs() };
        let step = Point { whole: (step / over) as isize, rest: step % over };
        Self { first, step, over, last: (size - 1) as isize }
    }

    #[inline(always)]
    const fn next(&self, Point { whole, rest }: Point) -> Point {
        let (whole, rest) = (whole.wrapping_add(self.step.whole), rest.wrapping_add(self.step.rest));
        if rest >= self.over {
            Point { whole: whole.wrapping_add(1), rest: rest - self.over }
        } else {
            Point { whole, rest }
        }
    }

    /// The neighbours of a point, in bounds.
    #[inline(always)]
    fn between(&self, Point { whole, rest }: Point) -> Between {
        let Self { over, last, .. } = *self;
        let low = whole.clamp(0, last);
        if rest == 0 || whole < 0 || whole >= last {
            Between { low, high: low, rest: 0, over }
        } else {
            Between { low, high: low + 1, rest, over }
        }
    }
}

impl Point {
    const START: Self = Self { whole: 0, rest: 0 };
}

/// The neighbours of each position along an axis that is not empty.
#[cfg(feature = "engine")]
pub(crate) fn neighbours(size: usize, places: usize, coordinate: Coordinate) -> impl Iterator<Item = Between> {
    let ramp = Ramp::new(size, coordinate);
    core::iter::successors(Some(ramp.first), move |&point| Some(ramp.next(point)))
        .take(places)
        .map(move |point| ramp.between(point))
}

/// Interpolates along the last `along` axes, at most three. `coordinate` returns the coordinates for the size of an
/// axis and its number of positions.
///
/// # Panics
///
/// If the other sizes of the destination differ, or an empty axis has positions.
#[inline]
pub(crate) fn interpolated<T: Copy, S: Shape, D: Storage, B: Blend<T>, To: Destination<T>>(
    to: To,
    x: &Operand<'_, T, S, D>,
    along: usize,
    coordinate: impl Fn(usize, usize) -> Coordinate,
    _: B,
) -> To::Written {
    let write = |shape: &To::Shape, first, strides: &[usize]| {
        // SAFETY: `Destination` has a different place at each index of `shape`, by `strides`, which nothing else reads.
        unsafe { interpolate::<T, S, D, To::Shape, B>(x, (first, shape, strides), along, coordinate) };
    };
    // SAFETY: `interpolate` writes each index of `shape`, or panics.
    unsafe { to.write(write) }
}

/// # Safety
///
/// `first` plus each index of `shape`, by `out_strides`, is a place that may be written.
unsafe fn interpolate<T: Copy, S: Shape, D: Storage, Out: Shape, B: Blend<T>>(
    x: &Operand<'_, T, S, D>,
    (first, shape, out_strides): (*mut T, &Out, &[usize]),
    along: usize,
    coordinate: impl Fn(usize, usize) -> Coordinate,
) {
    let (sizes, results) = (x.tensor.shape().sizes(), shape.sizes());
    let (sizes, results) = (sizes.as_ref(), results.as_ref());
    let strides = x.tensor.strides();
    let strides = strides.as_ref();
    let outer = sizes.len().checked_sub(along).expect("as many axes");
    assert!(along <= 3 && sizes.len() == results.len() && sizes[..outer] == results[..outer], "the other sizes");
    if results.contains(&0) {
        return;
    }
    let (mut ramps, mut places, mut steps, mut targets) = ([Ramp::STILL; 3], [1; 3], [0; 3], [0; 3]);
    for axis in 0..along {
        let (to, from) = (3 - along + axis, outer + axis);
        ramps[to] = Ramp::new(sizes[from], coordinate(sizes[from], results[from]));
        (places[to], steps[to], targets[to]) = (results[from], strides[from] as isize, out_strides[from] as isize);
    }
    let mut index = x.tensor.shape().sizes();
    let index = &mut index.as_mut()[..outer];
    index.fill(0);
    loop {
        let offset = |strides: &[usize]| {
            let steps = index.iter().zip(strides);
            steps.fold(0isize, |sum, (&i, &stride)| sum.wrapping_add(at(stride as isize, i)))
        };
        let (x, out) = (x.tensor.as_ptr().wrapping_offset(offset(strides)), first.wrapping_offset(offset(out_strides)));
        // SAFETY: `index` is one of the outer axes of both tensors; `ramps` have the other sizes of `x`, and `places`
        // those of the result, which has a place at each index (`# Safety`).
        unsafe { plane::<T, B>((x, steps), (out, targets), &ramps, places) };
        if !advance(index, &sizes[..outer]) {
            return;
        }
    }
}

/// # Safety
///
/// `x` has an element that may be read at each index up to the last ones of `ramps`, and `out` a place that may be
/// written at each index below `places`.
#[inline]
unsafe fn plane<T: Copy, B: Blend<T>>(
    (x, steps): (*const T, [isize; 3]),
    (out, targets): (*mut T, [isize; 3]),
    ramps: &[Ramp; 3],
    places: [usize; 3],
) {
    let element = |i: isize, j: isize, k: isize| {
        let index = [i, j, k];
        let x = (0..3).fold(x, |x, axis| x.wrapping_offset(steps[axis].wrapping_mul(index[axis])));
        // SAFETY: the indices are of `Ramp::between`, at most the last ones of the ramps (`# Safety`).
        B::widen(unsafe { x.read() })
    };
    let mut outer = ramps[0].first;
    for a in 0..places[0] {
        let (i, mut middle) = (ramps[0].between(outer), ramps[1].first);
        for b in 0..places[1] {
            let (j, mut inner) = (ramps[1].between(middle), ramps[2].first);
            let row = out.wrapping_offset(at(targets[0], a)).wrapping_offset(at(targets[1], b));
            for c in 0..places[2] {
                let k = ramps[2].between(inner);
                let line = |i, j| mix::<T, B>(k, |k| element(i, j, k));
                let value = mix::<T, B>(i, |i| mix::<T, B>(j, |j| line(i, j)));
                // SAFETY: `a`, `b` and `c` are below `places` (`# Safety`).
                unsafe { row.wrapping_offset(at(targets[2], c)).write(B::total(value)) };
                inner = ramps[2].next(inner);
            }
            middle = ramps[1].next(middle);
        }
        outer = ramps[0].next(outer);
    }
}

#[inline(always)]
fn mix<T, B: Blend<T>>(Between { low, high, rest, over }: Between, value: impl Fn(isize) -> B::Wide) -> B::Wide {
    if rest == 0 { value(low) } else { B::blend(value(low), value(high), rest, over) }
}
