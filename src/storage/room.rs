//! Shapes with memory for their elements.

use super::contract::Owner;
use crate::shape::{Name, PartialShape, Shape, ShapeError, numel, overflow};

/// A shape, and memory for as many elements of type `T` of a tensor that lives with `Place`; inline it needs none.
pub(crate) struct Room<T, S: Shape, Place: Owner> {
    shape: S,
    numel: usize,
    block: Place::Block<T, S>,
}

/// The number of elements of a shape, of which memory can address as many `T`.
///
/// # Errors
///
/// If it cannot.
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
    /// If memory cannot address that many elements, or is not to be had.
    #[inline]
    pub(crate) fn new(shape: S) -> Result<Self, ShapeError> {
        let numel = count::<T, S>(&shape)?;
        match Place::reserve::<T, S>(numel) {
            Some(block) => Ok(Self { shape, numel, block }),
            None => Err(out_of_memory::<T, S>(&shape)),
        }
    }

    #[cfg(feature = "rayon")]
    pub(crate) const fn numel(&self) -> usize {
        self.numel
    }

    /// The shape, the number of its elements, and the memory for them.
    #[inline]
    pub(crate) fn into_parts(self) -> (S, usize, Place::Block<T, S>) {
        (self.shape, self.numel, self.block)
    }
}

/// There is no memory for the elements of a shape.
#[inline]
pub(crate) fn out_of_memory<T, S: Shape>(shape: &S) -> ShapeError {
    shape.with_sizes(|sizes| refused(sizes, S::NAMES, size_of::<T>()))
}

/// The error, which is made in one place for all shapes.
#[cold]
#[inline(never)]
fn refused(sizes: &[usize], names: &'static [Option<Name>], size: usize) -> ShapeError {
    ShapeError::out_of_memory(numel(sizes).unwrap_or(0) * size, PartialShape::named(sizes, names))
}
