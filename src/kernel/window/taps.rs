//! The elements of a window at each of its positions, along one axis and along all three.

use crate::windows::Steps;
use core::ops::Range;

/// The number of positions that are computed at once.
pub(in crate::kernel) const LANES: usize = 16;

/// A window along one axis of `size` elements. At position `j`, tap `t` is at index `j * step + from + t * apart`;
/// indices out of bounds are padding.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Line {
    pub(in crate::kernel) places: usize,
    pub(in crate::kernel) step: usize,
    from: isize,
    apart: isize,
    pub(in crate::kernel) taps: usize,
    size: usize,
    /// The padding before and after that counts as seen.
    counted: [usize; 2],
}

impl Line {
    /// An axis of one element, with one tap and one position.
    pub(in crate::kernel) const STILL: Self =
        Self { places: 1, step: 1, from: 0, apart: 1, taps: 1, size: 1, counted: [0; 2] };

    /// An axis divided into `places` windows, which divide `size`.
    pub(in crate::kernel) const fn blocks(size: usize, places: usize) -> Self {
        let taps = size / places;
        Self { places, step: taps, from: 0, apart: 1, taps, size, counted: [0; 2] }
    }

    /// Whether it is one element at one position, inside the axis.
    pub(in crate::kernel) fn is_still(&self) -> bool {
        self.taps == 1 && self.places == 1 && self.seen(0, 0) == Some(0)
    }

    /// The index of a tap, in bounds or not.
    #[inline(always)]
    pub(in crate::kernel) const fn sees(&self, place: usize, t: usize) -> isize {
        self.tap(t) + (place * self.step) as isize
    }

    /// The taps that are in bounds at a position, if later taps have greater indices.
    #[inline(always)]
    pub(in crate::kernel) fn taps_of(&self, place: usize) -> [usize; 2] {
        let (first, apart) = (self.sees(place, 0), self.apart.unsigned_abs());
        let taps = |elements: usize| if apart == 1 { elements } else { elements.div_ceil(apart) };
        let from = if first < 0 { taps(first.unsigned_abs()) } else { 0 };
        let to = usize::try_from(self.size as isize - first).map_or(0, taps).min(self.taps);
        [from.min(to), to]
    }

    pub(in crate::kernel) const fn counting(self, counted: [usize; 2]) -> Self {
        Self { counted, ..self }
    }

    #[inline(always)]
    const fn tap(&self, t: usize) -> isize {
        self.from + self.apart * t as isize
    }

    /// The index of a tap if it is in bounds.
    #[inline(always)]
    pub(in crate::kernel) fn seen(&self, place: usize, t: usize) -> Option<usize> {
        usize::try_from(self.sees(place, t)).ok().filter(|&at| at < self.size)
    }

    /// The positions at which a tap is in bounds.
    #[inline(always)]
    pub(in crate::kernel) fn places_of(&self, t: usize) -> [usize; 2] {
        let steps = |elements: usize| if self.step == 1 { elements } else { elements.div_ceil(self.step) };
        let tap = self.tap(t);
        let before = if tap < 0 { steps(tap.unsigned_abs()) } else { 0 };
        let until = usize::try_from(self.size as isize - tap).map_or(0, steps);
        let until = until.min(self.places);
        [before.min(until), until]
    }

    /// The positions at which all taps are in bounds.
    #[inline(always)]
    pub(in crate::kernel) fn inner(&self) -> [usize; 2] {
        let Some(last) = self.taps.checked_sub(1) else { return [0, self.places] };
        // the others are between
        let ([from, to], [first, until]) = (self.places_of(0), self.places_of(last));
        let to = to.min(until);
        [from.max(first).min(to), to]
    }
}

/// The windows of a pool along one axis; their elements are equally spaced.
pub(in crate::kernel) trait WindowAxis: Copy {
    /// A window of one element at each of `size`.
    fn each(size: usize) -> Self;

    fn places(&self) -> usize;

    /// The distance of a tap from one position to the next, at the positions of [`inner`](Self::inner).
    fn step(&self) -> usize;

    fn apart(&self) -> isize;

    /// The index of tap 0, in bounds or not.
    fn first(&self, place: usize) -> isize;

    /// The taps in bounds at a position: for each, `first + apart * tap` is below the size.
    fn taps_of(&self, place: usize) -> [usize; 2];

    /// The positions at which all taps are in bounds, and the number of taps.
    fn inner(&self) -> ([usize; 2], usize);

    /// The number of elements, with padding that counts, at a position.
    fn count(&self, place: usize) -> usize;

    fn counts_padding(&self) -> bool;

    /// Whether some tap is in bounds at every position.
    fn sees_each(&self) -> bool;

    /// The only window, at places of this stride. `None` if it has several places or padding, or the stride is not a
    /// multiple of the axis's.
    fn across(&self, places: usize, stride: isize, of_axis: isize) -> Option<Self>;
}

impl WindowAxis for Line {
    fn each(size: usize) -> Self {
        Self { places: size, size, ..Self::STILL }
    }

    #[inline(always)]
    fn places(&self) -> usize {
        self.places
    }

    #[inline(always)]
    fn step(&self) -> usize {
        self.step
    }

    #[inline(always)]
    fn apart(&self) -> isize {
        self.apart
    }

    #[inline(always)]
    fn first(&self, place: usize) -> isize {
        self.sees(place, 0)
    }

    #[inline(always)]
    fn taps_of(&self, place: usize) -> [usize; 2] {
        self.taps_of(place)
    }

    #[inline(always)]
    fn inner(&self) -> ([usize; 2], usize) {
        (self.inner(), self.taps)
    }

    #[inline(always)]
    fn count(&self, place: usize) -> usize {
        let [before, after] = self.counted;
        let whole = Self { from: self.from + before as isize, size: self.size + before + after, ..*self };
        let [from, to] = whole.taps_of(place);
        to - from
    }

    fn counts_padding(&self) -> bool {
        self.counted[0] > 0 || self.counted[1] > 0
    }

    fn sees_each(&self) -> bool {
        let [first, end] = self.inner();
        let sees = |place| {
            let [from, to] = self.taps_of(place);
            from < to
        };
        (first == end || self.taps > 0) && (0..first).chain(end..self.places).all(sees)
    }

    fn across(&self, places: usize, stride: isize, of_axis: isize) -> Option<Self> {
        let step = stride.checked_div(of_axis).filter(|step| step.wrapping_mul(of_axis) == stride);
        let step = step.and_then(|step| usize::try_from(step).ok()).filter(|&step| step > 0)?;
        let size = places.checked_sub(1)?.checked_mul(step)?.checked_add(self.size)?;
        isize::try_from(size).ok()?;
        (self.places == 1 && self.inner() == [0, 1]).then_some(Self { places, step, size, ..*self })
    }
}

/// An axis divided among positions: position `j` has the elements from `j * size / places` to
/// `(j + 1) * size / places`, rounded up.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct AdaptiveAxis {
    places: usize,
    size: usize,
}

impl AdaptiveAxis {
    pub(in crate::kernel) const fn new(size: usize, places: usize) -> Self {
        assert!(size.checked_mul(places).is_some(), "the product of size and places");
        Self { places, size }
    }
}

impl WindowAxis for AdaptiveAxis {
    fn each(size: usize) -> Self {
        Self::new(size, size)
    }

    #[inline(always)]
    fn places(&self) -> usize {
        self.places
    }

    // the number of taps depends on the position, so there are no inner positions
    #[inline(always)]
    fn step(&self) -> usize {
        0
    }

    #[inline(always)]
    fn apart(&self) -> isize {
        1
    }

    #[inline(always)]
    fn first(&self, place: usize) -> isize {
        (place * self.size / self.places) as isize
    }

    #[inline(always)]
    fn taps_of(&self, place: usize) -> [usize; 2] {
        [0, ((place + 1) * self.size).div_ceil(self.places) - place * self.size / self.places]
    }

    #[inline(always)]
    fn inner(&self) -> ([usize; 2], usize) {
        ([0; 2], 0)
    }

    #[inline(always)]
    fn count(&self, place: usize) -> usize {
        self.taps_of(place)[1]
    }

    fn counts_padding(&self) -> bool {
        false
    }

    fn sees_each(&self) -> bool {
        self.places == 0 || self.size > 0
    }

    fn across(&self, _: usize, _: isize, _: isize) -> Option<Self> {
        None
    }
}

/// The number of windows with different taps that are computed at a time.
pub(super) const GROUP: usize = 8;

/// The elements of a window along an axis that is not the last one.
#[derive(Clone, Copy)]
pub(super) struct WindowTaps {
    pub(super) place: usize,
    pub(super) first: isize,
    pub(super) taps: [usize; 2],
    pub(super) count: usize,
}

impl WindowTaps {
    #[inline(always)]
    pub(super) fn new(axis: &impl WindowAxis, place: usize, counts_padding: bool) -> Self {
        let taps @ [from, to] = axis.taps_of(place);
        let count = if counts_padding { axis.count(place) } else { to - from };
        Self { place, first: axis.first(place), taps, count }
    }
}

/// Adjacent positions along the last axis.
pub(super) struct Group {
    pub(super) place: usize,
    pub(super) count: usize,
    /// The first index that each window sees, its distance in elements, and the number of taps. From `count` on, the
    /// last window again, so that loops have a constant length.
    pub(super) firsts: [isize; GROUP],
    pub(super) starts: [isize; GROUP],
    pub(super) taps: [usize; GROUP],
    /// The number of elements of each window.
    pub(super) counts: [usize; GROUP],
    /// The taps that all windows see, if these are many.
    pub(super) shared: usize,
}

impl Group {
    /// At most [`GROUP`] positions from `place` on, below `end > place`.
    #[inline(always)]
    pub(super) fn new(line: &impl WindowAxis, step: isize, [place, end]: [usize; 2], counts_padding: bool) -> Self {
        let (count, none) = (GROUP.min(end - place), [0; GROUP]);
        let (firsts, starts) = ([0; GROUP], [0; GROUP]);
        let mut group = Self { place, count, firsts, starts, taps: none, counts: none, shared: 0 };
        let (mut first, mut taps) = (0, 0);
        for window in 0..GROUP {
            if window < count {
                let seen = WindowTaps::new(line, place + window, counts_padding);
                let [from, to] = seen.taps;
                (first, taps) = (seen.first.wrapping_add(at(line.apart(), from)), to - from);
                group.counts[window] = seen.count;
            }
            (group.firsts[window], group.starts[window], group.taps[window]) = (first, step.wrapping_mul(first), taps);
        }
        if count >= GROUP / 2 {
            group.shared = group.taps.into_iter().fold(usize::MAX, usize::min);
        }
        group
    }
}

/// Strides from a first element: to the next channel, and to the next position or tap along each axis.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Field<P> {
    pub(in crate::kernel) first: P,
    pub(in crate::kernel) channel: isize,
    pub(in crate::kernel) axes: [isize; 3],
}

/// A convolution of one group of one image; of a transposed one, one phase.
///
/// Invariants: `x` has an element that may be read at each channel below `inputs` and each index below the sizes of
/// `lines`; `w` at each output, input and tap. `out` has a place that may be written at each output and position of
/// `lines`. All places are different, and not elements of `x` or `w`.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Part<T, U> {
    pub(in crate::kernel) inputs: usize,
    pub(in crate::kernel) outputs: usize,
    pub(in crate::kernel) lines: [Line; 3],
    pub(in crate::kernel) x: Field<*const T>,
    /// Its channels are the inputs.
    pub(in crate::kernel) w: Field<*const T>,
    /// The stride to the weights of the next output.
    pub(in crate::kernel) output: isize,
    pub(in crate::kernel) out: Field<*mut U>,
}

#[inline(always)]
pub(in crate::kernel) const fn at(step: isize, index: usize) -> isize {
    step.wrapping_mul(index as isize)
}

pub(in crate::kernel) fn slide(steps: &Steps, before: usize, size: usize, places: usize) -> Line {
    let Steps { window: taps, stride: step, dilation, .. } = *steps;
    // with one tap the dilation may be anything
    let apart = if taps > 1 { dilation as isize } else { 1 };
    Line { places, step, from: -(before as isize), apart, taps, size, counted: [0; 2] }
}

const fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

impl<T, U> Part<T, U> {
    /// Sets the window of a transposed convolution along one axis, for the results at `offset` plus multiples of the
    /// stride.
    ///
    /// Result `y` sees element `i` with the weight `k` if `y + before = i * stride + k * dilation`.
    pub(in crate::kernel) fn spread(
        &mut self,
        axis: usize,
        offset: usize,
        (steps, before): (&Steps, usize),
        (size, results): (usize, usize),
    ) {
        let Steps { window, stride, dilation, .. } = *steps;
        // with one weight the dilation may be anything
        let dilation = if window > 1 { dilation } else { 1 };
        let divisor = greatest_divisor(stride, dilation);
        let every = stride / divisor;
        let places = (results - offset).div_ceil(stride);
        // the first weight that the results see, if any
        let sees = |k: &usize| (offset + before) % stride == k * dilation % stride;
        let first = (0..every.min(window)).find(sees);
        let first_element = |k: usize| ((offset + before) as isize - (k * dilation) as isize) / stride as isize;
        self.lines[axis] = Line {
            places,
            step: 1,
            from: first.map_or(0, first_element),
            apart: -((dilation / divisor) as isize),
            taps: first.map_or(0, |first| (window - first).div_ceil(every)),
            size,
            counted: [0; 2],
        };
        self.w.first = self.w.first.wrapping_offset(at(self.w.axes[axis], first.unwrap_or(0)));
        self.w.axes[axis] = at(self.w.axes[axis], every);
        self.out.first = self.out.first.wrapping_offset(at(self.out.axes[axis], offset));
        self.out.axes[axis] = at(self.out.axes[axis], stride);
    }

    /// The part of some outputs.
    pub(in crate::kernel) fn of(mut self, outputs: Range<usize>) -> Self {
        self.w.first = self.w.first.wrapping_offset(at(self.output, outputs.start));
        self.out.first = self.out.first.wrapping_offset(at(self.out.channel, outputs.start));
        self.outputs = outputs.len();
        self
    }

    pub(in crate::kernel) const fn weights(&self) -> usize {
        self.inputs * self.lines[0].taps * self.lines[1].taps * self.lines[2].taps
    }

    pub(in crate::kernel) const fn places(&self) -> usize {
        self.lines[0].places * self.lines[1].places * self.lines[2].places
    }
}
