//! Elements in the tensor itself.

use super::contract::{Beside, Contiguous, Dense, Owner, Retype, Storage, StorageMut};
use super::heap::Vec;
use super::numel::{Numel, StaticNumel};
use super::place::{Heap, Inline};
use crate::shape::{Extent, Measured, Shape};
use core::mem::{ManuallyDrop, MaybeUninit};
use generic_array::GenericArray;

/// What a tensor inline holds: its arrays, or a vector where the type does not tell every size.
type Elements<T, S> = <<S as Measured>::Extent as Extent>::If<<S as Measured>::Array<T>, Vec<T>>;

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
    // SAFETY: `is_dense` asserts that the array is `S::NUMEL` elements, one after the other, as a `GenericArray` of
    // `Numel<S>` is. The array is neither used nor dropped any more.
    unsafe { (&raw const array).cast::<GenericArray<T, Numel<S>>>().read() }
}

/// The elements of one array as those of a tensor inline.
pub(crate) fn from_generic<T, S: StaticNumel>(array: GenericArray<T, Numel<S>>) -> S::Array<T> {
    const { assert!(is_dense::<T, S>() && size_of::<GenericArray<T, Numel<S>>>() == size_of::<S::Array<T>>()) };
    let array = ManuallyDrop::new(array);
    // SAFETY: a `GenericArray` of `Numel<S>` is as many elements, one after the other, and `is_dense` asserts the same
    // of the array of `S`. The first is neither used nor dropped any more.
    unsafe { (&raw const array).cast::<S::Array<T>>().read() }
}

// SAFETY: nested arrays of `T`, and pairs of such in C's order, are its elements one after the other, which `is_dense`
// checks for each static shape; for others the elements are those of a vector, as on the heap.
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

// SAFETY: `same_array` asserts that both shapes have equally many elements, and moves them in order.
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

/// The arrays of one static shape as those of another of the same sizes.
fn same_array<T, From: Shape, To: Shape>(array: From::Array<T>) -> To::Array<T> {
    const { assert!(is_dense::<T, From>() && is_dense::<T, To>()) };
    // elements of no bytes are counted by the shapes alone
    assert!(From::NUMEL == To::NUMEL, "shapes of equal sizes");
    let array = ManuallyDrop::new(array);
    // SAFETY: `is_dense` of both, and the assertion above: both are `NUMEL` elements, one after the other. The first
    // array is neither used nor dropped any more.
    unsafe { (&raw const array).cast::<To::Array<T>>().read() }
}

/// The elements of arrays in a vector.
#[cfg(feature = "alloc")]
fn into_vec<T, S: Shape>(array: S::Array<T>) -> Option<Vec<T>> {
    const { assert!(is_dense::<T, S>()) };
    let array = ManuallyDrop::new(array);
    let numel = S::NUMEL?;
    let init = |to: *mut T| {
        // SAFETY: the array is `numel` elements, for which the block has room; they are not used or dropped here any
        // more.
        unsafe { to.copy_from_nonoverlapping((&raw const array).cast(), numel) };
    };
    let block = Heap::reserve::<T, S>(numel)?;
    // SAFETY: the block was reserved for as many elements as the shape has, and `init` moves all of them in.
    Some(unsafe { Heap::build::<T, S, _>(block, numel, init) })
}

#[cfg(not(feature = "alloc"))]
fn into_vec<T, S: Shape>(_: S::Array<T>) -> Option<Vec<T>> {
    const { panic!("a tensor inline whose shape is known only at run time needs the feature `alloc`") }
}

/// The elements of a vector, of which there are as many as in the shape, as its arrays.
#[cfg(feature = "alloc")]
fn from_vec<T, S: Shape>(mut vec: Vec<T>) -> Option<S::Array<T>> {
    const { assert!(is_dense::<T, S>()) };
    if S::NUMEL != Some(vec.len()) {
        return None;
    }
    // SAFETY: 0 is at most the capacity, and the elements move into the array below.
    unsafe { vec.set_len(0) };
    // SAFETY: `S::NUMEL` was compared with the length, and `is_dense` asserts that the array is that number of
    // elements, one after the other. The vector does not drop them, as its length is 0.
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
            // array is these, one after the other.
            unsafe { array.assume_init() }
        };
        // SAFETY: `block`, `numel` and `init` are this function's arguments, with its `# Safety`.
        let vec = |block, init| unsafe { Heap::build::<T, S, Init>(block, numel, init) };
        S::Extent::map(block, init, array, vec)
    }
}
