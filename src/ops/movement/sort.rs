//! Sorting along an axis.

use crate::axes::{HasAxis, axis_of};
use crate::forms::forms;
use crate::kernel::{self, Indexed, SortKey, Value};
use crate::shape::{Shape, ShapeError};
#[cfg(feature = "engine")]
use crate::storage::Allocate;
use crate::storage::{Storage, Target, Written, out_of_memory};
use crate::tensor::{Tensor, expect};
use alloc::vec::Vec;

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Sorts the elements along an axis in ascending order. The sort is stable, and NaN is last.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[3.0, f32::NAN, 1.0], [5.0, 4.0, 6.0]]);
    /// assert_eq!(x.sort(Axis::<0>).index_axis(Axis::<0>, 0), Tensor::from([3.0, 4.0, 1.0]));
    /// assert_eq!(x.sort(Axis::<1>).index_axis(Axis::<0>, 1), Tensor::from([4.0, 5.0, 6.0]));
    /// assert!(x.sort(Axis::<1>)[[0, 2]].is_nan());
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// Tensor::from([[3, 1], [5, 4]]).sort(Axis::<2>); // `(Size<2>, Size<2>)` has no `Axis<2>`
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, or the result and a copy of the axis cannot be allocated. Every form may
    /// panic if `T` has no total order apart from NaN, as [`sort_by`](slice::sort_by) does. That function allocates up
    /// to the same amount again, and the process aborts if it cannot.
    #[must_use]
    sort try_sort,
    /// It allocates memory for the elements along the axis.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut out = Tensor::inline([0; 3]);
    /// Tensor::inline([2, 3, 1]).sort_into(Axis::<0>, &mut out);
    /// assert_eq!(out, Tensor::inline([1, 2, 3]));
    /// ```
    sort_into try_sort_into: [X: Copy](&self, axis: X) -> Tensor<T, S, D::Owner>
    where [T: PartialOrd, S: HasAxis<X>]
    |to| self.sorted::<_, Value<T>, _>(axis, false, to);

    /// Sorts the elements along an axis in descending order. The sort is stable, and NaN is first.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// assert_eq!(Tensor::from([3, 1, 2]).sort_descending(Axis::<0>), Tensor::from([3, 2, 1]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`sort`](Self::sort) would panic.
    #[must_use]
    sort_descending try_sort_descending,
    /// It allocates as [`sort_into`](Self::sort_into).
    sort_descending_into try_sort_descending_into: [X: Copy](&self, axis: X) -> Tensor<T, S, D::Owner>
    where [T: PartialOrd, S: HasAxis<X>]
    |to| self.sorted::<_, Value<T>, _>(axis, true, to);

    /// Returns the indices that [`sort`](Self::sort) the elements along an axis.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[3, 1, 2], [5, 4, 4]]);
    /// let order = x.argsort(Axis::<1>);
    /// assert_eq!(order, Tensor::from([[1, 2, 0], [1, 2, 0]]));
    /// assert_eq!(x.gather(Axis::<1>, &order), x.sort(Axis::<1>));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`sort`](Self::sort) would panic.
    #[must_use]
    argsort try_argsort,
    /// It allocates as [`sort_into`](Self::sort_into).
    argsort_into try_argsort_into: [X: Copy](&self, axis: X) -> Tensor<usize, S, D::Owner>
    where [T: PartialOrd, S: HasAxis<X>]
    |to| self.sorted::<_, Indexed<T>, _>(axis, false, to);

    /// Returns the indices that sort the elements along an axis as [`sort_descending`](Self::sort_descending).
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// assert_eq!(Tensor::from([2, 3, 2]).argsort_descending(Axis::<0>), Tensor::from([1, 0, 2]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`sort`](Self::sort) would panic.
    #[must_use]
    argsort_descending try_argsort_descending,
    /// It allocates as [`sort_into`](Self::sort_into).
    argsort_descending_into try_argsort_descending_into: [X: Copy](&self, axis: X) -> Tensor<usize, S, D::Owner>
    where [T: PartialOrd, S: HasAxis<X>]
    |to| self.sorted::<_, Indexed<T>, _>(axis, true, to);
}

impl<T: PartialOrd + Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// [`argsort`](Self::argsort), or [`argsort_descending`](Self::argsort_descending).
    #[cfg(feature = "engine")]
    pub(crate) fn argsorted<X: Copy>(&self, axis: X, descending: bool) -> Result<Tensor<usize, S, D::Owner>, ShapeError>
    where
        S: HasAxis<X>,
    {
        self.sorted::<_, Indexed<T>, _>(axis, descending, Allocate::new())
    }

    /// Writes the elements along an axis in order, or their indices.
    fn sorted<X: Copy, K: SortKey<T>, To: Target<K::Written, S>>(
        &self,
        axis: X,
        descending: bool,
        to: To,
    ) -> Result<Written<To, K::Written, S>, ShapeError>
    where
        S: HasAxis<X>,
    {
        let at = axis_of(self.shape(), &axis)?;
        let to = to.prepare(self.shape().clone())?;
        let length = if self.is_empty() { 0 } else { self.shape().with_sizes(|sizes| sizes[at]) };
        let mut keys = Vec::new();
        keys.try_reserve_exact(length).map_err(|_| out_of_memory::<K, S>(self.shape()))?;
        Ok(kernel::sorted::<T, K, S, D, _>(to, &self.aligned(), at, keys, descending))
    }
}
