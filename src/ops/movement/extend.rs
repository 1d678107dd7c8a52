//! Tensors with an axis that is longer: its elements again, or others before and after them.
//!
//! ```text
//! tile(x, 2)      a b c  ->  a b c a b c
//! repeat(x, 2)    a b c  ->  a a b b c c
//! pad(x, (2, 1))  a b c  ->  0 0 a b c 0      Constant(0)
//!                            a a a b c c      Edge
//!                            c b a b c b      Reflect
//! ```

#![allow(clippy::type_complexity, reason = "results are what they are")]

use crate::axes::{Again, Cut, HasAxis, Padded, Pads, Repeated, axis_of};
use crate::kernel::{self, Join, Pieces};
use crate::shape::{Dim, Dyn, NoneBroadcast, Shape, ShapeError};
use crate::storage::{Destination, Inline, Room, Storage, StorageMut, View};
use crate::tensor::{Tensor, expect};

/// What stands before and after the elements along an axis: for [`Tensor::pad`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pad<T> {
    /// That value.
    Constant(T),
    /// The element at that end.
    Edge,
    /// The elements from that end on, but for itself, as in a mirror there.
    Reflect,
}

impl<T> Pad<T> {
    /// Where the axis stands that has the elements which are asked for.
    pub(crate) fn check<S: Shape>(
        &self,
        shape: &S,
        axis: isize,
        [before, after]: [usize; 2],
    ) -> Result<usize, ShapeError> {
        let at = axis_of(shape, axis)?;
        let (size, most) = (shape.with_sizes(|sizes| sizes[at]), before.max(after));
        let why = match self {
            Self::Edge if size == 0 && most > 0 => "there is no element at its ends",
            Self::Reflect if most > 0 && most >= size => "it reflects fewer elements than it has",
            _ => return Ok(at),
        };
        Err(ShapeError::cannot("pad", shape.partial(), why).at(at))
    }
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// The elements along an axis again and again, as often as the dim says.
    ///
    /// ```
    /// use conformable::{Axis, Dyn, Shape, Size, Tensor};
    ///
    /// let x = Tensor::from([[1, 2], [3, 4]]);
    /// let y: Tensor<i32, Shape![2, 4]> = x.tile(Axis::<1>, Size::<2>);
    /// assert_eq!(y, Tensor::from([[1, 2, 1, 2], [3, 4, 3, 4]]));
    /// assert_eq!(x.tile(Axis::<0>, Dyn::new(3)).sizes(), [6, 2]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// Tensor::from([[1, 2], [3, 4]]).tile(Axis::<2>, Size::<2>); // `(Size<2>, Size<2>)` has no `Axis<2>`
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, or there is no memory for the result; [`try_tile`](Self::try_tile) does not.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn tile<X: Copy, N: Dim>(&self, axis: X, times: N) -> Tensor<T, Repeated<S, X, N>, D::Owner>
    where
        S: Again<X, N>,
    {
        expect(self.try_tile(axis, times))
    }

    /// [`tile`](Self::tile), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// Where [`tile`](Self::tile) panics.
    #[inline]
    pub fn try_tile<X: Copy, N: Dim>(
        &self,
        axis: X,
        times: N,
    ) -> Result<Tensor<T, Repeated<S, X, N>, D::Owner>, ShapeError>
    where
        S: Again<X, N>,
    {
        let join = Join::Along(axis_of(self.shape(), <S as HasAxis<X>>::AXIS)?);
        let room = Room::new(self.shape().again(axis, times)?)?;
        Ok(self.again(room, join, times.size()))
    }

    /// [`tile`](Self::tile), written to a tensor of that shape. Nothing is allocated.
    ///
    /// ```
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let mut out = Tensor::inline([0; 4]);
    /// Tensor::inline([1, 2]).tile_into(Axis::<0>, Size::<2>, &mut out);
    /// assert_eq!(out, Tensor::inline([1, 2, 1, 2]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, or the sizes differ.
    #[inline]
    #[track_caller]
    pub fn tile_into<X: Copy, N: Dim, R, E: StorageMut>(&self, axis: X, times: N, out: &mut Tensor<T, R, E>)
    where
        S: Again<X, N>,
        R: NoneBroadcast<Repeated<S, X, N>>,
    {
        expect(self.try_tile_into(axis, times, out));
    }

    /// [`tile_into`](Self::tile_into), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// Where [`tile_into`](Self::tile_into) panics. Nothing is changed then.
    #[inline]
    pub fn try_tile_into<X: Copy, N: Dim, R, E: StorageMut>(
        &self,
        axis: X,
        times: N,
        out: &mut Tensor<T, R, E>,
    ) -> Result<(), ShapeError>
    where
        S: Again<X, N>,
        R: NoneBroadcast<Repeated<S, X, N>>,
    {
        let join = Join::Along(axis_of(self.shape(), <S as HasAxis<X>>::AXIS)?);
        out.shape().none_broadcast(&self.shape().again(axis, times)?)?;
        self.again(out, join, times.size());
        Ok(())
    }

    /// Writes the elements that many times.
    #[inline]
    fn again<To: Destination<T>>(&self, to: To, join: Join, times: usize) -> To::Written {
        kernel::joined(to, join, |out| out.push_times(self.aligned(), times))
    }

    /// Each element along an axis as often as the dim says, before the next.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Size, Tensor};
    ///
    /// let x = Tensor::from([[1, 2], [3, 4]]);
    /// let y: Tensor<i32, Shape![2, 4]> = x.repeat(Axis::<1>, Size::<2>);
    /// assert_eq!(y, Tensor::from([[1, 1, 2, 2], [3, 3, 4, 4]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// Tensor::from([[1, 2], [3, 4]]).repeat(Axis::<2>, Size::<2>); // `(Size<2>, Size<2>)` has no `Axis<2>`
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, or there is no memory for the result; [`try_repeat`](Self::try_repeat) does
    /// not.
    #[doc(alias = "repeat_interleave")]
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn repeat<X: Copy, N: Dim>(&self, axis: X, times: N) -> Tensor<T, Repeated<S, X, N>, D::Owner>
    where
        S: Again<X, N>,
    {
        expect(self.try_repeat(axis, times))
    }

    /// [`repeat`](Self::repeat), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// Where [`repeat`](Self::repeat) panics.
    #[inline]
    pub fn try_repeat<X: Copy, N: Dim>(
        &self,
        axis: X,
        times: N,
    ) -> Result<Tensor<T, Repeated<S, X, N>, D::Owner>, ShapeError>
    where
        S: Again<X, N>,
    {
        let join = Join::Every(axis_of(self.shape(), <S as HasAxis<X>>::AXIS)?, times.size());
        let room = Room::new(self.shape().again(axis, times)?)?;
        Ok(self.again(room, join, times.size()))
    }

    /// [`repeat`](Self::repeat), written to a tensor of that shape. Nothing is allocated.
    ///
    /// ```
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let mut out = Tensor::inline([0; 4]);
    /// Tensor::inline([1, 2]).repeat_into(Axis::<0>, Size::<2>, &mut out);
    /// assert_eq!(out, Tensor::inline([1, 1, 2, 2]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, or the sizes differ.
    #[inline]
    #[track_caller]
    pub fn repeat_into<X: Copy, N: Dim, R, E: StorageMut>(&self, axis: X, times: N, out: &mut Tensor<T, R, E>)
    where
        S: Again<X, N>,
        R: NoneBroadcast<Repeated<S, X, N>>,
    {
        expect(self.try_repeat_into(axis, times, out));
    }

    /// [`repeat_into`](Self::repeat_into), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// Where [`repeat_into`](Self::repeat_into) panics. Nothing is changed then.
    #[inline]
    pub fn try_repeat_into<X: Copy, N: Dim, R, E: StorageMut>(
        &self,
        axis: X,
        times: N,
        out: &mut Tensor<T, R, E>,
    ) -> Result<(), ShapeError>
    where
        S: Again<X, N>,
        R: NoneBroadcast<Repeated<S, X, N>>,
    {
        let join = Join::Every(axis_of(self.shape(), <S as HasAxis<X>>::AXIS)?, times.size());
        out.shape().none_broadcast(&self.shape().again(axis, times)?)?;
        self.again(out, join, times.size());
        Ok(())
    }

    /// The elements along an axis, with as many before and after them as the two dims say: what they are, [`Pad`]
    /// tells.
    ///
    /// ```
    /// use conformable::ops::Pad;
    /// use conformable::{Axis, Dyn, Shape, Size, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3]]);
    /// let y: Tensor<i32, Shape![1, 6]> = x.pad(Axis::<1>, (Size::<2>, Size::<1>), Pad::Constant(0));
    /// assert_eq!(y, Tensor::from([[0, 0, 1, 2, 3, 0]]));
    /// assert_eq!(x.pad(Axis::<1>, (Size::<2>, Size::<1>), Pad::Edge), Tensor::from([[1, 1, 1, 2, 3, 3]]));
    /// assert_eq!(x.pad(Axis::<1>, (Size::<2>, Dyn::new(1)), Pad::Reflect), Tensor::from([[3, 2, 1, 2, 3, 2]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::ops::Pad;
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// Tensor::from([[1, 2, 3]]).pad(Axis::<2>, (Size::<1>, Size::<1>), Pad::Edge); // `(Size<1>, Size<3>)` has no `Axis<2>`
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, or the axis has no element for an edge or fewer than are reflected and one,
    /// or there is no memory for the result; [`try_pad`](Self::try_pad) does not.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn pad<X: Copy, Before, After>(
        &self,
        axis: X,
        more: (Before, After),
        with: Pad<T>,
    ) -> Tensor<T, Padded<S, X, Before, After>, D::Owner>
    where
        S: Pads<X, Before, After> + HasAxis<X, Item: Dim, Put<Dyn>: Shape>,
    {
        expect(self.try_pad(axis, more, with))
    }

    /// [`pad`](Self::pad), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// Where [`pad`](Self::pad) panics.
    pub fn try_pad<X: Copy, Before, After>(
        &self,
        axis: X,
        more: (Before, After),
        with: Pad<T>,
    ) -> Result<Tensor<T, Padded<S, X, Before, After>, D::Owner>, ShapeError>
    where
        S: Pads<X, Before, After> + HasAxis<X, Item: Dim, Put<Dyn>: Shape>,
    {
        let sides = <S as Pads<X, Before, After>>::more(&more);
        let at = with.check(self.shape(), <S as HasAxis<X>>::AXIS, sides)?;
        let room = Room::new(self.shape().padded(axis, more)?)?;
        Ok(kernel::joined(room, Join::Along(at), |out| self.write_padded(axis, at, sides, with, out)))
    }

    /// [`pad`](Self::pad), written to a tensor of that shape. Nothing is allocated.
    ///
    /// ```
    /// use conformable::ops::Pad;
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let mut out = Tensor::inline([9; 4]);
    /// Tensor::inline([1, 2]).pad_into(Axis::<0>, (Size::<1>, Size::<1>), Pad::Edge, &mut out);
    /// assert_eq!(out, Tensor::inline([1, 1, 2, 2]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, or the axis has no element for an edge or fewer than are reflected and one,
    /// or the sizes differ.
    #[inline]
    #[track_caller]
    pub fn pad_into<X: Copy, Before, After, R, E: StorageMut>(
        &self,
        axis: X,
        more: (Before, After),
        with: Pad<T>,
        out: &mut Tensor<T, R, E>,
    ) where
        S: Pads<X, Before, After> + HasAxis<X, Item: Dim, Put<Dyn>: Shape>,
        R: NoneBroadcast<Padded<S, X, Before, After>>,
    {
        expect(self.try_pad_into(axis, more, with, out));
    }

    /// [`pad_into`](Self::pad_into), with an error in place of the panic.
    ///
    /// # Errors
    ///
    /// Where [`pad_into`](Self::pad_into) panics. Nothing is changed then.
    pub fn try_pad_into<X: Copy, Before, After, R, E: StorageMut>(
        &self,
        axis: X,
        more: (Before, After),
        with: Pad<T>,
        out: &mut Tensor<T, R, E>,
    ) -> Result<(), ShapeError>
    where
        S: Pads<X, Before, After> + HasAxis<X, Item: Dim, Put<Dyn>: Shape>,
        R: NoneBroadcast<Padded<S, X, Before, After>>,
    {
        let sides = <S as Pads<X, Before, After>>::more(&more);
        let at = with.check(self.shape(), <S as HasAxis<X>>::AXIS, sides)?;
        out.shape().none_broadcast(&self.shape().padded(axis, more)?)?;
        kernel::joined(out, Join::Along(at), |out| self.write_padded(axis, at, sides, with, out));
        Ok(())
    }

    /// Writes what stands before, the elements, and what stands after them.
    fn write_padded<X: Copy, Out: Shape>(
        &self,
        axis: X,
        at: usize,
        [before, after]: [usize; 2],
        with: Pad<T>,
        out: &mut Pieces<'_, T, Out>,
    ) where
        S: HasAxis<X, Item: Dim, Put<Dyn>: Shape>,
    {
        let size = self.shape().with_sizes(|sizes| sizes[at]);
        match with {
            Pad::Constant(value) => {
                let value = Tensor::<T, (), Inline>::of_arrays(value);
                out.stretch(value.aligned(), before);
                out.push(self.aligned());
                out.stretch(value.aligned(), after);
            }
            // elements of no bytes are all equal, and may be any number
            Pad::Reflect if size_of::<T>() > 0 => {
                (1..=before).rev().for_each(|index| out.push(self.one(axis, index).aligned()));
                out.push(self.aligned());
                (1..=after).for_each(|index| out.push(self.one(axis, size - 1 - index).aligned()));
            }
            Pad::Edge | Pad::Reflect => {
                // an empty axis has no edge, and is extended by 0 there
                if before > 0 {
                    out.stretch(self.one(axis, 0).aligned(), before);
                }
                out.push(self.aligned());
                if after > 0 {
                    out.stretch(self.one(axis, size - 1).aligned(), after);
                }
            }
        }
    }

    /// A view of one element along an axis that is there.
    #[inline]
    fn one<X: Copy>(&self, axis: X, index: usize) -> Tensor<T, S::Put<Dyn>, View<'_, D::Owner>>
    where
        S: HasAxis<X, Item: Dim, Put<Dyn>: Shape>,
    {
        self.rearrange(Cut(axis, index..index + 1))
    }
}
