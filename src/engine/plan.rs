//! What an engine does to show the elements of a tensor as a [`ViewBy`] asks.
//!
//! The strides that come out of a rearrangement are linear in those that go in. So it is asked once for each axis, of
//! strides that are 1 there and 0 everywhere else: what comes out is how that axis is walked, and from where.

use crate::axes::ViewBy;
use crate::shape::{Shape, ShapeError};

/// A step as it was before it was kept among sizes.
#[inline]
#[allow(clippy::cast_possible_wrap, reason = "what is below 0 wraps back")]
const fn signed(step: usize) -> isize {
    step as isize
}

/// The part of an axis that is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The index of the first element.
    pub start: usize,
    /// How many elements.
    pub len: usize,
    /// From one to the next; below 0 towards the front.
    pub step: isize,
}

impl Interval {
    /// The index of each element.
    pub fn indices(self) -> impl Iterator<Item = usize> {
        (0..self.len).map(move |nth| self.start.wrapping_add_signed(self.step.wrapping_mul(signed(nth))))
    }
}

/// Whether strides that were 1, 2, 3 and so on tell of another order of all axes, and of nothing else: if each is there
/// once, none was multiplied by a step, since the sum of all would be greater. Then the axis of the result that walks
/// each is written.
#[inline]
fn orders<Sizes: AsRef<[usize]> + AsMut<[usize]>, O: Shape>(
    sizes: &Sizes,
    out: &O,
    strides: &[usize],
    walkers: &mut Sizes,
) -> bool {
    let (sizes, walkers) = (sizes.as_ref(), walkers.as_mut());
    // nothing walks it yet
    walkers.fill(sizes.len());
    strides.len() == sizes.len()
        && out.with_sizes(|out| {
            strides.iter().zip(out).enumerate().all(|(at, (&stride, &size))| {
                let axis = stride.wrapping_sub(1);
                let once = sizes.get(axis) == Some(&size) && walkers[axis] == sizes.len();
                if once {
                    walkers[axis] = at;
                }
                once
            })
        })
}

/// How the elements of a tensor of the shape `S` are seen as one of the shape `O`: [parts](Self::parts) of its axes,
/// those [in another order](Self::order), and then in a shape with as many elements, which has axes of size 1 in other
/// places.
#[derive(Debug)]
pub struct Plan<S: Shape, O: Shape> {
    out: O,
    sizes: S::Sizes,
    starts: S::Sizes,
    steps: S::Sizes,
    /// The axis of the result that walks each axis; past them all, one of which a single element is seen.
    walkers: S::Sizes,
    /// Whether it is another order of all axes, and nothing else.
    is_order: bool,
}

impl<S: Shape, O: Shape> Plan<S, O> {
    /// The plan for a rearrangement of a shape.
    ///
    /// # Errors
    ///
    /// Where the rearrangement has one.
    #[inline]
    pub fn new(shape: &S, how: &impl ViewBy<S, Output = O>) -> Result<Self, ShapeError> {
        let sizes = shape.sizes();
        let rank = sizes.as_ref().len();
        let [mut starts, mut steps, mut walkers, mut unit] = [(); 4].map(|()| S::blank(rank));
        // most rearrangements are another order alone, which one question tells
        for axis in 0..rank {
            unit.as_mut()[axis] = axis + 1;
            steps.as_mut()[axis] = 1;
        }
        let to = how.view_by(shape, &unit)?;
        let out = to.shape;
        if to.offset == 0 && orders(&sizes, &out, to.strides.as_ref(), &mut walkers) {
            return Ok(Self { out, sizes, starts, steps, walkers, is_order: true });
        }
        unit.as_mut().fill(0);
        for axis in 0..rank {
            unit.as_mut()[axis] = 1;
            let to = how.view_by(shape, &unit)?;
            unit.as_mut()[axis] = 0;
            let over = to.strides.as_ref();
            let walker = over.iter().position(|&stride| stride != 0).unwrap_or(over.len());
            starts.as_mut()[axis] = to.offset.unsigned_abs();
            steps.as_mut()[axis] = over.get(walker).copied().unwrap_or(1);
            walkers.as_mut()[axis] = walker;
        }
        Ok(Self { out, sizes, starts, steps, walkers, is_order: false })
    }

    /// The shape of the result.
    #[must_use]
    #[inline]
    pub const fn out(&self) -> &O {
        &self.out
    }

    #[inline]
    pub(super) fn into_out(self) -> O {
        self.out
    }

    /// Whether it is another order of all axes, and nothing else: the result has the sizes that are in it.
    #[must_use]
    #[inline]
    pub const fn is_order(&self) -> bool {
        self.is_order
    }

    /// The part of each axis that is seen.
    #[inline]
    pub fn parts(&self) -> impl Iterator<Item = Interval> + '_ {
        let out = self.out.sizes();
        let walked = self.walkers.as_ref().iter().map(move |&walker| out.as_ref().get(walker).copied().unwrap_or(1));
        let starts = self.starts.as_ref().iter().zip(self.steps.as_ref());
        walked.zip(starts).map(|(len, (&start, &step))| Interval { start, len, step: signed(step) })
    }

    /// Whether less than all of an axis is seen, or in another order.
    #[must_use]
    #[inline]
    pub fn cuts(&self) -> bool {
        !self.is_order
            && self
                .parts()
                .zip(self.sizes.as_ref())
                .any(|(part, &size)| part != Interval { start: 0, len: size, step: 1 })
    }

    /// The axes in the order in which the result has them; those of which a single element is seen are the last.
    #[must_use]
    #[inline]
    pub fn order(&self) -> S::Sizes {
        let walkers = self.walkers.as_ref();
        let mut order = S::blank(walkers.len());
        for (axis, walker) in walkers.iter().enumerate() {
            // so many come before it
            let before = |(other, at): (usize, &usize)| (at, other) < (walker, axis);
            order.as_mut()[walkers.iter().enumerate().filter(|&at| before(at)).count()] = axis;
        }
        order
    }

    /// The two axes that have changed places, where all others are where they were.
    #[must_use]
    #[inline]
    pub fn swapped(&self) -> Option<[usize; 2]> {
        let walkers = self.walkers.as_ref();
        let mut moved = (0..walkers.len()).filter(|&axis| walkers[axis] != axis);
        match (moved.next(), moved.next(), moved.next()) {
            (Some(one), Some(other), None) if [walkers[one], walkers[other]] == [other, one] => Some([one, other]),
            _ => None,
        }
    }

    /// The two axes that one of the result walks at once, as a diagonal is seen.
    #[must_use]
    pub fn diagonal(&self) -> Option<[usize; 2]> {
        if self.is_order {
            return None;
        }
        let walkers = self.walkers.as_ref();
        let rank = self.out.rank();
        let later = |axis: usize| {
            (axis + 1..walkers.len()).find(|&other| walkers[axis] < rank && walkers[other] == walkers[axis])
        };
        (0..walkers.len()).find_map(|axis| later(axis).map(|other| [axis, other]))
    }
}
