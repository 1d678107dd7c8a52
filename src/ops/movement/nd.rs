//! Elements selected by rows of indices for the leading axes.
//!
//! ```text
//! gather_nd(x, i)[p.., q..]   = x[i[p.., 0], i[p.., 1], .., q..]
//! scatter_nd(x, i, v):          x[i[p.., 0], i[p.., 1], .., q..] = v[p.., q..]
//! ```

#![allow(clippy::type_complexity, reason = "the result types are long")]

use super::scatter::{ScatterElement, ScatterReduce};
use crate::axes::{GatherNd, GatheredNd};
use crate::forms::forms;
use crate::indices::IndexElement;
use crate::kernel::{self, IndexOp, Write};
use crate::ops::elementwise::tensor_like::TensorLike;
use crate::rule::BroadcastTo;
use crate::shape::{Shape, ShapeError};
use crate::storage::{Storage, StorageMut, Target};
use crate::tensor::{Computed, Tensor, expect};

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Gathers the elements at rows of indices, as ONNX's `GatherND`.
    ///
    /// The last axis of the indices has one index for each of the first axes of this tensor. The remaining axes of this
    /// tensor follow those of the rows. The result is an `AnyShape` unless the size of that last axis is static.
    ///
    /// ```
    /// use conformable::{Shape, Tensor};
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// let elements: Tensor<i32, Shape![3]> = x.gather_nd(&Tensor::from([[0, 1], [1, 0], [-1, -1]]));
    /// assert_eq!(elements, Tensor::from([2, 4, 6]));
    /// let rows: Tensor<i32, Shape![2, 3]> = x.gather_nd(&Tensor::from([[1], [0]]));
    /// assert_eq!(rows, Tensor::from([[4, 5, 6], [1, 2, 3]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.gather_nd(&Tensor::from([[0, 1, 2]])); // more indices than `(Size<2>, Size<3>)` has axes
    /// ```
    ///
    /// # Panics
    ///
    /// If an index is out of bounds, or the result cannot be allocated.
    /// If a row of indices has a run-time length above the rank, or an `AnyShape` of indices has rank 0.
    #[doc(alias = "GatherND")]
    #[must_use]
    gather_nd try_gather_nd,
    /// It does not allocate.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let mut out = Tensor::inline([0; 2]);
    /// Tensor::inline([[1, 2], [3, 4]]).gather_nd_into(&Tensor::inline([[1_u8, 0], [0, 0]]), &mut out);
    /// assert_eq!(out, Tensor::inline([3, 1]));
    /// ```
    gather_nd_into try_gather_nd_into: [N: IndexElement, I: Shape, E: Storage](
        &self, indices: &Tensor<N, I, E>
    ) -> Computed<T, GatheredNd<S, I>, D, E>
    where [S: GatherNd<I>]
    |to| {
        let to = to.prepare(self.shape().gathered_nd(indices.shape())?)?;
        kernel::picked_nd(to, &self.aligned(), indices)
    };

    /// Writes values at rows of indices, which select elements as in [`gather_nd`](Self::gather_nd).
    ///
    /// Of equal rows, the last in row-major order wins. The values broadcast to the result of `gather_nd`.
    ///
    /// ```
    /// use conformable::Tensor;
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// x.scatter_nd(&Tensor::from([[0, 1], [1, 2]]), &Tensor::from([20, 60]));
    /// assert_eq!(x, Tensor::from([[1, 20, 3], [4, 5, 60]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::Tensor;
    ///
    /// let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    /// // cannot broadcast `(Size<3>,)` onto `(Size<2>,)`
    /// x.scatter_nd(&Tensor::from([[0, 1], [1, 2]]), &Tensor::from([1, 2, 3]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`gather_nd`](Self::gather_nd) would panic for these indices, or run-time sizes do not broadcast.
    #[doc(alias = "ScatterND")]
    #[doc(alias = "index_put")]
    scatter_nd try_scatter_nd: [
        N: IndexElement, I: Shape, E: Storage, V: TensorLike<T, Shape: BroadcastTo<GatheredNd<S, I>>>
    ](&mut self, indices: &Tensor<N, I, E>, values: V)
    where [D: StorageMut, S: GatherNd<I>] => self.changed_nd(indices, values, Write);

    /// Combines elements at rows of indices with values, as [`scatter_nd`](Self::scatter_nd).
    ///
    /// ```
    /// use conformable::Tensor;
    /// use conformable::ops::ScatterReduce;
    ///
    /// let mut x = Tensor::from([[1, 2], [3, 4]]);
    /// x.scatter_nd_reduce(&Tensor::from([[1], [1]]), &Tensor::from([[5, 0], [4, 9]]), ScatterReduce::Max);
    /// assert_eq!(x, Tensor::from([[1, 2], [5, 9]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`scatter_nd`](Self::scatter_nd) would panic.
    scatter_nd_reduce try_scatter_nd_reduce: [
        N: IndexElement, I: Shape, E: Storage, V: TensorLike<T, Shape: BroadcastTo<GatheredNd<S, I>>>
    ](&mut self, indices: &Tensor<N, I, E>, values: V, reduce: ScatterReduce)
    where [D: StorageMut, S: GatherNd<I>, T: ScatterElement] => {
        super::scatter::by!(reduce, op => self.changed_nd(indices, values, op))
    };
}

impl<T: Copy, S: Shape, D: StorageMut> Tensor<T, S, D> {
    /// Changes the elements at rows of indices, for each index of the shape of the broadcast values.
    fn changed_nd<N: IndexElement, I: Shape, E: Storage, V: TensorLike<T, Shape: BroadcastTo<GatheredNd<S, I>>>>(
        &mut self,
        indices: &Tensor<N, I, E>,
        values: V,
        op: impl IndexOp<T>,
    ) -> Result<(), ShapeError>
    where
        S: GatherNd<I>,
    {
        let over = self.shape().gathered_nd(indices.shape())?;
        values.with_tensor(|values| {
            values.shape().check_onto(&over)?;
            kernel::changed_nd(self, indices, &over, &values.aligned(), op)
        })
    }
}
