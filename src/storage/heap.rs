//! Elements on the heap.

use super::contract::{Beside, Contiguous, Dense, Owner, Retype, Storage, StorageMut};
use super::place::Heap;
use crate::shape::{Measured, Shape};
#[cfg(feature = "alloc")]
use alloc::alloc::{Layout, alloc};
#[cfg(feature = "alloc")]
pub(super) use alloc::vec::Vec;

/// A type without values: tensors on the heap need an allocator.
#[cfg(not(feature = "alloc"))]
pub(super) type Vec<T> = (crate::shape::Unsized, core::marker::PhantomData<T>);

// SAFETY: a tensor in `Heap` is only made of a vector with the numel of the shape as its length. The elements are
// adjacent from `as_ptr` on, which is aligned and not null; `numel` is their number, and `recycle` moves the vector.
unsafe impl Storage for Heap {
    type Data<T, S: Measured> = Vec<T>;
    type Owner = Self;
    type Layout = Contiguous;

    #[inline]
    #[cfg(feature = "alloc")]
    fn as_ptr<T, S: Shape>(data: &Vec<T>) -> *const T {
        data.as_ptr()
    }

    #[cfg(not(feature = "alloc"))]
    fn as_ptr<T, S: Shape>(data: &Vec<T>) -> *const T {
        match data.0 {}
    }

    #[inline]
    #[cfg(feature = "alloc")]
    fn numel<T, S: Shape>(data: &Vec<T>) -> Option<usize> {
        Some(data.len())
    }

    #[cfg(feature = "alloc")]
    const RECYCLES: bool = true;

    #[inline]
    #[cfg(feature = "alloc")]
    fn recycle<T, S: Shape, Place: Owner, Out: Shape>(data: Vec<T>) -> Result<Place::Data<T, Out>, Vec<T>> {
        Place::adopt(data)
    }
}

// SAFETY: `as_mut_ptr` is the address of `as_ptr`, and the elements of a vector are at different places.
unsafe impl StorageMut for Heap {
    #[inline]
    #[cfg(feature = "alloc")]
    fn as_mut_ptr<T, S: Shape>(data: &mut Vec<T>) -> *mut T {
        data.as_mut_ptr()
    }

    #[cfg(not(feature = "alloc"))]
    fn as_mut_ptr<T, S: Shape>(data: &mut Vec<T>) -> *mut T {
        match data.0 {}
    }
}

impl Dense for Heap {}

// SAFETY: the vector does not change, and both shapes have the same numel.
unsafe impl Retype for Heap {
    #[inline]
    fn retype<T, From: Shape, To: Shape>(data: Vec<T>) -> Vec<T> {
        data
    }
}

/// A [`Storage`] whose elements are a `Vec`.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` tensor does not own a `Vec`",
    label = "expected an owned tensor on the heap",
    note = "`to_vec` copies the elements; `into_array` returns those of an inline tensor",
    note = "conformable: E-storage"
)]
#[cfg(feature = "alloc")]
pub trait OwnsVec: Storage {
    /// Returns the elements, in row-major order.
    #[doc(hidden)]
    fn into_vec<T, S: Shape>(data: Self::Data<T, S>) -> Vec<T>;
}

#[cfg(feature = "alloc")]
impl OwnsVec for Heap {
    #[inline]
    fn into_vec<T, S: Shape>(data: Vec<T>) -> Vec<T> {
        data
    }
}

impl Beside for Heap {
    type With<Other: Owner> = Self;
}

impl Owner for Heap {
    type Block<T, S: Shape> = Vec<T>;

    // as `Vec::try_with_capacity` will do; `try_reserve_exact` takes 10 ns more, since it is for vectors that grow
    #[inline]
    #[cfg(feature = "alloc")]
    fn reserve<T, S: Shape>(numel: usize) -> Option<Vec<T>> {
        let layout = Layout::array::<T>(numel).ok()?;
        if layout.size() == 0 {
            return Some(Vec::new());
        }
        // SAFETY: `layout.size()` was compared with 0 above.
        let block = unsafe { alloc(layout) };
        if block.is_null() {
            return None;
        }
        // SAFETY: the global allocator gave `block`, which is not null, for the layout of `numel` elements; the
        // capacity is `numel`, and the length 0.
        Some(unsafe { Vec::from_raw_parts(block.cast(), 0, numel) })
    }

    #[cfg(not(feature = "alloc"))]
    fn reserve<T, S: Shape>(_: usize) -> Option<Vec<T>> {
        const {
            panic!(
                "a result on the heap needs the feature `alloc`; without it there are `map_into` and, for views, `inline_from_slice`"
            )
        }
    }

    #[inline]
    #[cfg(feature = "alloc")]
    unsafe fn build<T, S: Shape, Init: FnOnce(*mut T)>(mut block: Vec<T>, numel: usize, init: Init) -> Vec<T> {
        huge_pages(block.spare_capacity_mut());
        init(block.as_mut_ptr());
        // SAFETY: `init` has initialised `numel` elements, for which `block` was reserved (`# Safety` of
        // `Owner::build`).
        unsafe { block.set_len(numel) };
        block
    }

    #[cfg(not(feature = "alloc"))]
    unsafe fn build<T, S: Shape, Init: FnOnce(*mut T)>(block: Vec<T>, _: usize, _: Init) -> Vec<T> {
        match block.0 {}
    }

    #[inline]
    #[cfg(feature = "alloc")]
    fn adopt<T, S: Shape>(elements: Vec<T>) -> Result<Vec<T>, Vec<T>> {
        Ok(elements)
    }
}

/// Requests pages of 2 MiB for a large untouched block, if the system has them.
#[cfg(feature = "alloc")]
#[inline]
pub fn huge_pages<T>(block: &mut [T]) {
    #[cfg(all(feature = "std", target_os = "linux", not(miri)))]
    linux::huge_pages(block);
    #[cfg(not(all(feature = "std", target_os = "linux", not(miri))))]
    let _ = block;
}

#[cfg(all(feature = "std", target_os = "linux", not(miri)))]
mod linux {
    use core::ffi::{c_int, c_void};

    /// From this size on, the allocator gets fresh pages from the system, whose faults cost more than the work.
    const HUGE: usize = 32 << 20;

    /// The same number on all Linux processors that Rust supports.
    const MADV_HUGEPAGE: c_int = 14;

    // `std` links the function, so this declaration saves the crate `libc`.
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }

    #[inline]
    pub(super) fn huge_pages<T>(block: &mut [T]) {
        if size_of_val(block) < HUGE {
            return;
        }
        let from = block.as_mut_ptr().cast::<u8>();
        let skip = from.align_offset(2 << 20);
        let length = (size_of_val(block) - skip) & !((2 << 20) - 1);
        // SAFETY: the declaration is that of the system. `skip` is below 2 MiB, so `skip + length` is at most the size
        // of the block, which is borrowed as mutable. Advice does not change contents, and may be refused.
        unsafe { madvise(from.wrapping_add(skip).cast(), length, MADV_HUGEPAGE) };
    }
}
