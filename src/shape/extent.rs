//! Whether types tell every size of a shape, and arrays of known sizes.

#![allow(clippy::inline_always, reason = "a choice that the compiler has made")]

use crate::sealed::Sealed;

/// Whether every size of a shape is static: [`Static`] or [`Dynamic`].
pub trait Extent: Sealed + Sized + 'static {
    /// [`Static`] if both are.
    type And<Other: Extent>: Extent;

    /// `A` for [`Static`], `B` for [`Dynamic`].
    type If<A, B>;

    /// Calls the closure of the type that is present.
    #[doc(hidden)]
    fn with<A, B, R>(either: &Self::If<A, B>, first: impl FnOnce(&A) -> R, second: impl FnOnce(&B) -> R) -> R;

    /// Calls the closure of the type that is present, with a mutable reference.
    #[doc(hidden)]
    fn with_mut<A, B, R>(
        either: &mut Self::If<A, B>,
        first: impl FnOnce(&mut A) -> R,
        second: impl FnOnce(&mut B) -> R,
    ) -> R;

    /// Consumes the value with the closure of its type.
    #[doc(hidden)]
    fn take<A, B, R>(either: Self::If<A, B>, first: impl FnOnce(A) -> R, second: impl FnOnce(B) -> R) -> R;

    /// Makes the value, which may fail.
    #[doc(hidden)]
    fn make<C, A, B>(
        of: C,
        first: impl FnOnce(C) -> Option<A>,
        second: impl FnOnce(C) -> Option<B>,
    ) -> Option<Self::If<A, B>>;

    /// Converts the value.
    #[doc(hidden)]
    fn map<C, A, B, X, Y>(
        either: Self::If<A, B>,
        with: C,
        first: impl FnOnce(A, C) -> X,
        second: impl FnOnce(B, C) -> Y,
    ) -> Self::If<X, Y>;
}

/// Every size is known at compile time.
#[derive(Debug)]
pub struct Static;

/// A size, or the rank, is known only at run time.
#[derive(Debug)]
pub struct Dynamic;

impl Sealed for Static {}
impl Sealed for Dynamic {}

impl Extent for Static {
    type And<Other: Extent> = Other;
    type If<A, B> = A;

    #[inline(always)]
    fn with<A, B, R>(either: &A, first: impl FnOnce(&A) -> R, _: impl FnOnce(&B) -> R) -> R {
        first(either)
    }

    #[inline(always)]
    fn with_mut<A, B, R>(either: &mut A, first: impl FnOnce(&mut A) -> R, _: impl FnOnce(&mut B) -> R) -> R {
        first(either)
    }

    #[inline(always)]
    fn take<A, B, R>(either: A, first: impl FnOnce(A) -> R, _: impl FnOnce(B) -> R) -> R {
        first(either)
    }

    #[inline(always)]
    fn make<C, A, B>(of: C, first: impl FnOnce(C) -> Option<A>, _: impl FnOnce(C) -> Option<B>) -> Option<A> {
        first(of)
    }

    #[inline(always)]
    fn map<C, A, B, X, Y>(either: A, with: C, first: impl FnOnce(A, C) -> X, _: impl FnOnce(B, C) -> Y) -> X {
        first(either, with)
    }
}

impl Extent for Dynamic {
    type And<Other: Extent> = Self;
    type If<A, B> = B;

    #[inline(always)]
    fn with<A, B, R>(either: &B, _: impl FnOnce(&A) -> R, second: impl FnOnce(&B) -> R) -> R {
        second(either)
    }

    #[inline(always)]
    fn with_mut<A, B, R>(either: &mut B, _: impl FnOnce(&mut A) -> R, second: impl FnOnce(&mut B) -> R) -> R {
        second(either)
    }

    #[inline(always)]
    fn take<A, B, R>(either: B, _: impl FnOnce(A) -> R, second: impl FnOnce(B) -> R) -> R {
        second(either)
    }

    #[inline(always)]
    fn make<C, A, B>(of: C, _: impl FnOnce(C) -> Option<A>, second: impl FnOnce(C) -> Option<B>) -> Option<B> {
        second(of)
    }

    #[inline(always)]
    fn map<C, A, B, X, Y>(either: B, with: C, _: impl FnOnce(A, C) -> X, second: impl FnOnce(B, C) -> Y) -> Y {
        second(either, with)
    }
}

/// Two adjacent arrays, without padding since their elements have one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Grouped<A, B>(pub A, pub B);

/// A type without values: the array of an unknown size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsized {}
