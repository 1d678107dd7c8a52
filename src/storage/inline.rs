//! Elements in the tensor itself.

use super::{Dense, Owner, Storage, StorageMut};
use crate::numel::{Numel, StaticNumel};
use crate::sealed::Sealed;
use crate::shape::Shape;
use core::mem::{ManuallyDrop, MaybeUninit};
use generic_array::GenericArray;

/// Elements in the tensor itself, as nested arrays: `[[f32; 3]; 2]` for `(Size<2>, Size<3>)`.
///
/// Such a tensor needs no allocator, is `Copy` where its elements are, and as large as they are: above some
/// kilobytes it belongs on the heap. Results of tensors inline are inline, and broadcast to as many elements as their
/// shape has: `(1024, 1)` with `(1, 1024)` of `f64` is 8 MiB on the stack, where a program that has not as much ends
/// without a message. [`to_heap`](crate::Tensor::to_heap) of an operand puts the result on the heap.
///
/// ```
/// use conformable::{Inline, Size, Tensor};
///
/// let x = Tensor::inline([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// let y: Tensor<f64, (Size<2>, Size<3>), Inline> = x + Tensor::inline([10.0, 20.0, 30.0]);
/// assert_eq!(size_of_val(&y), 6 * size_of::<f64>());
/// assert_eq!(y.into_array(), [[11.0, 22.0, 33.0], [14.0, 25.0, 36.0]]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inline;

impl Sealed for Inline {}

/// Two arrays side by side, without a gap: their elements are of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Grouped<A, B>(pub A, pub B);

/// There is no value of this type: the array of a size that the types do not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsized {}

/// Whether the arrays of a shape are its elements, one after the other: what the unsafe code below rests on.
const fn is_dense<T, S: Shape>() -> bool {
    match S::NUMEL {
        Some(numel) => {
            size_of::<S::Array<T>>() == numel * size_of::<T>() && align_of::<S::Array<T>>() == align_of::<T>()
        }
        None => size_of::<S::Array<T>>() == 0,
    }
}

/// The elements of a tensor inline as one array.
pub(crate) fn into_generic<T, S: StaticNumel>(array: S::Array<T>) -> GenericArray<T, Numel<S>> {
    const { assert!(is_dense::<T, S>() && size_of::<GenericArray<T, Numel<S>>>() == size_of::<S::Array<T>>()) };
    let array = ManuallyDrop::new(array);
    // SAFETY: both are the same elements, one after the other, and the first is not used or dropped any more.
    unsafe { (&raw const array).cast::<GenericArray<T, Numel<S>>>().read() }
}

/// The elements of one array as those of a tensor inline.
pub(crate) fn from_generic<T, S: StaticNumel>(array: GenericArray<T, Numel<S>>) -> S::Array<T> {
    const { assert!(is_dense::<T, S>() && size_of::<GenericArray<T, Numel<S>>>() == size_of::<S::Array<T>>()) };
    let array = ManuallyDrop::new(array);
    // SAFETY: as above.
    unsafe { (&raw const array).cast::<S::Array<T>>().read() }
}

// SAFETY: nested arrays of `T`, and pairs of such in C's order, are its elements one after the other.
// `is_dense` checks it for each shape; the array of a shape that is not static has no values, or no elements.
unsafe impl Storage for Inline {
    type Data<T, S: Shape> = S::Array<T>;
    type Owner = Self;
    type Placed<Rhs: Storage, S: Shape> = <Rhs::Owner as Owner>::For<S>;
    const DENSE: bool = true;

    #[inline]
    fn as_ptr<T, S: Shape>(data: &S::Array<T>) -> *const T {
        const { assert!(is_dense::<T, S>()) };
        (&raw const *data).cast()
    }
}

// SAFETY: as for `Storage`; the array is borrowed as mutable.
unsafe impl StorageMut for Inline {
    #[inline]
    fn as_mut_ptr<T, S: Shape>(data: &mut S::Array<T>) -> *mut T {
        const { assert!(is_dense::<T, S>()) };
        (&raw mut *data).cast()
    }
}

// SAFETY: `DENSE` is true.
unsafe impl Dense for Inline {}

impl Owner for Inline {
    type With<Other: Owner> = Other;
    type For<S: Shape> = S::Place;
    type Block<T> = ();

    #[inline]
    fn reserve<T>(_: usize) -> Option<()> {
        Some(())
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the array is to be built where it is returned")]
    unsafe fn build<T, S: Shape>((): (), _: usize, init: impl FnOnce(*mut T)) -> S::Array<T> {
        const { assert!(S::IS_STATIC && is_dense::<T, S>()) };
        let mut array = MaybeUninit::<S::Array<T>>::uninit();
        init(array.as_mut_ptr().cast());
        // SAFETY: the caller promises that `init` initialises as many elements as the shape has, which are all
        // that the array consists of.
        unsafe { array.assume_init() }
    }
}
