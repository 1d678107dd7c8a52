//! Running sums and products along an axis, and differences of adjacent elements.
//!
//! ```text
//! cumsum(x)[i]    = x[0] + .. + x[i]
//! cumprod(x)[i]   = x[0] * .. * x[i]
//! diff(x)[i]      = x[i + 1] - x[i]
//! ```

use super::reducers;
use crate::axes::{AxesOf, Differences, HasDifferences};
use crate::forms::forms;
#[cfg(feature = "alloc")]
use crate::kernel::Join;
use crate::kernel::{self, Assign, Binary, Reducer};
use crate::numeric::Numeric;
#[cfg(feature = "alloc")]
use crate::shape::{AnyShape, Dim, IntoDim};
use crate::shape::{Axes, Nil, NoneBroadcast, Shape, ShapeError, Size};
#[cfg(feature = "alloc")]
use crate::storage::Room;
use crate::storage::{Storage, StorageMut, Target, View, Written};
use crate::tensor::{Tensor, expect};
use core::ops::Sub;

forms! {
    impl[T: Numeric, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Computes running sums along an axis, or along several in row-major order.
    ///
    /// The result has the element type of [`sum`](Self::sum). Each sum adds one element to the one before it, so
    /// rounding errors accumulate.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.cumsum(Axis::<1>), Tensor::from([[1, 3, 6], [4, 9, 15]]));
    /// assert_eq!(x.cumsum(..), Tensor::from([[1, 3, 6], [10, 15, 21]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// Tensor::from([[1, 2, 3], [4, 5, 6]]).cumsum(Axis::<2>); // `(Size<2>, Size<3>)` has no `Axis<2>`
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, an axis is given twice, or the result cannot be allocated.
    cumsum try_cumsum,
    cumsum_into try_cumsum_into: [X: AxesOf<S>](&self, axes: X) -> Tensor<T::Total, S, D::Owner>
    |to| self.scanned(axes, reducers::running_sum::<T>(), to);

    /// Computes running products along an axis, or along several in row-major order.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.cumprod(Axis::<0>), Tensor::from([[1, 2, 3], [4, 10, 18]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`cumsum`](Self::cumsum) would panic.
    cumprod try_cumprod,
    cumprod_into try_cumprod_into: [X: AxesOf<S>](&self, axes: X) -> Tensor<T::Total, S, D::Owner>
    |to| self.scanned(axes, reducers::Products, to);
}

impl<T: Numeric, S: Shape, D: Storage> Tensor<T, S, D> {
    #[inline]
    fn scanned<X: AxesOf<S>, To: Target<T::Total, S>>(
        &self,
        axes: X,
        reducer: impl Reducer<T, Context = (), State = T::Wide>,
        to: To,
    ) -> Result<Written<To, T::Total, S>, ShapeError> {
        let (_, marks) = axes.of(self.shape())?;
        Ok(kernel::scanned(to.prepare(self.shape().clone())?, &self.aligned(), &marks, reducer, T::total))
    }
}

forms! {
    impl[T: Copy + Sub<Output = T>, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Subtracts from each element along an axis the one before it. The axis has one element fewer.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Tensor};
    ///
    /// let x = Tensor::from([[1, 4, 9], [2, 3, 5]]);
    /// let y: Tensor<i32, Shape![2, 2]> = x.diff(Axis::<1>);
    /// assert_eq!(y, Tensor::from([[3, 5], [1, 2]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor, shape};
    ///
    /// Tensor::full(shape![2, 0], 1).diff(Axis::<1>); // `Size<0>` has no first element
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, a run-time size is 0, or the result cannot be allocated.
    diff try_diff: [X: Copy](&self, axis: X) -> Tensor<T, Differences<S, X>, D::Owner> where [S: HasDifferences<X>] => {
        let [after, before] = self.neighbours(axis)?;
        after.try_zip_map(&before, |after, before| after - before)
    };

    /// [`diff`](Self::diff) that writes to a tensor of that shape. It does not allocate.
    ///
    /// # Panics
    ///
    /// If [`diff`](Self::diff) would panic, or the sizes differ.
    diff_into try_diff_into: [X: Copy, R: Shape + NoneBroadcast<Differences<S, X>>, E: StorageMut](
        &self, axis: X, out: &mut Tensor<T, R, E>
    )
    where [S: HasDifferences<X>] => {
        let [after, before] = self.neighbours(axis)?;
        out.shape().none_broadcast(after.shape())?;
        let operands = Axes { last: before.aligned(), outer: Axes { last: after.aligned(), outer: Nil } };
        let difference = Assign(Binary(|after: T, before: T| after - before));
        kernel::update(out, &operands, difference);
        Ok(())
    };
}

#[cfg(feature = "alloc")]
forms! {
    impl[T: Copy + Sub<Output = T>, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Applies [`diff`](Self::diff) `n` times along an axis, which has `n` elements fewer.
    ///
    /// ```
    /// use conformable::{Axis, Shape, Size, Tensor};
    ///
    /// let x = Tensor::from([1, 8, 27, 64, 125]);
    /// let y: Tensor<i32, Shape![2]> = x.diff_n(Axis::<0>, Size::<3>);
    /// assert_eq!(y, Tensor::from([6, 6]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// Tensor::from([1, 4, 9]).diff_n(Axis::<0>, Size::<4>); // `Size<3>` is less than `Size<4>`
    /// ```
    ///
    /// # Panics
    ///
    /// If an `AnyShape` has no such axis, a run-time size is less than the count, or the result and the differences
    /// before it cannot be allocated.
    diff_n try_diff_n: [X: Copy, N: IntoDim](
        &self, axis: X, count: N
    ) -> Tensor<T, Differences<S, X, N::Dim>, D::Owner>
    where [S: HasDifferences<X, N::Dim>] => {
        let count = count.into_dim();
        let (shape, at) = self.shape().differences(axis, count)?;
        let room = Room::new(shape)?;
        if count.size() == 0 {
            return Ok(kernel::copied_as(room, &self.aligned()));
        }
        if room.numel() == 0 {
            // the count may be huge, but the result is empty
            return Ok(kernel::joined(room, Join::Along(at), |_| ()));
        }
        self.last_neighbours(at, count.size(), |[after, before]| {
            let operands = Axes { last: before.aligned(), outer: Axes { last: after.aligned(), outer: Nil } };
            kernel::map(room, &operands, Binary(|after: T, before: T| after - before))
        })
    };

    /// [`diff_n`](Self::diff_n) that writes to a tensor of that shape.
    ///
    /// It allocates memory for the differences before the last.
    ///
    /// # Panics
    ///
    /// If [`diff_n`](Self::diff_n) would panic, or the sizes differ.
    diff_n_into try_diff_n_into: [X: Copy, N: IntoDim, R: Shape + NoneBroadcast<Differences<S, X, N::Dim>>, E: StorageMut](
        &self, axis: X, count: N, out: &mut Tensor<T, R, E>
    )
    where [S: HasDifferences<X, N::Dim>] => {
        let count = count.into_dim();
        let (shape, at) = self.shape().differences(axis, count)?;
        out.shape().none_broadcast(&shape)?;
        if count.size() == 0 {
            kernel::assign(out, &self.aligned());
        } else if !out.is_empty() {
            self.last_neighbours(at, count.size(), |[after, before]| {
                let operands = Axes { last: before.aligned(), outer: Axes { last: after.aligned(), outer: Nil } };
                kernel::update(out, &operands, Assign(Binary(|after: T, before: T| after - before)));
            })?;
        }
        Ok(())
    };
}

impl<T: Copy + Sub<Output = T>, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Views of an axis without its first element, and without its last.
    #[inline]
    #[allow(clippy::type_complexity, reason = "two views")]
    fn neighbours<X: Copy>(&self, axis: X) -> Result<[Tensor<T, Differences<S, X>, View<'_, D::Owner>>; 2], ShapeError>
    where
        S: HasDifferences<X>,
    {
        let (shape, axis) = self.shape().differences(axis, Size::<1>)?;
        let (after, before) = (self.part(&shape, axis, 1), self.part(&shape, axis, 0));
        // other implementations of the trait may return any shape
        after.zip(before).map(|(after, before)| [after, before]).ok_or_else(|| {
            let why = "the result needs one element less than the axis";
            let error = ShapeError::cannot("take the differences of", self.shape().partial(), why);
            error.second("as", shape.partial())
        })
    }

    /// Calls `then` with the neighbours in the differences before the last of `count`.
    #[cfg(feature = "alloc")]
    fn last_neighbours<R>(
        &self,
        axis: usize,
        count: usize,
        then: impl FnOnce([Tensor<T, AnyShape, View<'_, D::Owner>>; 2]) -> R,
    ) -> Result<R, ShapeError> {
        let whole = self.view().erase();
        if count == 1 {
            return whole.neighbours(axis).map(then);
        }
        let mut differences = whole.try_diff(axis)?;
        for _ in 2..count {
            differences = differences.try_diff(axis)?;
        }
        differences.neighbours(axis).map(then)
    }
}
