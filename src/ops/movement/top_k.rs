//! The largest or the smallest elements along an axis.

use crate::axes::{Top, TopOf, axis_of};
use crate::forms::forms;
use crate::kernel::{self, IndexMode};
use crate::ops::reduction::reducers::comes_before;
use crate::shape::{IntoDim, NoneBroadcast, Shape, ShapeError};
use crate::storage::{Room, Storage, StorageMut};
use crate::tensor::{Tensor, expect};

/// The largest `K` elements along the axis `X` of a tensor of shape `S`, and their indices.
pub type Tops<T, S, X, K, Place> = (Tensor<T, TopOf<S, X, K>, Place>, Tensor<usize, TopOf<S, X, K>, Place>);

forms! {
    impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

    /// Returns the `count` largest elements along an axis, in descending order, and their indices.
    ///
    /// Of equal elements the first comes first. NaN counts as larger than all numbers, as in [`argmax`](Self::argmax).
    ///
    /// ```
    /// use conformable::{Axis, Dyn, Shape, Size, Tensor};
    ///
    /// let x = Tensor::from([[1, 5, 2, 5], [7, 3, 4, 0]]);
    /// let (values, indices) = x.top_k(Axis::<1>, Size::<2>);
    /// let _: &Tensor<i32, Shape![2, 2]> = &values;
    /// assert_eq!(values, Tensor::from([[5, 5], [7, 4]]));
    /// assert_eq!(indices, Tensor::from([[1, 3], [0, 2]]));
    /// assert_eq!(x.top_k(Axis::<0>, Dyn::new(1)).0, Tensor::from([[7, 5, 4, 5]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// Tensor::from([[1, 5, 2], [7, 3, 4]]).top_k(Axis::<1>, Size::<4>); // `Size<3>` is less than `Size<4>`
    /// ```
    ///
    /// # Panics
    ///
    /// If a run-time size of the axis is below `count`, an `AnyShape` has no such axis, or the result cannot be
    /// allocated.
    #[must_use]
    top_k try_top_k: [X: Copy, K: IntoDim](&self, axis: X, count: K) -> Tops<T, S, X, K::Dim, D::Owner>
    where [T: PartialOrd, S: Top<X, K::Dim>] => {
        self.first_few(axis, count.into_dim(), comes_before::<T, true>)
    };

    /// [`top_k`](Self::top_k) into two tensors of that shape, without allocation.
    ///
    /// ```
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// let x = Tensor::inline([1.0, 3.0, 2.0]);
    /// let (mut values, mut indices) = (Tensor::inline([0.0; 2]), Tensor::inline([0; 2]));
    /// x.top_k_into(Axis::<0>, Size::<2>, &mut values, &mut indices);
    /// assert_eq!((values, indices), (Tensor::inline([3.0, 2.0]), Tensor::inline([1, 2])));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`top_k`](Self::top_k) would panic, or the sizes differ.
    top_k_into try_top_k_into: [X: Copy, K: IntoDim, V, E: StorageMut, I, F: StorageMut](
        &self, axis: X, count: K, values: &mut Tensor<T, V, E>, indices: &mut Tensor<usize, I, F>
    )
    where [
        T: PartialOrd, S: Top<X, K::Dim>, V: Shape + NoneBroadcast<TopOf<S, X, K::Dim>>,
        I: Shape + NoneBroadcast<TopOf<S, X, K::Dim>>
    ] => {
        self.first_few_into(axis, count.into_dim(), comes_before::<T, true>, values, indices)
    };

    /// Returns the `count` smallest elements along an axis, in ascending order, and their indices.
    ///
    /// Equal elements and NaN are compared as in [`top_k`](Self::top_k).
    ///
    /// ```
    /// use conformable::{Axis, Shape, Size, Tensor};
    ///
    /// let x = Tensor::from([[4_u8, 1, 2, 1], [7, 3, 4, 0]]);
    /// let (values, indices) = x.bottom_k(Axis::<1>, Size::<2>);
    /// let _: &Tensor<u8, Shape![2, 2]> = &values;
    /// assert_eq!(values, Tensor::from([[1, 1], [0, 3]]));
    /// assert_eq!(indices, Tensor::from([[1, 3], [3, 1]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Axis, Size, Tensor};
    ///
    /// Tensor::from([[1, 5, 2], [7, 3, 4]]).bottom_k(Axis::<1>, Size::<4>); // `Size<3>` is less than `Size<4>`
    /// ```
    ///
    /// # Panics
    ///
    /// If [`top_k`](Self::top_k) would panic.
    #[must_use]
    bottom_k try_bottom_k: [X: Copy, K: IntoDim](&self, axis: X, count: K) -> Tops<T, S, X, K::Dim, D::Owner>
    where [T: PartialOrd, S: Top<X, K::Dim>] => {
        self.first_few(axis, count.into_dim(), |x, other| comes_before::<T, true>(other, x))
    };

    /// [`bottom_k`](Self::bottom_k) into two tensors of that shape, without allocation.
    ///
    /// # Panics
    ///
    /// If [`top_k_into`](Self::top_k_into) would panic.
    bottom_k_into try_bottom_k_into: [X: Copy, K: IntoDim, V, E: StorageMut, I, F: StorageMut](
        &self, axis: X, count: K, values: &mut Tensor<T, V, E>, indices: &mut Tensor<usize, I, F>
    )
    where [
        T: PartialOrd, S: Top<X, K::Dim>, V: Shape + NoneBroadcast<TopOf<S, X, K::Dim>>,
        I: Shape + NoneBroadcast<TopOf<S, X, K::Dim>>
    ] => {
        self.first_few_into(axis, count.into_dim(), |x, other| comes_before::<T, true>(other, x), values, indices)
    };
}

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// The first `count` elements along an axis by an order.
    #[inline]
    fn first_few<X: Copy, K>(
        &self,
        axis: X,
        count: K,
        before: impl Fn(T, T) -> bool + Copy,
    ) -> Result<Tops<T, S, X, K, D::Owner>, ShapeError>
    where
        S: Top<X, K>,
    {
        let (at, shape) = (axis_of(self.shape(), &axis)?, self.shape().top(axis, count)?);
        let (places, values) = (Room::new(shape.clone())?, Room::new(shape)?);
        let indices = kernel::top(places, &self.aligned(), at, before);
        Ok((self.picked(values, IndexMode::Gather(at), at, &indices)?, indices))
    }

    #[inline]
    fn first_few_into<X: Copy, K, V: Shape + NoneBroadcast<S::Output>, I: Shape + NoneBroadcast<S::Output>>(
        &self,
        axis: X,
        count: K,
        before: impl Fn(T, T) -> bool + Copy,
        values: &mut Tensor<T, V, impl StorageMut>,
        indices: &mut Tensor<usize, I, impl StorageMut>,
    ) -> Result<(), ShapeError>
    where
        S: Top<X, K>,
    {
        let (at, shape) = (axis_of(self.shape(), &axis)?, self.shape().top(axis, count)?);
        values.shape().none_broadcast(&shape)?;
        indices.shape().none_broadcast(&shape)?;
        kernel::top(&mut *indices, &self.aligned(), at, before);
        self.picked(values, IndexMode::Gather(at), at, indices)
    }
}
