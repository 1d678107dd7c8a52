//! Plans of views: the parts and the order of axes that an engine needs for a [`ViewBy`].
//!
//! The strides of a view are linear in those of the tensor. So a plan calls the `ViewBy` once for each axis, with a
//! stride of 1 there and 0 elsewhere, and reads how the view walks this axis.

use crate::axes::ViewBy;
use crate::shape::{Shape, ShapeError};

/// A step that was stored among sizes, or the number of an axis.
#[inline]
#[allow(clippy::cast_possible_wrap, reason = "a negative number wraps around when it is added")]
pub(super) const fn signed(step: usize) -> isize {
    step as isize
}

/// A part of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The index of the first element.
    pub start: usize,
    /// The number of elements.
    pub len: usize,
    /// The distance from one index to the next; negative towards the front.
    pub step: isize,
}

impl Interval {
    /// The index of each element.
    pub fn indices(self) -> impl Iterator<Item = usize> {
        (0..self.len).map(move |nth| self.start.wrapping_add_signed(self.step.wrapping_mul(signed(nth))))
    }
}

/// Whether strides that were 1, 2, 3 and so on are a permutation of all axes, without any other change.
///
/// If each occurs once, no stride was multiplied by a step, since that would increase their sum. Then `walkers` gets
/// the axis of the result for each axis.
#[inline]
fn orders<Sizes: AsRef<[usize]> + AsMut<[usize]>, O: Shape>(
    sizes: &Sizes,
    out: &O,
    strides: &[usize],
    walkers: &mut Sizes,
) -> bool {
    let (sizes, walkers) = (sizes.as_ref(), walkers.as_mut());
    // an axis that the view does not walk
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

/// A view of a tensor of shape `S` as one of shape `O`, in terms of parts and orders of axes.
///
/// It takes [parts](Self::parts) of the axes, in [another order](Self::order), and adds or removes axes of size 1.
#[derive(Debug)]
pub struct Plan<S: Shape, O: Shape> {
    out: O,
    sizes: S::Sizes,
    starts: S::Sizes,
    steps: S::Sizes,
    /// For each axis, the axis of the result that walks it; the rank of the result if the view has one element of it.
    walkers: S::Sizes,
    /// Whether the view only permutes the axes.
    is_order: bool,
}

impl<S: Shape, O: Shape> Plan<S, O> {
    /// Plans the rearrangement `how` of a shape.
    ///
    /// # Errors
    ///
    /// If `how` does not fit the shape.
    #[inline]
    pub fn new(shape: &S, how: &impl ViewBy<S, Output = O>) -> Result<Self, ShapeError> {
        let sizes = shape.sizes();
        let rank = sizes.as_ref().len();
        let [mut starts, mut steps, mut walkers, mut unit] = [(); 4].map(|()| S::blank(rank));
        // most rearrangements only permute axes, which one call shows
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

    /// The resulting shape.
    #[must_use]
    #[inline]
    pub const fn out(&self) -> &O {
        &self.out
    }

    #[inline]
    pub(super) fn into_out(self) -> O {
        self.out
    }

    /// Whether the view only permutes the axes; the result then has all sizes of the tensor.
    #[must_use]
    #[inline]
    pub const fn is_order(&self) -> bool {
        self.is_order
    }

    /// The part of each axis in the view.
    #[inline]
    pub fn parts(&self) -> impl Iterator<Item = Interval> + '_ {
        let out = self.out.sizes();
        let walked = self.walkers.as_ref().iter().map(move |&walker| out.as_ref().get(walker).copied().unwrap_or(1));
        let starts = self.starts.as_ref().iter().zip(self.steps.as_ref());
        walked.zip(starts).map(|(len, (&start, &step))| Interval { start, len, step: signed(step) })
    }

    /// Whether the view has only a part of an axis, or an axis in another order of indices.
    #[must_use]
    #[inline]
    pub fn cuts(&self) -> bool {
        !self.is_order
            && self
                .parts()
                .zip(self.sizes.as_ref())
                .any(|(part, &size)| part != Interval { start: 0, len: size, step: 1 })
    }

    /// The axes in the order of the result; those with a single element in the view come last.
    #[must_use]
    #[inline]
    pub fn order(&self) -> S::Sizes {
        let walkers = self.walkers.as_ref();
        let mut order = S::blank(walkers.len());
        for (axis, walker) in walkers.iter().enumerate() {
            // the axes that come before it
            let before = |(other, at): (usize, &usize)| (at, other) < (walker, axis);
            order.as_mut()[walkers.iter().enumerate().filter(|&at| before(at)).count()] = axis;
        }
        order
    }

    /// The two swapped axes, if all others keep their positions.
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

    /// The two axes that one axis of the result walks at once, as of a diagonal.
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
