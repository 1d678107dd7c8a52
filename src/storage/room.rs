//! Shapes whose elements memory can address.

use crate::shape::{Shape, ShapeError};
use core::marker::PhantomData;

/// A shape, and proof that memory can address as many elements of type `T`.
pub(crate) struct Room<T, S> {
    shape: S,
    numel: usize,
    elements: PhantomData<T>,
}

impl<T, S: Shape> Room<T, S> {
    /// Whether memory can address that many elements.
    const fn holds(numel: usize) -> bool {
        match numel.checked_mul(size_of::<T>()) {
            Some(bytes) => numel <= isize::MAX as usize && bytes <= isize::MAX as usize,
            None => false,
        }
    }

    /// # Errors
    ///
    /// If memory cannot address that many elements.
    #[inline]
    pub(crate) fn new(shape: S) -> Result<Self, ShapeError> {
        let numel = shape.numel()?;
        if Self::holds(numel) {
            Ok(Self { shape, numel, elements: PhantomData })
        } else {
            Err(ShapeError::overflow(shape.sizes().as_ref()))
        }
    }

    pub(crate) const fn numel(&self) -> usize {
        self.numel
    }

    pub(crate) const fn shape(&self) -> &S {
        &self.shape
    }

    #[inline]
    pub(crate) fn into_shape(self) -> S {
        self.shape
    }
}
