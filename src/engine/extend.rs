//! `tile`, `repeat`, `pad`, `split` and `chunk` of tensors on engines.

use super::capability::{Host, ViewKernel};
use super::engine::{Engine, Error, expect};
use super::join::{ConcatKernel, concatenated, surrounded};
use super::plan::Interval;
use super::tensor::{EngineTensor, Outcome};
use crate::axes::{Again, ChunkFrom, HasAxis, Padded, Pads, Repeated, SplitFrom, axis_of};
use crate::forms::forms;
use crate::ops::Pad;
use crate::shape::{AnyShape, Axes, Dim, Dyn, IntoDim, List, Nil, Shape, Tuple};
use alloc::vec::Vec;

forms! {
    impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

    /// Repeats an axis as a whole, `times` times: [`Tensor::tile`](crate::Tensor::tile).
    ///
    /// ```
    /// use conformable::engine::EngineTensor;
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let x = EngineTensor::from(Tensor::from([[1, 2], [3, 4]]));
    /// assert_eq!(x.tile(Axis::<1>, Size::<2>).as_engine(), &Tensor::from([[1, 2, 1, 2], [3, 4, 3, 4]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis.
    #[must_use]
    tile try_tile: [X: Copy, N: IntoDim](&self, axis: X, times: N) -> EngineTensor<T, Repeated<S, X, N::Dim>, E>
    where [S: Again<X, N::Dim>, E: ViewKernel<T>] => self.again(axis, times.into_dim(), 0);

    /// Repeats each element of an axis `times` times: [`Tensor::repeat`](crate::Tensor::repeat).
    ///
    /// ```
    /// use conformable::engine::EngineTensor;
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let x = EngineTensor::from(Tensor::from([[1, 2], [3, 4]]));
    /// assert_eq!(x.repeat(Axis::<1>, Size::<2>).as_engine(), &Tensor::from([[1, 1, 2, 2], [3, 3, 4, 4]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis.
    #[must_use]
    repeat try_repeat: [X: Copy, N: IntoDim](&self, axis: X, times: N) -> EngineTensor<T, Repeated<S, X, N::Dim>, E>
    where [S: Again<X, N::Dim>, E: ViewKernel<T>] => self.again(axis, times.into_dim(), 1);

    /// Adds elements before and after those of an axis: [`Tensor::pad`](crate::Tensor::pad).
    ///
    /// ```
    /// use conformable::engine::EngineTensor;
    /// use conformable::ops::Pad;
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let x = EngineTensor::from(Tensor::from([[1, 2, 3]]));
    /// let y = x.pad(Axis::<1>, (Size::<2>, Size::<1>), Pad::Constant(0));
    /// assert_eq!(y.as_engine(), &Tensor::from([[0, 0, 1, 2, 3, 0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, the axis is empty and `Pad::Edge` or `Pad::Wrap` needs an element, or the
    /// axis is not longer than a reflected side.
    #[must_use]
    pad try_pad: [X: Copy, Before: IntoDim, After: IntoDim](
        &self, axis: X, more: (Before, After), with: Pad<T>
    ) -> EngineTensor<T, Padded<S, X, Before::Dim, After::Dim>, E>
    where [S: Pads<X, Before::Dim, After::Dim>, E: ConcatKernel<T> + ViewKernel<T> + Host<T>] => {
        let more = (more.0.into_dim(), more.1.into_dim());
        let sides = <S as Pads<X, Before::Dim, After::Dim>>::more(&more);
        let at = with.check(&self.shape, axis_of(&self.shape, &axis)?, sides)?;
        let out = self.shape.padded(axis, more)?;
        out.numel()?;
        let length = self.shape.sizes().as_ref()[at];
        let whole = self.clone().erase();
        let [before, after] = sides;
        let padded = match with {
            Pad::Constant(element) => surrounded(whole, at, sides, element)?,
            // the first or last element, repeated, or the elements from the next one on, mirrored
            Pad::Edge | Pad::Reflect => {
                let side = |end: usize, next: usize, len: usize| {
                    let out = self.sizes_with(at, len);
                    if let Pad::Reflect = with {
                        return self.part(at, Interval { start: next, len, step: -1 }, out);
                    }
                    let end = self.part(at, Interval { start: end, len: 1, step: 1 }, self.sizes_with(at, 1))?;
                    end.try_broadcast_to(&out)
                };
                let mut all = Vec::new();
                if before > 0 {
                    all.push(side(0, before, before)?);
                }
                all.push(whole);
                if after > 0 {
                    all.push(side(length - 1, length.saturating_sub(2), after)?);
                }
                concatenated(at, &all)?
            }
            Pad::Wrap if before + after == 0 => whole,
            // a part of the repeated axis
            Pad::Wrap => {
                let [first, behind] = sides.map(|side| side.div_ceil(length));
                let ring = whole.again(at, Dyn::new(first + 1 + behind), 0)?;
                let len = before + length + after;
                ring.part(at, Interval { start: first * length - before, len, step: 1 }, self.sizes_with(at, len))?
            }
        };
        Ok(padded.retyped(out))
    };

    /// Splits an axis into parts whose sizes add up to the axis: [`Tensor::split`](crate::Tensor::split).
    ///
    /// Returns a tuple with a tensor for each of the 1 to 16 counts of `parts`.
    ///
    /// ```
    /// use conformable::engine::{Native, EngineTensor};
    /// use conformable::{Axis, Shape, Size, Tensor};
    ///
    /// let x = EngineTensor::from(Tensor::from([[1, 2, 3], [4, 5, 6]]));
    /// let (a, b): (EngineTensor<i32, Shape![2, 1], Native>, EngineTensor<i32, Shape![2, 2], Native>) =
    ///     x.split(Axis::<1>, (Size::<1>, Size::<2>));
    /// assert_eq!(a.as_engine(), &Tensor::from([[1], [4]]));
    /// assert_eq!(b.as_engine(), &Tensor::from([[2, 3], [5, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::engine::EngineTensor;
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let x = EngineTensor::from(Tensor::from([[1, 2, 3], [4, 5, 6]]));
    /// x.split(Axis::<1>, (Size::<2>, Size::<2>)); // the parts add up to `Size<4>`, and the axis is `Size<3>`
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not add up to the axis, or an `AnyShape` has no such axis.
    split try_split: [X: Copy, Parts, Shapes](
        &self, axis: X, parts: Parts
    ) -> EngineSplit<T, E, Shapes>, Result<EngineSplit<T, E, Shapes>, Error<E>>
    where [Parts: SplitFrom<S, X, Output = Shapes>, Shapes: Tuple<List: EngineParts<T, E>>] => {
        let (axis, shapes) = parts.split_from(&self.shape, axis)?;
        let mut from = 0;
        Ok(shapes.into_list().parts_of(self, axis, &mut from)?.into_tuple())
    };

    /// Splits an axis into as many equal parts as the dim says: [`Tensor::chunk`](crate::Tensor::chunk).
    ///
    /// ```
    /// use conformable::engine::EngineTensor;
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let parts = EngineTensor::from(Tensor::from([[1, 2, 3, 4]])).chunk(Axis::<1>, Size::<2>);
    /// assert_eq!(parts[1].as_engine(), &Tensor::from([[3, 4]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If a number of parts known only at run time is 0 or does not divide the axis, an `AnyShape` has no such axis, or
    /// the engine fails.
    chunk try_chunk: [X: Copy, N: IntoDim, P: Shape](
        &self, axis: X, parts: N
    ) -> Vec<EngineTensor<T, P, E>>, Result<Vec<EngineTensor<T, P, E>>, Error<E>>
    where [S: HasAxis<X>, N::Dim: ChunkFrom<S, X, Output = P>, E: ViewKernel<T>] => {
        let parts = parts.into_dim();
        let shape = parts.equal_from(&self.shape, axis)?;
        let at = axis_of(&self.shape, &axis)?;
        let len = shape.sizes().as_ref()[at];
        (0..parts.size())
            .map(|part| self.part(at, Interval { start: part * len, len, step: 1 }, shape.clone()))
            .collect()
    };
}

impl<T: Copy, S: Shape, E: ViewKernel<T>> EngineTensor<T, S, E> {
    /// Inserts an axis of size `times`, `behind` positions after `axis`, and merges the two.
    fn again<X: Copy, N: Dim>(&self, axis: X, times: N, behind: usize) -> Outcome<T, Repeated<S, X, N>, E>
    where
        S: Again<X, N>,
    {
        let verb = if behind == 0 { "tile" } else { "repeat" };
        let (at, out) = (axis_of(&self.shape, &axis)?, self.shape.again_by(verb, axis, times)?);
        out.numel()?;
        let mut sizes = self.shape.sizes().as_ref().to_vec();
        sizes.insert(at + behind, 1);
        let one = self.reshaped(&AnyShape::from(&sizes[..]))?;
        sizes[at + behind] = times.size();
        one.try_broadcast_to(&AnyShape::from(&sizes[..]))?.reshaped(&out)
    }
}

/// The tensors of elements `T` on the engine `E` with the shapes of the tuple `Shapes`.
pub type EngineSplit<T, E, Shapes> = <<<Shapes as Tuple>::List as EngineParts<T, E>>::Parts as List>::Tuple;

/// A list of shapes; each becomes a tensor of elements `T` on the engine `E`.
pub trait EngineParts<T: Copy, E: Engine> {
    /// The list of tensors.
    type Parts: List;

    /// The next parts along the axis.
    #[doc(hidden)]
    fn parts_of<S: Shape>(
        self,
        all: &EngineTensor<T, S, E>,
        axis: usize,
        from: &mut usize,
    ) -> Result<Self::Parts, Error<E>>;
}

impl<T: Copy, E: Engine> EngineParts<T, E> for Nil {
    type Parts = Self;

    #[inline]
    fn parts_of<S: Shape>(self, _: &EngineTensor<T, S, E>, _: usize, _: &mut usize) -> Result<Self, Error<E>> {
        Ok(Self)
    }
}

impl<T: Copy, E: ViewKernel<T>, P: Shape, Outer: EngineParts<T, E>> EngineParts<T, E> for Axes<P, Outer>
where
    Axes<EngineTensor<T, P, E>, Outer::Parts>: List,
{
    type Parts = Axes<EngineTensor<T, P, E>, Outer::Parts>;

    #[inline]
    fn parts_of<S: Shape>(
        self,
        all: &EngineTensor<T, S, E>,
        axis: usize,
        from: &mut usize,
    ) -> Result<Self::Parts, Error<E>> {
        let outer = self.outer.parts_of(all, axis, from)?;
        let len = self.last.sizes().as_ref()[axis];
        let last = all.part(axis, Interval { start: *from, len, step: 1 }, self.last)?;
        *from += len;
        Ok(Axes { last, outer })
    }
}
