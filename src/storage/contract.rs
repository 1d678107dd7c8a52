//! What a storage promises, and the tensor that the promise is about.
//!
//! The fields of [`Tensor`] are private here: [`Tensor::from_parts`] alone makes one, and is unsafe.

#![allow(clippy::inline_always, reason = "what stands between a kernel and its pointers is to vanish")]

use super::place::{Heap, Inline};
use crate::layout::{self, Over, row_major, stretch, stretch_over};
use crate::sealed::Sealed;
use crate::shape::{self, Measured, Shape};
use core::iter::FusedIterator;

/// Where the elements of a tensor live.
///
/// Implement it to let another library's tensor stand in: its elements then take part in every operation,
/// without a copy. [`Tensor::from_parts`](crate::Tensor::from_parts) makes a tensor of it.
///
/// # Safety
///
/// For the data of a tensor, which came with its shape, and for as long as it is borrowed: the element of
/// every index inside the shape stands at [`as_ptr`](Self::as_ptr) plus the sum of each index times its
/// stride, initialised, and may be read. A clone of the data keeps the same promise. If the [`Layout`](Self::Layout) is
/// [`Contiguous`], the strides are those of row-major order, and `as_ptr` is aligned and not null even where there is no element.
///
/// While the data are borrowed, the elements neither move nor change but through [`StorageMut::as_mut_ptr`], and calls of
/// `as_ptr` and `strides` return the same. That holds on other threads too: a view holds what `as_ptr` returned, and is
/// `Send` and `Sync` where `T` allows it, whatever the data are. So they may be read from any thread where `T` is `Sync`,
/// and written from another one where `T` is `Send`, even if the data themselves are neither.
///
/// A type of yours with a tensor in any storage cannot derive `Clone`, which would ask for `D: Clone` and not for what `D`
/// stores; by hand it is three lines:
///
/// ```
/// use conformable::{Shape, Storage, Tensor};
///
/// struct Layer<S: Shape, D: Storage> {
///     weight: Tensor<f32, S, D>,
/// }
///
/// impl<S: Shape, D: Storage> Clone for Layer<S, D>
/// where
///     Tensor<f32, S, D>: Clone,
/// {
///     fn clone(&self) -> Self {
///         Self { weight: self.weight.clone() }
///     }
/// }
/// ```
pub unsafe trait Storage: Sized {
    /// What a tensor holds beside its shape.
    type Data<T, S: Measured>;

    /// Where a result lives that is computed from such tensors.
    type Owner: Owner;

    /// How the elements lie: [`Contiguous`] or [`Strided`].
    type Layout: Layout;

    /// The element at the index 0 of every axis, if there is any.
    fn as_ptr<T, S: Shape>(data: &Self::Data<T, S>) -> *const T;

    /// How many elements one step on each axis goes, outermost first; below zero as two's complement.
    fn strides<T, S: Shape>(data: &Self::Data<T, S>, shape: &S) -> S::Sizes {
        let _ = data;
        dense_strides(shape)
    }

    /// How many elements there are, where the data tell it sooner than the shape.
    #[doc(hidden)]
    #[inline]
    fn numel<T, S: Shape>(data: &Self::Data<T, S>) -> Option<usize> {
        let _ = data;
        None
    }

    /// Whether [`recycle`](Self::recycle) may answer with data: a constant, so that what is given back anyway is not
    /// moved.
    #[doc(hidden)]
    const RECYCLES: bool = false;

    /// The data as that of a result that lives with `Place`, where its elements can be overwritten there.
    #[doc(hidden)]
    #[inline]
    fn recycle<T, S: Shape, Place: Owner, Out: Shape>(
        data: Self::Data<T, S>,
    ) -> Result<Place::Data<T, Out>, Self::Data<T, S>> {
        Err(data)
    }
}

/// A [`Storage`] whose elements can be changed.
///
/// # Safety
///
/// Beside what [`Storage`] asks: elements of different indices stand at different places, and may be written
/// through [`as_mut_ptr`](Self::as_mut_ptr).
#[diagnostic::on_unimplemented(
    message = "the elements of a `{Self}` tensor cannot be changed",
    label = "a view shares its elements, and a stretched one shows each of them at several places",
    note = "`view_mut` borrows the elements to be changed; `to_owned` copies them"
)]
pub unsafe trait StorageMut: Storage {
    /// The element at the index 0 of every axis, if there is any.
    fn as_mut_ptr<T, S: Shape>(data: &mut Self::Data<T, S>) -> *mut T;
}

/// How the elements of a [`Storage`] lie, as far as its type tells.
pub trait Layout: Sealed + Sized {
    /// Whether they lie in row-major order without gaps.
    const DENSE: bool;

    /// Iterates over them in row-major order.
    type Iter<'a, T: 'a, S: Shape>: ExactSizeIterator<Item = &'a T> + DoubleEndedIterator + FusedIterator + Clone
    where
        S: 'a;

    /// Iterates over them in row-major order, to change them.
    type IterMut<'a, T: 'a, S: Shape>: ExactSizeIterator<Item = &'a mut T> + DoubleEndedIterator + FusedIterator
    where
        S: 'a;

    #[doc(hidden)]
    fn iter<T, S: Shape, D: Storage<Layout = Self>>(tensor: &Tensor<T, S, D>) -> Self::Iter<'_, T, S>;

    #[doc(hidden)]
    fn iter_mut<T, S: Shape, D: StorageMut<Layout = Self>>(tensor: &mut Tensor<T, S, D>) -> Self::IterMut<'_, T, S>;
}

/// In row-major order without gaps: a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contiguous;

/// With any strides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strided;

impl Sealed for Contiguous {}
impl Sealed for Strided {}

/// Whether the elements lie in row-major order without gaps.
#[inline]
pub(crate) const fn is_dense<D: Storage>() -> bool {
    <D::Layout as Layout>::DENSE
}

/// The elements of a tensor in row-major order, from either end: [`Tensor::iter`](crate::Tensor::iter). They are a slice's where
/// the storage is [`Contiguous`], else an [`Iter`](super::Iter).
pub type Elements<'a, T, S, D> = <<D as Storage>::Layout as Layout>::Iter<'a, T, S>;

/// The same to be changed: [`Tensor::iter_mut`](crate::Tensor::iter_mut).
pub type ElementsMut<'a, T, S, D> = <<D as Storage>::Layout as Layout>::IterMut<'a, T, S>;

/// A [`Storage`] whose elements lie in row-major order without gaps.
#[diagnostic::on_unimplemented(
    message = "the elements of a `{Self}` tensor need not lie side by side",
    label = "a slice has no strides",
    note = "`to_owned` copies them in row-major order; `iter` visits them where they are"
)]
pub trait Dense: Storage<Layout = Contiguous> {}

/// A [`Storage`] that stays when the type of the shape changes, and its sizes do not; or, if it is an [`Owner`], its number of elements
/// does not.
///
/// # Safety
///
/// [`Storage`]'s promise holds for what `retype` returns, and the new shape, where it held for what it was given.
pub unsafe trait Retype: Storage {
    /// The same data for another shape of the same sizes, or an owner's for one of as many elements.
    #[doc(hidden)]
    fn retype<T, From: Shape, To: Shape>(data: Self::Data<T, From>) -> Self::Data<T, To>;
}

/// Where a result lives whose operands live in two places.
///
/// The bounds are what generic code may rely on: a place that is named twice makes no difference.
pub trait Beside: Sized {
    /// [`Inline`] if both are, else [`Heap`](super::Heap).
    type With<Other: Owner>: Owner + Beside<With<Other> = Self::With<Other>> + Beside<With<Self> = Self::With<Other>>
    where
        Self: Owner;
}

/// A [`Storage`] that owns its elements: [`Heap`](super::Heap) or [`Inline`].
#[diagnostic::on_unimplemented(
    message = "a tensor in `{Self}` is not owned and dense",
    label = "`to_owned` makes a copy that is; for another shape, `reshape_view` makes a view of it and `to_reshaped` a copy"
)]
pub trait Owner:
    StorageMut<Owner = Self> + Dense + Sealed + Beside<With<Self> = Self> + Beside<With<Inline> = Self>
{
    /// Memory for elements that are not there yet.
    #[doc(hidden)]
    type Block<T, S: Shape>;

    /// Memory for `numel` elements, which memory can address; `None` where it is not to be had.
    #[doc(hidden)]
    fn reserve<T, S: Shape>(numel: usize) -> Option<Self::Block<T, S>>;

    /// The data of a tensor of `numel` elements, which `init` writes from the pointer on.
    ///
    /// # Safety
    ///
    /// `numel` is the shape's, and the block was reserved for as many; `init` leaves all of them initialised.
    #[doc(hidden)]
    unsafe fn build<T, S: Shape, Init: FnOnce(*mut T)>(
        block: Self::Block<T, S>,
        numel: usize,
        init: Init,
    ) -> Self::Data<T, S>;

    /// The data of a tensor whose elements are those of the vector.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    #[inline]
    fn adopt<T, S: Shape>(elements: alloc::vec::Vec<T>) -> Result<Self::Data<T, S>, alloc::vec::Vec<T>> {
        Err(elements)
    }
}

/// Where a result lives that is computed from tensors in `D`, or in `D` and `E`.
pub type Placed<D, E = D> = <<D as Storage>::Owner as Beside>::With<<E as Storage>::Owner>;

/// The strides of a dense tensor of that shape.
#[inline]
pub(crate) fn dense_strides<S: Shape>(shape: &S) -> S::Sizes {
    let sizes = shape.sizes();
    let mut strides = sizes.clone();
    row_major(sizes.as_ref(), strides.as_mut());
    strides
}

/// The strides of a tensor of that shape whose first axis is the one of neighbours.
#[cfg(feature = "alloc")]
pub(crate) fn column_strides<S: Shape>(shape: &S) -> S::Sizes {
    let mut strides = shape.sizes();
    let mut step = 1usize;
    for stride in strides.as_mut() {
        // only the product of an empty tensor can be too large, and its strides are never followed
        step = step.saturating_mul(core::mem::replace(stride, step));
    }
    strides
}

/// Elements of type `T` in the shape `S`: unless `D` says otherwise, on the heap in row-major order.
///
/// ```
/// use conformable::{Size, Tensor};
///
/// let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]); // (2, 3)
/// let bias = Tensor::from([10.0, 20.0, 30.0]); //              (3,)
///
/// let y: Tensor<f64, (Size<2>, Size<3>)> = x + bias;
/// assert_eq!(y, Tensor::from([[11.0, 22.0, 33.0], [14.0, 25.0, 36.0]]));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::Tensor;
///
/// let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// let bias = Tensor::from([10.0, 20.0]);
/// x + bias; // cannot broadcast `(Size<2>, Size<3>)` with `(Size<2>,)`
/// ```
///
/// The third parameter is where the elements live ([`storage`](mod@crate::storage)): a function that is to take views
/// as well is generic over it.
///
/// ```
/// use conformable::{Dim, Size, Storage, Tensor, View};
///
/// fn first<N: Dim, D: Storage>(x: &Tensor<f64, (N,), D>) -> f64 {
///     x[[0]]
/// }
///
/// let x = Tensor::from([1.0, 2.0]);
/// let view: Tensor<f64, (Size<2>,), View<'_>> = x.view();
/// assert_eq!(first(&view), first(&x));
/// ```
///
/// Results are [`Computed`]: where they live follows from where the operands do. The operators and their other forms
/// are in the table of [`ops`](crate::ops).
pub struct Tensor<T, S: Shape, D: Storage = Heap> {
    data: D::Data<T, S>,
    shape: S,
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// A tensor of that shape whose elements another library's tensor holds, or a [`Storage`] of your own.
    ///
    /// # Safety
    ///
    /// The data are as [`Storage`] asks of data that came with this shape.
    #[inline]
    pub const unsafe fn from_parts(shape: S, data: D::Data<T, S>) -> Self {
        Self { data, shape }
    }

    /// What the storage holds.
    #[must_use]
    pub fn into_data(self) -> D::Data<T, S> {
        self.data
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> &S {
        &self.shape
    }

    /// What the storage holds, and the shape that it came with.
    #[inline]
    pub(crate) fn into_parts(self) -> (D::Data<T, S>, S) {
        (self.data, self.shape)
    }

    /// The element at the index 0 of every axis, if there is any.
    #[inline(always)]
    pub(crate) fn as_ptr(&self) -> *const T {
        D::as_ptr(&self.data)
    }

    /// The same, to be changed.
    #[inline(always)]
    pub(crate) fn as_mut_ptr(&mut self) -> *mut T
    where
        D: StorageMut,
    {
        D::as_mut_ptr(&mut self.data)
    }

    /// How many elements one step on each axis goes, outermost first; below zero as two's complement.
    #[inline(always)]
    pub(crate) fn strides(&self) -> S::Sizes {
        D::strides(&self.data, &self.shape)
    }

    /// The number of elements.
    ///
    /// Its shape was counted when the tensor was made; only a view stretched by its type may have more than are
    /// counted.
    #[must_use]
    #[inline]
    pub fn numel(&self) -> usize {
        let counted =
            || self.shape.with_sizes(shape::numel).unwrap_or_else(|| unreachable!("the elements have been counted"));
        S::NUMEL.or_else(|| D::numel::<T, S>(&self.data)).unwrap_or_else(counted)
    }

    /// The strides over the axes of a result, as [`stretch`] has them.
    ///
    /// # Panics
    ///
    /// If the tensor does not stretch to the result, which a rule has let it.
    #[inline]
    pub(crate) fn stretched_strides<Out: Shape>(&self, result: &Out::Sizes, trailing: isize) -> Out::Sizes {
        let (sizes, strides) = (self.shape.sizes(), self.strides());
        let mut over = result.clone();
        let stretches = stretch(result.as_ref(), sizes.as_ref(), strides.as_ref(), trailing, over.as_mut());
        assert!(stretches, "the rule let {:?} stretch to {:?}", sizes.as_ref(), result.as_ref());
        over
    }

    /// The strides over the innermost axes of a result, as [`stretch_over`] has them.
    ///
    /// # Panics
    ///
    /// If the tensor does not stretch to the result, which a rule has let it.
    #[inline]
    pub(crate) fn strides_over(&self, result: &[usize], trailing: isize) -> Over {
        let over = self.shape.with_sizes(|sizes| {
            if const { is_dense::<D>() } {
                return stretch_over(result, sizes, None, trailing);
            }
            stretch_over(result, sizes, Some(self.strides().as_ref()), trailing)
        });
        over.unwrap_or_else(|| panic!("the rule let {:?} stretch to {result:?}", self.shape.sizes()))
    }

    /// How far the element at an index of a result of that rank is from the first.
    #[inline]
    pub(crate) fn offset_over(&self, rank: usize, trailing: isize, index: &[usize]) -> isize {
        self.shape.with_sizes(|sizes| layout::offset_over(rank, sizes, Some(self.strides().as_ref()), trailing, index))
    }
}

impl<T, S: Shape, D: Storage> Clone for Tensor<T, S, D>
where
    D::Data<T, S>: Clone,
{
    fn clone(&self) -> Self {
        Self { data: self.data.clone(), shape: self.shape.clone() }
    }
}

impl<T, S: Shape + Copy, D: Storage> Copy for Tensor<T, S, D> where D::Data<T, S>: Copy {}
