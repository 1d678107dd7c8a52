//! Elements that several tensors own.

use super::contract::{Owner, Retype, Storage, Strided, dense_strides};
use super::owned::Rearranges;
use super::place::Heap;
use super::view::same_strides;
use crate::shape::{Measured, Shape};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

/// Elements that clones and views own together, with any strides. Results are on the heap.
///
/// ```
/// use conformable::storage::Shared;
/// use conformable::{Shape, Tensor};
///
/// let x: Tensor<i32, Shape![2, 3], Shared> = Tensor::from([[1, 2, 3], [4, 5, 6]]).into_shared();
/// let columns: Tensor<i32, Shape![3, 2], Shared> = x.clone().into_t(); // no element is copied
/// assert_eq!(columns[[2, 0]], x[[0, 2]]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared;

/// The data of a [`Shared`].
pub struct SharedData<T, S: Measured> {
    elements: Arc<Vec<T>>,
    /// The first element's place and the strides; `None` for all elements in row-major order.
    view: Option<(isize, S::Sizes)>,
}

impl<T, S: Measured> SharedData<T, S> {
    #[inline]
    pub(super) fn new(elements: Vec<T>) -> Self {
        Self { elements: Arc::new(elements), view: None }
    }

    /// All elements, if in row-major order and without another owner.
    #[inline]
    pub(super) fn alone_mut(&mut self) -> Option<&mut [T]> {
        if self.view.is_some() { None } else { Arc::get_mut(&mut self.elements).map(Vec::as_mut_slice) }
    }

    /// The elements from `offset` on, by these strides.
    #[inline]
    pub(super) fn viewed<To: Measured>(self, offset: isize, strides: To::Sizes) -> SharedData<T, To> {
        let first = self.view.map_or(0, |(first, _)| first);
        SharedData { elements: self.elements, view: Some((first.wrapping_add(offset), strides)) }
    }

    /// The same elements in the same order; a view gets these strides.
    #[inline]
    pub(super) fn reshaped<To: Measured>(self, strides: impl FnOnce(&S::Sizes) -> To::Sizes) -> SharedData<T, To> {
        let view = self.view.map(|(first, own)| (first, strides(&own)));
        SharedData { elements: self.elements, view }
    }
}

impl<T, S: Measured> Clone for SharedData<T, S> {
    #[inline]
    fn clone(&self) -> Self {
        Self { elements: Arc::clone(&self.elements), view: self.view.clone() }
    }
}

impl<T, S: Measured> Debug for SharedData<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedData").field("view", &self.view).finish_non_exhaustive()
    }
}

// SAFETY: `constructors.rs` and `Rearranges` make a tensor only of data with an element at each index times the
// strides. The data own the vector, which no data can change. `recycle` takes it if no other data own it, and the
// tensor is all of it in row-major order.
unsafe impl Storage for Shared {
    type Data<T, S: Measured> = SharedData<T, S>;
    type Owner = Heap;
    type Layout = Strided;

    #[inline]
    fn as_ptr<T, S: Shape>(data: &Self::Data<T, S>) -> *const T {
        let first = data.view.as_ref().map_or(0, |(first, _)| *first);
        data.elements.as_ptr().wrapping_offset(first)
    }

    #[inline]
    fn strides<T, S: Shape>(data: &Self::Data<T, S>, shape: &S) -> S::Sizes {
        match &data.view {
            Some((_, strides)) => strides.clone(),
            None => dense_strides(shape),
        }
    }

    #[inline]
    fn with_strides<T, S: Shape, R>(data: &Self::Data<T, S>, shape: &S, f: impl FnOnce(&[usize]) -> R) -> R {
        match &data.view {
            Some((_, strides)) => f(strides.as_ref()),
            None => f(dense_strides(shape).as_ref()),
        }
    }

    const RECYCLES: bool = true;

    #[inline]
    fn recycle<T, S: Shape, Place: Owner, Out: Shape>(
        data: Self::Data<T, S>,
    ) -> Result<Place::Data<T, Out>, Self::Data<T, S>> {
        if data.view.is_some() {
            return Err(data);
        }
        let elements = Arc::try_unwrap(data.elements).map_err(|elements| SharedData { elements, view: None })?;
        Place::adopt(elements).map_err(SharedData::new)
    }
}

// SAFETY: the returned data have the same elements and strides, for a shape of the same sizes.
unsafe impl Retype for Shared {
    #[inline]
    fn retype<T, From: Shape, To: Shape>(data: Self::Data<T, From>) -> Self::Data<T, To> {
        data.reshaped(same_strides::<From, To>)
    }
}

// SAFETY: the returned data own the elements of `data`, from its `as_ptr` plus `offset` on; the condition on the
// arguments is that of `Storage`.
unsafe impl Rearranges for Shared {
    type Rearranged<S: Shape> = Self;

    #[inline]
    unsafe fn rearrange<T, S: Shape, To: Shape>(
        data: Self::Data<T, S>,
        offset: isize,
        strides: To::Sizes,
    ) -> SharedData<T, To> {
        data.viewed(offset, strides)
    }
}
