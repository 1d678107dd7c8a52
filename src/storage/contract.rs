//! The conditions on a storage, and [`Tensor`], which relies on them.
//!
//! The fields of [`Tensor`] are private to this file: only the unsafe [`Tensor::from_parts`] makes one.

#![allow(clippy::inline_always, reason = "a call between a kernel and its pointers costs time")]

use super::place::{Heap, Inline};
use crate::layout::{self, Over, row_major, stretch, stretch_over};
use crate::sealed::Sealed;
use crate::shape::{self, Measured, Shape};
use core::iter::FusedIterator;

/// Where the elements of a tensor are.
///
/// Implement it for another library's tensor to use its elements in every operation without a copy. Make the tensor by
/// [`Tensor::from_parts`](crate::Tensor::from_parts).
///
/// # Safety
///
/// Unsafe code relies on these conditions on the data that a tensor was made of, together with its shape, for as long
/// as the data are borrowed:
///
/// - Each index of the shape has an initialised, aligned, readable element at [`as_ptr`](Self::as_ptr) plus the sum of
///   each index times its stride. All elements are in one allocation, which this pointer may access.
/// - The elements do not move, and only [`StorageMut::as_mut_ptr`] gives a way to change them. `as_ptr` and `strides`
///   always return the same values.
/// - Both hold on every thread: a view keeps the pointer, and is `Send` and `Sync` if `T` allows it, even if the data
///   are not. So the elements may be read from any thread if `T` is `Sync`, and written from another one if `T` is
///   `Send`.
/// - If the [`Layout`](Self::Layout) is [`Contiguous`], the strides are those of row-major order, and `as_ptr` is
///   aligned and not null, even for 0 elements.
/// - A clone of the data satisfies the same conditions for the same shape.
/// - The hidden method `with_strides` passes the result of `strides`.
/// - The hidden method `numel` returns `None` or the number of elements of the shape.
/// - The hidden method `recycle` returns `Err` with the data it got, or `Ok` with data that satisfy these conditions,
///   for the storage `Place` and each shape of type `Out` that has the sizes of the tensor's shape.
///
/// The hidden constant `RECYCLES` may have any value. The default hidden methods are always valid.
///
/// A type that has a tensor in any storage cannot derive `Clone`, which would require `D: Clone`. Implement it:
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
    /// The data of a tensor, without its shape.
    type Data<T, S: Measured>;

    /// The storage of results computed from such tensors.
    type Owner: Owner;

    /// [`Contiguous`] or [`Strided`].
    type Layout: Layout;

    /// Returns a pointer to the element at index 0 of every axis, if there is one.
    fn as_ptr<T, S: Shape>(data: &Self::Data<T, S>) -> *const T;

    /// Returns the stride of each axis, in elements, outermost first; negative ones in two's complement.
    fn strides<T, S: Shape>(data: &Self::Data<T, S>, shape: &S) -> S::Sizes {
        let _ = data;
        dense_strides(shape)
    }

    /// Calls `f` with [`strides`](Self::strides), without a copy if the data have them.
    #[doc(hidden)]
    #[inline]
    fn with_strides<T, S: Shape, R>(data: &Self::Data<T, S>, shape: &S, f: impl FnOnce(&[usize]) -> R) -> R {
        f(Self::strides(data, shape).as_ref())
    }

    /// The number of elements, if the data have it at hand.
    #[doc(hidden)]
    #[inline]
    fn numel<T, S: Shape>(data: &Self::Data<T, S>) -> Option<usize> {
        let _ = data;
        None
    }

    /// Whether [`recycle`](Self::recycle) may return `Ok`. If not, the caller does not move the data.
    #[doc(hidden)]
    const RECYCLES: bool = false;

    /// The data of a result in `Place`, in the same memory; or these data, if that is not possible.
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
/// In addition to the conditions of [`Storage`], different indices have different elements.
/// [`as_mut_ptr`](Self::as_mut_ptr) returns the address of `as_ptr`, and the elements may be written through it.
#[diagnostic::on_unimplemented(
    message = "the elements of a `{Self}` tensor cannot be changed",
    label = "views are read-only, and a broadcast view shows one element at several indices",
    note = "use `view_mut`, or copy the elements with `to_owned`",
    note = "conformable: E-storage"
)]
pub unsafe trait StorageMut: Storage {
    /// Returns a pointer to the element at index 0 of every axis, if there is one.
    fn as_mut_ptr<T, S: Shape>(data: &mut Self::Data<T, S>) -> *mut T;
}

/// The order of the elements of a [`Storage`] in memory, as far as its type tells it.
pub trait Layout: Sealed + Sized {
    /// Whether they are contiguous.
    const DENSE: bool;

    /// Iterates over them in row-major order.
    type Iter<'a, T: 'a, S: Shape>: ExactSizeIterator<Item = &'a T> + DoubleEndedIterator + FusedIterator + Clone
    where
        S: 'a;

    /// Iterates over them as mutable in row-major order.
    type IterMut<'a, T: 'a, S: Shape>: ExactSizeIterator<Item = &'a mut T> + DoubleEndedIterator + FusedIterator
    where
        S: 'a;

    #[doc(hidden)]
    fn iter<T, S: Shape, D: Storage<Layout = Self>>(tensor: &Tensor<T, S, D>) -> Self::Iter<'_, T, S>;

    #[doc(hidden)]
    fn iter_mut<T, S: Shape, D: StorageMut<Layout = Self>>(tensor: &mut Tensor<T, S, D>) -> Self::IterMut<'_, T, S>;
}

/// Contiguous, in row-major order: a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contiguous;

/// Any strides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strided;

impl Sealed for Contiguous {}
impl Sealed for Strided {}

#[inline]
pub(crate) const fn is_dense<D: Storage>() -> bool {
    <D::Layout as Layout>::DENSE
}

/// An iterator over the elements in row-major order, from either end.
///
/// [`Tensor::iter`](crate::Tensor::iter) returns it: a slice's if the storage is [`Contiguous`], else an
/// [`Iter`](super::Iter).
pub type Elements<'a, T, S, D> = <<D as Storage>::Layout as Layout>::Iter<'a, T, S>;

/// The mutable form of [`Elements`]: [`Tensor::iter_mut`](crate::Tensor::iter_mut).
pub type ElementsMut<'a, T, S, D> = <<D as Storage>::Layout as Layout>::IterMut<'a, T, S>;

/// A [`Storage`] whose elements are contiguous.
#[diagnostic::on_unimplemented(
    message = "the elements of a `{Self}` tensor may not be contiguous",
    label = "expected a contiguous tensor",
    note = "`to_owned` copies them in row-major order; `iter` visits them in place",
    note = "conformable: E-storage"
)]
pub trait Dense: Storage<Layout = Contiguous> {}

/// A [`Storage`] whose data also fit another shape type of the same sizes.
///
/// For an [`Owner`], the other shape may have other sizes of the same numel.
///
/// # Safety
///
/// Both shapes have the same sizes, or, for an `Owner`, the same numel. If the given data satisfy the conditions of
/// [`Storage`], and of [`StorageMut`] if it is implemented, the returned data do for the new shape.
pub unsafe trait Retype: Storage {
    /// Converts the data to the new shape type.
    #[doc(hidden)]
    fn retype<T, From: Shape, To: Shape>(data: Self::Data<T, From>) -> Self::Data<T, To>;
}

/// The storage of a result whose operands are in two storages.
///
/// The bounds are for generic code: naming a storage twice makes no difference.
pub trait Beside: Sized {
    /// [`Inline`] if both are, else [`Heap`](super::Heap).
    type With<Other: Owner>: Owner + Beside<With<Other> = Self::With<Other>> + Beside<With<Self> = Self::With<Other>>
    where
        Self: Owner;
}

/// A [`Storage`] that owns its elements: [`Heap`](super::Heap) or [`Inline`].
#[diagnostic::on_unimplemented(
    message = "a tensor in `{Self}` is not owned and dense",
    label = "`to_owned` makes an owned copy; for another shape, `reshape_view` returns a view and `to_reshaped` a copy",
    note = "conformable: E-storage"
)]
pub trait Owner:
    StorageMut<Owner = Self> + Dense + Sealed + Beside<With<Self> = Self> + Beside<With<Inline> = Self>
{
    /// Memory for uninitialised elements.
    #[doc(hidden)]
    type Block<T, S: Shape>;

    /// Allocates memory for `numel` elements of at most `isize::MAX` bytes; `None` if it fails.
    #[doc(hidden)]
    fn reserve<T, S: Shape>(numel: usize) -> Option<Self::Block<T, S>>;

    /// Makes the data of a tensor of `numel` elements, which `init` writes from the pointer on.
    ///
    /// # Safety
    ///
    /// `numel` is the numel of the shape, and `block` was reserved for it. If `init` returns, it has initialised all
    /// elements.
    #[doc(hidden)]
    unsafe fn build<T, S: Shape, Init: FnOnce(*mut T)>(
        block: Self::Block<T, S>,
        numel: usize,
        init: Init,
    ) -> Self::Data<T, S>;

    /// Makes the data of a tensor from a vector.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    #[inline]
    fn adopt<T, S: Shape>(elements: alloc::vec::Vec<T>) -> Result<Self::Data<T, S>, alloc::vec::Vec<T>> {
        Err(elements)
    }
}

/// The storage of a result computed from tensors in `D`, or in `D` and `E`.
pub type Placed<D, E = D> = <<D as Storage>::Owner as Beside>::With<<E as Storage>::Owner>;

#[inline]
pub(crate) fn dense_strides<S: Shape>(shape: &S) -> S::Sizes {
    let sizes = shape.sizes();
    let mut strides = sizes.clone();
    row_major(sizes.as_ref(), strides.as_mut());
    strides
}

/// The strides of a tensor of that shape in column-major order.
#[cfg(feature = "alloc")]
pub(crate) fn column_strides<S: Shape>(shape: &S) -> S::Sizes {
    let mut strides = shape.sizes();
    let mut step = 1usize;
    for stride in strides.as_mut() {
        // only the product of an empty tensor can overflow, and its strides are not used
        step = step.saturating_mul(core::mem::replace(stride, step));
    }
    strides
}

/// Elements of type `T` in the shape `S`, stored in `D`: by default on the heap, in row-major order.
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
/// The third parameter is the [storage](mod@crate::storage). Functions that also take views are generic over it:
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
/// Results are [`Computed`](crate::Computed): their storage follows from those of the operands. [`ops`](crate::ops)
/// lists the operators and their other forms.
pub struct Tensor<T, S: Shape, D: Storage = Heap> {
    data: D::Data<T, S>,
    shape: S,
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Makes a tensor of another library's tensor, or of your own [`Storage`].
    ///
    /// # Safety
    ///
    /// The data satisfy the conditions of [`Storage`] for this shape.
    #[inline]
    pub const unsafe fn from_parts(shape: S, data: D::Data<T, S>) -> Self {
        Self { data, shape }
    }

    /// Returns the data of the storage.
    #[must_use]
    pub fn into_data(self) -> D::Data<T, S> {
        self.data
    }

    /// Returns the shape.
    #[must_use]
    pub const fn shape(&self) -> &S {
        &self.shape
    }

    #[inline]
    pub(crate) fn into_parts(self) -> (D::Data<T, S>, S) {
        (self.data, self.shape)
    }

    #[inline(always)]
    pub(crate) fn as_ptr(&self) -> *const T {
        D::as_ptr(&self.data)
    }

    #[inline(always)]
    pub(crate) fn as_mut_ptr(&mut self) -> *mut T
    where
        D: StorageMut,
    {
        D::as_mut_ptr(&mut self.data)
    }

    /// The shape, and the same pointer. A later reference to the tensor would invalidate a slice at it.
    #[inline(always)]
    pub(crate) fn shape_and_mut_ptr(&mut self) -> (&S, *mut T)
    where
        D: StorageMut,
    {
        (&self.shape, D::as_mut_ptr(&mut self.data))
    }

    /// # Safety
    ///
    /// The caller leaves data that satisfy the conditions of [`Storage`].
    #[cfg(feature = "engine")]
    #[inline(always)]
    pub(super) unsafe fn data_mut(&mut self) -> &mut D::Data<T, S> {
        &mut self.data
    }

    #[inline(always)]
    pub(crate) fn strides(&self) -> S::Sizes {
        D::strides(&self.data, &self.shape)
    }

    #[inline(always)]
    pub(crate) fn with_strides<R>(&self, f: impl FnOnce(&[usize]) -> R) -> R {
        D::with_strides(&self.data, &self.shape, f)
    }

    /// Returns the number of elements.
    ///
    /// It fits `usize`, except for a view broadcast by its type: the numel is checked when a tensor is made.
    #[must_use]
    #[inline]
    pub fn numel(&self) -> usize {
        match S::NUMEL.or(D::numel::<T, S>(&self.data)) {
            Some(numel) => numel,
            None => self.shape.with_sizes(shape::numel).expect("the elements have been counted"),
        }
    }

    /// The strides over the axes of a result, by [`stretch`].
    ///
    /// # Panics
    ///
    /// If the tensor does not broadcast to the result.
    #[inline]
    pub(crate) fn stretched_strides<Out: Shape>(&self, result: &Out::Sizes, trailing: isize) -> Out::Sizes {
        let mut over = result.clone();
        self.shape.with_sizes(|sizes| {
            let stretches =
                self.with_strides(|strides| stretch(result.as_ref(), sizes, strides, trailing, over.as_mut()));
            assert!(stretches, "the rule let {sizes:?} stretch to {:?}", result.as_ref());
        });
        over
    }

    /// The same over the innermost axes, by [`stretch_over`].
    #[inline]
    pub(crate) fn strides_over(&self, result: &[usize], trailing: isize, over: &mut Over) {
        let stretches = self.shape.with_sizes(|sizes| {
            if const { is_dense::<D>() } {
                return stretch_over(result, sizes, None, trailing, over);
            }
            self.with_strides(|strides| stretch_over(result, sizes, Some(strides), trailing, over))
        });
        assert!(stretches.is_some(), "the rule let {:?} stretch to {result:?}", self.shape.sizes());
    }

    /// The offset of the element at an index of a result of that rank.
    #[inline]
    pub(crate) fn offset_over(&self, rank: usize, trailing: isize, index: &[usize]) -> isize {
        self.shape.with_sizes(|sizes| {
            self.with_strides(|strides| layout::offset_over(rank, sizes, Some(strides), trailing, index))
        })
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
