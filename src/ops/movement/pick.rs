//! Indexed elements along an axis: read, written and added to.
//!
//! ```text
//! take(x, 0, i)[j.., k..]         = x[i[j..], k..]
//! put(x, 0, i, v):                x[i[j..], k..] = v[j.., k..]
//! gather(x, 0, i)[j, k..]         = x[i[j, k..], k..]
//! scatter(x, 0, i, v):            x[i[j, k..], k..] = v[j, k..]
//! ```
//!
//! All indices are checked before an element is written. A negative index counts from the end ([`IndexElement`]).

#![allow(clippy::type_complexity, reason = "the result types are long")]

use crate::axes::{Gather, Gathered, Take, Taken, axis_of, take_axis};
use crate::forms::forms;
use crate::indices::IndexElement;
use crate::kernel::{self, Combine, IndexMode, IndexOp, Indices, Write};
use crate::ops::elementwise::tensor_like::TensorLike;
use crate::rule::BroadcastTo;
use crate::shape::{Shape, ShapeError};
use crate::storage::{Destination, Storage, StorageMut, Target};
use crate::tensor::{Computed, Tensor, expect};
use core::ops::Add;

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Selects elements along an axis by a tensor of indices, whose axes replace that axis.
    ///
    /// This is an embedding lookup. Indices are integers of any type; -1 is the last element. They have up to six axes,
    /// or are an `AnyShape`.
    ///
    /// ```
    /// use conformable::{Axis, Dim, Shape, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let y: Tensor<i32, Shape![2, 4]> = x.take(Axis::<1>, &Tensor::from([0, 2, 2, -2]));
    /// assert_eq!(y, Tensor::from([[1, 3, 3, 2], [4, 6, 6, 5]]));
    ///
    /// fn embed<V: Dim, C: Dim, B: Dim, N: Dim>(
    ///     table: &Tensor<f32, (V, C)>,
    ///     words: &Tensor<u32, (B, N)>,
    /// ) -> Tensor<f32, (B, N, C)> {
    ///     table.take(Axis::<0>, words)
    /// }
    /// # let table = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    /// # assert_eq!(embed(&table, &Tensor::from([[1, 0]])), Tensor::from([[[3.0, 4.0], [1.0, 2.0]]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.take(Axis::<2>, &Tensor::from([0, 2])); // `(Size<2>, Size<3>)` has no `Axis<2>`
    /// ```
    ///
    /// # Panics
    ///
    /// If an index is out of bounds, an `AnyShape` has no such axis, or the result cannot be allocated.
    #[doc(alias = "index_select")]
    #[doc(alias = "embedding")]
    #[must_use]
    take try_take,
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::inline([[1, 2], [3, 4], [5, 6]]);
    /// let mut out = Tensor::inline([[0; 2]; 2]);
    /// x.take_into(Axis::<0>, &Tensor::inline([2_u8, 0]), &mut out);
    /// assert_eq!(out, Tensor::inline([[5, 6], [1, 2]]));
    /// ```
    take_into try_take_into: [X: Copy, N: IndexElement, I: Shape, E: Storage](
        &self, axis: X, indices: &Tensor<N, I, E>
    ) -> Computed<T, Taken<S, X, I>, D, E>
    where [S: Take<X, I>]
    |to| {
        let (at, shape) = (take_axis::<S, X, I>(self.shape(), &axis)?, self.shape().taken(axis, indices.shape())?);
        self.picked(to.prepare(shape)?, IndexMode::Take(at), at, indices)
    };

    /// Selects one element along an axis for each index: NumPy's `take_along_axis`, `PyTorch`'s `gather`.
    ///
    /// The indices are as in [`take`](Self::take), and have the sizes of this tensor on the other axes. (NumPy
    /// broadcasts axes of size 1, and `PyTorch` allows smaller ones: call `broadcast_to` or `narrow`.)
    ///
    /// ```
    /// use conformable::{Axis, Dim, Shape, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let y: Tensor<i32, Shape![2, 2]> = x.gather(Axis::<1>, &Tensor::from([[2, 0], [1, -1]]));
    /// assert_eq!(y, Tensor::from([[3, 1], [5, 6]]));
    ///
    /// /// The element of each row in the column of its class.
    /// fn of_classes<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>, classes: &Tensor<usize, (N,)>) -> Tensor<f32, (N,)> {
    ///     x.gather(Axis::<1>, &classes.unsqueeze(Axis::<1>)).squeeze(Axis::<1>).to_owned()
    /// }
    /// # assert_eq!(of_classes(&x.map(|x| x as f32), &Tensor::from([2, 0])), Tensor::from([3.0, 4.0]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.gather(Axis::<1>, &Tensor::from([[0], [1], [2]])); // `Size<2>` and `Size<3>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If an index is out of bounds, run-time sizes differ on another axis, an `AnyShape` has no such axis, or the
    /// result cannot be allocated.
    #[doc(alias = "take_along_axis")]
    #[doc(alias = "take_along_dim")]
    #[must_use]
    gather try_gather,
    gather_into try_gather_into: [X: Copy, N: IndexElement, I: Shape, E: Storage](
        &self, axis: X, indices: &Tensor<N, I, E>
    ) -> Computed<T, Gathered<S, X, I>, D, E>
    where [S: Gather<X, I>]
    |to| {
        let (at, shape) = (axis_of(self.shape(), &axis)?, self.shape().gathered(axis, indices.shape())?);
        self.picked(to.prepare(shape)?, IndexMode::Gather(at), at, indices)
    };

    /// Writes values at indices along an axis, which select elements as in [`take`](Self::take).
    ///
    /// Of equal indices, the last in row-major order wins. The values broadcast to the result of `take`.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 2], [3, 4], [5, 6]]);
    /// x.index_copy(Axis::<0>, &Tensor::from([2, 0]), &Tensor::from([[10, 20], [30, 40]]));
    /// assert_eq!(x, Tensor::from([[30, 40], [3, 4], [10, 20]]));
    /// x.index_copy(Axis::<1>, &Tensor::scalar(-1), 0);
    /// assert_eq!(x, Tensor::from([[30, 0], [3, 0], [10, 0]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 2], [3, 4], [5, 6]]);
    /// // cannot broadcast `(Size<3>,)` onto `(Size<2>, Size<2>)`
    /// x.index_copy(Axis::<0>, &Tensor::from([2, 0]), &Tensor::from([1, 2, 3]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an index is out of bounds, an `AnyShape` has no such axis, or run-time sizes do not broadcast.
    #[doc(alias = "index_fill")]
    index_copy try_index_copy: [
        X: Copy, N: IndexElement, I: Shape, E: Storage, V: TensorLike<T, Shape: BroadcastTo<Taken<S, X, I>>>
    ](&mut self, axis: X, indices: &Tensor<N, I, E>, values: V)
    where [D: StorageMut, S: Take<X, I>] => {
        let at = take_axis::<S, X, I>(self.shape(), &axis)?;
        let over = self.shape().taken(axis, indices.shape())?;
        self.changed(&over, IndexMode::Take(at), at, indices, values, Write)
    };

    /// Adds values at indices along an axis, as [`index_copy`](Self::index_copy) writes them.
    ///
    /// Values of equal indices are all added. This is the gradient of an embedding.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut gradient = Tensor::from([[0.0; 2]; 3]);
    /// gradient.index_add(Axis::<0>, &Tensor::from([2, 0, 2]), &Tensor::from([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]));
    /// assert_eq!(gradient, Tensor::from([[3.0, 4.0], [0.0, 0.0], [6.0, 8.0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`index_copy`](Self::index_copy) would panic.
    index_add try_index_add: [
        X: Copy, N: IndexElement, I: Shape, E: Storage, V: TensorLike<T, Shape: BroadcastTo<Taken<S, X, I>>>
    ](&mut self, axis: X, indices: &Tensor<N, I, E>, values: V)
    where [D: StorageMut, S: Take<X, I>, T: Add<Output = T>] => {
        let at = take_axis::<S, X, I>(self.shape(), &axis)?;
        let over = self.shape().taken(axis, indices.shape())?;
        self.changed(&over, IndexMode::Take(at), at, indices, values, Combine(T::add))
    };

    /// Writes one value along an axis for each index, as [`gather`](Self::gather) reads them.
    ///
    /// Of equal indices, the last in row-major order wins. The values broadcast to the shape of the indices.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.scatter(Axis::<1>, &Tensor::from([[2, 0], [1, -1]]), &Tensor::from([[10, 20], [30, 40]]));
    /// assert_eq!(x, Tensor::from([[20, 2, 10], [4, 30, 40]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.scatter(Axis::<1>, &Tensor::from([[2], [1], [0]]), 0); // `Size<2>` and `Size<3>` differ
    /// ```
    ///
    /// # Panics
    ///
    /// If an index is out of bounds, run-time sizes differ or do not broadcast, or an `AnyShape` has no such axis.
    #[doc(alias = "put_along_axis")]
    scatter try_scatter: [
        X: Copy, N: IndexElement, I: Shape, E: Storage, V: TensorLike<T, Shape: BroadcastTo<Gathered<S, X, I>>>
    ](&mut self, axis: X, indices: &Tensor<N, I, E>, values: V)
    where [D: StorageMut, S: Gather<X, I>] => {
        let at = axis_of(self.shape(), &axis)?;
        let over = self.shape().gathered(axis, indices.shape())?;
        self.changed(&over, IndexMode::Gather(at), at, indices, values, Write)
    };

    /// Adds one value along an axis for each index, as [`scatter`](Self::scatter) writes them.
    ///
    /// Values of equal indices are all added.
    ///
    /// ```
    /// use conformable::{Axis, Tensor};
    ///
    /// let mut counts = Tensor::from([0; 4]);
    /// counts.scatter_add(Axis::<0>, &Tensor::from([1, 3, 1, 1]), 1);
    /// assert_eq!(counts, Tensor::from([0, 3, 0, 1]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`scatter`](Self::scatter) would panic.
    scatter_add try_scatter_add: [
        X: Copy, N: IndexElement, I: Shape, E: Storage, V: TensorLike<T, Shape: BroadcastTo<Gathered<S, X, I>>>
    ](&mut self, axis: X, indices: &Tensor<N, I, E>, values: V)
    where [D: StorageMut, S: Gather<X, I>, T: Add<Output = T>] => {
        let at = axis_of(self.shape(), &axis)?;
        let over = self.shape().gathered(axis, indices.shape())?;
        self.changed(&over, IndexMode::Gather(at), at, indices, values, Combine(T::add))
    };
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Reads indexed elements along an axis. The result is allocated first, since broadcast indices may exceed memory.
    #[inline]
    pub(crate) fn picked<N: IndexElement, I: Shape, E: Storage, To: Destination<T>>(
        &self,
        to: To,
        mode: IndexMode,
        axis: usize,
        indices: &Tensor<N, I, E>,
    ) -> Result<To::Written, ShapeError> {
        let indices = Indices::new(indices.aligned(), self.shape(), axis)?;
        Ok(kernel::picked(to, &self.aligned(), mode, &indices))
    }
}

impl<T: Copy, S: Shape, D: StorageMut> Tensor<T, S, D> {
    /// Changes indexed elements along an axis, for each index of the shape of the broadcast values.
    #[inline]
    pub(crate) fn changed<
        N: IndexElement,
        I: Shape,
        E: Storage,
        Out: Shape,
        V: TensorLike<T, Shape: BroadcastTo<Out>>,
    >(
        &mut self,
        over: &Out,
        mode: IndexMode,
        axis: usize,
        indices: &Tensor<N, I, E>,
        values: V,
        op: impl IndexOp<T>,
    ) -> Result<(), ShapeError> {
        values.with_tensor(|values| {
            values.shape().check_onto(over)?;
            let indices = Indices::new(indices.aligned(), self.shape(), axis)?;
            kernel::changed(self, mode, &indices, over, &values.aligned(), op);
            Ok(())
        })
    }
}
