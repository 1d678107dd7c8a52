//! The conditions on a storage, and the tensor that they are about.
//!
//! The fields of [`Tensor`] are private here: only [`Tensor::from_parts`] makes one, and it is unsafe.

#![allow(clippy::inline_always, reason = "a call between a kernel and its pointers costs time")]

use super::place::{Heap, Inline};
use crate::layout::{self, Over, row_major, stretch, stretch_over};
use crate::sealed::Sealed;
use crate::shape::{self, Measured, Shape};
use core::iter::FusedIterator;

/// Where the elements of a tensor live.
///
/// Implement it for another library's tensor to use its elements in every operation without a copy.
/// [`Tensor::from_parts`](crate::Tensor::from_parts) makes a tensor of them.
///
/// # Safety
///
/// Unsafe code relies on these conditions. They are about the data of a tensor, which were given with its shape, for as
/// long as the data are borrowed:
///
/// - At each index of the shape there is an initialised, aligned element that may be read. It is at
///   [`as_ptr`](Self::as_ptr) plus the sum of each index times its stride. All elements are in one allocation, which
///   this pointer may access.
///   [`as_ptr`](Self::as_ptr) plus the sum of each index times its stride.
/// - The elements do not move, and only [`StorageMut::as_mut_ptr`] gives a way to change them. `as_ptr` and `strides`
///   return the same at each call.
/// - Both hold on every thread: a view keeps what `as_ptr` returned, and is `Send` and `Sync` if `T` allows it,
///   whatever the data are. So the elements may be read from any thread if `T` is `Sync`, and written from another one
///   if `T` is `Send`.
/// - If the [`Layout`](Self::Layout) is [`Contiguous`], the strides are those of row-major order. `as_ptr` is aligned
///   and not null, even if there is no element.
/// - A clone of the data satisfies the same conditions for the same shape.
/// - The hidden method `numel` returns `None` or the number of elements of the shape.
/// - The hidden method `recycle` returns `Err` with the data as they were given. Or it returns `Ok` with data that
///   satisfy these conditions for each shape of type `Out` that has the sizes of the tensor's shape; `Place` is their
///   storage then.
///
/// The hidden constant `RECYCLES` may have any value. What the hidden methods do without an implementation of yours is
/// always valid.
///
/// A type that has a tensor in any storage cannot derive `Clone`: the derive would ask for `D: Clone`, not for a bound
/// on the data. Three lines by hand do it:
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
    /// The data of a tensor, beside its shape.
    type Data<T, S: Measured>;

    /// Where a result of such tensors lives.
    type Owner: Owner;

    /// How the elements lie: [`Contiguous`] or [`Strided`].
    type Layout: Layout;

    /// A pointer to the element at the index 0 of every axis, if there is an element.
    fn as_ptr<T, S: Shape>(data: &Self::Data<T, S>) -> *const T;

    /// The stride of each axis, in elements, outermost first. Negative strides are two's complement.
    fn strides<T, S: Shape>(data: &Self::Data<T, S>, shape: &S) -> S::Sizes {
        let _ = data;
        dense_strides(shape)
    }

    /// The number of elements, if the data know it sooner than the shape does.
    #[doc(hidden)]
    #[inline]
    fn numel<T, S: Shape>(data: &Self::Data<T, S>) -> Option<usize> {
        let _ = data;
        None
    }

    /// Whether [`recycle`](Self::recycle) may return `Ok`. It is a constant, so that data that would come back anyway
    /// are not moved.
    #[doc(hidden)]
    const RECYCLES: bool = false;

    /// The data of a result that lives with `Place`, in the same memory; or these data, if that is not possible.
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
/// Beside the conditions of [`Storage`]: elements of different indices are at different places.
/// [`as_mut_ptr`](Self::as_mut_ptr) returns the address that `as_ptr` returns, and the elements may be written through
/// it.
#[diagnostic::on_unimplemented(
    message = "the elements of a `{Self}` tensor cannot be changed",
    label = "views are read-only, and a broadcast view shows one element at several indices",
    note = "use `view_mut`, or copy the elements with `to_owned`",
    note = "conformable: E-storage"
)]
pub unsafe trait StorageMut: Storage {
    /// A pointer to the element at the index 0 of every axis, if there is an element.
    fn as_mut_ptr<T, S: Shape>(data: &mut Self::Data<T, S>) -> *mut T;
}

/// How the elements of a [`Storage`] lie, as far as its type says.
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

/// The elements of a tensor in row-major order, from either end: [`Tensor::iter`](crate::Tensor::iter). They are a
/// slice's where the storage is [`Contiguous`], else an [`Iter`](super::Iter).
pub type Elements<'a, T, S, D> = <<D as Storage>::Layout as Layout>::Iter<'a, T, S>;

/// The same to be changed: [`Tensor::iter_mut`](crate::Tensor::iter_mut).
pub type ElementsMut<'a, T, S, D> = <<D as Storage>::Layout as Layout>::IterMut<'a, T, S>;

/// A [`Storage`] whose elements lie in row-major order without gaps.
#[diagnostic::on_unimplemented(
    message = "the elements of a `{Self}` tensor may not be contiguous",
    label = "expected a contiguous tensor",
    note = "`to_owned` copies them in row-major order; `iter` visits them in place",
    note = "conformable: E-storage"
)]
pub trait Dense: Storage<Layout = Contiguous> {}

/// A [`Storage`] whose data can be used with a shape of another type and the same sizes; or, of an [`Owner`], with a
/// shape of the same number of elements.
///
/// # Safety
///
/// The data that `retype` returns satisfy the conditions of [`Storage`] for the new shape, if the given data did for
/// the old one; and those of [`StorageMut`], if it is implemented. The sizes of both shapes are the same, or, of an
/// `Owner`, their numbers of elements.
pub unsafe trait Retype: Storage {
    /// The same data, for a shape of the same sizes, or, of an owner, of as many elements.
    #[doc(hidden)]
    fn retype<T, From: Shape, To: Shape>(data: Self::Data<T, From>) -> Self::Data<T, To>;
}

/// Where a result lives if its operands live in two places.
///
/// Generic code may rely on the bounds: a place that is named twice makes no difference.
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
    /// Memory for elements that are not written yet.
    #[doc(hidden)]
    type Block<T, S: Shape>;

    /// Memory for `numel` elements, whose bytes an `isize` counts; `None` if there is not enough.
    #[doc(hidden)]
    fn reserve<T, S: Shape>(numel: usize) -> Option<Self::Block<T, S>>;

    /// The data of a tensor of `numel` elements. `init` writes them from the pointer on.
    ///
    /// # Safety
    ///
    /// `numel` is the number of elements of the shape, and `block` was reserved for as many. If `init` returns, it has
    /// initialised all of them.
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
/// Results are [`Computed`](crate::Computed): where they live follows from where the operands do. The operators and
/// their other forms are in the table of [`ops`](crate::ops).
pub struct Tensor<T, S: Shape, D: Storage = Heap> {
    data: D::Data<T, S>,
    shape: S,
}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// A tensor of that shape with these data: those of another library's tensor, or of a [`Storage`] of your own.
    ///
    /// # Safety
    ///
    /// The data satisfy the conditions of [`Storage`] for this shape.
    #[inline]
    pub const unsafe fn from_parts(shape: S, data: D::Data<T, S>) -> Self {
        Self { data, shape }
    }

    /// The data of the storage.
    #[must_use]
    pub fn into_data(self) -> D::Data<T, S> {
        self.data
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> &S {
        &self.shape
    }

    /// The data of the storage, and the shape.
    #[inline]
    pub(crate) fn into_parts(self) -> (D::Data<T, S>, S) {
        (self.data, self.shape)
    }

    /// A pointer to the element at the index 0 of every axis, if there is an element.
    #[inline(always)]
    pub(crate) fn as_ptr(&self) -> *const T {
        D::as_ptr(&self.data)
    }

    /// The same pointer, for writing.
    #[inline(always)]
    pub(crate) fn as_mut_ptr(&mut self) -> *mut T
    where
        D: StorageMut,
    {
        D::as_mut_ptr(&mut self.data)
    }

    /// The shape, and the same pointer. A later reference to the whole tensor would invalidate a slice at the pointer.
    #[inline(always)]
    pub(crate) fn shape_and_mut_ptr(&mut self) -> (&S, *mut T)
    where
        D: StorageMut,
    {
        (&self.shape, D::as_mut_ptr(&mut self.data))
    }

    /// The stride of each axis, in elements, outermost first. Negative strides are two's complement.
    #[inline(always)]
    pub(crate) fn strides(&self) -> S::Sizes {
        D::strides(&self.data, &self.shape)
    }

    /// The number of elements.
    ///
    /// The number was checked when the tensor was made; only a view that was stretched by its type may have more than
    /// `usize` counts.
    #[must_use]
    #[inline]
    pub fn numel(&self) -> usize {
        let counted =
            || self.shape.with_sizes(shape::numel).unwrap_or_else(|| unreachable!("the elements have been counted"));
        S::NUMEL.or_else(|| D::numel::<T, S>(&self.data)).unwrap_or_else(counted)
    }

    /// The strides over the axes of a result, as [`stretch`] computes them.
    ///
    /// # Panics
    ///
    /// If the tensor does not stretch to the result.
    #[inline]
    pub(crate) fn stretched_strides<Out: Shape>(&self, result: &Out::Sizes, trailing: isize) -> Out::Sizes {
        let (sizes, strides) = (self.shape.sizes(), self.strides());
        let mut over = result.clone();
        let stretches = stretch(result.as_ref(), sizes.as_ref(), strides.as_ref(), trailing, over.as_mut());
        assert!(stretches, "the rule let {:?} stretch to {:?}", sizes.as_ref(), result.as_ref());
        over
    }

    /// The strides over the innermost axes of a result, as [`stretch_over`] computes them.
    ///
    /// # Panics
    ///
    /// If the tensor does not stretch to the result.
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

    /// The distance from the first element to the one at an index of a result of that rank.
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
