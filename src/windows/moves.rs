//! The motion of a window along one to three axes at run time.

use super::options::{Around, Numbers, Paddings};
use super::slide::{Motion, Steps};
use crate::shape::Clash;

/// The maximal number of axes along which a window moves.
pub(crate) const MOST: usize = 3;

/// The motion of a window over the last axes of images, up to three; unused axes have size 1.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    pub(super) sizes: [usize; MOST + 2],
    rank: usize,
    pub(crate) groups: usize,
    pub(crate) steps: [Steps; MOST],
    /// The padding before each axis.
    pub(crate) before: [usize; MOST],
    /// The padding before and after each axis that counts in a mean.
    pub(crate) counted: [[usize; 2]; MOST],
}

impl Moves {
    /// The resulting shape.
    #[inline]
    pub(crate) fn sizes(&self) -> &[usize] {
        &self.sizes[..self.rank]
    }

    /// The number of groups of channels.
    #[must_use]
    pub const fn groups(&self) -> usize {
        self.groups
    }

    /// Returns the motion of the window along each of its axes, the last ones of `sizes`.
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

/// An unused axis: of one element, with a window of one.
const STILL: Steps = Steps { window: 1, stride: 1, dilation: 1, sides: Around::Sides([0; 2]), ceil: false };

/// Computes the motion of a window along some axes; `on_axis` returns the number of positions and the padding.
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
