//! Tensors whose elements along axes are repeated.
//!
//! ```text
//! tile(x, 2)      a b c  ->  a b c a b c
//! repeat(x, 2)    a b c  ->  a a b b c c
//! ```

#![allow(clippy::type_complexity, reason = "the result types are long")]

use crate::axes::{Again, AxisNumbers, ChangedIn, Counts, Repeated, Tiled, Tiling, axis_of, each_count};
#[cfg(feature = "alloc")]
use crate::axes::{Compress, Compressed};
use crate::forms::forms;
#[cfg(feature = "alloc")]
use crate::kernel::IndexMode;
use crate::kernel::{self, Join};
#[cfg(feature = "alloc")]
use crate::shape::Dyn;
use crate::shape::{AnyShape, Dim, IntoDim, NoneBroadcast, Shape, ShapeError, Sizes};
use crate::storage::{Room, Storage, StorageMut, Target, View, Written};
#[cfg(feature = "alloc")]
use crate::tensor::Computed;
use crate::tensor::{Tensor, expect};

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Repeats all elements along an axis a number of times.
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
    /// If an `AnyShape` has no such axis, or the result cannot be allocated.
    #[must_use]
    tile try_tile,
    /// ```
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let mut out = Tensor::inline([0; 4]);
    /// Tensor::inline([1, 2]).tile_into(Axis::<0>, Size::<2>, &mut out);
    /// assert_eq!(out, Tensor::inline([1, 2, 1, 2]));
    /// ```
    tile_into try_tile_into: [X: Copy, N: IntoDim](&self, axis: X, times: N)
        -> Tensor<T, Repeated<S, X, N::Dim>, D::Owner>
    where [S: Again<X, N::Dim>]
    |to| self.again(axis, times.into_dim(), Join::Along, to);

    /// Repeats each element along an axis a number of times.
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
    /// If [`tile`](Self::tile) would panic.
    #[doc(alias = "repeat_interleave")]
    #[must_use]
    repeat try_repeat,
    /// ```
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let mut out = Tensor::inline([0; 4]);
    /// Tensor::inline([1, 2]).repeat_into(Axis::<0>, Size::<2>, &mut out);
    /// assert_eq!(out, Tensor::inline([1, 1, 2, 2]));
    /// ```
    repeat_into try_repeat_into: [X: Copy, N: IntoDim](&self, axis: X, times: N)
        -> Tensor<T, Repeated<S, X, N::Dim>, D::Owner>
    where [S: Again<X, N::Dim>]
    |to| {
        let times = times.into_dim();
        self.again(axis, times, |axis| Join::Every(axis, times.size()), to)
    };
}

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Repeats the elements along several axes in one pass, as [`tile`](Self::tile).
    ///
    /// The counts are a tuple, or one count for all axes. Run-time axes and counts are arrays or slices.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Size, Tensor};
    ///
    /// let x = Tensor::from([[1, 2], [3, 4]]);
    /// let y: Tensor<i32, Shape![4, 6]> = x.tile_axes((Axis::<0>, Axis::<1>), (Size::<2>, Size::<3>));
    /// assert_eq!(y, x.tile(Axis::<0>, 2).tile(Axis::<1>, 3));
    /// assert_eq!(x.tile_axes((Axis::<0>, Axis::<1>), 2).sizes(), [4, 4]);
    /// assert_eq!(x.erase().tile_axes([0, -1], &[2, 3]), y);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let x = Tensor::from([[1, 2], [3, 4]]);
    /// x.tile_axes((Axis::<0>, Axis::<0>), (Size::<2>, Size::<3>)); // `Axis<0>` is named twice
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, an axis is given twice, slices do not have one count for each axis, or the
    /// result cannot be allocated. Without the feature `alloc`, also if the rank plus the number of axes is above 16.
    #[must_use]
    tile_axes try_tile_axes: [X: AxisNumbers, N: Counts](
        &self, axes: X, times: N
    ) -> Tensor<T, Tiled<S, X, N>, D::Owner>
    where [X::Form: ChangedIn<Tiling, S, N::Form>] => {
        let tiles = Tiles::new(self.shape(), &axes, &times)?;
        let room = Room::new(Shape::from_sizes(tiles.sizes.as_ref())?)?;
        Ok(kernel::copied_as(room, &tiles.of(self)?.aligned()))
    };

    /// [`tile_axes`](Self::tile_axes) into a tensor of that shape. It allocates no memory for the result.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut out = Tensor::inline([[0; 2]; 2]);
    /// Tensor::inline([[1]]).tile_axes_into((Axis::<0>, Axis::<1>), 2, &mut out);
    /// assert_eq!(out, Tensor::inline([[1; 2]; 2]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`tile_axes`](Self::tile_axes) would panic, or the shape of the result differs from that of `out`.
    tile_axes_into try_tile_axes_into:
        [X: AxisNumbers, N: Counts, Target: Shape + NoneBroadcast<Tiled<S, X, N>>, Memory: StorageMut](
        &self, axes: X, times: N, out: &mut Tensor<T, Target, Memory>
    )
    where [X::Form: ChangedIn<Tiling, S, N::Form>] => {
        let tiles = Tiles::new(self.shape(), &axes, &times)?;
        out.shape().none_broadcast(&Shape::from_sizes(tiles.sizes.as_ref())?)?;
        let elements = tiles.of(self)?;
        let target = out.walked_mut(elements.shape().clone(), |at| Some(tiles.target(at)));
        kernel::assign(&mut target.ok_or_else(|| Tiles::refused(self.shape()))?, &elements.aligned());
        Ok(())
    };
}

/// The axes of a result in parts, each a walk along one axis of the operand. A tiled axis starts with its tiles.
struct Tiles<S: Shape> {
    sizes: S::Sizes,
    parts: Sizes<Part>,
}

#[derive(Clone, Copy, Default)]
struct Part {
    axis: usize,
    size: usize,
    /// The distance of two indices along the axis of the result.
    step: usize,
    /// Whether the indices are tiles.
    is_tile: bool,
}

impl<S: Shape> Tiles<S> {
    fn new(shape: &S, axes: &impl AxisNumbers, times: &impl Counts) -> Result<Self, ShapeError> {
        let mut times_of = S::blank(shape.rank());
        times_of.as_mut().fill(1);
        let (mut sizes, mut rank) = (shape.sizes(), shape.rank());
        each_count("tile", shape, (axes, times), |axis, count| {
            let size = &mut sizes.as_mut()[axis];
            *size = size.checked_mul(count).ok_or_else(|| ShapeError::overflowing("tile", shape.partial()))?;
            times_of.as_mut()[axis] = count;
            rank += usize::from(count != 1);
            Ok(())
        })?;
        if cfg!(not(feature = "alloc")) && rank > 16 {
            let why = "the rank and the number of axes are above 16 together, without the feature `alloc`";
            return Err(ShapeError::cannot("tile", shape.partial(), why));
        }
        let mut parts = Sizes::default();
        for (axis, &size) in shape.sizes().as_ref().iter().enumerate() {
            let times = times_of.as_ref()[axis];
            parts.extend((times != 1).then_some(Part { axis, size: times, step: size, is_tile: true }));
            parts.push(Part { axis, size, step: 1, is_tile: false });
        }
        Ok(Self { sizes, parts })
    }

    /// Views the elements by these parts.
    fn of<'a, T, D: Storage>(
        &self,
        x: &'a Tensor<T, S, D>,
    ) -> Result<Tensor<T, AnyShape, View<'a, D::Owner>>, ShapeError> {
        let walk = |at: usize| (!self.parts[at].is_tile).then_some((self.parts[at].axis, 1));
        let view = x.walked(self.parts.iter().map(|part| part.size).collect(), walk);
        view.ok_or_else(|| Self::refused(x.shape()))
    }

    /// The axis of the result that a part belongs to, and its step there.
    fn target(&self, at: usize) -> (usize, usize) {
        (self.parts[at].axis, self.parts[at].step)
    }

    #[cold]
    fn refused(shape: &S) -> ShapeError {
        ShapeError::overflowing("tile", shape.partial())
    }
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Writes the elements `times` times.
    #[inline]
    fn again<X: Copy, N: Dim, To: Target<T, Repeated<S, X, N>>>(
        &self,
        axis: X,
        times: N,
        join: impl FnOnce(usize) -> Join,
        to: To,
    ) -> Result<Written<To, T, Repeated<S, X, N>>, ShapeError>
    where
        S: Again<X, N>,
    {
        let join = join(axis_of(self.shape(), &axis)?);
        let verb = if matches!(join, Join::Along(_)) { "tile" } else { "repeat" };
        let to = to.prepare(self.shape().again_by(verb, axis, times)?)?;
        Ok(kernel::joined(to, join, |out| out.push_times(self.aligned(), times.size())))
    }
}

#[cfg(feature = "alloc")]
forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Repeats each element along an axis as often as its count.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Tensor};
    ///
    /// let x = Tensor::from([[1, 2], [3, 4], [5, 6]]);
    /// let y: Tensor<i32, Shape![_, 2]> = x.repeat_each(Axis::<0>, &Tensor::from([2, 0, 1]));
    /// assert_eq!(y, Tensor::from([[1, 2], [1, 2], [5, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2], [3, 4], [5, 6]]);
    /// x.repeat_each(Axis::<0>, &Tensor::from([2, 0])); // `Size<3>` and `Size<2>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, the run-time number of counts differs from the size of the axis, or the
    /// result and its indices cannot be allocated.
    #[doc(alias = "repeat_interleave")]
    #[must_use]
    repeat_each try_repeat_each,
    /// It allocates memory for one index for each repetition.
    repeat_each_into try_repeat_each_into: [X: Copy, M: Shape, E: Storage](
        &self, axis: X, counts: &Tensor<usize, M, E>
    ) -> Computed<T, Compressed<S, X, M>, D, E>
    where [S: Compress<X, M>]
    |to| {
        let total = counts.iter().try_fold(0usize, |total, &count| total.checked_add(count));
        let total = total.ok_or_else(|| ShapeError::overflow(self.shape().partial()))?;
        let at = axis_of(self.shape(), &axis)?;
        let shape = self.shape().put_at("repeat", axis, counts.shape(), total)?;
        let is_empty = shape.with_sizes(|sizes| sizes.contains(&0));
        let to = to.prepare(shape)?;
        if is_empty {
            // an empty result needs no memory for indices
            return Ok(kernel::joined(to, Join::Along(at), |_| ()));
        }
        let room = Room::<usize, _, E::Owner>::new((Dyn::new(total),))?;
        let each = counts.iter().enumerate().flat_map(|(index, &count)| core::iter::repeat_n((index, true), count));
        self.picked(to, IndexMode::Take(at), at, &kernel::collected(room, each))
    };
}
