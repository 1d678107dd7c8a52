//! An axis split into views of given sizes, or of equal size.

#![allow(clippy::needless_pass_by_value, clippy::type_complexity, reason = "axes are values; view types are long")]

use super::Parts;
use super::base::{Tensor, expect};
use crate::axes::{ChunkFrom, HasAxis, SplitFrom, axis_of};
use crate::forms::forms;
use crate::shape::{Axes, Dim, IntoDim, List, Nil, Shape, ShapeError, Tuple};
use crate::storage::{Ahead, Movable, Retype, Storage, StorageMut, View, ViewMut};

/// The tuple of views, in the storage `D`, whose shapes are the tuple `Shapes`.
pub type SplitViews<T, D, Shapes> = <<<Shapes as Tuple>::List as PartViews<T, D>>::Views as List>::Tuple;

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Splits an axis into adjacent views, whose sizes are a tuple of 1 to 16 counts.
    ///
    /// A count is a `usize` or a dim.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Size, Tensor, View};
    ///
    /// let x = Tensor::from([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]);
    /// let (a, b) = x.split(Axis::<1>, (Size::<2>, Size::<3>));
    /// let a: Tensor<i32, Shape![2, 2], View> = a;
    /// assert_eq!(a, Tensor::from([[1, 2], [6, 7]]));
    /// assert_eq!(b, Tensor::from([[3, 4, 5], [8, 9, 10]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]);
    /// x.split(Axis::<1>, (Size::<2>, Size::<2>)); // the parts add up to `Size<4>`, and the axis is `Size<5>`
    /// ```
    ///
    /// A function generic over the sizes needs the bound [`SumOf`](crate::axes::SumOf).
    ///
    /// # Panics
    ///
    /// If run-time sizes do not add up to the axis, or an `AnyShape` has no such axis.
    #[doc(alias = "unbind")]
    split try_split: ['a, X: Copy, Parts, Shapes](
        &'a self, axis: X, parts: Parts
    ) -> SplitViews<T, View<'a, D::Owner>, Shapes>
    where [Parts: SplitFrom<S, X, Output = Shapes>, Shapes: Tuple<List: PartViews<T, View<'a, D::Owner>>>] => {
        let (axis, shapes) = parts.split_from(self.shape(), axis)?;
        let mut ahead = Ahead::new(self.view(), axis);
        Ok(shapes.into_list().views(&mut ahead).into_tuple())
    };

    /// [`split`](Self::split) as mutable views.
    ///
    /// ```
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let mut x = Tensor::from([1, 2, 3]);
    /// let (mut a, b) = x.split_mut(Axis::<0>, (Size::<2>, Size::<1>));
    /// a += &b;
    /// assert_eq!(x, Tensor::from([4, 5, 3]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`split`](Self::split) would panic.
    split_mut try_split_mut: ['a, X: Copy, Parts, Shapes](
        &'a mut self, axis: X, parts: Parts
    ) -> SplitViews<T, ViewMut<'a, D::Owner>, Shapes>
    where [
        D: StorageMut, Parts: SplitFrom<S, X, Output = Shapes>, Shapes: Tuple<List: PartViews<T, ViewMut<'a, D::Owner>>>
    ] => {
        let (axis, shapes) = parts.split_from(self.shape(), axis)?;
        let mut ahead = Ahead::new(self.view_mut(), axis);
        Ok(shapes.into_list().views(&mut ahead).into_tuple())
    };

    /// Iterates over views of `parts` equal parts of an axis.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Size, Tensor, View};
    ///
    /// let x = Tensor::from([[1, 2, 3, 4, 5, 6]]);
    /// let parts: Vec<Tensor<i32, Shape![1, 2], View>> = x.chunk(Axis::<1>, Size::<3>).collect();
    /// assert_eq!(parts, [Tensor::from([[1, 2]]), Tensor::from([[3, 4]]), Tensor::from([[5, 6]])]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// Tensor::from([[1, 2, 3, 4, 5, 6]]).chunk(Axis::<1>, Size::<4>); // `Size<4>` does not divide the axis
    /// ```
    ///
    /// [`axis_chunks_iter`](Self::axis_chunks_iter) takes the length of the parts instead, and leaves out the rest.
    ///
    /// # Panics
    ///
    /// If a run-time number of parts is 0 or does not divide the axis, or an `AnyShape` has no such axis.
    chunk try_chunk: [X: Copy, N: IntoDim, P: Shape](
        &self, axis: X, parts: N
    ) -> Parts<Tensor<T, P, View<'_, D::Owner>>>
    where [S: HasAxis<X>, N::Dim: ChunkFrom<S, X, Output = P>] => {
        let parts = parts.into_dim();
        let shape = parts.equal_from(self.shape(), axis)?;
        let axis = axis_of(self.shape(), &axis)?;
        Ok(Ahead::new(self.view(), axis).equal(shape, parts.size()))
    };

    /// [`chunk`](Self::chunk) over mutable views.
    ///
    /// ```
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let mut x = Tensor::from([1, 2, 3, 4]);
    /// x.chunk_mut(Axis::<0>, Size::<2>).zip([10, 20]).for_each(|(mut part, n)| part += n);
    /// assert_eq!(x, Tensor::from([11, 12, 23, 24]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`chunk`](Self::chunk) would panic.
    chunk_mut try_chunk_mut: [X: Copy, N: IntoDim, P: Shape](
        &mut self, axis: X, parts: N
    ) -> Parts<Tensor<T, P, ViewMut<'_, D::Owner>>>
    where [D: StorageMut, S: HasAxis<X>, N::Dim: ChunkFrom<S, X, Output = P>] => {
        let parts = parts.into_dim();
        let shape = parts.equal_from(self.shape(), axis)?;
        let axis = axis_of(self.shape(), &axis)?;
        Ok(Ahead::new(self.view_mut(), axis).equal(shape, parts.size()))
    };
}

/// A list of shapes that become views with elements `T` in `D`.
pub trait PartViews<T, D: Storage> {
    /// The list of views.
    type Views: List;

    /// Views the next parts.
    #[doc(hidden)]
    fn views<S: Shape>(self, ahead: &mut Ahead<T, S, D>) -> Self::Views
    where
        Tensor<T, S, D>: Movable;
}

impl<T, D: Storage> PartViews<T, D> for Nil {
    type Views = Self;

    #[inline]
    fn views<S: Shape>(self, _: &mut Ahead<T, S, D>) -> Self
    where
        Tensor<T, S, D>: Movable,
    {
        Self
    }
}

impl<T, D: Retype, P: Shape, Outer: PartViews<T, D>> PartViews<T, D> for Axes<P, Outer>
where
    Axes<Tensor<T, P, D>, Outer::Views>: List,
{
    type Views = Axes<Tensor<T, P, D>, Outer::Views>;

    #[inline]
    fn views<S: Shape>(self, ahead: &mut Ahead<T, S, D>) -> Self::Views
    where
        Tensor<T, S, D>: Movable,
    {
        let outer = self.outer.views(ahead);
        Axes { last: ahead.take(self.last), outer }
    }
}
