//! Elements at indices of a brand.

#![allow(clippy::needless_pass_by_value, clippy::type_complexity, reason = "axes are values; result types are long")]

use crate::axes::{Gather, Gathered, Take, Taken, axis_of, take_axis};
use crate::brand::{Brand, BrandAt, Branded, Index};
use crate::forms::forms;
use crate::indices::IndexElement;
use crate::kernel::{self, IndexMode, Indices};
use crate::ops::elementwise::zip::zip;
use crate::shape::{Dyn, Refused, Shape, ShapeError};
use crate::storage::{Along, Retype, Storage, Target};
use crate::tensor::{Computed, Tensor, expect};

impl<'id, N> Branded<'id, N> {
    /// Checks indices, and copies them; -1 is the last one.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds, or the copy cannot be allocated.
    pub fn indices<I: IndexElement, S: Shape, D: Storage>(
        self,
        indices: &Tensor<I, S, D>,
    ) -> Result<Computed<Index<'id, N>, S, D>, ShapeError> {
        Indices::new(indices.aligned(), &(self.dim(),), 0)?;
        let known = |index| self.index(index).unwrap_or_else(|| unreachable!("`Indices` has compared it"));
        zip((indices,)).try_map(|(index,)| known(index))
    }

    /// Gives an axis of the tensor the brand.
    ///
    /// # Errors
    ///
    /// If the size differs, or an `AnyShape` has no such axis; the error holds the tensor.
    pub fn brand<T, S, D, X, To: Shape>(
        self,
        axis: X,
        tensor: Tensor<T, S, D>,
    ) -> Result<Tensor<T, To, D>, Refused<Tensor<T, S, D>>>
    where
        S: Shape + BrandAt<X, Dyn<Brand<'id, N>>, Output = To>,
        D: Retype,
    {
        match tensor.shape().brand_at(&axis, self.dim()) {
            Ok(shape) => Ok(tensor.retype(|_| shape)),
            Err(error) => Err(Refused::new(error, tensor)),
        }
    }
}

forms! {
    impl['id, N, X: Copy, T: Copy, S: Shape, D: Storage] Along<'_, 'id, N, X, T, S, D>;

    /// [`Tensor::take`] along this axis.
    ///
    /// # Panics
    ///
    /// If the result cannot be allocated.
    #[must_use]
    take try_take,
    take_into try_take_into: [I: Shape, E: Storage](
        &self, indices: &Tensor<Index<'id, N>, I, E>
    ) -> Computed<T, Taken<S, X, I>, D, E>
    where [S: Take<X, I>]
    |to| {
        let (x, axis, brand) = self.parts();
        let (at, shape) = (take_axis::<S, X, I>(x.shape(), &axis)?, x.shape().taken(axis, indices.shape())?);
        let indices = Indices::branded(indices.aligned(), brand);
        Ok(kernel::picked(to.prepare(shape)?, &x.aligned(), IndexMode::Take(at), &indices))
    };

    /// [`Tensor::gather`] along this axis.
    ///
    /// # Panics
    ///
    /// If run-time sizes differ on another axis, or the result cannot be allocated.
    #[must_use]
    gather try_gather,
    gather_into try_gather_into: [I: Shape, E: Storage](
        &self, indices: &Tensor<Index<'id, N>, I, E>
    ) -> Computed<T, Gathered<S, X, I>, D, E>
    where [S: Gather<X, I>]
    |to| {
        let (x, axis, brand) = self.parts();
        let (at, shape) = (axis_of(x.shape(), &axis)?, x.shape().gathered(axis, indices.shape())?);
        let indices = Indices::branded(indices.aligned(), brand);
        Ok(kernel::picked(to.prepare(shape)?, &x.aligned(), IndexMode::Gather(at), &indices))
    };
}
