//! Convolutions and transposed convolutions.
//!
//! ```text
//! convolve(x (n, c, ..i), w (o, c, ..k), out (n, o, ..j)):
//!     for each image and group, and each block of positions j:              # panels: of all images
//!         columns[(c, k), j] = x[c, j * stride + k * dilation - before]         # 0 in the padding
//!         out[.., j] = w * columns                                              # one matrix product, `gemm`
//! ```
//!
//! There are always three axes; missing ones have size 1. Blocks of columns stay in the caches, in scratch memory of
//! the caller. Windows of one element need no columns. [`Direct`] loops are used without scratch, and if few outputs
//! share the columns.
//!
//! A transposed convolution is split into `stride` convolutions ([`Part::spread`]). Results that are a multiple of the
//! stride apart use the same weights, which move backwards over the image, one element at a time.

use super::direct::Direct;
use super::im2col::{Scratch, by_columns, pack};
use super::taps::{Field, LANES, Line, Part, WindowAxis, at, slide};
use crate::kernel::elementwise::operand::Operand;
use crate::kernel::product::gemm::{Gemm, MatrixElement};
use crate::kernel::product::matmul::{self, Batches, cut_of};
use crate::kernel::product::matrix::{Matrix, Product};
use crate::kernel::simd::vectorise;
use crate::kernel::threads::{self, Permit};
use crate::shape::Shape;
use crate::storage::{Destination, Storage};
use crate::windows::Moves;

/// The number of outputs from which columns are worth making.
const FEW: usize = 4;

/// As [`Gemm::FEW`], position by position.
const FEW_DIRECT: usize = threads::border(1 << 15);

/// Whether a convolution is transposed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    /// Weights are spread over the result.
    Transposed,
}

/// The number of elements of scratch memory that a convolution uses; 0 if it uses none.
pub(crate) fn scratch_of<T: MatrixElement>(direction: Direction, w: &[usize], moves: &Moves) -> usize {
    let groups = moves.groups.max(1);
    let (outputs, inputs) = match direction {
        Direction::Forward => (w[0] / groups, w[1]),
        Direction::Transposed => (w[1], w[0] / groups),
    };
    let taps = w[2..].iter().fold(inputs, |taps, &size| taps.saturating_mul(size));
    if outputs < FEW || T::ABSENT.is_none() || taps == 0 {
        return 0;
    }
    let places = moves.sizes()[2..].iter().fold(1usize, |places, &size| places.saturating_mul(size));
    // half of a usual L2 cache; without panels, enough columns to pay for packing the weights
    let block = (1 << 20) / size_of::<T>().max(1) / taps;
    let block = match T::Gemm::panel(outputs) {
        Some(panel) => (block / panel * panel).max(panel).min(places.saturating_add(panel - 1) / panel * panel),
        None => block.max(256).min(places),
    };
    taps.saturating_mul(block).saturating_add(taps.saturating_mul(outputs))
}

#[inline]
pub(crate) fn convolved<T: MatrixElement, S: Shape, D: Storage, R: Shape, E: Storage, To: Destination<T::Total>>(
    to: To,
    (x, w): (&Operand<'_, T, S, D>, &Operand<'_, T, R, E>),
    (direction, moves): (Direction, &Moves),
    scratch: Scratch<'_, T>,
) -> To::Written {
    let write = |shape: &To::Shape, first, strides: &[usize]| {
        let out = ImageView { first, sizes: sizes(shape), strides: five(strides, 0) };
        // SAFETY: `Destination` has a different place at each index of `shape`, which nothing else reads. `x` and `w`
        // are borrowed.
        unsafe { conv(&image_view(x), &image_view(w), &out, (direction, moves), scratch) };
    };
    // SAFETY: `conv` writes each index of `shape`, or panics.
    unsafe { to.write(write) }
}

/// A tensor as images or weights: two axes, and three that a window moves along.
struct ImageView<P> {
    first: P,
    sizes: [usize; 5],
    strides: [usize; 5],
}

/// The first two, and the others as the last of three.
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

fn image_view<T, S: Shape, D: Storage>(of: &Operand<'_, T, S, D>) -> ImageView<*const T> {
    let strides = of.tensor.strides();
    ImageView { first: of.tensor.as_ptr(), sizes: sizes(of.tensor.shape()), strides: five(strides.as_ref(), 0) }
}

/// # Safety
///
/// `x` and `w` have an element that may be read at each index of their sizes. `out` has a place that may be written at
/// each index of its sizes; all places are different, and not elements of `x` or `w`.
unsafe fn conv<T: MatrixElement>(
    x: &ImageView<*const T>,
    w: &ImageView<*const T>,
    out: &ImageView<*mut T::Total>,
    (direction, moves): (Direction, &Moves),
    scratch: Scratch<'_, T>,
) {
    let groups = moves.groups;
    let (inputs, outputs, per_input, per_output) = match direction {
        Direction::Forward => (w.sizes[1], w.sizes[0] / groups.max(1), 1, 0),
        Direction::Transposed => (w.sizes[0] / groups.max(1), w.sizes[1], 0, 1),
    };
    let conforms = x.sizes[0] == out.sizes[0]
        && inputs.checked_mul(groups) == Some(x.sizes[1])
        && outputs.checked_mul(groups) == Some(out.sizes[1]);
    let windows = (0..3).all(|axis| moves.steps[axis].window == w.sizes[axis + 2]);
    assert!(conforms && windows, "the sizes of a convolution");
    if out.sizes.contains(&0) {
        return;
    }
    let axes = |strides: &[usize; 5]| [2, 3, 4].map(|axis| strides[axis] as isize);
    let phases = match direction {
        Direction::Forward => [1; 3],
        Direction::Transposed => [0, 1, 2].map(|axis| moves.steps[axis].stride.min(out.sizes[axis + 2])),
    };
    let phases_in_all = phases.iter().product::<usize>();
    let work = |scratch: Scratch<'_, T>, i: usize| {
        let (group, phase) = (i / phases_in_all, i % phases_in_all);
        let weights = at(w.strides[0] as isize, group * if per_output == 0 { outputs } else { inputs });
        let offsets = [phase / phases[2] / phases[1], phase / phases[2] % phases[1], phase % phases[2]];
        let mut part = Part {
            inputs,
            outputs,
            lines: [Line::STILL; 3],
            x: Field { first: x.first, channel: x.strides[1] as isize, axes: axes(&x.strides) },
            w: Field {
                first: w.first.wrapping_offset(weights),
                channel: w.strides[per_input] as isize,
                axes: axes(&w.strides),
            },
            output: w.strides[per_output] as isize,
            out: Field { first: out.first, channel: out.strides[1] as isize, axes: axes(&out.strides) },
        };
        for (axis, offset) in offsets.into_iter().enumerate() {
            let (size, places) = (x.sizes[axis + 2], out.sizes[axis + 2]);
            let (steps, before) = (&moves.steps[axis], moves.before[axis]);
            match direction {
                Direction::Forward => part.lines[axis] = slide(steps, before, size, places),
                Direction::Transposed => part.spread(axis, offset, (steps, before), (size, places)),
            }
        }
        part.x.first = part.x.first.wrapping_offset(at(part.x.channel, group * inputs));
        part.out.first = part.out.first.wrapping_offset(at(part.out.channel, group * outputs));
        // SAFETY: `conforms` has compared the channels with the sizes of `x`, `w` and `out`, and `windows` the taps
        // with those of `w`; `slide` and `spread` have the sizes of `x` and `out`.
        unsafe { images(&part, x.sizes[0], [x.strides[0], out.strides[0]], scratch) };
    };
    let products = out.sizes.iter().chain(&w.sizes[2..]).fold(inputs, |products, &size| products.saturating_mul(size));
    let few = if outputs < FEW { FEW_DIRECT } else { T::Gemm::FEW };
    let permit = if groups >= threads::PIECES && products > few { Permit::of_numbers() } else { None };
    // SAFETY: groups and phases have their own results.
    unsafe { share::<_, T::Total>(groups * phases_in_all, permit, scratch, work) };
}

/// The stride of axes that are walked as one, outermost first; `None` if they cannot be.
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
/// The facts that [`Part`] lists hold for each image below `count`; images are `apart[0]` elements apart in `x`, and
/// `apart[1]` in `out`.
unsafe fn images<T: MatrixElement>(part: &Part<T, T::Total>, count: usize, apart: [usize; 2], scratch: Scratch<'_, T>) {
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
    let w_step = merged([(part.inputs, part.w.channel)].into_iter().chain(taps));
    let w = Matrix { first: part.w.first, row: part.output, column: w_step.unwrap_or(0) };
    if let (Some(x_step), Some(out_step), Some(_), true, 1..) = (x_step, out_step, w_step, is_whole, weights) {
        let first = [0, 1, 2].map(|axis| at(part.x.axes[axis], lines[axis].sees(0, 0).unsigned_abs()));
        let first = first.into_iter().fold(part.x.first, <*const T>::wrapping_offset);
        let product = Product {
            m: part.outputs,
            k: weights,
            n: places,
            a: w,
            b: Matrix { first, row: part.x.channel, column: x_step },
            c: Matrix { first: part.out.first, row: part.out.channel, column: out_step },
        };
        let batches = Batches { sizes: &[count], a: &[0], b: &apart[..1], c: &apart[1..] };
        // SAFETY: by `is_whole`, each place sees one element of each input, at a multiple of `x_step`; so in each image
        // below `count`. No size is 0, as compared above and by `conv`.
        return unsafe { batches.multiply::<T, T, false>(product, &mut [0], None) };
    }
    let mut joined = *part;
    let mut images = Images { part, count, apart, columns: None };
    let panel = T::Gemm::panel(part.outputs);
    let packs = w_step.is_none() || panel.is_some() && w_step != Some(1);
    let (packed, mut room) = (if packs { weights * part.outputs } else { 0 }, scratch);
    room.length = scratch.length.saturating_sub(packed);
    let columns = panel.unwrap_or(1);
    let fitting = room.length.checked_div(weights).map_or(0, |fitting| fitting / columns * columns);
    let has_columns = part.outputs >= FEW && fitting >= LANES.min(places);
    if let (Some(zero), true) = (T::ABSENT, has_columns) {
        let mut w = w;
        if packed > 0 {
            // SAFETY: `packed == weights * outputs` and `room.length > 0`, so `packed < scratch.length`; the weights
            // are those of `part`.
            unsafe { pack(part, scratch.first) };
            w = Matrix { first: scratch.first.cast_const(), row: weights as isize, column: 1 };
            room.first = scratch.first.wrapping_add(packed);
        }
        // a block continues in the next row of positions if the results do; of panels, in the next image
        let (mut row, mut run) = (if out_step.is_some() { places } else { lines[2].places }, usize::MAX);
        if panel.is_some() && out_step.is_some() && lines[0].is_still() {
            joined.lines[0] = Line::each(count);
            (joined.x.axes[0], joined.out.axes[0]) = (apart[0] as isize, apart[1] as isize);
            (images.part, images.count) = (&joined, 1);
            (row, run) = (count * places, places);
        }
        let most = fitting.min(row);
        room.length = most.next_multiple_of(columns) * weights;
        images.columns = Some(Columns { zero, w, out_step, row, run, most, panel });
    }
    // SAFETY: the facts are those of this function; `room` is for a block.
    unsafe { images.run(room) };
}

/// The images of a group, and columns if they are convolved by them.
struct Images<'p, T: MatrixElement> {
    part: &'p Part<T, T::Total>,
    count: usize,
    /// The distances of images in `x` and in `out`.
    apart: [usize; 2],
    columns: Option<Columns<T>>,
}

/// The weights, one row for each output; rows of positions are blocks of `most` columns, in whole panels. The positions
/// of a `run` are `out_step` apart.
struct Columns<T> {
    zero: T,
    w: Matrix<*const T>,
    out_step: Option<isize>,
    row: usize,
    run: usize,
    most: usize,
    panel: Option<usize>,
}

impl<T: MatrixElement> Images<'_, T> {
    /// # Safety
    ///
    /// As for [`images`]; `room` is for `most` columns, and those after them in the last panel.
    unsafe fn run(&self, room: Scratch<'_, T>) {
        let Part { outputs, .. } = *self.part;
        let (places, weights) = (self.part.places(), self.part.weights());
        let few = if self.columns.is_some() { T::Gemm::FEW } else { FEW_DIRECT };
        let products = [outputs, places, weights].into_iter().fold(self.count, usize::saturating_mul);
        let permit = if products > few { Permit::of_numbers() } else { None };
        // cuts of outputs make the same columns, so there are few
        let (blocks, wanted) = match &self.columns {
            Some(Columns { row, most, .. }) => {
                (places / row * row.div_ceil(*most), if outputs < *most { 2 } else { 1 })
            }
            None => (1, threads::PIECES),
        };
        let pieces = self.count * blocks;
        let cuts = if permit.is_some() { (wanted * threads::count()).div_ceil(pieces) } else { 1 };
        let work = |room: Scratch<'_, T>, piece: usize| {
            let (piece, cut) = (piece / cuts, [piece % cuts, cuts]);
            // SAFETY: these are an image and a block.
            unsafe { self.block([piece / blocks, piece % blocks], cut, room) };
        };
        // SAFETY: images, blocks and cuts have their own results.
        unsafe { share::<_, T::Total>(pieces * cuts, permit, room, work) };
    }

    /// Writes a cut of a block of an image.
    ///
    /// # Safety
    ///
    /// As for [`run`](Self::run); each is below its number.
    unsafe fn block(&self, [image, block]: [usize; 2], [cut, cuts]: [usize; 2], room: Scratch<'_, T>) {
        let mut part = *self.part;
        part.x.first = part.x.first.wrapping_offset(at(self.apart[0] as isize, image));
        part.out.first = part.out.first.wrapping_offset(at(self.apart[1] as isize, image));
        let Some(Columns { zero, w, out_step, row, run, most, panel }) = &self.columns else {
            let of_cut = threads::part(part.outputs, cuts, cut);
            // `Direct` reads and writes what [`Part`] lists
            return vectorise(&mut [], (), Direct(&part.of(of_cut)));
        };
        let blocks = row.div_ceil(*most);
        let (from, end) = (block / blocks * row + block % blocks * most, (block / blocks + 1) * row);
        let (mut outputs, mut places) = (0..part.outputs, from..end.min(from + most));
        let cuts = matmul::cuts([part.outputs, part.weights(), places.len()], cuts);
        if cut >= cuts {
            return;
        }
        if part.outputs >= places.len() {
            outputs = cut_of(part.outputs, cuts, cut);
        } else {
            let of_cut = cut_of(places.len(), cuts, cut);
            places = from + of_cut.start..from + of_cut.end;
        }
        let w = Matrix { first: w.first.wrapping_offset(at(w.row, outputs.start)), ..*w };
        // SAFETY: `room` is for `most` columns and the rest of a panel, and `places` are at most `most`. No
        // size is 0: columns have weights.
        unsafe { by_columns(&part.of(outputs), w, (*out_step, places), (*panel, *run), (*zero, room.first)) };
    }
}

/// Calls `work` with each number below `pieces` and a scratch, on several threads with a permit.
///
/// # Safety
///
/// With a permit, threads may call `work` at the same time with their own scratches.
#[cfg_attr(not(feature = "rayon"), allow(unused_variables, reason = "there is one thread"))]
unsafe fn share<T, U>(
    pieces: usize,
    permit: Option<Permit<T, U>>,
    scratch: Scratch<'_, T>,
    work: impl Fn(Scratch<'_, T>, usize),
) {
    #[cfg(feature = "rayon")]
    if permit.is_some() {
        // the first has the scratch of the caller
        let (mut rooms, length) = (alloc::vec::Vec::<T>::new(), scratch.length);
        if rooms.try_reserve_exact(length.saturating_mul(threads::count() - 1)).is_ok() {
            let others = Scratch::spare(&mut rooms);
            let room = |worker: usize| match worker {
                0 => scratch,
                _ => Scratch { first: others.first.wrapping_add((worker - 1) * length), ..scratch },
            };
            // SAFETY: calls at the same time have their own scratches.
            return unsafe { threads::share(pieces, &|worker, i| work(room(worker), i)) };
        }
    }
    for i in 0..pieces {
        work(scratch, i);
    }
}
