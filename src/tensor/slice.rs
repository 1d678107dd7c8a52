//! Views of some of the elements.

#![allow(clippy::needless_pass_by_value, clippy::type_complexity, reason = "axes are values; view types are long")]

use super::base::{Tensor, expect};
use super::rearrange::rearranged;
use crate::axes::{AsEntry, HasAxis, NarrowAxis, Nth, Slice, ViewBy, axis_of};
use crate::forms::forms;
use crate::indices::IndexElement;
use crate::kernel;
use crate::rule::BroadcastTo;
use crate::shape::{Dim, Dyn, Refused, Shape, ShapeError};
use crate::storage::{Ahead, Rearranges, Storage, StorageMut, View, ViewMut};
use core::ops::Range;

rearranged! {
    /// Views the elements at one index of an axis, which is removed.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.index_axis(Axis::<0>, 1), Tensor::from([4, 5, 6]));
    /// x.index_axis_mut(Axis::<1>, 0).fill(0);
    /// assert_eq!(x, Tensor::from([[0, 2, 3], [0, 5, 6]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// Tensor::from([[1, 2, 3], [4, 5, 6]]).index_axis(Axis::<2>, 0); // `(Size<2>, Size<3>)` has no `Axis<2>`
    /// ```
    #[doc(alias = "row")]
    #[doc(alias = "column")]
    index_axis try_index_axis, index_axis_mut try_index_axis_mut, into_index_axis try_into_index_axis
        <X: Copy, I: IndexElement> (axis: X, index: I) Nth(axis, index) => Nth<X, I>;
    /// Views a part of an axis: a [`Narrow`](crate::axes::Narrow) of static length, or a range.
    ///
    /// It also takes the other entries of [`slice`](Self::slice).
    ///
    /// ```
    /// use conformable::axes::Narrow;
    /// use conformable::{Axis, Shape, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
    /// let middle: Tensor<i32, Shape![2, 2], _> = x.narrow(Axis::<1>, Narrow::<1, 2>);
    /// assert_eq!(middle, Tensor::from([[2, 3], [6, 7]]));
    /// assert_eq!(x.narrow(Axis::<1>, 2..), Tensor::from([[3, 4], [7, 8]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor, axes::Narrow};
    ///
    /// // cannot cut `Narrow<2, 2>` out of `(Size<3>,)` at `Axis<0>`
    /// Tensor::from([1, 2, 3]).narrow(Axis::<0>, Narrow::<2, 2>);
    /// ```
    narrow try_narrow, narrow_mut try_narrow_mut, into_narrowed try_into_narrowed <X: Copy, P: AsEntry>
        (axis: X, part: P) NarrowAxis(axis, part) => NarrowAxis<X, P>;
    /// Views the elements that one entry for each axis selects.
    ///
    /// An entry is an index, which removes the axis; a range; `..`; [`Narrow`](crate::axes::Narrow),
    /// [`Span`](crate::axes::Span), [`Stepped`](crate::axes::Stepped) or [`Reversed`](crate::axes::Reversed).
    /// [`NewAxis`](crate::axes::NewAxis) inserts an axis. [`Ellipsis`](crate::axes::Ellipsis) comes first, and is all
    /// axes before.
    ///
    /// ```
    /// use conformable::axes::{Stepped, NewAxis, Narrow, Ellipsis, Reversed};
    /// use conformable::{Dyn, Shape, Size, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
    /// assert_eq!(x.slice((1, ..)), Tensor::from([5, 6, 7, 8]));
    /// assert_eq!(x.slice((Reversed, Stepped(.., 2))), Tensor::from([[5, 7], [1, 3]]));
    /// let y: Tensor<i32, Shape![2, 1, 3], _> = x.slice((.., NewAxis, Narrow::<1, 3>));
    /// let z: Tensor<i32, (Size<2>, Dyn), _> = x.slice((Ellipsis, 1..3));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// let x = conformable::Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
    /// x.slice((..,)); // a slice has one entry an axis
    /// ```
    slice try_slice, slice_mut try_slice_mut, into_sliced try_into_sliced <Xs: Sized> (entries: Xs)
        Slice(entries) => Slice<Xs>;
}

impl<T, S: Shape, D: StorageMut> Tensor<T, S, D> {
    /// Sets each element to a value.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.slice_mut((.., 1..)).fill(0);
    /// assert_eq!(x, Tensor::from([[1, 0, 0], [4, 0, 0]]));
    /// ```
    #[inline]
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.apply(|element| element.clone_from(&value));
    }
}

forms! {
    impl[T, S: Shape, D: StorageMut] Tensor<T, S, D>;

    /// Copies the elements of another tensor, which broadcasts to this shape.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.index_axis_mut(Axis::<0>, 1).assign(&Tensor::from([7, 8, 9]));
    /// assert_eq!(x, Tensor::from([[1, 2, 3], [7, 8, 9]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.assign(&Tensor::from([7, 8])); // cannot broadcast `(Size<2>,)` onto `(Size<2>, Size<3>)`
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time sizes do not broadcast.
    assign try_assign: [R: Shape + BroadcastTo<S>, E: Storage](&mut self, other: &Tensor<T, R, E>) where [T: Copy] => {
        other.shape().check_onto(self.shape())?;
        kernel::assign(self, &other.aligned());
        Ok(())
    };
}

/// One of the two parts of a split axis.
type Halves<S, X> = <S as HasAxis<X>>::Put<Dyn>;

/// Two views of one shape.
type ViewPair<T, S, D> = (Tensor<T, S, D>, Tensor<T, S, D>);

forms! {
    impl[T, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Splits an axis at an index into two views.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([1, 2, 3, 4, 5]);
    /// let (train, test) = x.split_at(Axis::<0>, 3);
    /// assert_eq!((train.sum_all(), test.sum_all()), (6, 9));
    /// ```
    ///
    /// # Panics
    ///
    /// If the index is above the size of the axis, or an `AnyShape` has no such axis.
    split_at try_split_at: [X: Copy](&self, axis: X, index: usize) -> ViewPair<T, Halves<S, X>, View<'_, D::Owner>>
    where [S: HasAxis<X, Item: Dim, Put<Dyn>: Shape>] => {
        let size = self.size_of(axis)?;
        Ok((self.try_narrow(axis, 0..index)?, self.try_narrow(axis, index..size)?))
    };

    /// [`split_at`](Self::split_at) as mutable views.
    ///
    /// # Panics
    ///
    /// If [`split_at`](Self::split_at) would panic.
    split_at_mut try_split_at_mut: [X: Copy](&mut self, axis: X, index: usize)
        -> ViewPair<T, Halves<S, X>, ViewMut<'_, D::Owner>>
    where [D: StorageMut, S: HasAxis<X, Item: Dim, Put<Dyn>: Shape>] => {
        let size = self.size_of(axis)?;
        let half = |part: Range<usize>| NarrowAxis(axis, part).of(self.shape());
        let (first, second) = (half(0..index)?, half(index..size)?);
        let at = axis_of(self.shape(), &axis)?;
        let mut ahead = Ahead::new(self.view_mut(), at);
        Ok((ahead.take(first), ahead.take(second)))
    };
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// The size of an axis.
    ///
    /// # Errors
    ///
    /// If an `AnyShape` has no such axis.
    #[inline]
    pub(super) fn size_of<X>(&self, axis: X) -> Result<usize, ShapeError>
    where
        S: HasAxis<X>,
    {
        let axis = axis_of(self.shape(), &axis)?;
        Ok(self.sizes().as_ref()[axis])
    }
}
