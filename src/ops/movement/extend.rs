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
use crate::kernel::{self, Extent, Join};
#[cfg(feature = "alloc")]
use crate::shape::Dyn;
use crate::shape::{Dim, IntoDim, Shape, ShapeError};
#[cfg(feature = "alloc")]
use crate::storage::Room;
use crate::storage::{Destination, Storage, Target};
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
    |to| Ok(self.tiled(to.prepare(self.shape().again_by("tile", axis, times.into_dim())?)?));

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
        let (at, times) = (axis_of(self.shape(), &axis)?, times.into_dim());
        let to = to.prepare(self.shape().again_by("repeat", axis, times)?)?;
        let every = Join::Every(at, times.size());
        Ok(kernel::joined(to, every, |out| out.push_times(self.aligned(), times.size())))
    };
}

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Repeats the elements along several axes, as [`tile`](Self::tile).
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
    /// result cannot be allocated.
    #[must_use]
    tile_axes try_tile_axes,
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut out = Tensor::inline([[0; 2]; 2]);
    /// Tensor::inline([[1]]).tile_axes_into((Axis::<0>, Axis::<1>), 2, &mut out);
    /// assert_eq!(out, Tensor::inline([[1; 2]; 2]));
    /// ```
    tile_axes_into try_tile_axes_into: [X: AxisNumbers, N: Counts](
        &self, axes: X, times: N
    ) -> Tensor<T, Tiled<S, X, N>, D::Owner>
    where [X::Form: ChangedIn<Tiling, S, N::Form>]
    |to| {
        let shape = self.shape();
        let mut sizes = shape.sizes();
        each_count("tile", shape, (&axes, &times), |axis, count| {
            let size = &mut sizes.as_mut()[axis];
            *size = size.checked_mul(count).ok_or_else(|| ShapeError::overflowing("tile", shape.partial()))?;
            Ok(())
        })?;
        Ok(self.tiled(to.prepare(Shape::from_sizes(sizes.as_ref())?)?))
    };
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    fn tiled<To: Destination<T>>(&self, to: To) -> To::Written {
        let (sizes, all) = (self.shape().sizes(), to.shape().sizes());
        kernel::padded(to, self, None, |axis, number| {
            let [size, all] = [sizes.as_ref()[axis], all.as_ref()[axis]];
            if number == 0 { Extent::ring(size, all / size) } else { Extent::default() }
        })
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
