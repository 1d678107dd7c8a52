//! Borrowed elements.

use super::contract::{Owner, Retype, Storage, StorageMut, Strided};
use super::place::Heap;
use crate::shape::{Measured, Shape};
use core::fmt::{self, Debug};
use core::marker::PhantomData;
use core::ptr::NonNull;

/// Borrowed elements of another tensor, with any strides; a broadcast axis has stride 0.
///
/// Results computed from views are in the storage of the borrowed tensor, in general `Place`.
///
/// ```
/// use conformable::{Shape, Tensor};
///
/// let row = Tensor::from([1, 2, 3]);
/// let rows = row.broadcast_to::<Shape![2, 3]>(); // no element is copied
/// assert_eq!(rows[[1, 2]], 3);
/// assert_eq!(&rows + &rows, Tensor::from([[2, 4, 6], [2, 4, 6]]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct View<'a, Place = Heap>(PhantomData<(&'a (), Place)>);

/// Mutably borrowed elements of another tensor. Different indices have different elements.
///
/// ```
/// use conformable::Tensor;
///
/// let mut x = Tensor::from([1, 2, 3]);
/// let mut view = x.view_mut();
/// view += 10;
/// assert_eq!(x, Tensor::from([11, 12, 13]));
/// ```
#[derive(Debug)]
pub struct ViewMut<'a, Place = Heap>(PhantomData<(&'a mut (), Place)>);

/// The data of a [`View`].
pub struct ViewData<'a, T, S: Measured> {
    ptr: NonNull<T>,
    strides: S::Sizes,
    borrowed: PhantomData<&'a ()>,
}

/// The data of a [`ViewMut`].
pub struct ViewMutData<'a, T, S: Measured> {
    ptr: NonNull<T>,
    strides: S::Sizes,
    borrowed: PhantomData<(&'a mut (), *mut T)>,
}

impl<T, S: Measured> ViewData<'_, T, S> {
    /// # Safety
    ///
    /// For `'a`, a readable element is at `ptr` plus each index times `strides`, for each index of the shape that the
    /// data come with, unless no element is read.
    #[inline]
    pub(super) unsafe fn new(ptr: *const T, strides: S::Sizes) -> Self {
        // a pointer to the first of 0 elements is never read, and may be null only in another library's storage
        Self { ptr: NonNull::new(ptr.cast_mut()).unwrap_or(NonNull::dangling()), strides, borrowed: PhantomData }
    }
}

impl<T, S: Measured> ViewMutData<'_, T, S> {
    /// # Safety
    ///
    /// For `'a`, an element is at `ptr` plus each index times `strides`, for each index of the shape that the data come
    /// with, unless no element is used. Different indices have different elements, which are not accessed otherwise.
    #[inline]
    pub(super) unsafe fn new(ptr: *mut T, strides: S::Sizes) -> Self {
        Self { ptr: NonNull::new(ptr).unwrap_or(NonNull::dangling()), strides, borrowed: PhantomData }
    }
}

impl<T, S: Measured> Clone for ViewData<'_, T, S> {
    #[inline]
    fn clone(&self) -> Self {
        Self { strides: self.strides.clone(), ..*self }
    }
}

impl<T, S: Measured<Sizes: Copy>> Copy for ViewData<'_, T, S> {}

impl<T, S: Measured> Debug for ViewData<'_, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ViewData").field("strides", &self.strides).finish_non_exhaustive()
    }
}

impl<T, S: Measured> Debug for ViewMutData<'_, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ViewMutData").field("strides", &self.strides).finish_non_exhaustive()
    }
}

// SAFETY: `ViewData` gives only `&T`, by its pointer (`T: Sync`); `S::Sizes` are `usize`s.
unsafe impl<T: Sync, S: Measured> Send for ViewData<'_, T, S> {}
// SAFETY: `&ViewData` gives only `&T`, by its pointer (`T: Sync`); `S::Sizes` are `usize`s.
unsafe impl<T: Sync, S: Measured> Sync for ViewData<'_, T, S> {}
// SAFETY: `ViewMutData` is the only borrow of its elements (`# Safety` of `new`), so it may move as `&mut [T]` does
// (`T: Send`); `S::Sizes` are `usize`s.
unsafe impl<T: Send, S: Measured> Send for ViewMutData<'_, T, S> {}
// SAFETY: `&ViewMutData` gives only `&T`, by its pointer (`T: Sync`); `S::Sizes` are `usize`s.
unsafe impl<T: Sync, S: Measured> Sync for ViewMutData<'_, T, S> {}

// SAFETY: `ViewData::new` requires an element at each index of the shape times `strides`, from `ptr` on, for `'a`;
// `as_ptr` and `strides` return these, and a clone has the same.
unsafe impl<'a, Place: Owner> Storage for View<'a, Place> {
    type Data<T, S: Measured> = ViewData<'a, T, S>;
    type Owner = Place;
    type Layout = Strided;

    #[inline]
    fn as_ptr<T, S: Shape>(data: &Self::Data<T, S>) -> *const T {
        data.ptr.as_ptr()
    }

    #[inline]
    fn strides<T, S: Shape>(data: &Self::Data<T, S>, _: &S) -> S::Sizes {
        data.strides.clone()
    }

    #[inline]
    fn with_strides<T, S: Shape, R>(data: &Self::Data<T, S>, _: &S, f: impl FnOnce(&[usize]) -> R) -> R {
        f(data.strides.as_ref())
    }
}

// SAFETY: `ViewMutData::new` requires an element at each index, by the strides, for `'a`; pointer and strides are
// fields that never change, and the data is not cloned.
unsafe impl<'a, Place: Owner> Storage for ViewMut<'a, Place> {
    type Data<T, S: Measured> = ViewMutData<'a, T, S>;
    type Owner = Place;
    type Layout = Strided;

    #[inline]
    fn as_ptr<T, S: Shape>(data: &Self::Data<T, S>) -> *const T {
        data.ptr.as_ptr()
    }

    #[inline]
    fn strides<T, S: Shape>(data: &Self::Data<T, S>, _: &S) -> S::Sizes {
        data.strides.clone()
    }

    #[inline]
    fn with_strides<T, S: Shape, R>(data: &Self::Data<T, S>, _: &S, f: impl FnOnce(&[usize]) -> R) -> R {
        f(data.strides.as_ref())
    }
}

// SAFETY: `ViewMutData::new` requires different elements for different indices, not accessed otherwise; `as_mut_ptr`
// returns the pointer of `as_ptr`.
unsafe impl<Place: Owner> StorageMut for ViewMut<'_, Place> {
    #[inline]
    fn as_mut_ptr<T, S: Shape>(data: &mut Self::Data<T, S>) -> *mut T {
        data.ptr.as_ptr()
    }
}

/// Converts the strides to those of another shape type of the same rank.
pub(super) fn same_strides<From: Shape, To: Shape>(strides: &From::Sizes) -> To::Sizes {
    To::sizes_of(strides.as_ref())
}

// SAFETY: the returned data have the same pointer and strides, for a shape of the same sizes.
unsafe impl<Place: Owner> Retype for View<'_, Place> {
    #[inline]
    fn retype<T, From: Shape, To: Shape>(data: Self::Data<T, From>) -> Self::Data<T, To> {
        ViewData { ptr: data.ptr, strides: same_strides::<From, To>(&data.strides), borrowed: PhantomData }
    }
}

// SAFETY: the returned data have the same pointer and strides, for a shape of the same sizes.
unsafe impl<Place: Owner> Retype for ViewMut<'_, Place> {
    #[inline]
    fn retype<T, From: Shape, To: Shape>(data: Self::Data<T, From>) -> Self::Data<T, To> {
        ViewMutData { ptr: data.ptr, strides: same_strides::<From, To>(&data.strides), borrowed: PhantomData }
    }
}
