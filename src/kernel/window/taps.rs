//! What a window sees from each of its places, along one axis and along all three.

use crate::windows::Steps;

/// So many places are made at once.
pub(in crate::kernel) const LANES: usize = 16;

/// What place `j` of `places` sees along one axis: for each `t` of `taps` the element `j * step + from + t * apart`, of
/// which there are `size`; the others are padding.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Line {
    pub(in crate::kernel) places: usize,
    pub(in crate::kernel) step: usize,
    from: isize,
    apart: isize,
    pub(in crate::kernel) taps: usize,
    size: usize,
    /// How many elements of the padding before and after count as seen.
    counted: [usize; 2],
}

impl Line {
    /// Of one element, which one tap sees from one place.
    pub(in crate::kernel) const STILL: Self =
        Self { places: 1, step: 1, from: 0, apart: 1, taps: 1, size: 1, counted: [0; 2] };

    /// The place of what a tap of a place sees, be it an element or not.
    #[inline(always)]
    pub(in crate::kernel) const fn sees(&self, place: usize, t: usize) -> isize {
        self.tap(t) + (place * self.step) as isize
    }

    /// The taps that see an element from a place, where later taps see later elements.
    #[inline(always)]
    pub(in crate::kernel) fn taps_of(&self, place: usize) -> [usize; 2] {
        let (first, apart) = (self.sees(place, 0), self.apart.unsigned_abs());
        let from = if first < 0 { first.unsigned_abs().div_ceil(apart) } else { 0 };
        let to = usize::try_from(self.size as isize - first).map_or(0, |left| left.div_ceil(apart)).min(self.taps);
        [from.min(to), to]
    }

    /// The same where so much of the padding before and after counts as seen.
    pub(in crate::kernel) const fn counting(self, counted: [usize; 2]) -> Self {
        Self { counted, ..self }
    }

    /// The first element that a tap sees; those of other places are steps further.
    #[inline(always)]
    const fn tap(&self, t: usize) -> isize {
        self.from + self.apart * t as isize
    }

    /// The element that a tap of a place sees, if there is one.
    #[inline(always)]
    pub(in crate::kernel) fn seen(&self, place: usize, t: usize) -> Option<usize> {
        usize::try_from(self.sees(place, t)).ok().filter(|&at| at < self.size)
    }

    /// The places from which a tap sees an element.
    #[inline(always)]
    pub(in crate::kernel) fn places_of(&self, t: usize) -> [usize; 2] {
        let tap = self.tap(t);
        let before = if tap < 0 { tap.unsigned_abs().div_ceil(self.step) } else { 0 };
        let until = usize::try_from(self.size as isize - tap).map_or(0, |left| left.div_ceil(self.step));
        let until = until.min(self.places);
        [before.min(until), until]
    }

    /// The places from which every tap sees an element.
    #[inline(always)]
    pub(in crate::kernel) fn inner(&self) -> [usize; 2] {
        let all = [0, self.places];
        let inner = (0..self.taps).fold(all, |[from, to], t| {
            let [first, until] = self.places_of(t);
            [from.max(first), to.min(until)]
        });
        [inner[0].min(inner[1]), inner[1]]
    }
}

/// The elements that each place of a pool sees along one axis, at equal distances.
pub(in crate::kernel) trait Sight: Copy {
    fn places(&self) -> usize;

    /// How far what a tap sees is from what it sees from the next place, from the places of [`inner`](Self::inner).
    fn step(&self) -> usize;

    /// How far what a tap sees is from what the next tap sees.
    fn apart(&self) -> isize;

    /// The index of what tap 0 sees from a place, be it an element or not.
    fn first(&self, place: usize) -> isize;

    /// The taps that see an element from a place: for each of them, `first + apart * tap` is below the size.
    fn taps_of(&self, place: usize) -> [usize; 2];

    /// The places from which every tap sees an element, and how many taps there are.
    fn inner(&self) -> ([usize; 2], usize);

    /// How many elements, and padding that counts, a place sees.
    fn count(&self, place: usize) -> usize;

    /// Whether padding counts.
    fn counts_padding(&self) -> bool;

    /// Whether a tap sees an element from each place.
    fn sees_each(&self) -> bool;
}

impl Sight for Line {
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
        (0..self.places).all(|place| {
            let [from, to] = self.taps_of(place);
            from < to
        })
    }
}

/// An axis whose elements are shared out among places: place `j` sees those from `j * size / places` on, up to
/// `(j + 1) * size / places`, rounded up.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Share {
    places: usize,
    size: usize,
}

impl Share {
    /// Of one element, for one place.
    pub(in crate::kernel) const STILL: Self = Self { places: 1, size: 1 };

    /// # Panics
    ///
    /// If a `usize` does not count the product.
    pub(in crate::kernel) const fn new(size: usize, places: usize) -> Self {
        assert!(size.checked_mul(places).is_some(), "the product of size and places");
        Self { places, size }
    }
}

impl Sight for Share {
    #[inline(always)]
    fn places(&self) -> usize {
        self.places
    }

    // the number of taps depends on the place, so that no places are inner ones
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
}

/// Where elements begin, how far the next image or group is, the next channel, and the next place or tap on each axis.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Field<P> {
    pub(in crate::kernel) first: P,
    pub(in crate::kernel) channel: isize,
    pub(in crate::kernel) axes: [isize; 3],
}

/// One group of one image, waiting for its loops; of weights that are spread, one phase of it.
///
/// Whoever makes one ensures: `x` has an element that may be read at each channel below `inputs` and each index below
/// the sizes of `lines`; `w` at each output, input and tap. `out` has a place that may be written at each output and
/// place of `lines`; all of these are different, and not elements of `x` or `w`.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Part<T, U> {
    pub(in crate::kernel) inputs: usize,
    pub(in crate::kernel) outputs: usize,
    pub(in crate::kernel) lines: [Line; 3],
    pub(in crate::kernel) x: Field<*const T>,
    /// Its channels are the inputs.
    pub(in crate::kernel) w: Field<*const T>,
    /// How far the weights of the next output are.
    pub(in crate::kernel) output: isize,
    pub(in crate::kernel) out: Field<*mut U>,
}

/// How far `index` steps go.
#[inline(always)]
pub(in crate::kernel) const fn at(step: isize, index: usize) -> isize {
    step.wrapping_mul(index as isize)
}

/// What a place sees along an axis over which weights slide.
pub(in crate::kernel) fn slide(steps: &Steps, before: usize, size: usize, places: usize) -> Line {
    let Steps { window: taps, stride: step, dilation, .. } = *steps;
    // the only element of a window has no next one, so that its dilation may be anything
    let apart = if taps > 1 { dilation as isize } else { 1 };
    Line { places, step, from: -(before as isize), apart, taps, size, counted: [0; 2] }
}

const fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

impl<T, U> Part<T, U> {
    /// What the results see along an axis over which weights are spread, of those that are a multiple of the stride
    /// behind `offset`.
    ///
    /// Result `y` sees element `i` with the weight `k` where `y + before = i * stride + k * dilation`.
    pub(in crate::kernel) fn spread(
        &mut self,
        axis: usize,
        offset: usize,
        (steps, before): (&Steps, usize),
        (size, results): (usize, usize),
    ) {
        let Steps { window, stride, dilation, .. } = *steps;
        // the only weight of a window has no next one, so that its dilation may be anything
        let dilation = if window > 1 { dilation } else { 1 };
        let divisor = greatest_divisor(stride, dilation);
        let every = stride / divisor;
        let places = (results - offset).div_ceil(stride);
        // the first weight that the results see, if there is one
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

    /// How many weights an output has.
    pub(in crate::kernel) const fn weights(&self) -> usize {
        self.inputs * self.lines[0].taps * self.lines[1].taps * self.lines[2].taps
    }

    pub(in crate::kernel) const fn places(&self) -> usize {
        self.lines[0].places * self.lines[1].places * self.lines[2].places
    }
}
