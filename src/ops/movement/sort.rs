//! The elements along an axis in order.

use crate::axes::{HasAxis, axis_of};
use crate::forms::forms;
use crate::kernel;
use crate::ops::reduction::reducers::comes_before;
use crate::shape::{Shape, ShapeError};
use crate::storage::{Storage, Target, Written, out_of_memory};
use crate::tensor::{Tensor, expect};
use alloc::vec::Vec;
use core::cmp::Ordering;

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// The elements along an axis from the least to the greatest. Equal elements keep their order, and NaN is last.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[3.0, f32::NAN, 1.0], [5.0, 4.0, 6.0]]);
    /// assert_eq!(x.sort(Axis::<0>).index_axis(0), Tensor::from([3.0, 4.0, 1.0]));
    /// assert_eq!(x.sort(Axis::<1>).index_axis(1), Tensor::from([4.0, 5.0, 6.0]));
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
    /// If an `AnyShape` has no such axis, or there is no memory for the result and the elements of one line. It may
    /// panic, in every form, if `T` has no total order apart from NaN, as [`sort_by`](slice::sort_by) does.
    #[must_use]
    sort try_sort,
    /// It allocates memory for the elements of one line.
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
    |to| self.sorted(axis, |x, _| x, ascending, |x| *x, to);

    /// The elements along an axis from the greatest to the least. Equal elements keep their order, and NaN is first.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// assert_eq!(Tensor::from([3, 1, 2]).sort_descending(Axis::<0>), Tensor::from([3, 2, 1]));
    /// ```
    ///
    /// # Panics
    ///
    /// Where [`sort`](Self::sort) panics.
    #[must_use]
    sort_descending try_sort_descending,
    /// It allocates memory for the elements of one line.
    sort_descending_into try_sort_descending_into: [X: Copy](&self, axis: X) -> Tensor<T, S, D::Owner>
    where [T: PartialOrd, S: HasAxis<X>]
    |to| self.sorted(axis, |x, _| x, |x, y| ascending(y, x), |x| *x, to);

    /// The indices along an axis that put its elements in the order of [`sort`](Self::sort).
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
    /// Where [`sort`](Self::sort) panics.
    #[must_use]
    argsort try_argsort,
    /// It allocates memory for the elements of one line.
    argsort_into try_argsort_into: [X: Copy](&self, axis: X) -> Tensor<usize, S, D::Owner>
    where [T: PartialOrd, S: HasAxis<X>]
    |to| self.sorted(axis, |x, index| (x, index), |(x, _), (y, _)| ascending(x, y), |&(_, index)| index, to);

    /// The indices along an axis that put its elements in the order of [`sort_descending`](Self::sort_descending).
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// assert_eq!(Tensor::from([2, 3, 2]).argsort_descending(Axis::<0>), Tensor::from([1, 0, 2]));
    /// ```
    ///
    /// # Panics
    ///
    /// Where [`sort`](Self::sort) panics.
    #[must_use]
    argsort_descending try_argsort_descending,
    /// It allocates memory for the elements of one line.
    argsort_descending_into try_argsort_descending_into: [X: Copy](&self, axis: X) -> Tensor<usize, S, D::Owner>
    where [T: PartialOrd, S: HasAxis<X>]
    |to| self.sorted(axis, |x, index| (x, index), |(x, _), (y, _)| ascending(y, x), |&(_, index)| index, to);
}

/// Whether an element is less or greater than another: a NaN is greater than all others.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a sort asks it for each pair")]
fn ascending<T: PartialOrd + Copy>(x: &T, other: &T) -> Ordering {
    if comes_before::<T, true>(*other, *x) {
        Ordering::Less
    } else if comes_before::<T, true>(*x, *other) {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Writes what `value` makes of the keys of the elements along an axis, in order.
    fn sorted<X: Copy, K, U, To: Target<U, S>>(
        &self,
        axis: X,
        key: impl Fn(T, usize) -> K,
        order: impl Fn(&K, &K) -> Ordering,
        value: impl Fn(&K) -> U,
        to: To,
    ) -> Result<Written<To, U, S>, ShapeError>
    where
        S: HasAxis<X>,
    {
        let at = axis_of(self.shape(), &axis)?;
        let to = to.prepare(self.shape().clone())?;
        let length = if self.is_empty() { 0 } else { self.shape().with_sizes(|sizes| sizes[at]) };
        let mut keys = Vec::new();
        keys.try_reserve_exact(length).map_err(|_| out_of_memory::<K, S>(self.shape()))?;
        Ok(kernel::sorted(to, &self.aligned(), at, keys, key, order, value))
    }
}
