//! Integers as indices along an axis.

use crate::sealed::Sealed;

/// An index along an axis: any primitive integer of at most 64 bits.
///
/// A negative index counts from the end, as in NumPy: -1 is the last element. Unsafe code trusts the result of
/// [`place`](Self::place), so this trait is sealed.
///
/// ```
/// use conformable::ops::IndexElement;
///
/// assert_eq!((-1_i64).place(5), Some(4));
/// assert_eq!(5_u8.place(5), None);
/// assert_eq!((-6_i32).place(5), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index",
    label = "indices are integers: `usize`, `i64`, `u32`, ..",
    note = "`x.map(|x| x as i64)` converts floats to integers",
    note = "conformable: E-index"
)]
pub trait IndexElement: Copy + Sealed {
    /// Returns the index counted from 0 along an axis of that size; `None` if it is out of bounds.
    #[must_use]
    fn place(self, size: usize) -> Option<usize>;

    /// [`place`](Self::place) of an index in bounds.
    #[doc(hidden)]
    #[must_use]
    fn known_place(self, size: usize) -> usize;

    /// The index as it is written.
    #[doc(hidden)]
    #[must_use]
    fn number(self) -> i128;

    /// The index as it is written, or the nearest `isize`, which is out of bounds for every axis.
    #[doc(hidden)]
    #[must_use]
    fn signed(self) -> isize;
}

/// Implements [`IndexElement`]: `index_elements!(0 <= u8, 0 > i8)`; `0 >` marks the signed types.
macro_rules! index_elements {
    ($(0 $sign:tt $I:ty),*) => {$(
        impl Sealed for $I {}

        impl IndexElement for $I {
            #[inline]
            fn place(self, size: usize) -> Option<usize> {
                let fits = usize::try_from(self).is_ok_and(|index| index < size);
                let back = index_elements!(@back $sign self size);
                (fits || back).then(|| self.known_place(size))
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "negative numbers wrap")]
            #[allow(clippy::cast_lossless, reason = "of some integers it is")]
            fn known_place(self, size: usize) -> usize {
                index_elements!(@place $sign self size)
            }

            #[inline]
            #[allow(clippy::cast_lossless, reason = "an `i128` is not made from a `usize` otherwise")]
            fn number(self) -> i128 {
                self as i128
            }

            #[inline]
            fn signed(self) -> isize {
                isize::try_from(self).unwrap_or(index_elements!(@bound $sign self))
            }
        }
    )*};
    (@bound <= $index:ident) => { isize::MAX };
    (@bound > $index:ident) => { if $index < 0 { isize::MIN } else { isize::MAX } };
    (@back <= $index:ident $size:ident) => { false };
    (@back > $index:ident $size:ident) => {
        $index < 0 && usize::try_from($index.unsigned_abs()).is_ok_and(|back| back <= $size)
    };
    (@place <= $index:ident $size:ident) => {{
        let _ = $size;
        $index as usize
    }};
    (@place > $index:ident $size:ident) => {
        if $index < 0 { $size.wrapping_add($index as isize as usize) } else { $index as usize }
    };
}

index_elements!(0 <= u8, 0 <= u16, 0 <= u32, 0 <= u64, 0 <= usize, 0 > i8, 0 > i16, 0 > i32, 0 > i64, 0 > isize);
