//! One-hot vectors.

#![allow(clippy::type_complexity, reason = "the result types are long")]

use crate::axes::{Stack, Stacked, stacked};
use crate::forms::forms;
use crate::indices::IndexElement;
use crate::kernel::{self, IndexMode, Indices, Unary, Write};
use crate::shape::{Axes, Dim, IntoDim, Nil, NoneBroadcast, Shape, ShapeError};
use crate::storage::{Inline, Room, Storage, StorageMut};
use crate::tensor::{Tensor, expect};
use core::convert::identity;
use num_traits::{One, Zero};

/// A number as a tensor of rank 0.
fn scalar<U>(number: U) -> Tensor<U, (), Inline> {
    Tensor::<U, (), Inline>::of_arrays(number)
}

forms! {
    impl[N, S: Shape, D: Storage] Tensor<N, S, D>;

    /// Encodes each index along a new last axis: one at the index, and zero elsewhere.
    ///
    /// The indices may be negative, as those of [`take`](Self::take).
    ///
    /// ```
    /// use conformable::{Dyn, Shape, Size, Tensor};
    ///
    /// let classes = Tensor::from([2, 0]);
    /// let y: Tensor<f32, Shape![2, 3]> = classes.one_hot(Size::<3>);
    /// assert_eq!(y, Tensor::from([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]));
    /// assert_eq!(classes.one_hot::<i32, _>(Dyn::new(4)).sizes(), [2, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Size, Tensor};
    ///
    /// Tensor::from([2.0, 0.0]).one_hot::<f32, _>(Size::<3>); // a float cannot be an index
    /// ```
    ///
    /// # Panics
    ///
    /// If an index is outside of `-k..k` for `k` classes, or the result cannot be allocated. The message names the
    /// index and its position.
    #[must_use]
    one_hot try_one_hot: [U: Zero + One + Copy, K: IntoDim](&self, classes: K) -> Tensor<U, S::Push<K::Dim>, D::Owner>
    where [N: IndexElement] => {
        self.hot(self.shape().clone().push(classes.into_dim()), self.rank())
    };

    /// [`one_hot`](Self::one_hot) into a tensor of that shape, without allocation.
    ///
    /// ```
    /// use conformable::{Size, Tensor};
    ///
    /// let mut out = Tensor::inline([[9; 3]; 2]);
    /// Tensor::inline([2_u8, 0]).one_hot_into(Size::<3>, &mut out);
    /// assert_eq!(out, Tensor::inline([[0, 0, 1], [1, 0, 0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`one_hot`](Self::one_hot) would panic, or the sizes differ.
    one_hot_into try_one_hot_into: [U: Zero + One + Copy, K: IntoDim, R, E: StorageMut](
        &self, classes: K, out: &mut Tensor<U, R, E>
    )
    where [N: IndexElement, R: Shape + NoneBroadcast<S::Push<K::Dim>>] => {
        self.hot_into(&self.shape().clone().push(classes.into_dim()), self.rank(), out)
    };

    /// Encodes each index along a new axis of the result, as [`one_hot`](Self::one_hot).
    ///
    /// ```
    /// use conformable::{Axis, Shape, Size, Tensor};
    ///
    /// let y: Tensor<f32, Shape![3, 2]> = Tensor::from([2, 0]).one_hot_along(Axis::<0>, Size::<3>);
    /// assert_eq!(y, Tensor::from([[0.0, 1.0], [0.0, 0.0], [1.0, 0.0]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// // `(Size<2>,)` with one more axis has no `Axis<2>`
    /// Tensor::from([2, 0]).one_hot_along::<f32, _, _>(Axis::<2>, Size::<3>);
    /// ```
    ///
    /// # Panics
    ///
    /// If [`one_hot`](Self::one_hot) would panic, or an `AnyShape` with one more axis has no such axis.
    #[must_use]
    one_hot_along try_one_hot_along: [U: Zero + One + Copy, X: Copy, K: IntoDim](
        &self, axis: X, classes: K
    ) -> Tensor<U, Stacked<S, X, K::Dim>, D::Owner>
    where [N: IndexElement, S: Stack<X, K::Dim>] => {
        let (at, shape) = stacked::<S, X, K::Dim>(self.shape(), axis, classes.into_dim().size())?;
        self.hot(shape, at)
    };

    /// [`one_hot_along`](Self::one_hot_along) into a tensor of that shape, without allocation.
    ///
    /// # Panics
    ///
    /// If [`one_hot_into`](Self::one_hot_into) would panic, or an `AnyShape` with one more axis has no such axis.
    one_hot_along_into try_one_hot_along_into: [U: Zero + One + Copy, X: Copy, K: IntoDim, R, E: StorageMut](
        &self, axis: X, classes: K, out: &mut Tensor<U, R, E>
    )
    where [N: IndexElement, S: Stack<X, K::Dim>, R: Shape + NoneBroadcast<Stacked<S, X, K::Dim>>] => {
        let (at, shape) = stacked::<S, X, K::Dim>(self.shape(), axis, classes.into_dim().size())?;
        self.hot_into(&shape, at, out)
    };
}

impl<N: IndexElement, S: Shape, D: Storage> Tensor<N, S, D> {
    /// Creates zeros with a one at each index along an axis.
    fn hot<U: Zero + One + Copy, Out: Shape>(
        &self,
        shape: Out,
        axis: usize,
    ) -> Result<Tensor<U, Out, D::Owner>, ShapeError> {
        let indices = Indices::new(self.aligned(), &shape, axis)?;
        let zero = scalar(U::zero());
        let room = Room::<U, _, D::Owner>::new(shape)?;
        let mut result = kernel::map(room, &Axes { last: zero.aligned(), outer: Nil }, Unary(identity));
        self.write_ones(&mut result, axis, &indices);
        Ok(result)
    }

    fn hot_into<U: Zero + One + Copy, Out: Shape, R: Shape + NoneBroadcast<Out>>(
        &self,
        shape: &Out,
        axis: usize,
        out: &mut Tensor<U, R, impl StorageMut>,
    ) -> Result<(), ShapeError> {
        out.shape().none_broadcast(shape)?;
        let indices = Indices::new(self.aligned(), shape, axis)?;
        out.fill(U::zero());
        self.write_ones(out, axis, &indices);
        Ok(())
    }

    #[inline]
    fn write_ones<U: One + Copy, Out: Shape, E: StorageMut>(
        &self,
        out: &mut Tensor<U, Out, E>,
        axis: usize,
        indices: &Indices<'_, N, S, D>,
    ) {
        let one = scalar(U::one());
        kernel::changed(out, IndexMode::Across(axis), indices, self.shape(), &one.aligned(), Write);
    }
}
