//! Owned elements that do not move when their axes are rearranged.

use super::contract::{Owner, Storage, StorageMut, Strided};
use super::place::{Heap, Inline};
use super::view::{View, ViewData, ViewMut, ViewMutData};
use crate::shape::{Measured, Shape};
use core::fmt::{self, Debug};
use core::marker::PhantomData;

/// Owned elements of a tensor in `D` of the shape `S`, with other strides.
///
/// The `into_` forms of `permute` and similar operations return it.
///
/// ```
/// use conformable::storage::{Heap, Owned};
/// use conformable::{Shape, Tensor};
///
/// fn columns() -> Tensor<i32, Shape![2, 3], Owned<Heap, Shape![3, 2]>> {
///     Tensor::from([[1, 4], [2, 5], [3, 6]]).into_t()
/// }
///
/// assert_eq!(columns(), Tensor::from([[1, 2, 3], [4, 5, 6]]));
/// ```
#[derive(Debug)]
pub struct Owned<D, S>(PhantomData<fn() -> (D, S)>);

/// The data of an [`Owned`]: those of the shape `From`, with the offset and strides for the shape `S`.
pub struct OwnedData<T, D: Storage, From: Shape, S: Measured> {
    data: D::Data<T, From>,
    offset: isize,
    strides: S::Sizes,
}

impl<T, D: Storage<Data<T, From>: Clone>, From: Shape, S: Measured> Clone for OwnedData<T, D, From, S> {
    fn clone(&self) -> Self {
        Self { data: self.data.clone(), strides: self.strides.clone(), ..*self }
    }
}

impl<T, D: Storage<Data<T, From>: Copy>, From: Shape, S: Measured<Sizes: Copy>> Copy for OwnedData<T, D, From, S> {}

impl<T, D: Storage, From: Shape, S: Measured> Debug for OwnedData<T, D, From, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedData").field("strides", &self.strides).finish_non_exhaustive()
    }
}

// SAFETY: only `Rearranges::rearrange` makes the data. Its `# Safety` requires an element of `data`, which is owned
// here, at each index times `strides` from `offset` on.
unsafe impl<D: Storage, From: Shape> Storage for Owned<D, From> {
    type Data<T, S: Measured> = OwnedData<T, D, From, S>;
    type Owner = D::Owner;
    type Layout = Strided;

    #[inline]
    fn as_ptr<T, S: Shape>(data: &Self::Data<T, S>) -> *const T {
        D::as_ptr(&data.data).wrapping_offset(data.offset)
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

// SAFETY: `# Safety` of `Rearranges::rearrange`, which alone makes the data, requires different elements for different
// indices; `data` is borrowed as mutable.
unsafe impl<D: StorageMut, From: Shape> StorageMut for Owned<D, From> {
    #[inline]
    fn as_mut_ptr<T, S: Shape>(data: &mut Self::Data<T, S>) -> *mut T {
        D::as_mut_ptr(&mut data.data).wrapping_offset(data.offset)
    }
}

/// A [`Storage`] that can rearrange the axes of a tensor given by value, without moving elements.
///
/// # Safety
///
/// If the arguments are as `rearrange` requires, the returned data satisfy the conditions of [`Storage`], and of
/// [`StorageMut`] if `Rearranged` implements it, for a tensor of the sizes that `strides` are for.
pub unsafe trait Rearranges: Storage {
    /// The storage of the result.
    type Rearranged<S: Shape>: Storage<Owner = Self::Owner>;

    /// Sets the strides, and moves the first element by `offset`.
    ///
    /// # Safety
    ///
    /// The data came with a shape `S`, and the returned data are used with a shape `To`. Each index of `To` times
    /// `strides`, from `offset` on, leads to an element of the data, and different indices to different elements if
    /// those of `S` do.
    #[doc(hidden)]
    unsafe fn rearrange<T, S: Shape, To: Shape>(
        data: Self::Data<T, S>,
        offset: isize,
        strides: To::Sizes,
    ) -> <Self::Rearranged<S> as Storage>::Data<T, To>;
}

/// Implements [`Rearranges`] for storages that own their elements.
macro_rules! owners {
    ($($D:ty)*) => {$(
        // SAFETY: the data are moved into the returned data, whose `as_ptr` and `strides` are `offset` and `strides`;
        // the condition on them is that of `Storage`.
        unsafe impl Rearranges for $D {
            type Rearranged<S: Shape> = Owned<Self, S>;

            #[inline]
            unsafe fn rearrange<T, S: Shape, To: Shape>(
                data: Self::Data<T, S>,
                offset: isize,
                strides: To::Sizes,
            ) -> OwnedData<T, Self, S, To> {
                OwnedData { data, offset, strides }
            }
        }
    )*};
}

owners!(Heap Inline);

// SAFETY: `as_ptr` of the returned data is `as_ptr` of `data` plus `offset`, since the offsets are added; the condition
// on the arguments is that of `Storage`.
unsafe impl<D: Storage, From: Shape> Rearranges for Owned<D, From> {
    type Rearranged<S: Shape> = Self;

    #[inline]
    unsafe fn rearrange<T, S: Shape, To: Shape>(
        data: Self::Data<T, S>,
        offset: isize,
        strides: To::Sizes,
    ) -> OwnedData<T, D, From, To> {
        OwnedData { data: data.data, offset: data.offset.wrapping_add(offset), strides }
    }
}

// SAFETY: the returned data borrow the same elements for `'a`, from `as_ptr` of `data` plus `offset` on.
unsafe impl<'a, Place: Owner> Rearranges for View<'a, Place> {
    type Rearranged<S: Shape> = Self;

    #[inline]
    unsafe fn rearrange<T, S: Shape, To: Shape>(
        data: Self::Data<T, S>,
        offset: isize,
        strides: To::Sizes,
    ) -> ViewData<'a, T, To> {
        // SAFETY: each index times `strides`, from `offset` on, is an element of `data` (`# Safety` of `rearrange`),
        // borrowed for `'a`.
        unsafe { ViewData::new(Self::as_ptr::<T, S>(&data).wrapping_offset(offset), strides) }
    }
}

// SAFETY: the returned data borrow the same elements as mutable for `'a`, from `as_mut_ptr` of `data` plus `offset` on,
// and `data` is consumed.
unsafe impl<'a, Place: Owner> Rearranges for ViewMut<'a, Place> {
    type Rearranged<S: Shape> = Self;

    #[inline]
    unsafe fn rearrange<T, S: Shape, To: Shape>(
        mut data: Self::Data<T, S>,
        offset: isize,
        strides: To::Sizes,
    ) -> ViewMutData<'a, T, To> {
        // SAFETY: each index times `strides`, from `offset` on, is an element of `data`, and different indices have
        // different ones (`# Safety` of `rearrange`). `data`, which borrows them for `'a`, is consumed.
        unsafe { ViewMutData::new(Self::as_mut_ptr::<T, S>(&mut data).wrapping_offset(offset), strides) }
    }
}
