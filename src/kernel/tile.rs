//! Room for elements that are laid out side by side.

use core::mem::MaybeUninit;
use core::slice;

/// The bytes of a tile: few without an operating system, where stacks are small.
const BYTES: usize = if cfg!(feature = "std") { 2048 } else { 512 };

/// The bytes, and the alignment, of the largest element that is laid out in tiles.
pub const LARGEST: usize = 16;

/// Room for a stretch of elements, from the beginning of a cache line on.
#[repr(align(64))]
pub struct Tile([MaybeUninit<u8>; BYTES]);

impl Tile {
    /// How many elements of a type there is room for.
    pub const fn room<T>() -> usize {
        if size_of::<T>() == 0 { BYTES } else { BYTES / size_of::<T>() }
    }

    /// The room as that of elements of a type.
    #[inline(always)]
    pub const fn elements<T>(&mut self) -> &mut [MaybeUninit<T>] {
        // constant, but not in a `const` block: for elements that are not tiled this is compiled too, and not called
        assert!(align_of::<T>() <= align_of::<Self>());
        // SAFETY: there is room for so many elements, initialised or not, at a place aligned for them.
        unsafe { slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), Self::room::<T>()) }
    }
}
