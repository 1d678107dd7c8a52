//! Whether types tell every size of a shape, and arrays of known sizes.

#![allow(clippy::inline_always, reason = "a choice that the compiler has made")]

use crate::sealed::Sealed;

/// How much of the sizes of a shape its type tells: [`Static`], [`Capped`] or [`Dynamic`].
pub trait Extent: Sealed + Sized + 'static {
    /// The least of both: [`Static`] only if both are, and [`Dynamic`] if one is.
    type And<Other: Extent>: Extent;

    /// [`And`](Self::And) with [`Capped`].
    type AndCapped: Extent;

    /// `A` for [`Static`], `B` for [`Dynamic`], `C` for [`Capped`].
    type If<A, B, C>;

    /// Calls the closure of the type that is present.
    #[doc(hidden)]
    fn with<A, B, C, R>(
        either: &Self::If<A, B, C>,
        first: impl FnOnce(&A) -> R,
        second: impl FnOnce(&B) -> R,
        third: impl FnOnce(&C) -> R,
    ) -> R;

    /// Calls the closure of the type that is present, with a mutable reference.
    #[doc(hidden)]
    fn with_mut<A, B, C, R>(
        either: &mut Self::If<A, B, C>,
        first: impl FnOnce(&mut A) -> R,
        second: impl FnOnce(&mut B) -> R,
        third: impl FnOnce(&mut C) -> R,
    ) -> R;

    /// Consumes the value with the closure of its type.
    #[doc(hidden)]
    fn take<A, B, C, R>(
        either: Self::If<A, B, C>,
        first: impl FnOnce(A) -> R,
        second: impl FnOnce(B) -> R,
        third: impl FnOnce(C) -> R,
    ) -> R;

    /// Makes the value, which may fail.
    #[doc(hidden)]
    fn make<Of, A, B, C>(
        of: Of,
        first: impl FnOnce(Of) -> Option<A>,
        second: impl FnOnce(Of) -> Option<B>,
        third: impl FnOnce(Of) -> Option<C>,
    ) -> Option<Self::If<A, B, C>>;

    /// Converts the value.
    #[doc(hidden)]
    fn map<With, A, B, C, X, Y, Z>(
        either: Self::If<A, B, C>,
        with: With,
        first: impl FnOnce(A, With) -> X,
        second: impl FnOnce(B, With) -> Y,
        third: impl FnOnce(C, With) -> Z,
    ) -> Self::If<X, Y, Z>;
}

/// Every size is known at compile time.
#[derive(Debug)]
pub struct Static;

/// Every size is known at compile time, or has a bound there.
#[derive(Debug)]
pub struct Capped;

/// A size, or the rank, is known only at run time.
#[derive(Debug)]
pub struct Dynamic;

/// [`Static`] or [`Capped`]: the elements have a place in the tensor itself.
pub trait HasRoom: Extent {}
impl HasRoom for Static {}
impl HasRoom for Capped {}

impl Sealed for Static {}
impl Sealed for Capped {}
impl Sealed for Dynamic {}

/// Implements [`Extent`] by the type and the closure of one of the three.
macro_rules! extent {
    (
        $Extent:ident, And<$Other:ident> = $And:ty, AndCapped = $AndCapped:ty,
        $A:ident $X:ident $chosen:ident of $first:ident $second:ident $third:ident
    ) => {
        impl Extent for $Extent {
            type And<$Other: Extent> = $And;
            type AndCapped = $AndCapped;
            type If<A, B, C> = $A;

            #[inline(always)]
            fn with<A, B, C, R>(
                either: &$A,
                $first: impl FnOnce(&A) -> R,
                $second: impl FnOnce(&B) -> R,
                $third: impl FnOnce(&C) -> R,
            ) -> R {
                $chosen(either)
            }

            #[inline(always)]
            fn with_mut<A, B, C, R>(
                either: &mut $A,
                $first: impl FnOnce(&mut A) -> R,
                $second: impl FnOnce(&mut B) -> R,
                $third: impl FnOnce(&mut C) -> R,
            ) -> R {
                $chosen(either)
            }

            #[inline(always)]
            fn take<A, B, C, R>(
                either: $A,
                $first: impl FnOnce(A) -> R,
                $second: impl FnOnce(B) -> R,
                $third: impl FnOnce(C) -> R,
            ) -> R {
                $chosen(either)
            }

            #[inline(always)]
            fn make<Of, A, B, C>(
                of: Of,
                $first: impl FnOnce(Of) -> Option<A>,
                $second: impl FnOnce(Of) -> Option<B>,
                $third: impl FnOnce(Of) -> Option<C>,
            ) -> Option<$A> {
                $chosen(of)
            }

            #[inline(always)]
            fn map<With, A, B, C, X, Y, Z>(
                either: $A,
                with: With,
                $first: impl FnOnce(A, With) -> X,
                $second: impl FnOnce(B, With) -> Y,
                $third: impl FnOnce(C, With) -> Z,
            ) -> $X {
                $chosen(either, with)
            }
        }
    };
}

extent!(Static, And<Other> = Other, AndCapped = Capped, A X first of first _second _third);
extent!(Dynamic, And<Other> = Self, AndCapped = Self, B Y second of _first second _third);
extent!(Capped, And<Other> = Other::AndCapped, AndCapped = Self, C Z third of _first _second third);

/// Two adjacent arrays, without padding since their elements have one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Grouped<A, B>(pub A, pub B);

/// A type without values: the array of an unknown size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsized {}
