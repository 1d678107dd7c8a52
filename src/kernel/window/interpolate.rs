//! Interpolation along the last axes.
//!
//! ```text
//! interpolate(x (..n, ..i), out (..n, ..j)):
//!     for each index n, and each position j:
//!         out[n, j] = x[n] at the coordinate (first + j * step) / over, between its neighbours
//! ```
//!
//! Coordinates are exact fractions, advanced without integer division.
//!
//! The neighbours of up to 256 positions along the last axis are computed once for all rows. Each line is interpolated
//! along the last axis once for all adjacent rows.

use super::taps::at;
use crate::kernel::elementwise::operand::Operand;
use crate::layout::advance;
use crate::shape::Shape;
use crate::storage::{Destination, Storage};
use core::mem::MaybeUninit;
use core::slice;

/// The coordinates of positions along an axis: `(first + place * step) / over`.
#[derive(Clone, Copy)]
pub struct Coordinate {
    pub(crate) first: isize,
    pub(crate) step: usize,
    pub(crate) over: usize,
}

/// A function of two adjacent elements.
pub trait Blend<T>: Copy {
    type Wide: Copy;
    type Weights: Copy;

    fn widen(x: T) -> Self::Wide;

    /// The weights of both at `rest / over` of the way from the first to the second; `None` if the first is the result.
    fn weights(rest: usize, over: usize) -> Option<Self::Weights>;

    fn blend(low: Self::Wide, high: Self::Wide, weights: Self::Weights) -> Self::Wide;

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
        // those of the result, which has a place at each index.
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
    let mut point = ramps[2].first;
    for start in (0..places[2]).step_by(LINE) {
        let count = LINE.min(places[2] - start);
        let mut columns = [MaybeUninit::uninit(); LINE];
        for column in &mut columns[..count] {
            let Neighbours { low, high, weights } = Neighbours::new::<T, B>(ramps[2].between(point));
            column.write(Neighbours { low: steps[2].wrapping_mul(low), high: steps[2].wrapping_mul(high), weights });
            point = ramps[2].next(point);
        }
        // SAFETY: the first `count` are written.
        let columns = unsafe { slice::from_raw_parts(columns.as_ptr().cast(), count) };
        let mut lines = Lines::<T, B> { columns, held: [None; 4], values: [[MaybeUninit::uninit(); LINE]; 4] };
        let mut outer = ramps[0].first;
        for a in 0..places[0] {
            let (i, mut middle) = (Neighbours::new::<T, B>(ramps[0].between(outer)), ramps[1].first);
            for b in 0..places[1] {
                let j = Neighbours::new::<T, B>(ramps[1].between(middle));
                for i in i.both() {
                    for j in j.both() {
                        let line =
                            x.wrapping_offset(steps[0].wrapping_mul(i)).wrapping_offset(steps[1].wrapping_mul(j));
                        // SAFETY: the indices of `line` and of the columns are of `Ramp::between`: at most the last
                        // ones of the ramps.
                        unsafe { lines.fill([i, j], line) };
                    }
                }
                let row = out.wrapping_offset(at(targets[0], a)).wrapping_offset(at(targets[1], b));
                for c in 0..count {
                    // SAFETY: the lines of both neighbours of `i` and `j` are filled, with `count` values.
                    let value = |i, j| unsafe { lines.value([i, j], c) };
                    let value = i.mix::<T, B>(|i| j.mix::<T, B>(|j| value(i, j)));
                    // SAFETY: `a`, `b` and `start + c` are below `places`.
                    unsafe { row.wrapping_offset(at(targets[2], start + c)).write(B::total(value)) };
                }
                middle = ramps[1].next(middle);
            }
            outer = ramps[0].next(outer);
        }
    }
}

/// The number of positions along the last axis that are computed at a time; few where stacks are small. Processors
/// do not prefetch shorter parts of lines.
const LINE: usize = if cfg!(feature = "std") { 256 } else { 64 };

/// The neighbours of a position along an axis, and their weights; without weights, the lower one is the result.
#[derive(Clone, Copy)]
struct Neighbours<W> {
    low: isize,
    high: isize,
    weights: Option<W>,
}

impl<W: Copy> Neighbours<W> {
    #[inline(always)]
    fn new<T, B: Blend<T, Weights = W>>(Between { low, high, rest, over }: Between) -> Self {
        let weights = if rest == 0 { None } else { B::weights(rest, over) };
        Self { low, high, weights }
    }

    /// The neighbours that the result needs.
    #[inline(always)]
    fn both(&self) -> impl Iterator<Item = isize> + use<W> {
        [Some(self.low), self.weights.map(|_| self.high)].into_iter().flatten()
    }

    #[inline(always)]
    fn mix<T, B: Blend<T, Weights = W>>(&self, value: impl Fn(isize) -> B::Wide) -> B::Wide {
        match self.weights {
            None => value(self.low),
            Some(weights) => B::blend(value(self.low), value(self.high), weights),
        }
    }
}

/// Lines that are interpolated along the last axis. Those of two adjacent indices along each other axis have different
/// places.
struct Lines<'c, T, B: Blend<T>> {
    columns: &'c [Neighbours<B::Weights>],
    /// The index along the first two axes of each line.
    held: [Option<[isize; 2]>; 4],
    values: [[MaybeUninit<B::Wide>; LINE]; 4],
}

impl<T: Copy, B: Blend<T>> Lines<'_, T, B> {
    const fn place([i, j]: [isize; 2]) -> usize {
        ((i & 1) * 2 + (j & 1)).unsigned_abs()
    }

    /// # Safety
    ///
    /// The element of each neighbour in `columns`, from `line` on, may be read.
    #[inline(always)]
    unsafe fn fill(&mut self, index: [isize; 2], line: *const T) {
        let place = Self::place(index);
        if self.held[place] == Some(index) {
            return;
        }
        self.held[place] = Some(index);
        for (value, column) in self.values[place].iter_mut().zip(self.columns) {
            // SAFETY: the offset is that of a neighbour in `columns`.
            value.write(column.mix::<T, B>(|offset| B::widen(unsafe { line.wrapping_offset(offset).read() })));
        }
    }

    /// # Safety
    ///
    /// The line is filled, and no line of the same place since; it has more than `column` values.
    #[inline(always)]
    unsafe fn value(&self, index: [isize; 2], column: usize) -> B::Wide {
        // SAFETY: `fill` has written a value for each column.
        unsafe { self.values[Self::place(index)][column].assume_init() }
    }
}
