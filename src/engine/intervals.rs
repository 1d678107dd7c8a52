//! Views of parts of all axes, in any order, for [`composed`](super::composed) operations.

use super::capability::ViewKernel;
use super::engine::Engine;
use super::plan::Interval;
use super::tensor::{EngineTensor, Outcome};
use crate::axes::{Rearranged, ViewBy};
use crate::sealed::Sealed;
use crate::shape::{AnyShape, Shape, ShapeError};
use alloc::vec::Vec;

/// Parts of all axes; an axis of the result may walk several of them at once.
#[derive(Clone, Debug)]
pub(super) struct Seen<O> {
    out: O,
    parts: Vec<Interval>,
    /// For each axis, the axis of the result that walks it.
    walkers: Vec<usize>,
}

impl<O> Seen<O> {
    fn new(parts: Vec<Interval>, out: O) -> Self {
        Self { out, walkers: (0..parts.len()).collect(), parts }
    }
}

impl<O> Sealed for Seen<O> {}

// SAFETY: the first and the last index of each part are compared with the size of its axis, and only the part's walker
// steps along this axis. An axis of the result with more than one index has a step along some axis, so different
// indices are at different elements.
unsafe impl<S: Shape, O: Shape> ViewBy<S> for Seen<O> {
    type Output = O;

    fn view_by(&self, shape: &S, strides: &S::Sizes) -> Result<Rearranged<O>, ShapeError> {
        let (sizes, out) = (shape.sizes(), self.out.sizes());
        let mut over = O::blank(out.as_ref().len());
        let mut offset = 0_isize;
        // an empty axis: the view has no element
        let empty = out.as_ref().contains(&0);
        for (axis, (&size, &stride)) in sizes.as_ref().iter().zip(strides.as_ref()).enumerate() {
            let there = self.parts.get(axis).zip(self.walkers.get(axis));
            let there = there.filter(|(part, walker)| out.as_ref().get(**walker) == Some(&part.len));
            let within =
                |part: &Interval| part.indices().take(1).chain(part.indices().last()).all(|index| index < size);
            let Some((part, &walker)) = there.filter(|(part, _)| within(part)) else {
                return Err(
                    ShapeError::cannot("take windows of", shape.partial(), "a window is out of bounds").at(axis)
                );
            };
            #[allow(clippy::cast_sign_loss, reason = "a negative number wraps around when it is added")]
            let step = stride.wrapping_mul(part.step as usize);
            over.as_mut()[walker] = over.as_mut()[walker].wrapping_add(step);
            #[allow(clippy::cast_possible_wrap, reason = "two's complement")]
            let start = if empty { 0 } else { stride.wrapping_mul(part.start) as isize };
            offset = offset.wrapping_add(start);
        }
        // an axis that walks no part, or has no step, would have one element at several indices
        let walked = |at: usize| {
            let parts = self.parts.iter().zip(&self.walkers).take(sizes.as_ref().len());
            parts.filter(|(_, walker)| **walker == at).any(|(part, _)| part.step != 0)
        };
        if let Some(at) = out.as_ref().iter().enumerate().position(|(at, &size)| size > 1 && !walked(at)) {
            let why = "the windows move along an axis that it does not have";
            return Err(ShapeError::cannot("take windows of", shape.partial(), why)
                .second("as", self.out.partial())
                .at(at));
        }
        Ok(Rearranged { shape: self.out.clone(), strides: over, offset })
    }
}

impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
    /// A part of each axis, as a tensor of shape `out`.
    pub(super) fn parts<O: Shape>(&self, parts: Vec<Interval>, out: O) -> Outcome<T, O, E>
    where
        E: ViewKernel<T>,
    {
        self.try_view_by(Seen::new(parts, out))
    }

    /// A part of one axis, and all of the others.
    pub(super) fn part<O: Shape>(&self, axis: usize, part: Interval, out: O) -> Outcome<T, O, E>
    where
        E: ViewKernel<T>,
    {
        self.try_view_by(self.seen(axis, part, out))
    }

    /// A view of a part of one axis.
    pub(super) fn seen<O>(&self, axis: usize, part: Interval, out: O) -> Seen<O> {
        let sizes = self.shape.sizes();
        let mut parts: Vec<_> = sizes.as_ref().iter().map(|&len| Interval { start: 0, len, step: 1 }).collect();
        parts[axis] = part;
        Seen::new(parts, out)
    }

    /// Each axis becomes the axis of the result at its position in `walkers`; axes that become one are walked at equal
    /// indices, as a diagonal.
    pub(super) fn walked(&self, walkers: &[usize], rank: usize) -> Outcome<T, AnyShape, E>
    where
        E: ViewKernel<T>,
    {
        let sizes = self.shape.sizes();
        let mut out = alloc::vec![usize::MAX; rank];
        for (&walker, &size) in walkers.iter().zip(sizes.as_ref()) {
            out[walker] = out[walker].min(size);
        }
        let parts = walkers.iter().map(|&walker| Interval { start: 0, len: out[walker], step: 1 }).collect();
        self.try_view_by(Seen { out: AnyShape::from(&out[..]), parts, walkers: walkers.to_vec() })
    }

    /// The sizes, with another one at `axis`.
    pub(super) fn sizes_with(&self, axis: usize, size: usize) -> AnyShape {
        let mut sizes = self.shape.sizes();
        sizes.as_mut()[axis] = size;
        AnyShape::from(sizes.as_ref())
    }
}
