//! Tensors with other elements before and after those along axes.
//!
//! ```text
//! pad(x, (2, 1))  a b c  ->  0 0 a b c 0      Constant(0)
//!                            a a a b c c      Edge
//!                            c b a b c b      Reflect
//!                            b c a b c a      Wrap
//! ```

#![allow(clippy::type_complexity, reason = "the result types are long")]

use crate::axes::{AxisNumbers, ChangedIn, Counts, PadEach, Padded, PaddedAxes, Pads, axis_of, each_count};
use crate::forms::forms;
use crate::kernel::{self, Extent};
use crate::shape::{IntoDim, Shape, ShapeError};
use crate::storage::{Destination, Storage, Target};
use crate::tensor::{Tensor, expect};

/// The elements that padding adds along an axis: for [`Tensor::pad`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pad<T> {
    /// That value.
    Constant(T),
    /// The element at that end.
    Edge,
    /// The elements next to that end, mirrored at it. The element at the end is not repeated.
    Reflect,
    /// The elements from the other end on, again and again, as in a ring.
    #[doc(alias = "circular")]
    Wrap,
}

impl<T: Copy> Pad<T> {
    /// Returns `at` if that axis has the elements that padding needs.
    pub(crate) fn check<S: Shape>(
        &self,
        shape: &S,
        at: usize,
        [before, after]: [usize; 2],
    ) -> Result<usize, ShapeError> {
        let (size, most) = (shape.with_sizes(|sizes| sizes[at]), before.max(after));
        let why = match self {
            Self::Edge if size == 0 && most > 0 => "an empty axis has no edge",
            Self::Wrap if size == 0 && most > 0 => "an empty axis has nothing to repeat",
            Self::Reflect if most > 0 && most >= size => "a reflection adds fewer elements than the axis has",
            _ => return Ok(at),
        };
        Err(ShapeError::along("pad", shape.partial(), at, Some(("by", most)), why))
    }

    /// An extent of an axis: the padding before it, its elements, or the padding after it.
    #[inline]
    fn extent(&self, number: usize, size: usize, [before, after]: [usize; 2]) -> Extent {
        let is_before = number == 0;
        let length = [before, size, after][number];
        let rounds = |length| if length < size { 0 } else { length / size };
        let (source, length) = match self {
            Self::Wrap if number == 1 => return Extent::ring(size, rounds(before) + 1 + rounds(after)),
            Self::Wrap => {
                let rest = length - rounds(length) * size;
                (Some((if is_before { size - rest } else { 0 }, 1)), rest)
            }
            _ if number == 1 => (Some((0, 1)), size),
            Self::Constant(_) => (None, length),
            Self::Edge => (Some((if is_before { 0 } else { size.wrapping_sub(1) }, 0)), length),
            Self::Reflect => (Some((if is_before { before } else { size.wrapping_sub(2) }, -1)), length),
        };
        Extent { length, times: 1, source }
    }

    /// Writes the elements of a tensor after `before` added ones along each axis.
    fn write<S: Shape, To: Destination<T>>(
        self,
        x: &Tensor<T, S, impl Storage>,
        before: &S::Sizes,
        to: To,
    ) -> To::Written {
        let (sizes, all) = (x.shape().sizes(), to.shape().sizes());
        let extent = |axis: usize, number| {
            let [before, size, all] = [before.as_ref()[axis], sizes.as_ref()[axis], all.as_ref()[axis]];
            self.extent(number, size, [before, all - size - before])
        };
        let value = if let Self::Constant(value) = self { Some(value) } else { None };
        kernel::padded(to, x, value, extent)
    }
}

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// The elements along an axis, with padding before and after them. The two counts are the numbers of added
    /// elements; [`Pad`] selects their values.
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
    /// assert_eq!(x.pad(Axis::<1>, (1, 4), Pad::Wrap), Tensor::from([[3, 1, 2, 3, 1, 2, 3, 1]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::ops::Pad;
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// // `(Size<1>, Size<3>)` has no `Axis<2>`
    /// Tensor::from([[1, 2, 3]]).pad(Axis::<2>, (Size::<1>, Size::<1>), Pad::Edge);
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, `Edge` or `Wrap` pads an empty axis, `Reflect` adds as many elements on one
    /// side as the axis has, or more, or the result cannot be allocated.
    #[must_use]
    pad try_pad,
    /// ```
    /// use conformable::ops::Pad;
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let mut out = Tensor::inline([9; 4]);
    /// Tensor::inline([1, 2]).pad_into(Axis::<0>, (Size::<1>, Size::<1>), Pad::Edge, &mut out);
    /// assert_eq!(out, Tensor::inline([1, 1, 2, 2]));
    /// ```
    pad_into try_pad_into: [X: Copy, Before: IntoDim, After: IntoDim](
        &self, axis: X, more: (Before, After), with: Pad<T>
    ) -> Tensor<T, Padded<S, X, Before::Dim, After::Dim>, D::Owner>
    where [S: Pads<X, Before::Dim, After::Dim>]
    |to| {
        let more = (more.0.into_dim(), more.1.into_dim());
        let sides = <S as Pads<X, Before::Dim, After::Dim>>::more(&more);
        let at = with.check(self.shape(), axis_of(self.shape(), &axis)?, sides)?;
        let to = to.prepare(self.shape().padded(axis, more)?)?;
        let mut before = S::blank(self.rank());
        before.as_mut()[at] = sides[0];
        Ok(with.write(self, &before, to))
    };

    /// [`pad`](Self::pad) along several axes at once.
    ///
    /// The counts are a tuple with a pair for each axis, or one pair for all axes. Run-time axes and counts are arrays
    /// or slices.
    ///
    /// ```
    /// use conformable::ops::Pad;
    /// use conformable::{Axis, Shape, Size, Tensor};
    ///
    /// let x = Tensor::from([[1, 2], [3, 4]]);
    /// let one = Size::<1>;
    /// let y: Tensor<i32, Shape![3, 4]> =
    ///     x.pad_axes((Axis::<0>, Axis::<1>), ((Size::<0>, one), (one, one)), Pad::Edge);
    /// assert_eq!(y, Tensor::from([[1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]]));
    /// assert_eq!(x.pad_axes((Axis::<0>, Axis::<1>), (1, 1), Pad::Constant(0)).sizes(), [4, 4]);
    /// assert_eq!(x.erase().pad_axes([0, -1], &[(0, 1), (1, 1)], Pad::Edge), y);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::ops::Pad;
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2], [3, 4]]);
    /// x.pad_axes((Axis::<0>, Axis::<0>), ((1, 1), (2, 2)), Pad::Edge); // `Axis<0>` is named twice
    /// ```
    ///
    /// # Panics
    ///
    /// If [`pad`](Self::pad) would panic for one of the axes, an axis of an `AnyShape` is named twice, or slices do not
    /// have one pair for each axis.
    #[must_use]
    pad_axes try_pad_axes,
    /// ```
    /// use conformable::ops::Pad;
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut out = Tensor::inline([[9; 3]; 3]);
    /// Tensor::inline([[1]]).pad_axes_into((Axis::<0>, Axis::<1>), (1, 1), Pad::Constant(0), &mut out);
    /// assert_eq!(out, Tensor::inline([[0, 0, 0], [0, 1, 0], [0, 0, 0]]));
    /// ```
    pad_axes_into try_pad_axes_into: [X: AxisNumbers, N: Counts<(usize, usize)>](
        &self, axes: X, more: N, with: Pad<T>
    ) -> Tensor<T, PaddedAxes<S, X, N>, D::Owner>
    where [X::Form: ChangedIn<PadEach, S, N::Form>]
    |to| {
        let shape = self.shape();
        let (mut sizes, mut before) = (shape.sizes(), S::blank(shape.rank()));
        each_count("pad", shape, (&axes, &more), |axis, (first, last)| {
            let at = with.check(shape, axis, [first, last])?;
            let size = sizes.as_ref()[at].checked_add(first).and_then(|size| size.checked_add(last));
            sizes.as_mut()[at] = size.ok_or_else(|| ShapeError::overflowing("pad", shape.partial()))?;
            before.as_mut()[at] = first;
            Ok(())
        })?;
        Ok(with.write(self, &before, to.prepare(Shape::from_sizes(sizes.as_ref())?)?))
    };
}
