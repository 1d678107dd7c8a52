//! Convolutions: weights that slide over images, and those that are spread over them.
//!
//! ```text
//! convolve(x (n, c, ..i), w (o, c, ..k), out (n, o, ..j)):
//!     for each image and group, and each block of places j:
//!         columns[(c, k), j] = x[c, j * stride + k * dilation - before]         # 0 where there is none
//!         out[.., j] = w * columns                                              # one product of matrices, `gemm`
//! ```
//!
//! What the real code does differently: there are always three axes, of which those that are not there are of size 1. Columns are made in
//! blocks that stay in the caches, in scratch memory of the caller. Weights of one element need none, since the images are the columns. Where
//! an output has few weights to share the columns with, as where each channel has its own, and where there is no scratch, the loops are
//! direct ([`Direct`]): 16 places at a time, and the few at the edges each alone.
//!
//! Spread weights are as many convolutions as a step is long ([`phase`]): the results that are a multiple of the stride apart have the
//! same weights in common, every so many of them, which slide over the images backwards by one at a time.

use super::gemm::{Gemm, Matrix, MatrixElement, Product};
use super::operand::Operand;
use super::simd::{Task, Wide, vectorise};
use crate::numeric::Numeric;
use crate::shape::Shape;
use crate::storage::{Owner, Room, Storage, StorageMut, dense_strides};
use crate::windows::{Moves, Steps};
use core::marker::PhantomData;

/// So many places are made at once.
const LANES: usize = 16;

/// Fewer outputs than these share a column with too few to make it.
const FEW: usize = 4;

/// Scratch memory: where it begins, and how many elements it has room for.
pub(crate) struct Scratch<'a, T> {
    first: *mut T,
    length: usize,
    borrowed: PhantomData<&'a mut [T]>,
}

impl<T> Clone for Scratch<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Scratch<'_, T> {}

impl<'a, T> Scratch<'a, T> {
    /// The room of a slice, which is written.
    pub(crate) const fn new(room: &'a mut [T]) -> Self {
        Self { first: room.as_mut_ptr(), length: room.len(), borrowed: PhantomData }
    }

    /// The room of a vector that has none of it initialised.
    #[cfg(feature = "alloc")]
    pub(crate) fn spare(room: &'a mut alloc::vec::Vec<T>) -> Self {
        let room = room.spare_capacity_mut();
        Self { first: room.as_mut_ptr().cast(), length: room.len(), borrowed: PhantomData }
    }
}

/// Which way the weights go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// They slide.
    Slide,
    /// They are spread.
    Spread,
}

/// As many elements as are worth while for the scratch memory of a convolution: 0 where it takes none.
pub(crate) fn scratch_of<T: MatrixElement>(way: Way, w: &[usize], moves: &Moves) -> usize {
    let groups = moves.groups.max(1);
    let (outputs, inputs) = match way {
        Way::Slide => (w[0] / groups, w[1]),
        Way::Spread => (w[1], w[0] / groups),
    };
    let taps = w[2..].iter().fold(inputs, |taps, &size| taps.saturating_mul(size));
    if outputs < FEW || T::ABSENT.is_none() || taps == 0 {
        return 0;
    }
    let places = moves.sizes()[2..].iter().fold(1usize, |places, &size| places.saturating_mul(size));
    // half of a usual cache of the second level, and columns enough for the packing of the weights to be worth while
    let block = ((1 << 20) / size_of::<T>().max(1) / taps).max(256).min(places);
    taps.saturating_mul(block).saturating_add(taps.saturating_mul(outputs))
}

/// The data of a convolution, and its shape.
///
/// # Panics
///
/// If the room is not for its shape.
#[inline]
pub(crate) fn convolved<T: MatrixElement, S: Shape, D: Storage, R: Shape, E: Storage, Out: Shape, Place: Owner>(
    room: Room<T::Total, Out, Place>,
    (x, w): (&Operand<'_, T, S, D>, &Operand<'_, T, R, E>),
    (way, moves): (Way, &Moves),
    scratch: Scratch<'_, T>,
) -> (Place::Data<T::Total, Out>, Out) {
    let (shape, numel, block) = room.into_parts();
    let strides = dense_strides(&shape);
    let write = |first: *mut T::Total| {
        let out = Lies { first, sizes: sizes(&shape), strides: five(strides.as_ref(), 0) };
        // SAFETY: there is room for all elements of the shape, side by side.
        unsafe { convolve(&lies(x), &lies(w), &out, (way, moves), scratch) };
    };
    // SAFETY: the room has reserved the block, and every element is written.
    let data = unsafe { Place::build(block, numel, write) };
    (data, shape)
}

/// A convolution, written to a tensor of its sizes.
///
/// # Panics
///
/// If it is of other sizes.
#[inline]
pub(crate) fn convolved_into<
    T: MatrixElement,
    S: Shape,
    D: Storage,
    R: Shape,
    E: Storage,
    Out: Shape,
    F: StorageMut,
>(
    (data, shape): (&mut F::Data<T::Total, Out>, &Out),
    (x, w): (&Operand<'_, T, S, D>, &Operand<'_, T, R, E>),
    (way, moves): (Way, &Moves),
    scratch: Scratch<'_, T>,
) {
    let strides = F::strides(data, shape);
    let out = Lies { first: F::as_mut_ptr(data), sizes: sizes(shape), strides: five(strides.as_ref(), 0) };
    // SAFETY: a `StorageMut` has every element of its shape, at a place of its own, and is borrowed.
    unsafe { convolve(&lies(x), &lies(w), &out, (way, moves), scratch) };
}

/// A tensor as images, or weights: two axes, and three that a window moves along.
struct Lies<P> {
    first: P,
    sizes: [usize; 5],
    strides: [usize; 5],
}

/// The first two, and the others as the last of three.
///
/// # Panics
///
/// If there are not two to five.
fn five(of: &[usize], otherwise: usize) -> [usize; 5] {
    assert!((2..=5).contains(&of.len()), "images have two to five axes");
    let mut all = [otherwise; 5];
    all[..2].copy_from_slice(&of[..2]);
    all[7 - of.len()..].copy_from_slice(&of[2..]);
    all
}

fn sizes<S: Shape>(shape: &S) -> [usize; 5] {
    shape.with_sizes(|sizes| five(sizes, 1))
}

fn lies<T, S: Shape, D: Storage>(of: &Operand<'_, T, S, D>) -> Lies<*const T> {
    let strides = D::strides(of.data, of.shape);
    Lies { first: D::as_ptr(of.data), sizes: sizes(of.shape), strides: five(strides.as_ref(), 0) }
}

/// What place `j` of `places` sees along one axis: for each `t` of `taps` the element `j * step + from + t * apart`, of which there are
/// `size`; the others are padding.
#[derive(Clone, Copy)]
struct Line {
    places: usize,
    step: usize,
    from: isize,
    apart: isize,
    taps: usize,
    size: usize,
}

impl Line {
    /// The first element that a tap sees; those of other places are steps further.
    #[inline(always)]
    const fn tap(&self, t: usize) -> isize {
        self.from + self.apart * t as isize
    }

    /// The element that a tap of a place sees, if there is one.
    #[inline(always)]
    fn seen(&self, place: usize, t: usize) -> Option<usize> {
        let at = self.tap(t) + (place * self.step) as isize;
        usize::try_from(at).ok().filter(|&at| at < self.size)
    }

    /// The places from which a tap sees an element.
    #[inline(always)]
    fn places_of(&self, t: usize) -> [usize; 2] {
        let tap = self.tap(t);
        let before = if tap < 0 { tap.unsigned_abs().div_ceil(self.step) } else { 0 };
        let until = usize::try_from(self.size as isize - tap).map_or(0, |left| left.div_ceil(self.step));
        let until = until.min(self.places);
        [before.min(until), until]
    }

    /// The places from which every tap sees an element.
    #[inline(always)]
    fn inner(&self) -> [usize; 2] {
        let all = [0, self.places];
        let inner = (0..self.taps).fold(all, |[from, to], t| {
            let [first, until] = self.places_of(t);
            [from.max(first), to.min(until)]
        });
        [inner[0].min(inner[1]), inner[1]]
    }
}

/// Where elements begin, how far the next image or group is, the next channel, and the next place or tap on each axis.
#[derive(Clone, Copy)]
struct Field<P> {
    first: P,
    channel: isize,
    axes: [isize; 3],
}

/// One group of one image, waiting for its loops; of weights that are spread, one phase of it.
///
/// Who makes one promises that each element of the images and weights may be read, and that of each place and channel of the results be
/// written, where they stand at different places, which are none of the others'.
#[derive(Clone, Copy)]
struct Part<T, U> {
    inputs: usize,
    outputs: usize,
    lines: [Line; 3],
    x: Field<*const T>,
    /// Its channels are the inputs.
    w: Field<*const T>,
    /// How far the weights of the next output are.
    output: isize,
    out: Field<*mut U>,
}

/// How far `index` steps go.
#[inline(always)]
const fn at(step: isize, index: usize) -> isize {
    step.wrapping_mul(index as isize)
}

/// Writes a convolution.
///
/// # Safety
///
/// Each element of `x` and `w` may be read, and each of `out` be written, where they stand at different places, which are none of the
/// others'.
///
/// # Panics
///
/// If the sizes are not those of a convolution.
unsafe fn convolve<T: MatrixElement>(
    x: &Lies<*const T>,
    w: &Lies<*const T>,
    out: &Lies<*mut T::Total>,
    (way, moves): (Way, &Moves),
    scratch: Scratch<'_, T>,
) {
    let groups = moves.groups;
    let (inputs, outputs, per_input, per_output) = match way {
        Way::Slide => (w.sizes[1], w.sizes[0] / groups.max(1), 1, 0),
        Way::Spread => (w.sizes[0] / groups.max(1), w.sizes[1], 0, 1),
    };
    let conforms = x.sizes[0] == out.sizes[0] && inputs * groups == x.sizes[1] && outputs * groups == out.sizes[1];
    let windows = (0..3).all(|axis| moves.steps[axis].window == w.sizes[axis + 2]);
    assert!(conforms && windows, "the sizes of a convolution");
    if out.sizes.contains(&0) {
        return;
    }
    let axes = |strides: &[usize; 5]| [2, 3, 4].map(|axis| strides[axis] as isize);
    let phases = match way {
        Way::Slide => [1; 3],
        Way::Spread => [0, 1, 2].map(|axis| moves.steps[axis].stride.min(out.sizes[axis + 2])),
    };
    for group in 0..groups {
        let weights = at(w.strides[0] as isize, group * if per_output == 0 { outputs } else { inputs });
        for phase in 0..phases.iter().product() {
            let offsets = [phase / phases[2] / phases[1], phase / phases[2] % phases[1], phase % phases[2]];
            let mut part = Part {
                inputs,
                outputs,
                lines: [Line { places: 0, step: 1, from: 0, apart: 0, taps: 0, size: 0 }; 3],
                x: Field { first: x.first, channel: x.strides[1] as isize, axes: axes(&x.strides) },
                w: Field {
                    first: w.first.wrapping_offset(weights),
                    channel: w.strides[per_input] as isize,
                    axes: axes(&w.strides),
                },
                output: w.strides[per_output] as isize,
                out: Field { first: out.first, channel: out.strides[1] as isize, axes: axes(&out.strides) },
            };
            for axis in 0..3 {
                let (size, places) = (x.sizes[axis + 2], out.sizes[axis + 2]);
                let (steps, before) = (&moves.steps[axis], moves.before[axis]);
                match way {
                    Way::Slide => part.lines[axis] = slide(steps, before, size, places),
                    Way::Spread => part.spread(axis, offsets[axis], (steps, before), (size, places)),
                }
            }
            part.x.first = part.x.first.wrapping_offset(at(part.x.channel, group * inputs));
            part.out.first = part.out.first.wrapping_offset(at(part.out.channel, group * outputs));
            // SAFETY: the caller's promise, of one group, and of every so many places.
            unsafe { images(&part, x.sizes[0], [x.strides[0] as isize, out.strides[0] as isize], scratch) };
        }
    }
}

/// What a place sees along an axis over which weights slide.
fn slide(steps: &Steps, before: usize, size: usize, places: usize) -> Line {
    let Steps { window: taps, stride: step, dilation, .. } = *steps;
    Line { places, step, from: -(before as isize), apart: dilation as isize, taps, size }
}

const fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

impl<T, U> Part<T, U> {
    /// What the results see along an axis over which weights are spread, of those that are a multiple of the stride behind `offset`.
    ///
    /// Result `y` sees element `i` with the weight `k` where `y + before = i * stride + k * dilation`.
    fn spread(
        &mut self,
        axis: usize,
        offset: usize,
        (steps, before): (&Steps, usize),
        (size, results): (usize, usize),
    ) {
        let Steps { window, stride, dilation, .. } = *steps;
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
        };
        self.w.first = self.w.first.wrapping_offset(at(self.w.axes[axis], first.unwrap_or(0)));
        self.w.axes[axis] = at(self.w.axes[axis], every);
        self.out.first = self.out.first.wrapping_offset(at(self.out.axes[axis], offset));
        self.out.axes[axis] = at(self.out.axes[axis], stride);
    }

    /// How many weights an output has.
    const fn weights(&self) -> usize {
        self.inputs * self.lines[0].taps * self.lines[1].taps * self.lines[2].taps
    }

    const fn places(&self) -> usize {
        self.lines[0].places * self.lines[1].places * self.lines[2].places
    }
}

/// The step of axes that are walked as one, if there is one: outermost first, each with its size.
fn merged(axes: impl DoubleEndedIterator<Item = (usize, isize)>) -> Option<isize> {
    let mut whole: Option<(usize, isize)> = None;
    for (size, step) in axes.rev().filter(|&(size, _)| size != 1) {
        whole = match whole {
            None => Some((size, step)),
            Some((length, first)) if at(first, length) == step => Some((length * size, first)),
            Some(_) => return None,
        };
    }
    Some(whole.map_or(1, |(_, step)| step))
}

/// Writes the results of one group of all images.
///
/// # Safety
///
/// As [`Part`] says, of each image, which are so far apart.
unsafe fn images<T: MatrixElement>(part: &Part<T, T::Total>, count: usize, apart: [isize; 2], scratch: Scratch<'_, T>) {
    let (weights, places) = (part.weights(), part.places());
    if places == 0 || part.outputs == 0 {
        return;
    }
    let lines = &part.lines;
    let over = |axes: [isize; 3]| [0, 1, 2].map(|axis| (lines[axis].places, axes[axis]));
    let out_step = merged(over(part.out.axes).into_iter());
    let x_step = merged(over([0, 1, 2].map(|axis| at(part.x.axes[axis], lines[axis].step))).into_iter());
    let is_whole = lines.iter().all(|line| line.taps == 1 && line.inner() == [0, line.places]);
    let taps = [0, 1, 2].map(|axis| (lines[axis].taps, part.w.axes[axis]));
    let mut w_step = merged([(part.inputs, part.w.channel)].into_iter().chain(taps));
    let mut w = Matrix { first: part.w.first, row: part.output, column: w_step.unwrap_or(0) };

    let columns_at_hand = |room: usize| room / weights.max(1);
    let mut way = match (x_step, out_step, w_step) {
        _ if weights == 0 => Loop::Direct,
        (Some(x_step), Some(out_step), Some(_)) if is_whole => Loop::Whole { x_step, out_step },
        _ if part.outputs < FEW => Loop::Direct,
        _ => T::ABSENT.map_or(Loop::Direct, |zero| Loop::Columns { zero, room: scratch }),
    };
    if let Loop::Columns { zero, room } = way {
        let packed = if w_step.is_none() { weights * part.outputs } else { 0 };
        let left = room.length.saturating_sub(packed);
        way = Loop::Direct;
        if columns_at_hand(left) >= LANES.min(places) {
            if packed > 0 {
                // SAFETY: there is room for the weights, and they may be read.
                unsafe { pack(part, room.first) };
                (w_step, w) = (Some(1), Matrix { first: room.first.cast_const(), row: weights as isize, column: 1 });
            }
            way =
                Loop::Columns { zero, room: Scratch { first: room.first.wrapping_add(packed), length: left, ..room } };
        }
    }
    debug_assert!(w_step.is_some() || matches!(way, Loop::Direct), "the weights of an output are one row");
    for image in 0..count {
        let mut part = *part;
        part.x.first = part.x.first.wrapping_offset(at(apart[0], image));
        part.out.first = part.out.first.wrapping_offset(at(apart[1], image));
        match way {
            // SAFETY: the caller's promise.
            Loop::Direct => vectorise(&mut [], Direct(&part)),
            Loop::Whole { x_step, out_step } => {
                let first = [0, 1, 2].map(|axis| at(part.x.axes[axis], part.lines[axis].from.unsigned_abs()));
                let first = first.into_iter().fold(part.x.first, |first, by| first.wrapping_offset(by));
                let product = Product {
                    m: part.outputs,
                    k: weights,
                    n: places,
                    a: Matrix { ..w },
                    b: Matrix { first, row: part.x.channel, column: x_step },
                    c: Matrix { first: part.out.first, row: part.out.channel, column: out_step },
                };
                // SAFETY: every place sees one element of each channel, and no size is 0.
                unsafe { T::Gemm::multiply(&product) };
            }
            Loop::Columns { zero, room } => {
                // SAFETY: the caller's promise; the room is the caller's, and no size is 0.
                unsafe { by_columns(&part, &w, out_step, (zero, room)) };
            }
        }
    }
}

/// How the results are made.
enum Loop<'a, T> {
    /// Place by place.
    Direct,
    /// As one product of the weights and the image.
    Whole { x_step: isize, out_step: isize },
    /// As products of the weights and blocks of columns.
    Columns { zero: T, room: Scratch<'a, T> },
}

impl<T: Copy> Clone for Loop<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Copy> Copy for Loop<'_, T> {}

/// Copies the weights, those of an output side by side.
///
/// # Safety
///
/// There is room for them; and as [`Part`] says.
unsafe fn pack<T: Copy, U>(part: &Part<T, U>, mut to: *mut T) {
    let taps = part.lines.map(|line| line.taps);
    for output in 0..part.outputs {
        for input in 0..part.inputs {
            for tap in 0..taps[0] * taps[1] * taps[2] {
                let tap = [tap / taps[2] / taps[1], tap / taps[2] % taps[1], tap % taps[2]];
                let from =
                    part.w.first.wrapping_offset(at(part.output, output)).wrapping_offset(at(part.w.channel, input));
                let from = (0..3).fold(from, |from, axis| from.wrapping_offset(at(part.w.axes[axis], tap[axis])));
                // SAFETY: the caller's promise.
                let weight = unsafe { from.read() };
                // SAFETY: the caller's promise.
                unsafe { to.write(weight) };
                to = to.wrapping_add(1);
            }
        }
    }
}

/// Writes the results of one image by blocks of columns.
///
/// # Safety
///
/// As [`Part`] says, and the room is for at least one column; no size is 0.
unsafe fn by_columns<T: MatrixElement>(
    part: &Part<T, T::Total>,
    w: &Matrix<*const T>,
    out_step: Option<isize>,
    (zero, room): (T, Scratch<'_, T>),
) {
    let (weights, places, width) = (part.weights(), part.places(), part.lines[2].places);
    let most = room.length / weights;
    let mut from = 0;
    while from < places {
        // a block goes on in the next row of places where the results do
        let end = if out_step.is_some() { places } else { (from / width + 1) * width };
        let count = most.min(end - from);
        // SAFETY: there is room for so many columns, and the images may be read.
        vectorise(&mut [], Fill { part, zero, places: [from, count], to: room.first });
        let (row, column) = (from / width, from % width);
        let place = [row / part.lines[1].places, row % part.lines[1].places, column];
        let first = (0..3).fold(part.out.first, |to, axis| to.wrapping_offset(at(part.out.axes[axis], place[axis])));
        let product = Product {
            m: part.outputs,
            k: weights,
            n: count,
            a: Matrix { ..*w },
            b: Matrix { first: room.first.cast_const(), row: count as isize, column: 1 },
            c: Matrix { first, row: part.out.channel, column: out_step.unwrap_or(part.out.axes[2]) },
        };
        // SAFETY: the columns have been written, and the caller's promise for the rest.
        unsafe { T::Gemm::multiply(&product) };
        from += count;
    }
}

/// Columns to be written: what each tap of each channel sees from so many places on, a row for each tap.
struct Fill<'p, T, U> {
    part: &'p Part<T, U>,
    /// What is seen of the padding.
    zero: T,
    /// The first place, and how many.
    places: [usize; 2],
    to: *mut T,
}

impl<T: Copy, U> Task<()> for Fill<'_, T, U> {
    const WIDE: Wide = Wide::Never;

    #[inline(always)]
    fn run(self, _: &mut [()]) {
        let Part { inputs, lines: [outer, middle, inner], x, .. } = self.part;
        let mut to = self.to;
        for input in 0..*inputs {
            let image = x.first.wrapping_offset(at(x.channel, input));
            for tap in 0..outer.taps * middle.taps {
                let taps = [tap / middle.taps, tap % middle.taps];
                for t in 0..inner.taps {
                    // SAFETY: who makes columns has room for a row of them for each tap.
                    unsafe { self.row(image, taps, t, to) };
                    to = to.wrapping_add(self.places[1]);
                }
            }
        }
    }
}

impl<T: Copy, U> Fill<'_, T, U> {
    /// Writes what one tap sees from each place.
    ///
    /// # Safety
    ///
    /// There is room for them, and the image may be read.
    #[inline(always)]
    unsafe fn row(&self, image: *const T, taps: [usize; 2], t: usize, mut to: *mut T) {
        let Part { lines: [outer, middle, inner], x, .. } = self.part;
        let seen = inner.places_of(t);
        let step = at(x.axes[2], inner.step);
        let [from, mut left] = self.places;
        let mut column = from % inner.places;
        let row = from / inner.places;
        let (mut i, mut j) = (row / middle.places, row % middle.places);
        while left > 0 {
            let count = left.min(inner.places - column);
            // the places of this row that see an element, or none
            let [first, until] = match (outer.seen(i, taps[0]), middle.seen(j, taps[1])) {
                (Some(_), Some(_)) => seen.map(|place| place.clamp(column, column + count)),
                _ => [column; 2],
            };
            // SAFETY: there is room.
            unsafe { write_zeros(to, self.zero, first - column) };
            if first < until {
                let (outer, middle) = (outer.seen(i, taps[0]).unwrap_or(0), middle.seen(j, taps[1]).unwrap_or(0));
                let inner = inner.seen(first, t).unwrap_or(0);
                let line = image.wrapping_offset(at(x.axes[0], outer)).wrapping_offset(at(x.axes[1], middle));
                let from = line.wrapping_offset(at(x.axes[2], inner));
                // SAFETY: each of these places sees an element.
                unsafe { copy(from, step, to.wrapping_add(first - column), until - first) };
            }
            // SAFETY: there is room.
            unsafe { write_zeros(to.wrapping_add(until - column), self.zero, column + count - until) };
            to = to.wrapping_add(count);
            left -= count;
            (column, j) = (0, j + 1);
            if j == middle.places {
                (i, j) = (i + 1, 0);
            }
        }
    }
}

/// Writes so many zeros.
///
/// # Safety
///
/// There is room for them.
#[inline(always)]
unsafe fn write_zeros<T: Copy>(to: *mut T, zero: T, count: usize) {
    for i in 0..count {
        // SAFETY: the caller's promise.
        unsafe { to.wrapping_add(i).write(zero) };
    }
}

/// Copies so many elements, a step apart, to be side by side.
///
/// # Safety
///
/// They may be read, and there is room for them elsewhere.
#[inline(always)]
unsafe fn copy<T: Copy>(from: *const T, step: isize, to: *mut T, count: usize) {
    match step {
        // SAFETY: the caller's promise: they are side by side.
        1 => unsafe { to.copy_from_nonoverlapping(from, count) },
        // a constant, so that the loop is one of vectors
        // SAFETY: the caller's promise.
        2 => unsafe { copy_apart(from, 2, to, count) },
        // SAFETY: the caller's promise.
        _ => unsafe { copy_apart(from, step, to, count) },
    }
}

/// [`copy`] by a loop.
///
/// # Safety
///
/// As there.
#[inline(always)]
unsafe fn copy_apart<T: Copy>(from: *const T, step: isize, to: *mut T, count: usize) {
    for i in 0..count {
        // SAFETY: the caller's promise.
        let element = unsafe { from.wrapping_offset(at(step, i)).read() };
        // SAFETY: the caller's promise.
        unsafe { to.wrapping_add(i).write(element) };
    }
}

/// Results to be made place by place: 16 of those that see elements alone at a time, and the others each for itself.
struct Direct<'p, T, U>(&'p Part<T, U>);

impl<T: Numeric> Task<()> for Direct<'_, T, T::Total> {
    const WIDE: Wide = Wide::Never;

    #[inline(always)]
    fn run(self, _: &mut [()]) {
        let part = self.0;
        let [outer, middle, inner] = &part.lines;
        let [from, to] = inner.inner();
        // where there are enough, the last ones are made once more, with those before them
        let tiled = if to - from >= LANES { [from, to] } else { [0; 2] };
        for output in 0..part.outputs {
            let w = part.w.first.wrapping_offset(at(part.output, output));
            let result = part.out.first.wrapping_offset(at(part.out.channel, output));
            for row in 0..outer.places * middle.places {
                let (i, j) = (row / middle.places, row % middle.places);
                let result = result.wrapping_offset(at(part.out.axes[0], i)).wrapping_offset(at(part.out.axes[1], j));
                let row = Row { part, w, result, place: [i, j] };
                for place in (tiled[0]..tiled[1]).step_by(LANES) {
                    // SAFETY: the maker's promise; each tap of these places sees an element.
                    unsafe { row.tile(place.min(tiled[1] - LANES)) };
                }
                for place in (0..tiled[0]).chain(tiled[1]..inner.places) {
                    // SAFETY: the maker's promise.
                    unsafe { row.place(place) };
                }
            }
        }
    }
}

/// A row of results of one output.
struct Row<'p, T, U> {
    part: &'p Part<T, U>,
    w: *const T,
    result: *mut U,
    place: [usize; 2],
}

impl<T: Numeric> Row<'_, T, T::Total> {
    /// Calls `f` with where a line of weights begins, and the line of elements that it sees, or none: padding.
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

    /// Writes the results of 16 places.
    ///
    /// # Safety
    ///
    /// As [`Part`] says; each tap of the last axis sees an element from each of the places.
    #[inline(always)]
    unsafe fn tile(&self, place: usize) {
        let Part { lines: [_, _, inner], x, w, out, .. } = self.part;
        let step = at(x.axes[2], inner.step);
        let mut sums = [T::ZERO; LANES];
        self.lines(|weights, line| {
            for t in 0..inner.taps {
                // SAFETY: the caller's promise.
                let weight = unsafe { weights.wrapping_offset(at(w.axes[2], t)).read() }.widen();
                let elements = line.map_or([T::ZERO; LANES], |line| {
                    let first = line.wrapping_offset(at(x.axes[2], inner.seen(place, t).unwrap_or(0)));
                    // SAFETY: the caller's promise.
                    unsafe { load(first, step) }
                });
                for (sum, x) in sums.iter_mut().zip(elements) {
                    *sum = *sum + x * weight;
                }
            }
        });
        for (lane, sum) in sums.into_iter().enumerate() {
            let to = self.result.wrapping_offset(at(out.axes[2], place + lane));
            // SAFETY: the caller's promise.
            unsafe { to.write(T::total(sum)) };
        }
    }

    /// Writes the result of one place.
    ///
    /// # Safety
    ///
    /// As [`Part`] says.
    #[inline(always)]
    unsafe fn place(&self, place: usize) {
        let Part { lines: [_, _, inner], x, w, out, .. } = self.part;
        let mut sum = T::ZERO;
        self.lines(|weights, line| {
            for t in 0..inner.taps {
                // SAFETY: the caller's promise.
                let weight = unsafe { weights.wrapping_offset(at(w.axes[2], t)).read() }.widen();
                let element = line.zip(inner.seen(place, t)).map_or(T::ZERO, |(line, seen)| {
                    // SAFETY: the place sees that element.
                    unsafe { line.wrapping_offset(at(x.axes[2], seen)).read() }.widen()
                });
                sum = sum + element * weight;
            }
        });
        // SAFETY: the caller's promise.
        unsafe { self.result.wrapping_offset(at(out.axes[2], place)).write(T::total(sum)) };
    }
}

/// So many elements, a step apart.
///
/// # Safety
///
/// They may be read.
#[inline(always)]
unsafe fn load<T: Numeric>(from: *const T, step: isize) -> [T::Wide; LANES] {
    if step == 1 {
        // SAFETY: the caller's promise: they stand side by side.
        return unsafe { from.cast::<[T; LANES]>().read() }.map(T::widen);
    }
    let mut elements = [T::ZERO; LANES];
    for (lane, element) in elements.iter_mut().enumerate() {
        // SAFETY: the caller's promise.
        *element = unsafe { from.wrapping_offset(at(step, lane)).read() }.widen();
    }
    elements
}
