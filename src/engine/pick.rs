//! Indexing of tensors on engines: `take`, `gather`, `index_add`, `scatter_add` and `one_hot`.

use super::capability::{Host, ViewKernel};
use super::engine::{Engine, Error, expect};
use super::native::{Native, Own};
use super::tensor::{EngineTensor, Outcome};
use crate::axes::{Gather, Gathered, Take, Taken, axis_of, take_axis};
use crate::forms::forms;
use crate::kernel::{Combine, IndexMode, Indices};
use crate::ops::IndexElement;
use crate::rule::BroadcastTo;
use crate::shape::{Dim, IntoDim, Shape, ShapeError, Size};
use crate::storage::{Heap, Room, Storage};
use crate::tensor::Tensor;
use alloc::borrow::Cow;
use core::fmt::{self, Debug};
use core::ops::Add;
use num_traits::{One, Zero};

/// The shapes and the axis of an indexed operation: indices of shape `I` on a tensor of shape `S`.
pub struct Picked<'a, S, I, O> {
    /// The shape of the tensor.
    pub shape: &'a S,
    /// The shape of the indices.
    pub indices: &'a I,
    /// The axis, counted from 0.
    pub axis: usize,
    /// The shape of the indexed elements.
    pub out: &'a O,
}

impl<S: Shape, I: Shape, O: Shape> Debug for Picked<'_, S, I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} along {} at {} to {}",
            self.shape.partial(),
            self.axis,
            self.indices.partial(),
            self.out.partial()
        )
    }
}

/// An engine's tensor of indices of shape `I`.
type IndicesOn<E, I> = <E as Engine>::Tensor<<E as Engine>::Index, I>;

/// An engine that indexes elements of type `T`.
///
/// [`places`](Self::places) checks the indices before other methods are called.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot index elements of type `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait IndexSelectKernel<T: Copy>: Host<<Self as Engine>::Index> {
    /// Checks that the indices are in bounds, and replaces negative ones by the same places counted from 0.
    ///
    /// The default checks them in host memory. An engine that checks indices itself, without a panic or the loss of its
    /// device, returns them as they are.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds, or the device fails.
    fn places<'a, S: Shape, I: Shape>(
        indices: &'a EngineTensor<Self::Index, I, Self>,
        (shape, axis): (&S, usize),
    ) -> Result<Cow<'a, IndicesOn<Self, I>>, Error<Self>> {
        let read = indices.to_tensor()?;
        Indices::new(read.aligned(), shape, axis)?;
        let size = shape.sizes().as_ref()[axis];
        if read.iter().all(|index| index.number() >= 0) {
            return Ok(Cow::Borrowed(&indices.tensor));
        }
        let counted = read.map(|index| Self::Index::try_from(index.known_place(size)).unwrap_or(index));
        EngineTensor::upload(&counted, &indices.device())
            .map(|counted: EngineTensor<_, I, Self>| Cow::Owned(counted.tensor))
    }

    /// Returns the elements at the indices. All axes of the indices take the place of the indexed axis.
    ///
    /// # Errors
    ///
    /// As for [`BinaryKernel::binary`](super::BinaryKernel::binary).
    fn take<S: Shape, I: Shape, O: Shape>(
        tensor: &Self::Tensor<T, S>,
        indices: &IndicesOn<Self, I>,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Self::Tensor<T, O>, Self::Error>;

    /// The element at each index; the indices have all axes of the tensor.
    ///
    /// # Errors
    ///
    /// As for [`take`](Self::take).
    fn gather<S: Shape, I: Shape, O: Shape>(
        tensor: &Self::Tensor<T, S>,
        indices: &IndicesOn<Self, I>,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Self::Tensor<T, O>, Self::Error>;

    /// The indices that sort the elements along an axis, in ascending or descending order. The sort is stable, and NaN
    /// is larger than all numbers.
    ///
    /// The default sorts in host memory.
    ///
    /// # Errors
    ///
    /// If the device fails.
    fn argsort<S: Shape>(x: &EngineTensor<T, S, Self>, axis: usize, descending: bool) -> Outcome<Self::Index, S, Self>
    where
        T: PartialOrd,
        Self: Host<T>,
    {
        let order = x.to_tensor()?.erase().argsorted(axis, descending)?;
        let order = EngineTensor::<Self::Index, _, Self>::indices(&order, &x.device())?;
        Ok(order.retyped(x.shape.clone()))
    }
}

/// An engine that adds to indexed elements of type `T`.
///
/// All indices are in bounds: [`IndexSelectKernel::places`] has checked them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot add to indexed elements of type `{T}`",
    label = "this engine has no kernel for it",
    note = "conformable: E-engine"
)]
pub trait IndexAddKernel<T: Copy>: IndexSelectKernel<T> {
    /// Adds values to the elements that [`take`](IndexSelectKernel::take) reads.
    ///
    /// # Errors
    ///
    /// As for [`take`](IndexSelectKernel::take).
    fn index_add<S: Shape, I: Shape, O: Shape>(
        tensor: &Self::Tensor<T, S>,
        indices: &IndicesOn<Self, I>,
        values: &Self::Tensor<T, O>,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Self::Tensor<T, S>, Self::Error>;

    /// Adds values to the elements that [`gather`](IndexSelectKernel::gather) reads.
    ///
    /// # Errors
    ///
    /// As for [`take`](IndexSelectKernel::take).
    fn scatter_add<S: Shape, I: Shape, O: Shape>(
        tensor: &Self::Tensor<T, S>,
        indices: &IndicesOn<Self, I>,
        values: &Self::Tensor<T, O>,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Self::Tensor<T, S>, Self::Error>;

    /// A one at each index and zeros elsewhere, along a new last axis with an element for each class.
    ///
    /// The default adds ones to zeros.
    ///
    /// # Errors
    ///
    /// If an index is not below the number of classes.
    fn one_hot<S: Shape, K: Dim>(
        indices: &EngineTensor<Self::Index, S, Self>,
        classes: K,
    ) -> Outcome<T, S::Push<K>, Self>
    where
        T: Zero + One,
        Self: Host<T> + ViewKernel<<Self as Engine>::Index>,
    {
        let (out, ones) = (indices.shape.clone().push(classes), indices.shape.clone().push(Size::<1>));
        let device = indices.device();
        let zeros = EngineTensor::<T, _, Self>::full(out, T::zero(), &device)?;
        let rank = indices.shape.rank();
        let places = Self::places(indices, (&zeros.shape, rank))?;
        let places = <Self as ViewKernel<Self::Index>>::reshape(places.as_ref(), &indices.shape, &ones)
            .map_err(Error::Failed)?;
        let all = EngineTensor::<T, _, Self>::full(ones, T::one(), &device)?;
        let picked = Picked { shape: &zeros.shape, indices: &all.shape, axis: rank, out: &all.shape };
        let tensor = Self::scatter_add(&zeros.tensor, &places, &all.tensor, &picked);
        EngineTensor::made(tensor, zeros.shape.clone())
    }
}

impl<T: Copy> IndexSelectKernel<T> for Native {
    // the kernels check them
    #[inline]
    fn places<'a, S: Shape, I: Shape>(
        indices: &'a EngineTensor<usize, I, Self>,
        _: (&S, usize),
    ) -> Result<Cow<'a, Own<usize, I>>, Error<Self>> {
        Ok(Cow::Borrowed(&indices.tensor))
    }

    #[inline]
    fn take<S: Shape, I: Shape, O: Shape>(
        tensor: &Own<T, S>,
        indices: &Own<usize, I>,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Own<T, O>, ShapeError> {
        tensor
            .picked(Room::new(picked.out.clone())?, IndexMode::Take(picked.axis), picked.axis, indices)
            .map(Tensor::into_shared)
    }

    #[inline]
    fn gather<S: Shape, I: Shape, O: Shape>(
        tensor: &Own<T, S>,
        indices: &Own<usize, I>,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Own<T, O>, ShapeError> {
        tensor
            .picked(Room::new(picked.out.clone())?, IndexMode::Gather(picked.axis), picked.axis, indices)
            .map(Tensor::into_shared)
    }

    fn argsort<S: Shape>(x: &EngineTensor<T, S, Self>, axis: usize, descending: bool) -> Outcome<usize, S, Self>
    where
        T: PartialOrd,
    {
        let order = x.tensor.clone().erase().argsorted(axis, descending)?;
        Ok(EngineTensor::from(order).retyped(x.shape.clone()))
    }
}

impl<T: Copy + Add<Output = T>> IndexAddKernel<T> for Native {
    fn index_add<S: Shape, I: Shape, O: Shape>(
        tensor: &Own<T, S>,
        indices: &Own<usize, I>,
        values: &Own<T, O>,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Own<T, S>, ShapeError> {
        let mut out = tensor.copy_in::<Heap>()?;
        out.changed(picked.out, IndexMode::Take(picked.axis), picked.axis, indices, values, Combine(T::add))?;
        Ok(out.into_shared())
    }

    fn scatter_add<S: Shape, I: Shape, O: Shape>(
        tensor: &Own<T, S>,
        indices: &Own<usize, I>,
        values: &Own<T, O>,
        picked: &Picked<'_, S, I, O>,
    ) -> Result<Own<T, S>, ShapeError> {
        let mut out = tensor.copy_in::<Heap>()?;
        out.changed(picked.out, IndexMode::Gather(picked.axis), picked.axis, indices, values, Combine(T::add))?;
        Ok(out.into_shared())
    }

    fn one_hot<S: Shape, K: Dim>(indices: &EngineTensor<usize, S, Self>, classes: K) -> Outcome<T, S::Push<K>, Self>
    where
        T: Zero + One,
    {
        indices.tensor.try_one_hot(classes).map(EngineTensor::from).map_err(Error::Failed)
    }
}

impl<S: Shape, E: Engine> EngineTensor<E::Index, S, E> {
    /// Converts indices of any integer type to the engine's index type.
    ///
    /// ```
    /// use conformable::engine::{EngineTensor, Native};
    /// use conformable::{Axis, Tensor};
    ///
    /// let words = EngineTensor::<_, _, Native>::indices(&Tensor::from([1_u8, 0, 1]), &())?;
    /// let table = EngineTensor::from(Tensor::from([[1.0, 2.0], [3.0, 4.0]]));
    /// assert_eq!(table.take(Axis::<0>, &words).as_engine(), &Tensor::from([[3.0, 4.0], [1.0, 2.0], [3.0, 4.0]]));
    /// # Ok::<(), conformable::engine::Error<Native>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If an index is negative or not in the range of the engine's index type; if the device fails.
    pub fn indices<N: IndexElement, D: Storage>(tensor: &Tensor<N, S, D>, device: &E::Device) -> Result<Self, Error<E>>
    where
        E: Host<<E as Engine>::Index>,
    {
        let mut missing = None;
        let converted = tensor.map(|index| {
            let own = usize::try_from(index.number()).ok().and_then(|index| E::Index::try_from(index).ok());
            own.unwrap_or_else(|| {
                missing = Some(index.number());
                E::Index::default()
            })
        });
        match missing {
            None => EngineTensor::upload(&converted, device),
            Some(_) => Err(ShapeError::cannot(
                "upload indices of",
                tensor.shape().partial(),
                "one of them is negative, or above the largest integer of the engine",
            )
            .into()),
        }
    }
}

forms! {
    impl[T: Copy, S: Shape, E: Engine] EngineTensor<T, S, E>;

    /// The indexed elements along an axis; the axes of `indices` replace it: [`Tensor::take`](crate::Tensor::take).
    ///
    /// ```compile_fail,E0277
    /// use conformable::engine::EngineTensor;
    /// use conformable::{Axis, Tensor};
    ///
    /// let x = EngineTensor::from(Tensor::from([[1, 2, 3], [4, 5, 6]]));
    /// x.take(Axis::<2>, &EngineTensor::from(Tensor::from([0, 2]))); // `(Size<2>, Size<3>)` has no `Axis<2>`
    /// ```
    ///
    /// The indices are checked before the engine is called. Except on [`Native`], this reads them from the device and
    /// waits for pending computations.
    ///
    /// # Panics
    ///
    /// If an index is out of bounds, or run-time sizes do not conform.
    #[must_use]
    #[doc(alias = "index_select")]
    #[doc(alias = "embedding")]
    take try_take: [X: Copy, I: Shape](&self, axis: X, indices: &EngineTensor<E::Index, I, E>)
        -> EngineTensor<T, Taken<S, X, I>, E>
    where [S: Take<X, I>, E: IndexSelectKernel<T>] => {
        let (at, out) = (take_axis::<S, X, I>(&self.shape, &axis)?, self.shape.taken(axis, &indices.shape)?);
        let tensor = self.at_indices(at, indices, &out, |places, picked| E::take(&self.tensor, places, picked))?;
        EngineTensor::made(tensor, out)
    };

    /// The element at each index along an axis: [`Tensor::gather`](crate::Tensor::gather).
    ///
    /// The indices have all axes of this tensor, and are checked as by [`take`](Self::take).
    ///
    /// # Panics
    ///
    /// If an index is out of bounds, or run-time sizes do not conform.
    #[must_use]
    #[doc(alias = "take_along_axis")]
    gather try_gather: [X: Copy, I: Shape](&self, axis: X, indices: &EngineTensor<E::Index, I, E>)
        -> EngineTensor<T, Gathered<S, X, I>, E>
    where [S: Gather<X, I>, E: IndexSelectKernel<T>] => {
        let (at, out) = (axis_of(&self.shape, &axis)?, self.shape.gathered(axis, &indices.shape)?);
        let tensor = self.at_indices(at, indices, &out, |places, picked| E::gather(&self.tensor, places, picked))?;
        EngineTensor::made(tensor, out)
    };

    /// Adds values at the indices: [`Tensor::index_add`](crate::Tensor::index_add), the gradient of an embedding.
    ///
    /// ```
    /// use conformable::engine::EngineTensor;
    /// use conformable::{Axis, Tensor};
    ///
    /// let zeros = EngineTensor::from(Tensor::from([[0.0; 2]; 3]));
    /// let values = EngineTensor::from(Tensor::from([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]));
    /// let y = zeros.index_add(Axis::<0>, &EngineTensor::from(Tensor::from([2, 0, 2])), &values);
    /// assert_eq!(y.as_engine(), &Tensor::from([[3.0, 4.0], [0.0, 0.0], [6.0, 8.0]]));
    /// ```
    ///
    /// The indices are checked as by [`take`](Self::take); the values broadcast to the shape of the indexed elements.
    ///
    /// # Panics
    ///
    /// As for [`gather`](Self::gather).
    #[must_use]
    index_add try_index_add: [X: Copy, I: Shape, V: Shape + BroadcastTo<Taken<S, X, I>>](
        &self, axis: X, indices: &EngineTensor<E::Index, I, E>, values: &EngineTensor<T, V, E>
    ) -> EngineTensor<T, S, E>
    where [S: Take<X, I>, E: IndexAddKernel<T> + ViewKernel<T>] => {
        let (at, over) = (take_axis::<S, X, I>(&self.shape, &axis)?, self.shape.taken(axis, &indices.shape)?);
        let values = values.try_broadcast_to(&over)?.tensor;
        let tensor = self.at_indices(at, indices, &over, |places, picked| {
            E::index_add(&self.tensor, places, &values, picked)
        })?;
        EngineTensor::made(tensor, self.shape.clone())
    };

    /// Adds a value at each index along an axis: [`Tensor::scatter_add`](crate::Tensor::scatter_add).
    ///
    /// The indices are as in [`gather`](Self::gather), the values as in [`index_add`](Self::index_add).
    ///
    /// # Panics
    ///
    /// As for [`gather`](Self::gather).
    #[must_use]
    scatter_add try_scatter_add: [X: Copy, I: Shape, V: Shape + BroadcastTo<Gathered<S, X, I>>](
        &self, axis: X, indices: &EngineTensor<E::Index, I, E>, values: &EngineTensor<T, V, E>
    ) -> EngineTensor<T, S, E>
    where [S: Gather<X, I>, E: IndexAddKernel<T> + ViewKernel<T>] => {
        let (at, over) = (axis_of(&self.shape, &axis)?, self.shape.gathered(axis, &indices.shape)?);
        let values = values.try_broadcast_to(&over)?.tensor;
        let tensor = self.at_indices(at, indices, &over, |places, picked| {
            E::scatter_add(&self.tensor, places, &values, picked)
        })?;
        EngineTensor::made(tensor, self.shape.clone())
    };
}

impl<T: Copy, S: Shape, E: Engine> EngineTensor<T, S, E> {
    /// Checks indices along an axis, and calls the engine with them.
    fn at_indices<I: Shape, O: Shape, X>(
        &self,
        axis: usize,
        indices: &EngineTensor<E::Index, I, E>,
        out: &O,
        call: impl FnOnce(&IndicesOn<E, I>, &Picked<'_, S, I, O>) -> X,
    ) -> Result<X, Error<E>>
    where
        E: IndexSelectKernel<T>,
    {
        let places = E::places(indices, (&self.shape, axis))?;
        Ok(call(&places, &Picked { shape: &self.shape, indices: &indices.shape, axis, out }))
    }
}

forms! {
    impl[S: Shape, E: Engine] EngineTensor<E::Index, S, E>;

    /// A one at each index and zeros elsewhere, along a new last axis: [`Tensor::one_hot`](crate::Tensor::one_hot).
    ///
    /// The indices are checked as by [`take`](Self::take).
    ///
    /// ```
    /// use conformable::engine::{Native, EngineTensor};
    /// use conformable::{Shape, Size, Tensor};
    ///
    /// let y: EngineTensor<f32, Shape![2, 3], Native> = EngineTensor::from(Tensor::from([2, 0])).one_hot(Size::<3>);
    /// assert_eq!(y.as_engine(), &Tensor::from([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an index is not below the number of classes.
    #[must_use]
    one_hot try_one_hot: [U: Zero + One + Copy, K: IntoDim](&self, classes: K) -> EngineTensor<U, S::Push<K::Dim>, E>
    where [E: IndexAddKernel<U> + Host<U> + ViewKernel<<E as Engine>::Index>] => E::one_hot(self, classes.into_dim());
}
