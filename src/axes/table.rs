//! The table of axes: for each tuple and axis, the item there, and the tuple without it or with another item.
//!
//! The impl is found by the head of a type, without recursion, so an error names only the whole shape and the axis.

use crate::indices::IndexElement;
use crate::sealed::Token;
use crate::shape::{AnyShape, Axis, Dyn};

/// A tuple, or an [`AnyShape`], that has the axis `A`. `Of` is the whole shape; `Self` may have marked axes.
#[diagnostic::on_unimplemented(
    message = "`{Of}` has no `{A}`",
    label = "`Axis::<0>` is the first axis, `Axis::<-1>` the last one",
    note = "conformable: E-axis"
)]
pub trait HasAxis<A, Of = Self>: Sized {
    /// The number of the axis, as it is written, unless the type overrides `number`.
    ///
    /// `A` has no bound, so that a type that is not an axis is one error.
    #[doc(hidden)]
    const AXIS: isize;
    /// The number of the axis, as it is written. Other crates cannot override it, because they cannot name the token:
    /// two calls with one axis return the same number.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    fn number(_: &A, _: Token) -> isize {
        Self::AXIS
    }
    /// The item at the axis.
    type Item;
    /// The tuple with `X` there.
    type Put<X>;
    /// The tuple without it.
    type Without;
    /// The tuple with two items there.
    type Two<X, Y>;
}

/// A tuple that has the axis `A`. It has no types, so that an operation that requires it fixes none in generic code.
pub trait FindsAxis<A> {
    /// See [`HasAxis::number`].
    #[doc(hidden)]
    fn find(axis: &A, token: Token) -> isize;
}

#[diagnostic::do_not_recommend]
impl<S: HasAxis<A>, A> FindsAxis<A> for S {
    #[inline]
    fn find(axis: &A, token: Token) -> isize {
        S::number(axis, token)
    }
}

/// A tuple that has an axis after the axis `A`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no axis after `{A}`",
    label = "the axis is flattened with the next one",
    note = "conformable: E-axis"
)]
pub trait HasNext<A>: HasAxis<A> {
    /// The item after it.
    type Next;
    /// The tuple with `X` in the place of both.
    type PutBoth<X>;
}

/// [`FindsAxis`] of a new axis.
pub trait FindsGap<A> {
    /// See [`HasAxis::number`].
    #[doc(hidden)]
    fn find(axis: &A, token: Token) -> isize;
}

#[diagnostic::do_not_recommend]
impl<S: HasGap<A>, A> FindsGap<A> for S {
    #[inline]
    fn find(axis: &A, token: Token) -> isize {
        S::number(axis, token)
    }
}

/// A tuple that has the axis `A` after one more item is inserted.
#[diagnostic::on_unimplemented(
    message = "`{Self}` with one more axis has no `{A}`",
    label = "the new axis is counted in the result: `Axis::<0>` is the first there, `Axis::<-1>` the last one",
    note = "conformable: E-axis"
)]
pub trait HasGap<A>: Sized {
    #[doc(hidden)]
    const AXIS: isize;
    /// See [`HasAxis::number`].
    #[doc(hidden)]
    #[must_use]
    #[inline]
    fn number(_: &A, _: Token) -> isize {
        Self::AXIS
    }
    /// The tuple with `X` inserted.
    type Insert<X>;
}

#[diagnostic::do_not_recommend]
impl<const N: isize, Of> HasAxis<Axis<N>, Of> for AnyShape {
    const AXIS: isize = N;
    type Item = Dyn;
    type Put<X> = Self;
    type Without = Self;
    type Two<X, Y> = Self;
}

#[diagnostic::do_not_recommend]
impl<const N: isize> HasNext<Axis<N>> for AnyShape {
    type Next = Dyn;
    type PutBoth<X> = Self;
}

#[diagnostic::do_not_recommend]
impl<const N: isize> HasGap<Axis<N>> for AnyShape {
    const AXIS: isize = N;
    type Insert<X> = Self;
}

// integers are axes of run time; one impl, so that a literal has any type
#[diagnostic::do_not_recommend]
impl<I: IndexElement, Of> HasAxis<I, Of> for AnyShape {
    // no shape has this axis; `number` returns the real one
    const AXIS: isize = isize::MIN;
    type Item = Dyn;
    type Put<X> = Self;
    type Without = Self;
    type Two<X, Y> = Self;

    #[inline]
    fn number(axis: &I, _: Token) -> isize {
        axis.signed()
    }
}

#[diagnostic::do_not_recommend]
impl<I: IndexElement> HasNext<I> for AnyShape {
    type Next = Dyn;
    type PutBoth<X> = Self;
}

#[diagnostic::do_not_recommend]
impl<I: IndexElement> HasGap<I> for AnyShape {
    const AXIS: isize = isize::MIN;
    type Insert<X> = Self;

    #[inline]
    fn number(axis: &I, _: Token) -> isize {
        axis.signed()
    }
}

/// `axes!(0 1 2; -3 A -2 B -1)` makes the table of rank 2 and all ranks below. Each axis has a name for its item and is
/// counted back; one more axis is counted from either end.
macro_rules! axes {
    ($($positive:literal)*; $before:literal $($D:ident $negative:literal)*) => {
        axes!(gap $before [] [$($D)*]);
        axes!(each [] $($D $negative)*; $($positive)*);
        axes!(below $($positive)*; $($D $negative)*);
    };
    (below $($positive:literal)*;) => {};
    (below $($positive:literal)*; $First:ident $before:literal $($rest:tt)*) => {
        axes!($($positive)*; $before $($rest)*);
    };
    (each [$($Outer:ident)*]; $last:literal $($rest:literal)*) => {
        axes!(gap $last [$($Outer)*] []);
    };
    (each [$($Outer:ident)*] $D:ident $negative:literal $($Inner:ident $n:literal)*; $positive:literal $($rest:literal)*) => {
        axes!(gap $positive [$($Outer)*] [$D $($Inner)*]);
        axes!(axis $positive [$($Outer)*] $D [$($Inner)*]);
        axes!(axis $negative [$($Outer)*] $D [$($Inner)*]);
        axes!(gap $negative [$($Outer)* $D] [$($Inner)*]);
        axes!(each [$($Outer)* $D] $($Inner $n)*; $($rest)*);
    };
    (axis $n:literal [$($Outer:ident)*] $D:ident [$($Inner:ident)*]) => {
        #[diagnostic::do_not_recommend]
        impl<$($Outer,)* $D, $($Inner,)* Of> HasAxis<Axis<$n>, Of> for ($($Outer,)* $D, $($Inner,)*) {
            const AXIS: isize = $n;
            type Item = $D;
            type Put<X> = ($($Outer,)* X, $($Inner,)*);
            type Without = ($($Outer,)* $($Inner,)*);
            type Two<X, Y> = ($($Outer,)* X, Y, $($Inner,)*);
        }
        axes!(next $n [$($Outer)*] $D [$($Inner)*]);
    };
    (next $n:literal [$($Outer:ident)*] $D:ident []) => {};
    (next $n:literal [$($Outer:ident)*] $D:ident [$Next:ident $($Inner:ident)*]) => {
        #[diagnostic::do_not_recommend]
        impl<$($Outer,)* $D, $Next, $($Inner),*> HasNext<Axis<$n>> for ($($Outer,)* $D, $Next, $($Inner,)*) {
            type Next = $Next;
            type PutBoth<X> = ($($Outer,)* X, $($Inner,)*);
        }
    };
    (gap $n:literal [$($Outer:ident)*] [$($Inner:ident)*]) => {
        #[diagnostic::do_not_recommend]
        impl<$($Outer,)* $($Inner),*> HasGap<Axis<$n>> for ($($Outer,)* $($Inner,)*) {
            const AXIS: isize = $n;
            type Insert<X> = ($($Outer,)* X, $($Inner,)*);
        }
    };
}

axes!(
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16;
    -17 A -16 B -15 C -14 D -13 E -12 F -11 G -10 H -9 I -8 J -7 K -6 L -5 M -4 N -3 O -2 P -1
);
