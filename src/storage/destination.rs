//! The destinations of results.

#![allow(clippy::inline_always, reason = "a call between a kernel and its pointers costs time")]

use super::contract::{Owner, StorageMut, Tensor, dense_strides, is_dense};
use super::room::Room;
use crate::shape::{NoneBroadcast, Shape, ShapeError};
use core::marker::PhantomData;

/// Where a kernel writes its result: memory for a new tensor, or an existing tensor.
///
/// # Safety
///
/// [`write`](Self::write) calls its argument once, with the shape, a pointer and strides. By these, each index of the
/// shape leads to a different place, which may be written and is not accessed otherwise meanwhile.
pub(crate) unsafe trait Destination<T> {
    type Shape: Shape;
    /// The new tensor, or `()`.
    type Written;
    /// Whether the strides are those of row-major order.
    const DENSE: bool;

    fn shape(&self) -> &Self::Shape;

    /// # Safety
    ///
    /// If `write` returns, it has written an element at each index of the shape, and wrote to no other place.
    unsafe fn write(self, write: impl FnOnce(&Self::Shape, *mut T, &[usize])) -> Self::Written;
}

// SAFETY: `Room::new` has reserved a block for the shape, and `Room::build` lends it only to its argument. Row-major
// strides lead different indices to different places of the block.
unsafe impl<T, S: Shape, Place: Owner> Destination<T> for Room<T, S, Place> {
    type Shape = S;
    type Written = Tensor<T, S, Place>;
    const DENSE: bool = true;

    #[inline(always)]
    fn shape(&self) -> &S {
        Self::shape(self)
    }

    #[inline(always)]
    unsafe fn write(self, write: impl FnOnce(&S, *mut T, &[usize])) -> Tensor<T, S, Place> {
        // SAFETY: `write` writes an element at each index of the shape (`# Safety`), so all elements of the room.
        unsafe { self.build(|shape, first| write(shape, first, dense_strides(shape).as_ref())) }
    }
}

// SAFETY: `StorageMut` has a different place at each index of the shape times the strides. The tensor is borrowed as
// mutable, so it is not accessed otherwise.
unsafe impl<T, S: Shape, D: StorageMut> Destination<T> for &mut Tensor<T, S, D> {
    type Shape = S;
    type Written = ();
    const DENSE: bool = is_dense::<D>();

    #[inline(always)]
    fn shape(&self) -> &S {
        Tensor::shape(self)
    }

    #[inline(always)]
    unsafe fn write(self, write: impl FnOnce(&S, *mut T, &[usize])) {
        let strides = self.strides();
        let (shape, first) = self.shape_and_mut_ptr();
        write(shape, first, strides.as_ref());
    }
}

/// The target of an operation that computes the shape of its result: [`Allocate`], or an existing tensor.
pub(crate) trait Target<T, S: Shape> {
    type Destination: Destination<T>;

    /// # Errors
    ///
    /// If a new tensor cannot be allocated, or the shape of the existing one differs.
    fn prepare(self, shape: S) -> Result<Self::Destination, ShapeError>;
}

/// The new tensor of a [`Target`], or `()`.
pub(crate) type Written<To, T, S> = <<To as Target<T, S>>::Destination as Destination<T>>::Written;

/// A new tensor in `Place`.
pub(crate) struct Allocate<Place>(PhantomData<Place>);

impl<Place: Owner> Allocate<Place> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T, S: Shape, Place: Owner> Target<T, S> for Allocate<Place> {
    type Destination = Room<T, S, Place>;

    #[inline]
    fn prepare(self, shape: S) -> Result<Room<T, S, Place>, ShapeError> {
        Room::new(shape)
    }
}

impl<T, S: Shape, R: Shape + NoneBroadcast<S>, D: StorageMut> Target<T, S> for &mut Tensor<T, R, D> {
    type Destination = Self;

    #[inline]
    fn prepare(self, shape: S) -> Result<Self, ShapeError> {
        self.shape().none_broadcast(&shape)?;
        Ok(self)
    }
}
