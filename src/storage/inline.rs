//! Elements in the tensor itself.

use super::contract::{Beside, Contiguous, Dense, Owner, Retype, Storage, StorageMut};
use super::heap::Vec;
use super::numel::{Numel, StaticNumel};
use super::place::{Heap, Inline};
use crate::shape::{Extent, Measured, Shape};
use core::mem::{ManuallyDrop, MaybeUninit};
use generic_array::GenericArray;

/// The data of an inline tensor: arrays, or a vector if a size is not static.
type Elements<T, S> = <<S as Measured>::Extent as Extent>::If<<S as Measured>::Array<T>, Vec<T>>;

/// Whether the arrays of a shape are its elements, contiguous; the unsafe code below relies on it.
const fn is_dense<T, S: Shape>() -> bool {
    match S::NUMEL {
        Some(numel) => {
            size_of::<S::Array<T>>() == numel * size_of::<T>() && align_of::<S::Array<T>>() == align_of::<T>()
        }
        None => size_of::<S::Array<T>>() == 0,
    }
}

/// Converts nested arrays to one array.
pub(crate) fn into_generic<T, S: StaticNumel>(array: S::Array<T>) -> GenericArray<T, Numel<S>> {
    const { assert!(is_dense::<T, S>() && size_of::<GenericArray<T, Numel<S>>>() == size_of::<S::Array<T>>()) };
    let array = ManuallyDrop::new(array);
    // SAFETY: `is_dense` asserts that the array is `S::NUMEL` contiguous elements, as a `GenericArray` of `Numel<S>`
    // is. `array` is neither used nor dropped afterwards.
    unsafe { (&raw const array).cast::<GenericArray<T, Numel<S>>>().read() }
}

/// Converts one array to nested arrays.
pub(crate) fn from_generic<T, S: StaticNumel>(array: GenericArray<T, Numel<S>>) -> S::Array<T> {
    const { assert!(is_dense::<T, S>() && size_of::<GenericArray<T, Numel<S>>>() == size_of::<S::Array<T>>()) };
    let array = ManuallyDrop::new(array);
    // SAFETY: a `GenericArray` of `Numel<S>` is that number of contiguous elements, and `is_dense` asserts the same of
    // the array of `S`. `array` is neither used nor dropped afterwards.
    unsafe { (&raw const array).cast::<S::Array<T>>().read() }
}

// SAFETY: nested arrays of `T`, and pairs of such in C's layout, are contiguous elements, which `is_dense` checks for
// each static shape; for others the elements are those of a vector, as on the heap.
unsafe impl Storage for Inline {
    type Data<T, S: Measured> = Elements<T, S>;
    type Owner = Self;
    type Layout = Contiguous;

    #[inline]
    fn as_ptr<T, S: Shape>(data: &Elements<T, S>) -> *const T {
        const { assert!(is_dense::<T, S>()) };
        S::Extent::with(data, |array: &S::Array<T>| (&raw const *array).cast(), |vec| Heap::as_ptr::<T, S>(vec))
    }
}

// SAFETY: `as_mut_ptr` is the address of `as_ptr`, from a mutable borrow, and each index has its own place in the
// array.
unsafe impl StorageMut for Inline {
    #[inline]
    fn as_mut_ptr<T, S: Shape>(data: &mut Elements<T, S>) -> *mut T {
        const { assert!(is_dense::<T, S>()) };
        S::Extent::with_mut(
            data,
            |array: &mut S::Array<T>| (&raw mut *array).cast(),
            |vec| Heap::as_mut_ptr::<T, S>(vec),
        )
    }
}

impl Dense for Inline {}

// SAFETY: `same_array` asserts that both shapes have the same numel, and moves the elements in order.
unsafe impl Retype for Inline {
    #[inline]
    fn retype<T, From: Shape, To: Shape>(data: Elements<T, From>) -> Elements<T, To> {
        let of_array =
            |array| To::Extent::make(array, |array| Some(same_array::<T, From, To>(array)), into_vec::<T, From>);
        let of_vec = |vec| To::Extent::make(vec, from_vec::<T, To>, Some);
        let retyped = From::Extent::take(data, of_array, of_vec);
        retyped.expect("shapes of equal sizes, and memory for what leaves the stack")
    }
}

/// Converts arrays of one static shape to those of another of the same sizes.
fn same_array<T, From: Shape, To: Shape>(array: From::Array<T>) -> To::Array<T> {
    const { assert!(is_dense::<T, From>() && is_dense::<T, To>()) };
    // the size in bytes does not count zero-sized elements
    assert!(From::NUMEL == To::NUMEL, "shapes of equal sizes");
    let array = ManuallyDrop::new(array);
    // SAFETY: `is_dense` of both, and the assertion above: both are `NUMEL` contiguous elements. `array` is neither
    // used nor dropped afterwards.
    unsafe { (&raw const array).cast::<To::Array<T>>().read() }
}

/// Moves the elements of arrays to a vector.
#[cfg(feature = "alloc")]
fn into_vec<T, S: Shape>(array: S::Array<T>) -> Option<Vec<T>> {
    const { assert!(is_dense::<T, S>()) };
    let array = ManuallyDrop::new(array);
    let numel = S::NUMEL?;
    let init = |to: *mut T| {
        // SAFETY: the array is `numel` elements, for which the block has memory; they are neither used nor dropped here
        // afterwards.
        unsafe { to.copy_from_nonoverlapping((&raw const array).cast(), numel) };
    };
    let block = Heap::reserve::<T, S>(numel)?;
    // SAFETY: the block was reserved for the numel of the shape, and `init` moves all elements into it.
    Some(unsafe { Heap::build::<T, S, _>(block, numel, init) })
}

#[cfg(not(feature = "alloc"))]
fn into_vec<T, S: Shape>(_: S::Array<T>) -> Option<Vec<T>> {
    const { panic!("a tensor inline whose shape is known only at run time needs the feature `alloc`") }
}

/// Moves the elements of a vector to arrays; `None` if their number is not the shape's.
#[cfg(feature = "alloc")]
fn from_vec<T, S: Shape>(mut vec: Vec<T>) -> Option<S::Array<T>> {
    const { assert!(is_dense::<T, S>()) };
    if S::NUMEL != Some(vec.len()) {
        return None;
    }
    // SAFETY: 0 is at most the capacity, and the elements move into the array below.
    unsafe { vec.set_len(0) };
    // SAFETY: `S::NUMEL` was compared with the length, and `is_dense` asserts that the array is that number of
    // contiguous elements. The vector does not drop them, as its length is 0.
    Some(unsafe { vec.as_ptr().cast::<S::Array<T>>().read() })
}

#[cfg(not(feature = "alloc"))]
fn from_vec<T, S: Shape>(vec: Vec<T>) -> Option<S::Array<T>> {
    match vec.0 {}
}

impl Beside for Inline {
    type With<Other: Owner> = Other;
}

impl Owner for Inline {
    type Block<T, S: Shape> = <S::Extent as Extent>::If<(), Vec<T>>;

    #[inline]
    fn reserve<T, S: Shape>(numel: usize) -> Option<Self::Block<T, S>> {
        S::Extent::make(numel, |_| Some(()), Heap::reserve::<T, S>)
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the array is to be built where it is returned")]
    unsafe fn build<T, S: Shape, Init: FnOnce(*mut T)>(
        block: Self::Block<T, S>,
        numel: usize,
        init: Init,
    ) -> Elements<T, S> {
        let array = |(): (), init: Init| {
            const { assert!(is_dense::<T, S>()) };
            let mut array = MaybeUninit::<S::Array<T>>::uninit();
            init(array.as_mut_ptr().cast());
            // SAFETY: `init` initialises `numel` elements (`# Safety` of `build`), and `is_dense` asserts that the
            // array is these, contiguous.
            unsafe { array.assume_init() }
        };
        // SAFETY: `block`, `numel` and `init` are this function's arguments, with its `# Safety`.
        let vec = |block, init| unsafe { Heap::build::<T, S, Init>(block, numel, init) };
        S::Extent::map(block, init, array, vec)
    }
}
