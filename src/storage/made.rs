//! Every way to a tensor or a view from what a caller says of it: each compares the sizes with the elements first.

#![allow(clippy::type_complexity, reason = "views are what they are")]

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
use super::view::{View, ViewData, ViewMut, ViewMutData};
use crate::axes::{Rearrange, same_numel};
use crate::layout;
use crate::shape::{Refused, Shape, ShapeError, StaticShape};
use generic_array::GenericArray;

impl<T, S: Shape> Tensor<T, S> {
    /// A tensor of that shape whose elements are those of the vector.
    ///
    /// # Errors
    ///
    /// If they are not as many as the shape's; the error holds them.
    #[inline]
    #[cfg(feature = "alloc")]
    pub(crate) fn of_vec(shape: S, elements: Vec<T>) -> Result<Self, Refused<Vec<T>>> {
        match fills(&shape, elements.len()) {
            // SAFETY: `fills` has compared the number of elements of the vector with the shape's.
            Ok(()) => Ok(unsafe { Self::from_parts(shape, elements) }),
            Err(error) => Err(Refused::new(error, elements)),
        }
    }
}

#[cfg(feature = "serde")]
impl<T, S: Shape, D: Owner> Tensor<T, S, D> {
    /// A tensor of that shape whose elements are those of the vector, where they need not be copied and are as many; or
    /// both.
    pub(crate) fn adopt(shape: S, elements: Vec<T>) -> Result<Self, (S, Vec<T>)> {
        if fills(&shape, elements.len()).is_err() {
            return Err((shape, elements));
        }
        match D::adopt(elements) {
            // SAFETY: `fills` has compared the number of elements of the vector with the shape's.
            Ok(data) => Ok(unsafe { Self::from_parts(shape, data) }),
            Err(elements) => Err((shape, elements)),
        }
    }
}

/// The number of elements of a static shape is one that is counted.
pub(crate) const fn assert_counted<S: Shape>() {
    let counted = matches!(S::NUMEL, Some(numel) if numel <= isize::MAX as usize);
    assert!(counted, "a tensor has at most `isize::MAX` elements");
}

impl<T, S: StaticShape> Tensor<T, S, Inline> {
    /// A tensor of those arrays.
    pub(crate) const fn of_arrays<A>(arrays: A) -> Self
    where
        S: Shape<Array<T> = A>,
    {
        const { assert_counted::<S>() };
        // SAFETY: the arrays of a static shape are its elements, as `Inline` has them; their number was counted above.
        unsafe { Self::from_parts(S::SHAPE, arrays) }
    }
}

impl<T, S: StaticNumel> Tensor<T, S, Inline> {
    /// A tensor of the elements of that array.
    pub(crate) fn of_generic(array: GenericArray<T, Numel<S>>) -> Self {
        const { assert_counted::<S>() };
        // SAFETY: `from_generic` compares the sizes of both arrays; the number of elements was counted above.
        unsafe { Self::from_parts(S::shape(), from_generic::<T, S>(array)) }
    }
}

/// # Errors
///
/// If the shape does not have as many elements.
#[inline]
fn fills<S: Shape>(shape: &S, elements: usize) -> Result<(), ShapeError> {
    if shape.numel()? == elements { Ok(()) } else { Err(ShapeError::length(elements, shape.partial())) }
}

impl<'a, T, S: Shape, Place: Owner> Tensor<T, S, View<'a, Place>> {
    /// A view of the elements, in row-major order.
    ///
    /// # Errors
    ///
    /// If they are not as many as the shape's.
    #[inline]
    pub(crate) fn of_slice(shape: S, elements: &'a [T]) -> Result<Self, ShapeError> {
        fills(&shape, elements.len())?;
        let strides = dense_strides(&shape);
        // SAFETY: `fills` has found as many elements as the shape has, which are in row-major order and borrowed for
        // `'a`.
        Ok(unsafe { Self::of_parts(shape, elements.as_ptr(), strides) })
    }

    /// The same where the first axis is the one of neighbours.
    #[cfg(feature = "alloc")]
    pub(crate) fn of_columns(shape: S, elements: &'a [T]) -> Result<Self, ShapeError> {
        fills(&shape, elements.len())?;
        let strides = column_strides(&shape);
        // SAFETY: `fills` has found as many elements as the shape has; the strides give each index one of them.
        Ok(unsafe { Self::of_parts(shape, elements.as_ptr(), strides) })
    }

    /// The same elements, in the same order, in another shape, for as long as they are borrowed.
    #[inline]
    pub(crate) fn into_reshaped<To: Shape>(self, shape: &To) -> Option<Tensor<T, To, View<'a, Place>>> {
        let strides = self.reshaped_strides(shape)?;
        // SAFETY: `layout::reshaped` has found a place for each index of the shape among the elements, which are
        // borrowed for `'a`.
        Some(unsafe { Tensor::of_parts(shape.clone(), self.as_ptr(), strides) })
    }

    /// A view of the elements of arrays.
    #[inline]
    pub(crate) fn of_array(array: &'a S::Array<T>) -> Self
    where
        S: StaticShape,
    {
        const { assert_counted::<S>() };
        // SAFETY: the arrays of a static shape are its elements in row-major order, as `Inline` has them, and borrowed
        // for `'a`.
        unsafe { Self::of_parts(S::SHAPE, Inline::as_ptr::<T, S>(array), dense_strides(&S::SHAPE)) }
    }

    /// A view of the shape.
    ///
    /// # Safety
    ///
    /// For as long as `'a`, the element at each index of the shape may be read at that index times the strides.
    #[inline]
    pub(crate) unsafe fn of_parts(shape: S, first: *const T, strides: S::Sizes) -> Self {
        // SAFETY: the caller promises an element at each index of the shape for `'a`.
        let data = unsafe { ViewData::new(first, strides) };
        // SAFETY: the data are those of this shape.
        unsafe { Self::from_parts(shape, data) }
    }
}

impl<'a, T, S: Shape, Place: Owner> Tensor<T, S, ViewMut<'a, Place>> {
    /// A mutable view of the elements, in row-major order.
    ///
    /// # Errors
    ///
    /// If they are not as many as the shape's.
    #[inline]
    pub(crate) fn of_mut_slice(shape: S, elements: &'a mut [T]) -> Result<Self, ShapeError> {
        fills(&shape, elements.len())?;
        let strides = dense_strides(&shape);
        // SAFETY: `fills` has found as many elements as the shape has, which are in row-major order and borrowed for
        // `'a`.
        Ok(unsafe { Self::of_mut_parts(shape, elements.as_mut_ptr(), strides) })
    }

    /// A mutable view of the elements of arrays.
    #[inline]
    pub(crate) fn of_mut_array(array: &'a mut S::Array<T>) -> Self
    where
        S: StaticShape,
    {
        const { assert_counted::<S>() };
        // SAFETY: the arrays of a static shape are its elements in row-major order, as `Inline` has them, and borrowed
        // for `'a`.
        unsafe { Self::of_mut_parts(S::SHAPE, Inline::as_mut_ptr::<T, S>(array), dense_strides(&S::SHAPE)) }
    }

    /// A mutable view of the shape.
    ///
    /// # Safety
    ///
    /// For as long as `'a`, the element at each index of the shape is at that index times the strides, at a place of
    /// its own, and nothing else reads or writes it.
    #[inline]
    pub(super) unsafe fn of_mut_parts(shape: S, first: *mut T, strides: S::Sizes) -> Self {
        // SAFETY: the caller promises an element at each index of the shape, for this view alone, for `'a`.
        let data = unsafe { ViewMutData::new(first, strides) };
        // SAFETY: the data are those of this shape.
        unsafe { Self::from_parts(shape, data) }
    }
}

/// For each axis of a result, the axis of the tensor along which it walks and the step; `None` where it stays.
pub(crate) trait Walk: Fn(usize) -> Option<(usize, usize)> {}
impl<F: Fn(usize) -> Option<(usize, usize)>> Walk for F {}

impl<T, S: Shape, D: Storage> Tensor<T, S, D> {
    /// The same elements in another shape of the same sizes.
    ///
    /// # Panics
    ///
    /// If the sizes differ.
    #[inline]
    #[track_caller]
    pub(crate) fn retype<To: Shape>(self, shape: impl FnOnce(&S) -> To) -> Tensor<T, To, D>
    where
        D: Retype,
    {
        let shape = shape(self.shape());
        let same = self.shape().with_sizes(|from| shape.with_sizes(|to| from == to));
        assert!(same, "{} does not have the sizes of {}", shape.partial(), self.shape().partial());
        // SAFETY: the sizes are the same, as was compared, and `Retype` keeps the storage's promise then.
        unsafe { Tensor::from_parts(shape, D::retype::<T, S, To>(self.into_data())) }
    }

    /// The same elements, in the same order, in another shape of as many.
    ///
    /// # Errors
    ///
    /// If the shapes have different numbers of elements; the error holds the tensor.
    #[inline]
    pub(crate) fn refill<To: Shape>(self, shape: To) -> Result<Tensor<T, To, D>, Refused<Self>>
    where
        D: Owner + Retype,
    {
        match same_numel(self.shape(), shape) {
            // SAFETY: the numbers of elements are the same, as was compared, and `Retype` keeps an owner's promise
            // then.
            Ok(shape) => Ok(unsafe { Tensor::from_parts(shape, D::retype::<T, S, To>(self.into_data())) }),
            Err(error) => Err(Refused::new(error, self)),
        }
    }

    /// A view of all elements.
    #[inline]
    pub(crate) fn viewed(&self) -> Tensor<T, S, View<'_, D::Owner>> {
        // SAFETY: the tensor has an element at each index of its shape, at its strides, for as long as it is borrowed.
        unsafe { Tensor::of_parts(self.shape().clone(), self.as_ptr(), self.strides()) }
    }

    /// A mutable view of all elements.
    #[inline]
    pub(crate) fn viewed_mut(&mut self) -> Tensor<T, S, ViewMut<'_, D::Owner>>
    where
        D: StorageMut,
    {
        let (shape, strides) = (self.shape().clone(), self.strides());
        // SAFETY: a `StorageMut` has each element of its shape at a place of its own, and is borrowed as mutable.
        unsafe { Tensor::of_mut_parts(shape, self.as_mut_ptr(), strides) }
    }

    /// A view that is stretched to the shape.
    ///
    /// # Panics
    ///
    /// If the tensor does not stretch to it, which a rule has let it.
    #[inline]
    pub(crate) fn stretched<To: Shape>(&self, shape: To) -> Tensor<T, To, View<'_, D::Owner>> {
        let strides = self.stretched_strides::<To>(&shape.sizes(), 0);
        // SAFETY: `stretched_strides` has compared each axis: those of this tensor have their sizes and strides, the
        // others the stride 0.
        unsafe { Tensor::of_parts(shape, self.as_ptr(), strides) }
    }

    /// A view of the elements with the axes rearranged.
    ///
    /// # Errors
    ///
    /// If what is known only at run time does not allow it.
    #[inline]
    pub(crate) fn rearranged<R: Rearrange<S>>(
        &self,
        how: &R,
    ) -> Result<Tensor<T, R::Output, View<'_, D::Owner>>, ShapeError> {
        let to = how.rearrange(self.shape(), &self.strides())?;
        // SAFETY: `Rearrange` is an unsafe trait: what it answers stays inside the elements.
        Ok(unsafe { Tensor::of_parts(to.shape, self.as_ptr().wrapping_offset(to.offset), to.strides) })
    }

    /// A mutable view of the elements with the axes rearranged.
    ///
    /// # Errors
    ///
    /// If what is known only at run time does not allow it.
    #[inline]
    pub(crate) fn rearranged_mut<R: Rearrange<S>>(
        &mut self,
        how: &R,
    ) -> Result<Tensor<T, R::Output, ViewMut<'_, D::Owner>>, ShapeError>
    where
        D: StorageMut,
    {
        let to = how.rearrange(self.shape(), &self.strides())?;
        // SAFETY: `Rearrange` is an unsafe trait: what it answers stays inside the elements, each of which is at one
        // index at most.
        Ok(unsafe { Tensor::of_mut_parts(to.shape, self.as_mut_ptr().wrapping_offset(to.offset), to.strides) })
    }

    /// The tensor itself with its axes rearranged.
    ///
    /// # Errors
    ///
    /// If what is known only at run time does not allow it; the error holds the tensor.
    #[inline]
    pub(crate) fn rearranged_self<R: Rearrange<S>>(
        self,
        how: &R,
    ) -> Result<Tensor<T, R::Output, D::Rearranged<S>>, Refused<Self>>
    where
        D: Rearranges,
    {
        let to = match how.rearrange(self.shape(), &self.strides()) {
            Ok(to) => to,
            Err(error) => return Err(Refused::new(error, self)),
        };
        // SAFETY: `Rearrange` is an unsafe trait: what it answers stays inside the elements, each of which is at one
        // index at most.
        let data = unsafe { D::rearrange::<T, S, R::Output>(self.into_data(), to.offset, to.strides) };
        // SAFETY: the data are those of the shape that `Rearrange` answered with them.
        Ok(unsafe { Tensor::from_parts(to.shape, data) })
    }

    /// A view of the elements, in the same order, in another shape; `None` where the strides do not allow it, or the
    /// numbers of elements differ.
    #[inline]
    pub(crate) fn reshaped<To: Shape>(&self, shape: &To) -> Option<Tensor<T, To, View<'_, D::Owner>>> {
        let strides = self.reshaped_strides(shape)?;
        // SAFETY: `layout::reshaped` has found a place for each index of the shape among the elements.
        Some(unsafe { Tensor::of_parts(shape.clone(), self.as_ptr(), strides) })
    }

    /// The same, to be changed.
    #[inline]
    pub(crate) fn reshaped_mut<To: Shape>(&mut self, shape: &To) -> Option<Tensor<T, To, ViewMut<'_, D::Owner>>>
    where
        D: StorageMut,
    {
        let strides = self.reshaped_strides(shape)?;
        // SAFETY: `layout::reshaped` has found a place for each index of the shape among the elements, in the same
        // order.
        Some(unsafe { Tensor::of_mut_parts(shape.clone(), self.as_mut_ptr(), strides) })
    }

    #[inline]
    fn reshaped_strides<To: Shape>(&self, shape: &To) -> Option<To::Sizes> {
        let (from, to, strides) = (self.shape().sizes(), shape.sizes(), self.strides());
        let mut over = to.clone();
        layout::reshaped(from.as_ref(), strides.as_ref(), to.as_ref(), over.as_mut()).then_some(over)
    }

    /// A view whose axes walk along those of the tensor; `None` where the sizes do not show that each index is inside.
    #[inline]
    pub(crate) fn walked<To: Shape>(&self, shape: To, walk: impl Walk) -> Option<Tensor<T, To, View<'_, D::Owner>>> {
        let strides = self.walked_strides::<false, To>(&shape, walk)?;
        // SAFETY: `layout::walked` has compared how far the walks along each axis come together with its size.
        Some(unsafe { Tensor::of_parts(shape, self.as_ptr(), strides) })
    }

    /// The same, to be changed; `None` where they do not show that no two indices are at one element, too.
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
        // SAFETY: `layout::walked` has compared how far the walks along each axis come together with its size, and with
        // longer steps.
        Some(unsafe { Tensor::of_mut_parts(shape, self.as_mut_ptr(), strides) })
    }

    #[inline]
    fn walked_strides<const UNIQUE: bool, To: Shape>(&self, shape: &To, walk: impl Walk) -> Option<To::Sizes> {
        count::<(), To>(shape).ok()?;
        let (from, to, strides) = (self.shape().sizes(), shape.sizes(), self.strides());
        let mut over = to.clone();
        layout::walked::<UNIQUE>(from.as_ref(), strides.as_ref(), to.as_ref(), walk, over.as_mut()).then_some(over)
    }

    /// The elements changed in place, where their memory can be that of a result of the same sizes; or the tensor.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "what stands between an operator and its kernel is to vanish")]
    pub(crate) fn recycle<Out: Shape, Place: Owner>(self, shape: &Out) -> Result<Tensor<T, Out, Place>, Self> {
        if !self.shape().with_sizes(|from| shape.with_sizes(|to| from == to)) {
            return Err(self);
        }
        let (data, own) = self.into_parts();
        match D::recycle::<T, S, Place, Out>(data) {
            // SAFETY: the data are those of a result of these sizes, which were compared.
            Ok(data) => Ok(unsafe { Tensor::from_parts(shape.clone(), data) }),
            // SAFETY: they are given back as they were.
            Err(data) => Err(unsafe { Self::from_parts(own, data) }),
        }
    }
}
