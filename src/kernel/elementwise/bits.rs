//! Copies of elements as bits: this crate compiles them once for each size, and not for each type.

use crate::kernel::simd::OPTIMISED;
use core::mem::MaybeUninit;

pub(in crate::kernel) type Four = MaybeUninit<u32>;

pub(in crate::kernel) type Eight = MaybeUninit<u64>;

/// Whether elements of `T` are copied as `Bits`.
pub(in crate::kernel) const fn are<T, Bits>() -> bool {
    OPTIMISED && size_of::<T>() == size_of::<Bits>() && align_of::<T>() >= align_of::<Bits>()
}

/// Four elements of four bytes, and four of eight, in vector registers of x86-64.
#[cfg(target_arch = "x86_64")]
pub(in crate::kernel) type Fours = MaybeUninit<core::arch::x86_64::__m128i>;
#[cfg(target_arch = "x86_64")]
pub(in crate::kernel) type Eights = MaybeUninit<core::arch::x86_64::__m256i>;
#[cfg(not(target_arch = "x86_64"))]
pub(in crate::kernel) type Fours = [Four; 4];
#[cfg(not(target_arch = "x86_64"))]
pub(in crate::kernel) type Eights = [Eight; 4];

/// Whether elements of `T` are `Bits`, and four of them fill vectors. This was measured on x86-64 only.
pub(in crate::kernel) const fn in_vectors<T, Bits>() -> bool {
    cfg!(target_arch = "x86_64") && are::<T, Bits>()
}

/// Calls `$copy(from, to, ..)`, an unsafe function for pointers to elements of any type. For elements of four and eight
/// bytes it is compiled by this crate, unless it is built without optimisation.
macro_rules! copy {
    ($T:ty: $copy:ident($from:expr, $to:expr $(, $name:ident: $Type:ty)*)) => {{
        use $crate::kernel::elementwise::bits;

        bits::copy!(once four: bits::Four; $copy $(, $name: $Type)*);
        bits::copy!(once eight: bits::Eight; $copy $(, $name: $Type)*);
        if const { bits::are::<$T, bits::Four>() } {
            four($from.cast(), $to.cast() $(, $name)*);
        } else if const { bits::are::<$T, bits::Eight>() } {
            eight($from.cast(), $to.cast() $(, $name)*);
        } else {
            $copy($from, $to $(, $name)*);
        }
    }};
    (once $once:ident: $Bits:ty; $copy:ident $(, $name:ident: $Type:ty)*) => {
        /// # Safety
        ///
        /// As for the function that it calls.
        #[inline(never)]
        unsafe fn $once(from: *const $Bits, to: *mut $Bits $(, $name: $Type)*) {
            if const { $crate::kernel::simd::OPTIMISED } {
                // SAFETY: the arguments are this function's.
                unsafe { $copy(from, to $(, $name)*) };
            }
        }
    };
}

pub(in crate::kernel) use copy;
