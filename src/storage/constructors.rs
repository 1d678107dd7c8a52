//! Safe ways to make a tensor or a view from a shape and elements; each checks the sizes first.

#![allow(clippy::type_complexity, reason = "the types of views name the storage that they borrow from")]

#[cfg(feature = "alloc")]
use super::contract::column_strides;
use super::contract::{Owner, Retype, Storage, StorageMut, Tensor, dense_strides};
#[cfg(feature = "alloc")]
use super::heap::Vec;
use super::inline::from_generic;
use super::numel::{Numel, StaticNumel};
use super::owned::Rearranges;
use super::place::Inline;
use super::room::count;
#[cfg(feature = "engine")]
use super::shared::{Shared, SharedData};
use super::view::{View, ViewData, ViewMut, ViewMutData};
use crate::axes::{ViewBy, same_numel};
use crate::layout;
use crate::shape::{Refused, Shape, ShapeError, StaticShape};
use generic_array::GenericArray;

impl<T, S: Shape> Tensor<T, S> {
    /// Makes a tensor of that shape from a vector.
    ///
    /// # Errors
    ///
    /// If the numel is not the length of the vector; the error holds the vector.
    #[inline]
    #[cfg(feature = "alloc")]
    pub(crate) fn of_vec(shape: S, elements: Vec<T>) -> Result<Self, Refused<Vec<T>>> {
        match fills(&shape, elements.len()) {
            // SAFETY: `fills` has compared the length with the numel.
            Ok(()) => Ok(unsafe { Self::from_parts(shape, elements) }),
            Err(error) => Err(Refused::new(error, elements)),
        }
    }
}

#[cfg(feature = "serde")]
impl<T, S: Shape, D: Owner> Tensor<T, S, D> {
    /// Makes a tensor of that shape from a vector; returns both if the length differs, or the storage would copy.
    pub(crate) fn adopt(shape: S, elements: Vec<T>) -> Result<Self, (S, Vec<T>)> {
        if fills(&shape, elements.len()).is_err() {
            return Err((shape, elements));
        }
        match D::adopt(elements) {
            // SAFETY: `fills` has compared the length with the numel.
            Ok(data) => Ok(unsafe { Self::from_parts(shape, data) }),
            Err(elements) => Err((shape, elements)),
        }
    }
}

/// Asserts that a static shape has at most `isize::MAX` elements.
pub(crate) const fn assert_counted<S: Shape>() {
    let counted = matches!(S::NUMEL, Some(numel) if numel <= isize::MAX as usize);
    assert!(counted, "a tensor has at most `isize::MAX` elements");
}

impl<T, S: StaticShape> Tensor<T, S, Inline> {
    pub(crate) const fn of_arrays<A>(arrays: A) -> Self
    where
        S: Shape<Array<T> = A>,
    {
        const { assert_counted::<S>() };
        // SAFETY: `S::Array<T>` has one `T` for each index in row-major order, as `Inline` asserts; `assert_counted`
        // has checked their number.
        unsafe { Self::from_parts(S::SHAPE, arrays) }
    }
}

impl<T, S: StaticNumel> Tensor<T, S, Inline> {
    pub(crate) fn of_generic(array: GenericArray<T, Numel<S>>) -> Self {
        const { assert_counted::<S>() };
        // SAFETY: `from_generic` compares the sizes of both arrays; `assert_counted` has checked the number of
        // elements.
        unsafe { Self::from_parts(S::shape(), from_generic::<T, S>(array)) }
    }
}

/// Fails if the shape has another numel.
#[inline]
fn fills<S: Shape>(shape: &S, elements: usize) -> Result<(), ShapeError> {
    if shape.numel()? == elements { Ok(()) } else { Err(ShapeError::length(elements, shape.partial())) }
}

impl<'a, T, S: Shape, Place: Owner> Tensor<T, S, View<'a, Place>> {
    /// Makes a view of a slice of numel elements in row-major order.
    #[inline]
    pub(crate) fn of_slice(shape: S, elements: &'a [T]) -> Result<Self, ShapeError> {
        fills(&shape, elements.len())?;
        let strides = dense_strides(&shape);
        // SAFETY: `fills` has compared the length with the numel. The elements are adjacent in the slice, which is
        // borrowed for `'a`.
        Ok(unsafe { Self::of_parts(shape, elements.as_ptr(), strides) })
    }

    /// The same in column-major order.
    #[cfg(feature = "alloc")]
    pub(crate) fn of_columns(shape: S, elements: &'a [T]) -> Result<Self, ShapeError> {
        fills(&shape, elements.len())?;
        let strides = column_strides(&shape);
        // SAFETY: `fills` has compared the length with the numel; column-major strides lead different indices to
        // different elements. The slice is borrowed for `'a`.
        Ok(unsafe { Self::of_parts(shape, elements.as_ptr(), strides) })
    }

    /// Reshapes without a copy; `None` if the strides do not allow it, or the numels differ.
    #[inline]
    pub(crate) fn into_reshaped<To: Shape>(self, shape: &To) -> Option<Tensor<T, To, View<'a, Place>>> {
        let strides = self.reshaped_strides(shape)?;
        // SAFETY: `layout::reshaped` returned true: its strides lead each index to an element of the tensor. They are
        // borrowed for `'a`.
        Some(unsafe { Tensor::of_parts(shape.clone(), self.as_ptr(), strides) })
    }

    #[inline]
    pub(crate) fn of_array(array: &'a S::Array<T>) -> Self
    where
        S: StaticShape,
    {
        const { assert_counted::<S>() };
        // SAFETY: `array` has one `T` for each index in row-major order, as `Inline` asserts, and is borrowed for `'a`.
        unsafe { Self::of_parts(S::SHAPE, Inline::as_ptr::<T, S>(array), dense_strides(&S::SHAPE)) }
    }

    /// # Safety
    ///
    /// For `'a`, a readable element is at `first` plus each index of the shape times `strides`, unless no element of
    /// the view is read.
    #[inline]
    pub(crate) unsafe fn of_parts(shape: S, first: *const T, strides: S::Sizes) -> Self {
        // SAFETY: a readable element is at each index of the shape times `strides` for `'a` (`# Safety`).
        let data = unsafe { ViewData::new(first, strides) };
        // SAFETY: `ViewData::new` required an element at each index of this shape.
        unsafe { Self::from_parts(shape, data) }
    }
}

#[cfg(feature = "engine")]
impl<T, S: Shape> Tensor<T, S> {
    /// Lets clones and `into_` views own the elements together, for [`Native`](crate::engine::Native).
    #[must_use]
    #[inline]
    pub fn into_shared(self) -> Tensor<T, S, Shared> {
        let (elements, shape) = self.into_parts();
        // SAFETY: a vector in `Heap` has the numel of the shape as its length.
        unsafe { Tensor::from_parts(shape, SharedData::new(elements)) }
    }
}

#[cfg(feature = "engine")]
impl<T, S: Shape> Tensor<T, S, Shared> {
    /// A mutable view of elements that no other tensor owns, in row-major order.
    #[inline]
    pub(crate) fn alone_mut(&mut self) -> Option<Tensor<T, S, ViewMut<'_>>> {
        let shape = self.shape().clone();
        // SAFETY: a slice keeps its length.
        let elements = unsafe { self.data_mut() }.alone_mut()?;
        Tensor::of_mut_slice(shape, elements).ok()
    }

    /// Broadcasts to the shape, or panics.
    #[inline]
    pub(crate) fn into_stretched<To: Shape>(self, shape: To) -> Tensor<T, To, Shared> {
        let strides = self.stretched_strides::<To>(&shape.sizes(), 0);
        // SAFETY: `stretched_strides` has asserted that each axis has the tensor's size and stride, or stride 0.
        unsafe { Tensor::from_parts(shape, self.into_data().viewed(0, strides)) }
    }

    /// Reshapes without a copy; returns the tensor if [`reshaped`](Self::reshaped) would return `None`.
    #[inline]
    pub(crate) fn into_other_shape<To: Shape>(self, shape: &To) -> Result<Tensor<T, To, Shared>, Self> {
        let Some(strides) = self.reshaped_strides(shape) else { return Err(self) };
        // SAFETY: `layout::reshaped` returned true: the numels are equal, and its strides lead to the tensor's
        // elements.
        Ok(unsafe { Tensor::from_parts(shape.clone(), self.into_data().reshaped(|_| strides)) })
    }
}

impl<'a, T, S: Shape, Place: Owner> Tensor<T, S, ViewMut<'a, Place>> {
    /// The same as a mutable view.
    #[inline]
    pub(crate) fn of_mut_slice(shape: S, elements: &'a mut [T]) -> Result<Self, ShapeError> {
        fills(&shape, elements.len())?;
        let strides = dense_strides(&shape);
        // SAFETY: `fills` has compared the length with the numel. The elements are adjacent in the slice, which is
        // borrowed as mutable for `'a`.
        Ok(unsafe { Self::of_mut_parts(shape, elements.as_mut_ptr(), strides) })
    }

    #[inline]
    pub(crate) fn of_mut_array(array: &'a mut S::Array<T>) -> Self
    where
        S: StaticShape,
    {
        const { assert_counted::<S>() };
        // SAFETY: `array` has one `T` for each index in row-major order, as `Inline` asserts, and is borrowed as
        // mutable for `'a`.
        unsafe { Self::of_mut_parts(S::SHAPE, Inline::as_mut_ptr::<T, S>(array), dense_strides(&S::SHAPE)) }
    }

    /// # Safety
    ///
    /// For `'a`, an element is at `first` plus each index of the shape times `strides`, unless no element of the view
    /// is used. Different indices have different elements, which are not accessed otherwise.
    #[inline]
    pub(super) unsafe fn of_mut_parts(shape: S, first: *mut T, strides: S::Sizes) -> Self {
        // SAFETY: a different element, not accessed otherwise for `'a`, is at each index of the shape times `strides`
        // (`# Safety`).
        let data = unsafe { ViewMutData::new(first, strides) };
        // SAFETY: `ViewMutData::new` required a different element at each index of this shape.
        unsafe { Self::from_parts(shape, data) }
    }
}

/// For each axis of a result, the axis of the tensor that it walks along, and the step; `None` for a stride of 0.
pub(crate) trait Walk: Fn(usize) -> Option<(usize, usize)> {}
impl<F: Fn(usize) -> Option<(usize, usize)>> Walk for F {}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Changes the shape type; panics if the sizes differ.
    #[inline]
    #[track_caller]
    pub(crate) fn retype<To: Shape>(self, shape: impl FnOnce(&S) -> To) -> Tensor<T, To, D>
    where
        D: Retype,
    {
        let shape = shape(self.shape());
        let same = self.shape().with_sizes(|from| shape.with_sizes(|to| from == to));
        assert!(same, "{} does not have the sizes of {}", shape.partial(), self.shape().partial());
        // SAFETY: the sizes were asserted to be equal; then `Retype` returns data for the new shape.
        unsafe { Tensor::from_parts(shape, D::retype::<T, S, To>(self.into_data())) }
    }

    /// Reshapes in row-major order; the error holds the tensor.
    #[inline]
    pub(crate) fn refill<To: Shape>(self, shape: To) -> Result<Tensor<T, To, D>, Refused<Self>>
    where
        D: Owner + Retype,
    {
        match same_numel(self.shape(), shape) {
            // SAFETY: `same_numel` has compared the numels; `D` is an `Owner`, so `Retype` then returns data for the
            // new shape.
            Ok(shape) => Ok(unsafe { Tensor::from_parts(shape, D::retype::<T, S, To>(self.into_data())) }),
            Err(error) => Err(Refused::new(error, self)),
        }
    }

    #[inline]
    pub(crate) fn viewed(&self) -> Tensor<T, S, View<'_, D::Owner>> {
        // SAFETY: `Storage` has an element at each index of the shape times the strides, from `as_ptr` on, while the
        // tensor is borrowed.
        unsafe { Tensor::of_parts(self.shape().clone(), self.as_ptr(), self.strides()) }
    }

    #[inline]
    pub(crate) fn viewed_mut(&mut self) -> Tensor<T, S, ViewMut<'_, D::Owner>>
    where
        D: StorageMut,
    {
        let (shape, strides) = (self.shape().clone(), self.strides());
        // SAFETY: `StorageMut` has a different element at each index of the shape times the strides; the tensor is
        // borrowed as mutable.
        unsafe { Tensor::of_mut_parts(shape, self.as_mut_ptr(), strides) }
    }

    /// Broadcasts to the shape, as a view, or panics.
    #[inline]
    pub(crate) fn stretched<To: Shape>(&self, shape: To) -> Tensor<T, To, View<'_, D::Owner>> {
        let strides = self.stretched_strides::<To>(&shape.sizes(), 0);
        // SAFETY: `stretched_strides` has asserted that each axis has the tensor's size and stride, or stride 0.
        unsafe { Tensor::of_parts(shape, self.as_ptr(), strides) }
    }

    #[inline]
    pub(crate) fn rearranged<R: ViewBy<S>>(
        &self,
        how: &R,
    ) -> Result<Tensor<T, R::Output, View<'_, D::Owner>>, ShapeError> {
        let to = how.view_by(self.shape(), &self.strides())?;
        // SAFETY: `ViewBy` returns an element of the tensor for each index of `to.shape` (its `# Safety`); the
        // tensor is borrowed.
        Ok(unsafe { Tensor::of_parts(to.shape, self.as_ptr().wrapping_offset(to.offset), to.strides) })
    }

    #[inline]
    pub(crate) fn rearranged_mut<R: ViewBy<S>>(
        &mut self,
        how: &R,
    ) -> Result<Tensor<T, R::Output, ViewMut<'_, D::Owner>>, ShapeError>
    where
        D: StorageMut,
    {
        let to = how.view_by(self.shape(), &self.strides())?;
        // SAFETY: `ViewBy` returns a different element of the tensor for each index of `to.shape` (its `# Safety`), as
        // `StorageMut` has different ones; the tensor is borrowed as mutable.
        Ok(unsafe { Tensor::of_mut_parts(to.shape, self.as_mut_ptr().wrapping_offset(to.offset), to.strides) })
    }

    #[inline]
    pub(crate) fn rearranged_self<R: ViewBy<S>>(
        self,
        how: &R,
    ) -> Result<Tensor<T, R::Output, D::Rearranged<S>>, Refused<Self>>
    where
        D: Rearranges,
    {
        let to = match how.view_by(self.shape(), &self.strides()) {
            Ok(to) => to,
            Err(error) => return Err(Refused::new(error, self)),
        };
        // SAFETY: `ViewBy` returns an element of the tensor for each index of `to.shape`, and different ones if the
        // tensor's are different (its `# Safety`).
        let data = unsafe { D::rearrange::<T, S, R::Output>(self.into_data(), to.offset, to.strides) };
        // SAFETY: `Rearranges` returns data for the shape of `to.strides`, which is `to.shape`.
        Ok(unsafe { Tensor::from_parts(to.shape, data) })
    }

    /// Reshapes without a copy, as a view; `None` if the strides do not allow it, or the numels differ.
    #[inline]
    pub(crate) fn reshaped<To: Shape>(&self, shape: &To) -> Option<Tensor<T, To, View<'_, D::Owner>>> {
        let strides = self.reshaped_strides(shape)?;
        // SAFETY: `layout::reshaped` returned true: its strides lead each index to an element of the tensor, which is
        // borrowed.
        Some(unsafe { Tensor::of_parts(shape.clone(), self.as_ptr(), strides) })
    }

    /// The same as a mutable view.
    #[inline]
    pub(crate) fn reshaped_mut<To: Shape>(&mut self, shape: &To) -> Option<Tensor<T, To, ViewMut<'_, D::Owner>>>
    where
        D: StorageMut,
    {
        let strides = self.reshaped_strides(shape)?;
        // SAFETY: `layout::reshaped` returned true: its strides keep the row-major order, so they lead different
        // indices to different elements. The tensor is borrowed as mutable.
        Some(unsafe { Tensor::of_mut_parts(shape.clone(), self.as_mut_ptr(), strides) })
    }

    #[inline]
    fn reshaped_strides<To: Shape>(&self, shape: &To) -> Option<To::Sizes> {
        let (from, to, strides) = (self.shape().sizes(), shape.sizes(), self.strides());
        let mut over = to.clone();
        layout::reshaped(from.as_ref(), strides.as_ref(), to.as_ref(), over.as_mut()).then_some(over)
    }

    /// Makes a view whose axes walk along those of the tensor; `None` unless the sizes show that each index leads to an
    /// element.
    #[inline]
    pub(crate) fn walked<To: Shape>(&self, shape: To, walk: impl Walk) -> Option<Tensor<T, To, View<'_, D::Owner>>> {
        let strides = self.walked_strides::<false, To>(&shape, walk)?;
        // SAFETY: `layout::walked` returned true: along each axis, the sum of the last steps of all walks is below its
        // size. The tensor is borrowed.
        Some(unsafe { Tensor::of_parts(shape, self.as_ptr(), strides) })
    }

    /// The same as a mutable view; `None` also unless the sizes show that different indices lead to different elements.
    #[inline]
    pub(crate) fn walked_mut<To: Shape>(
        &mut self,
        shape: To,
        walk: impl Walk,
    ) -> Option<Tensor<T, To, ViewMut<'_, D::Owner>>>
    where
        D: StorageMut,
    {
        let strides = self.walked_strides::<true, To>(&shape, walk)?;
        // SAFETY: `layout::walked` returned true: along each axis, the sum of all walks ends below its size, and that
        // of walks up to a step is too short to reach a longer one. The tensor is borrowed as mutable.
        Some(unsafe { Tensor::of_mut_parts(shape, self.as_mut_ptr(), strides) })
    }

    #[inline]
    fn walked_strides<const UNIQUE: bool, To: Shape>(&self, shape: &To, walk: impl Walk) -> Option<To::Sizes> {
        count::<(), To>(shape).ok()?;
        let (from, to, strides) = (self.shape().sizes(), shape.sizes(), self.strides());
        let mut over = to.clone();
        layout::walked::<UNIQUE>(from.as_ref(), strides.as_ref(), to.as_ref(), walk, over.as_mut()).then_some(over)
    }

    /// Reuses the memory for a tensor of that shape, whose elements can be overwritten; returns this tensor if the
    /// sizes differ, or the storage keeps its memory.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call between an operator and its kernel costs time")]
    pub(crate) fn recycle<Out: Shape, Place: Owner>(self, shape: &Out) -> Result<Tensor<T, Out, Place>, Self> {
        if !self.shape().with_sizes(|from| shape.with_sizes(|to| from == to)) {
            return Err(self);
        }
        let (data, own) = self.into_parts();
        match D::recycle::<T, S, Place, Out>(data) {
            // SAFETY: both shapes have the same sizes, compared above, for which `Storage::recycle` returns data in
            // `Place`.
            Ok(data) => Ok(unsafe { Tensor::from_parts(shape.clone(), data) }),
            // SAFETY: `Storage::recycle` returned `Err` with the data as they were, which came with `own`.
            Err(data) => Err(unsafe { Self::from_parts(own, data) }),
        }
    }
}
