//! Elements in the tensor itself.

use super::contract::{Beside, Contiguous, Dense, Owner, Retype, Storage, StorageMut};
use super::heap::Vec;
use super::numel::{Numel, StaticNumel};
use super::place::{Heap, Inline};
use crate::shape::{Extent, Measured, Shape};
use core::marker::PhantomData;
use core::mem::{ManuallyDrop, MaybeUninit};
use core::{ptr, slice};
use generic_array::GenericArray;

/// The data of an inline tensor: arrays; memory for the most elements if each size has a bound; else a vector.
type Elements<T, S> =
    <<S as Measured>::Extent as Extent>::If<<S as Measured>::Array<T>, Vec<T>, Partly<T, <S as Measured>::Array<T>>>;

/// Memory of the size of the arrays `A`. The first `numel` elements are initialised.
#[derive(Debug)]
pub struct Partly<T, A> {
    memory: MaybeUninit<A>,
    numel: usize,
    owned: PhantomData<T>,
}

impl<T, A> Partly<T, A> {
    /// Uninitialised memory for that many elements; `None` if it has fewer places.
    fn reserve(numel: usize) -> Option<Self> {
        const { assert!(align_of::<A>() == align_of::<T>()) };
        let bytes = numel.checked_mul(size_of::<T>())?;
        (bytes <= size_of::<A>()).then_some(Self { memory: MaybeUninit::uninit(), numel: 0, owned: PhantomData })
    }

    const fn as_ptr(&self) -> *const T {
        self.memory.as_ptr().cast()
    }

    const fn as_mut_ptr(&mut self) -> *mut T {
        self.memory.as_mut_ptr().cast()
    }
}

impl<T, A> Drop for Partly<T, A> {
    fn drop(&mut self) {
        let elements = ptr::slice_from_raw_parts_mut(self.as_mut_ptr(), self.numel);
        // SAFETY: `numel` elements are initialised, and are neither used nor dropped after this.
        unsafe { elements.drop_in_place() };
    }
}

impl<T: Clone, A> Clone for Partly<T, A> {
    fn clone(&self) -> Self {
        let mut clone = Self { memory: MaybeUninit::uninit(), numel: 0, owned: PhantomData };
        // SAFETY: the first `numel` elements are initialised.
        let elements = unsafe { slice::from_raw_parts(self.as_ptr(), self.numel) };
        for element in elements {
            let element = element.clone();
            // SAFETY: `clone.numel` is below `self.numel`, and the memory of both has the same places.
            let place = unsafe { clone.as_mut_ptr().add(clone.numel) };
            // SAFETY: it is a place in the memory, with the alignment of the elements.
            unsafe { place.write(element) };
            clone.numel += 1;
        }
        clone
    }
}

/// Whether the arrays of a shape are its elements, contiguous; the unsafe code below relies on it. With bounds, whether
/// they have the alignment of the elements.
const fn is_dense<T, S: Shape>() -> bool {
    match S::NUMEL {
        Some(numel) => {
            size_of::<S::Array<T>>() == numel * size_of::<T>() && align_of::<S::Array<T>>() == align_of::<T>()
        }
        None => size_of::<S::Array<T>>() == 0 || align_of::<S::Array<T>>() == align_of::<T>(),
    }
}

pub(crate) fn into_generic<T, S: StaticNumel>(array: S::Array<T>) -> GenericArray<T, Numel<S>> {
    const { assert!(is_dense::<T, S>() && size_of::<GenericArray<T, Numel<S>>>() == size_of::<S::Array<T>>()) };
    let array = ManuallyDrop::new(array);
    // SAFETY: `is_dense` asserts that the array is `S::NUMEL` contiguous elements, as a `GenericArray` of `Numel<S>`
    // is. `array` is neither used nor dropped afterwards.
    unsafe { (&raw const array).cast::<GenericArray<T, Numel<S>>>().read() }
}

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
        S::Extent::with(
            data,
            |array: &S::Array<T>| (&raw const *array).cast(),
            |vec| Heap::as_ptr::<T, S>(vec),
            |partly: &Partly<T, S::Array<T>>| partly.as_ptr(),
        )
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
            |partly: &mut Partly<T, S::Array<T>>| partly.as_mut_ptr(),
        )
    }
}

impl Dense for Inline {}

// SAFETY: `moved` moves the elements in order, and compares their number with that of a static shape; a vector keeps
// them.
unsafe impl Retype for Inline {
    #[inline]
    fn retype<T, From: Shape, To: Shape>(data: Elements<T, From>) -> Elements<T, To> {
        let of_array = |array: From::Array<T>| {
            const { assert!(is_dense::<T, From>()) };
            let array = ManuallyDrop::new(array);
            // SAFETY: by `is_dense`, the array is `NUMEL` contiguous elements, which are neither used nor dropped here
            // afterwards.
            unsafe { moved::<T, To>((&raw const *array).cast(), From::NUMEL?) }
        };
        let of_vec = |vec| {
            let array = |vec| from_vec(vec, array_of::<T, To>);
            To::Extent::make(vec, array, Some, |vec| from_vec(vec, partly_of::<T, To>))
        };
        let of_partly = |partly: Partly<T, From::Array<T>>| {
            let partly = ManuallyDrop::new(partly);
            // SAFETY: `numel` elements are initialised, and are neither used nor dropped here afterwards.
            unsafe { moved::<T, To>(partly.as_ptr(), partly.numel) }
        };
        let retyped = From::Extent::take(data, of_array, of_vec, of_partly);
        retyped.expect("shapes of equal sizes, and memory for tensors that leave the stack")
    }
}

/// Moves elements to the data of another shape; `None` if that has another numel, or the allocation fails.
///
/// # Safety
///
/// `numel` elements from `from` on may be read, and are neither used nor dropped afterwards.
unsafe fn moved<T, To: Shape>(from: *const T, numel: usize) -> Option<Elements<T, To>> {
    To::Extent::make(
        (from, numel),
        // SAFETY: `from` and `numel` are the arguments, with their `# Safety`.
        |(from, numel)| unsafe { array_of::<T, To>(from, numel) },
        // SAFETY: the same.
        |(from, numel)| unsafe { vec_of::<T, To>(from, numel) },
        // SAFETY: the same.
        |(from, numel)| unsafe { partly_of::<T, To>(from, numel) },
    )
}

/// [`moved`] to arrays.
unsafe fn array_of<T, S: Shape>(from: *const T, numel: usize) -> Option<S::Array<T>> {
    const { assert!(is_dense::<T, S>()) };
    // SAFETY: `S::NUMEL` is compared with the number of elements, which may be read, and `is_dense` asserts that the
    // array is that number of contiguous elements.
    (S::NUMEL == Some(numel)).then(|| unsafe { from.cast::<S::Array<T>>().read() })
}

/// [`moved`] to memory for the most elements.
unsafe fn partly_of<T, S: Shape>(from: *const T, numel: usize) -> Option<Partly<T, S::Array<T>>> {
    let mut partly = Partly::<T, S::Array<T>>::reserve(numel)?;
    // SAFETY: the elements may be read, and `reserve` compared their number with the places of the memory.
    unsafe { partly.as_mut_ptr().copy_from_nonoverlapping(from, numel) };
    partly.numel = numel;
    Some(partly)
}

/// [`moved`] to a vector.
#[cfg(feature = "alloc")]
unsafe fn vec_of<T, S: Shape>(from: *const T, numel: usize) -> Option<Vec<T>> {
    let block = Heap::reserve::<T, S>(numel)?;
    // SAFETY: the elements may be read, and the block has a place for each.
    let init = |to: *mut T| unsafe { to.copy_from_nonoverlapping(from, numel) };
    // SAFETY: the block was reserved for the numel of the shape, and `init` moves all elements into it.
    Some(unsafe { Heap::build::<T, S, _>(block, numel, init) })
}

#[cfg(not(feature = "alloc"))]
#[allow(clippy::extra_unused_type_parameters, reason = "it is called as the other one")]
unsafe fn vec_of<T, S: Shape>(_: *const T, _: usize) -> Option<Vec<T>> {
    const { panic!("a tensor inline whose shape is known only at run time needs the feature `alloc`") }
}

/// Moves the elements of a vector by `to`, if their number fits.
#[cfg(feature = "alloc")]
fn from_vec<T, To>(mut vec: Vec<T>, to: unsafe fn(*const T, usize) -> Option<To>) -> Option<To> {
    // SAFETY: the vector has that number of elements. If `to` moves them, they are not dropped, as the length is 0.
    let moved = unsafe { to(vec.as_ptr(), vec.len()) }?;
    // SAFETY: 0 is at most the capacity.
    unsafe { vec.set_len(0) };
    Some(moved)
}

#[cfg(not(feature = "alloc"))]
fn from_vec<T, To>(vec: Vec<T>, _: unsafe fn(*const T, usize) -> Option<To>) -> Option<To> {
    match vec.0 {}
}

impl Beside for Inline {
    type With<Other: Owner> = Other;
}

impl Owner for Inline {
    type Block<T, S: Shape> = <S::Extent as Extent>::If<(), Vec<T>, Partly<T, S::Array<T>>>;

    #[inline]
    fn reserve<T, S: Shape>(numel: usize) -> Option<Self::Block<T, S>> {
        S::Extent::make(numel, |_| Some(()), Heap::reserve::<T, S>, Partly::reserve)
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
        let partly = |mut partly: Partly<T, S::Array<T>>, init: Init| {
            init(partly.as_mut_ptr());
            // `reserve` compared `numel` with the places, and `init` has initialised as many (`# Safety` of `build`)
            partly.numel = numel;
            partly
        };
        S::Extent::map(block, init, array, vec, partly)
    }
}
