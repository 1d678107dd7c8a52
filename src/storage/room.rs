//! Shapes with memory for their elements.

#![allow(clippy::inline_always, reason = "an array is to be built where it is returned")]

use super::contract::{Owner, Tensor};
use crate::shape::{Name, PartialShape, Shape, ShapeError, numel, overflow};

/// A shape, and memory for its elements of type `T` in a tensor in `Place`; inline tensors need none.
pub(crate) struct Room<T, S: Shape, Place: Owner> {
    shape: S,
    numel: usize,
    block: Place::Block<T, S>,
}

/// Returns the numel; fails if memory cannot address that number of `T`.
#[inline]
pub(crate) fn count<T, S: Shape>(shape: &S) -> Result<usize, ShapeError> {
    let numel = shape.numel()?;
    match numel.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes.max(numel)).is_ok() => Ok(numel),
        _ => Err(overflow(shape)),
    }
}

impl<T, S: Shape, Place: Owner> Room<T, S, Place> {
    /// # Errors
    ///
    /// If memory cannot address the elements, or the allocation fails.
    #[inline]
    pub(crate) fn new(shape: S) -> Result<Self, ShapeError> {
        let numel = count::<T, S>(&shape)?;
        match Place::reserve::<T, S>(numel) {
            Some(block) => Ok(Self { shape, numel, block }),
            None => Err(out_of_memory::<T, S>(&shape)),
        }
    }

    #[inline(always)]
    pub(crate) const fn shape(&self) -> &S {
        &self.shape
    }

    #[inline(always)]
    pub(crate) const fn numel(&self) -> usize {
        self.numel
    }

    #[inline]
    pub(crate) fn into_parts(self) -> (S, usize, Place::Block<T, S>) {
        (self.shape, self.numel, self.block)
    }

    /// Makes the tensor, whose elements `init` writes, from the pointer on, in row-major order.
    ///
    /// # Safety
    ///
    /// If `init` returns, it has initialised [`numel`](Self::numel) elements; it does not write others.
    #[inline(always)]
    pub(crate) unsafe fn build(self, init: impl FnOnce(&S, *mut T)) -> Tensor<T, S, Place> {
        let Self { shape, numel, block } = self;
        // SAFETY: `new` has counted `numel` elements of `shape` and reserved the block for them, and `init` initialises
        // them (`# Safety`).
        let data = unsafe { Place::build(block, numel, |first| init(&shape, first)) };
        // SAFETY: `Owner::build` has made the data of `numel` elements, which `new` has counted in this shape.
        unsafe { Tensor::from_parts(shape, data) }
    }
}

/// The error if the elements of a shape cannot be allocated.
#[inline]
pub(crate) fn out_of_memory<T, S: Shape>(shape: &S) -> ShapeError {
    refused(shape.sizes().as_ref(), S::NAMES, size_of::<T>())
}

#[cold]
#[inline(never)]
fn refused(sizes: &[usize], names: &'static [Option<Name>], size: usize) -> ShapeError {
    ShapeError::out_of_memory(numel(sizes).unwrap_or(0) * size, PartialShape::named(sizes, names))
}
