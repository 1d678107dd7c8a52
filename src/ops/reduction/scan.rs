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
use crate::kernel::{self, Assign, Operands, Reducer};
use crate::numeric::Numeric;
use crate::shape::{Axes, Nil, NoneBroadcast, Shape, ShapeError, Size};
#[cfg(feature = "alloc")]
use crate::shape::{Dim, IntoDim};
#[cfg(feature = "alloc")]
use crate::storage::Room;
use crate::storage::{Storage, StorageMut, Target, View, Written};
use crate::tensor::{Tensor, expect};
use core::array;
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
        let (shape, at) = self.shape().differences(axis, Size::<1>)?;
        let [before, after] = self.neighbours(&shape, at)?;
        after.try_zip_map(&before, |after, before| after - before)
    };

    /// [`diff`](Self::diff) into a tensor of that shape, without allocation.
    ///
    /// # Panics
    ///
    /// If [`diff`](Self::diff) would panic, or the sizes differ.
    diff_into try_diff_into: [X: Copy, R: Shape + NoneBroadcast<Differences<S, X>>, E: StorageMut](
        &self, axis: X, out: &mut Tensor<T, R, E>
    )
    where [S: HasDifferences<X>] => {
        let (shape, at) = self.shape().differences(axis, Size::<1>)?;
        let [before, after] = self.neighbours(&shape, at)?;
        out.shape().none_broadcast(&shape)?;
        kernel::update(out, &pair(&after, &before), Assign(difference));
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
    /// before the last two cannot be allocated.
    diff_n try_diff_n: [X: Copy, N: IntoDim](
        &self, axis: X, count: N
    ) -> Tensor<T, Differences<S, X, N::Dim>, D::Owner>
    where [S: HasDifferences<X, N::Dim>] => {
        let count = count.into_dim();
        let (shape, at) = self.shape().differences(axis, count)?;
        let room = Room::new(shape.clone())?;
        if count.size() == 0 {
            return Ok(kernel::copied_as(room, &self.aligned()));
        }
        if room.numel() == 0 {
            // the count may be huge, but the result is empty
            return Ok(kernel::joined(room, Join::Along(at), |_| ()));
        }
        if count.size() == 1 {
            let [before, after] = &self.neighbours(&shape, at)?;
            return Ok(kernel::map(room, &pair(after, before), difference));
        }
        self.before_last_two(at, count.size(), &shape, |[first, second, third]| {
            let operands = Axes { last: third.aligned(), outer: pair(first, second) };
            kernel::map(room, &operands, second_difference)
        })
    };

    /// [`diff_n`](Self::diff_n) into a tensor of that shape.
    ///
    /// It allocates memory for the differences before the last two.
    ///
    /// # Panics
    ///
    /// If [`diff_n`](Self::diff_n) would panic, or the sizes differ.
    diff_n_into try_diff_n_into:
        [X: Copy, N: IntoDim, R: Shape + NoneBroadcast<Differences<S, X, N::Dim>>, E: StorageMut](
        &self, axis: X, count: N, out: &mut Tensor<T, R, E>
    )
    where [S: HasDifferences<X, N::Dim>] => {
        let count = count.into_dim();
        let (shape, at) = self.shape().differences(axis, count)?;
        out.shape().none_broadcast(&shape)?;
        if count.size() == 0 {
            kernel::assign(out, &self.aligned());
        } else if out.is_empty() {
            // the count may be huge, but the result is empty
        } else if count.size() == 1 {
            let [before, after] = &self.neighbours(&shape, at)?;
            kernel::update(out, &pair(after, before), Assign(difference));
        } else {
            self.before_last_two(at, count.size(), &shape, |[first, second, third]| {
                let operands = Axes { last: third.aligned(), outer: pair(first, second) };
                kernel::update(out, &operands, Assign(second_difference));
            })?;
        }
        Ok(())
    };
}

/// A view of some elements of an axis.
type Part<'a, T, S, D> = Tensor<T, S, View<'a, <D as Storage>::Owner>>;

impl<T: Copy + Sub<Output = T>, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Views of an axis from its first elements on, of that shape.
    #[inline]
    fn neighbours<const MANY: usize, Out: Shape>(
        &self,
        shape: &Out,
        axis: usize,
    ) -> Result<[Part<'_, T, Out, D>; MANY], ShapeError> {
        let parts = array::from_fn(|first| self.part(shape, axis, first));
        // other implementations of the trait may return any shape
        if parts.iter().any(Option::is_none) {
            let why = "the result needs fewer elements than the axis";
            let error = ShapeError::cannot("take the differences of", self.shape().partial(), why);
            return Err(error.second("as", shape.partial()));
        }
        Ok(parts.map(|part| part.expect("a part")))
    }

    /// Calls `then` with parts of the differences before the last two of `count`.
    #[cfg(feature = "alloc")]
    fn before_last_two<Out: Shape, R>(
        &self,
        axis: usize,
        count: usize,
        shape: &Out,
        then: impl FnOnce(&[Part<'_, T, Out, D>; 3]) -> R,
    ) -> Result<R, ShapeError> {
        if count == 2 {
            return Ok(then(&self.neighbours(shape, axis)?));
        }
        let mut differences = self.view().erase().try_diff(axis)?;
        for _ in 3..count {
            differences = differences.try_diff(axis)?;
        }
        Ok(then(&differences.neighbours(shape, axis)?))
    }
}

fn pair<'a, T: Copy, S: Shape, R: Shape, D: Storage, E: Storage>(
    lhs: &'a Tensor<T, S, D>,
    rhs: &'a Tensor<T, R, E>,
) -> impl Operands<Items = Axes<T, Axes<T, Nil>>> {
    Axes { last: rhs.aligned(), outer: Axes { last: lhs.aligned(), outer: Nil } }
}

fn difference<T: Sub<Output = T>>((after, before): (T, T)) -> T {
    after - before
}

#[cfg(feature = "alloc")]
fn second_difference<T: Copy + Sub<Output = T>>((first, second, third): (T, T, T)) -> T {
    (third - second) - (second - first)
}
