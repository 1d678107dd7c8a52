//! How a window moves along one to three axes, at run time: for convolutions and for pools.

use super::options::{Around, Numbers, Paddings};
use super::slide::{Motion, Steps};
use crate::shape::Clash;

/// The greatest number of axes that a window moves along.
pub(crate) const MOST: usize = 3;

/// How a window moves over images, at run time: along up to three axes, the last ones; those that are not there are of
/// size 1.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    /// The shape that comes out.
    pub(super) sizes: [usize; MOST + 2],
    rank: usize,
    /// The number of groups of channels.
    pub(crate) groups: usize,
    pub(crate) steps: [Steps; MOST],
    /// What is before each axis.
    pub(crate) before: [usize; MOST],
    /// The padding before and after each axis that counts in a mean.
    pub(crate) counted: [[usize; 2]; MOST],
}

impl Moves {
    /// The shape that comes out.
    #[inline]
    pub(crate) fn sizes(&self) -> &[usize] {
        &self.sizes[..self.rank]
    }

    /// The number of groups of channels.
    #[must_use]
    pub const fn groups(&self) -> usize {
        self.groups
    }

    /// How the window moves along each of its axes, which are the last ones of the sizes.
    #[must_use]
    pub fn motions(&self, sizes: &[usize]) -> impl ExactSizeIterator<Item = Motion> {
        let (axes, Self { sizes: places, steps, before, counted, .. }) = (self.rank - 2, *self);
        let sizes: [usize; MOST] =
            core::array::from_fn(|axis| sizes.get(sizes.len() - axes + axis).copied().unwrap_or(1));
        (0..axes).map(move |axis| {
            let at = MOST - axes + axis;
            let Steps { window, stride, dilation, .. } = steps[at];
            let (before, counted) = (before[at], counted[at]);
            Motion { size: sizes[axis], window, stride, dilation, before, places: places[axis + 2], counted }
        })
    }
}

/// An axis of one element, over which a window of one has one place.
const STILL: Steps = Steps { window: 1, stride: 1, dilation: 1, sides: Around::Sides([0; 2]), ceil: false };

/// How a window moves along each of some axes.
///
/// # Errors
///
/// If it does not, or there are other options than axes.
pub(super) fn moves<St: Numbers, Dil: Numbers, Pad: Paddings>(
    (x, w): (&[usize], &[usize]),
    (stride, dilation, padding): (&St, &Dil, &Pad),
    (ceil, padding_counts): (bool, bool),
    usual_stride: impl Fn(usize) -> usize,
    on_axis: impl Fn(&Steps, usize, usize) -> Result<(usize, [usize; 2]), Clash>,
) -> Result<Moves, Clash> {
    let axes = w.len();
    let counts = [stride.count(), dilation.count(), padding.count()];
    if counts.iter().flatten().any(|&count| count != axes) {
        return Err(Clash::Other { axis: None, why: ONE_FOR_EACH });
    }
    let (steps, before, counted) = ([STILL; MOST], [0; MOST], [[0; 2]; MOST]);
    let mut moves = Moves { sizes: [0; MOST + 2], rank: axes + 2, groups: 1, steps, before, counted };
    for axis in 0..axes {
        let (window, sides) = (w[axis], padding.sides(axis));
        let stride = stride.number(axis, usual_stride(window));
        let steps = Steps { window, stride, dilation: dilation.number(axis, 1), sides, ceil };
        let at = MOST - axes + axis;
        let (places, sides) = on_axis(&steps, x[axis], axis)?;
        (moves.sizes[axis + 2], moves.before[at]) = (places, sides[0]);
        moves.counted[at] = if padding_counts { sides } else { [0; 2] };
        moves.steps[at] = steps;
    }
    Ok(moves)
}

pub(super) const ONE_FOR_EACH: &str = "there is one stride, padding and dilation for each axis, or one for all";
