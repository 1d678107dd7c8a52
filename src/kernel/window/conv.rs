//! Convolutions and transposed convolutions.
//!
//! ```text
//! convolve(x (n, c, ..i), w (o, c, ..k), out (n, o, ..j)):
//!     for each image and group, and each block of positions j:
//!         columns[(c, k), j] = x[c, j * stride + k * dilation - before]         # 0 in the padding
//!         out[.., j] = w * columns                                              # one matrix product, `gemm`
//! ```
//!
//! There are always three axes; missing ones have size 1. Blocks of columns stay in the caches, in scratch memory of
//! the caller. Windows of one element need no columns: the image has them. [`Direct`] loops are used without scratch,
//! and if few outputs share the columns, as in depthwise convolutions.
//!
//! A transposed convolution is split into `stride` convolutions ([`Part::spread`]). Results that are a multiple of the
//! stride apart use the same weights, which move backwards over the image, one element at a time.

use super::direct::Direct;
use super::im2col::{Scratch, by_columns, pack};
use super::taps::{Field, LANES, Line, Part, at, slide};
use crate::kernel::elementwise::operand::Operand;
use crate::kernel::product::gemm::{Gemm, Matrix, MatrixElement, Product};
use crate::kernel::simd::vectorise;
use crate::shape::Shape;
use crate::storage::{Destination, Storage};
use crate::windows::Moves;

/// The number of outputs from which columns are worth making.
const FEW: usize = 4;

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
    // half of a usual L2 cache, with enough columns to pay for packing the weights
    let block = ((1 << 20) / size_of::<T>().max(1) / taps).max(256).min(places);
    taps.saturating_mul(block).saturating_add(taps.saturating_mul(outputs))
}

/// Computes a convolution.
///
/// # Panics
///
/// If the destination does not have the shape of the result.
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
    for group in 0..groups {
        let weights = at(w.strides[0] as isize, group * if per_output == 0 { outputs } else { inputs });
        for phase in 0..phases.iter().product() {
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
            unsafe { images(&part, x.sizes[0], [x.strides[0] as isize, out.strides[0] as isize], scratch) };
        }
    }
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
                // SAFETY: `packed == weights * outputs` and `columns_at_hand(left) >= 1`, so `packed < room.length`;
                // the weights are those of `part`.
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
            // SAFETY: `Direct` reads and writes what [`Part`] lists, of this image (`image < count`).
            Loop::Direct => vectorise(&mut [], (), Direct(&part)),
            Loop::Whole { x_step, out_step } => {
                let first = [0, 1, 2].map(|axis| at(part.x.axes[axis], part.lines[axis].sees(0, 0).unsigned_abs()));
                let first = first.into_iter().fold(part.x.first, <*const T>::wrapping_offset);
                let product = Product {
                    m: part.outputs,
                    k: weights,
                    n: places,
                    a: Matrix { ..w },
                    b: Matrix { first, row: part.x.channel, column: x_step },
                    c: Matrix { first: part.out.first, row: part.out.channel, column: out_step },
                };
                // SAFETY: by `is_whole`, each place sees one element of each input, at a multiple of `x_step`.
                // `places`, `outputs` and `weights` are not 0, as compared above.
                unsafe { T::Gemm::multiply(&product) };
            }
            Loop::Columns { zero, room } => {
                // SAFETY: `room` has space for `LANES.min(places) >= 1` columns, compared above; `w` is one row for
                // each output, as `w_step` is some. `places`, `outputs` and `weights` are not 0, as compared above.
                unsafe { by_columns(&part, &w, out_step, (zero, room)) };
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Loop<'a, T> {
    /// Position by position.
    Direct,
    /// One product of the weights and the image.
    Whole { x_step: isize, out_step: isize },
    /// Products of the weights and blocks of columns.
    Columns { zero: T, room: Scratch<'a, T> },
}
