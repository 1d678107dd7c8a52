//! Tuples of dims as shapes.

use super::any::AnyShape;
use super::dim::{Dim, Measure};
use super::extent::{Extent, Static};
use super::list::{Axes, List, Nil, Tuple};
use super::shape::{AxesList, Measured, MeasuredList, Shape};
use super::size::Size;
use super::text::{Bounds, Name};
use crate::sealed::Sealed;

impl Sealed for Nil {}
impl<Last, Outer> Sealed for Axes<Last, Outer> {}

impl MeasuredList for Nil {
    type Array<T> = T;
    type Extent = Static;
}

impl<Last: Measure, Outer: MeasuredList> MeasuredList for Axes<Last, Outer> {
    type Array<T> = Outer::Array<Last::Array<T>>;
    type Extent = <Outer::Extent as Extent>::And<Last::Extent>;
}

impl AxesList for Nil {
    type Shape = ();
    type Ones = ();

    #[inline]
    fn into_shape(self) {}

    #[inline]
    fn from_sizes(sizes: &[usize]) -> Option<Self> {
        sizes.is_empty().then_some(Self)
    }
}

impl<Last: Dim, Outer: AxesList> AxesList for Axes<Last, Outer> {
    type Shape = <Outer::Shape as Shape>::Push<Last>;
    type Ones = <Outer::Ones as Shape>::Push<Size<1>>;

    #[inline]
    fn into_shape(self) -> Self::Shape {
        self.outer.into_shape().push(self.last)
    }

    #[inline]
    fn from_sizes(sizes: &[usize]) -> Option<Self> {
        let (&last, outer) = sizes.split_last()?;
        match (Last::from_size(last), Outer::from_sizes(outer)) {
            (Some(last), Some(outer)) => Some(Self { last, outer }),
            _ => None,
        }
    }
}

/// Implements [`Tuple`], [`List`], [`Measured`] and [`Shape`] for the tuple of the elements in brackets, whose list is
/// given as a type and as a value, and then for each longer one.
///
/// `tuples!(0 Ix0 [] {Nil} {Nil}; 1 Ix1 A a, 2 Ix2 B b)` makes the impls for `()`, `(A,)` and `(A, B)`; `Ix2` is
/// ndarray's dimension of that rank.
macro_rules! tuples {
    ($rank:literal $Dimension:ident [$($D:ident $d:ident)*] {$($List:tt)*} {$($list:tt)*}; $($rest:tt)*) => {
        impl<$($D),*> Tuple for ($($D,)*) {
            type List = $($List)*;
            type Length = Size<$rank>;
            #[inline]
            fn into_list(self) -> Self::List {
                let ($($d,)*) = self;
                $($list)*
            }
        }
        #[allow(clippy::unused_unit, reason = "the tuple of rank 0")]
        impl<$($D),*> List for $($List)* {
            type Tuple = ($($D,)*);
            #[inline]
            fn into_tuple(self) -> Self::Tuple {
                let $($list)* = self;
                ($($d,)*)
            }
        }
        impl<$($D: Measure),*> Sealed for ($($D,)*) {}
        impl<$($D: Measure),*> Measured for ($($D,)*) {
            type Sizes = [usize; $rank];
            type Array<T> = <$($List)* as MeasuredList>::Array<T>;
            type Extent = <$($List)* as MeasuredList>::Extent;
        }
        impl<$($D: Dim),*> Shape for ($($D,)*) {
            type Axes = $($List)*;
            #[cfg(feature = "ndarray")]
            type Dimension = ndarray::$Dimension;
            type Unnamed = ($($D::Unnamed,)*);
            type Push<Last: Dim> = tuples!(push [$($D,)* Last,] $($rest)*);
            const DIMS: Option<&'static [Option<usize>]> = Some(&[$($D::SIZE),*]);
            const NAMES: &'static [Option<Name>] = &[$($D::NAME),*];
            const BOUNDS: &'static Bounds = &(&[$($D::BOUNDS),*] as Bounds);
            const KNOWN: Option<Self> = match ($($D::KNOWN,)*) {
                ($(Some($d),)*) => Some(($($d,)*)),
                #[allow(unreachable_patterns, reason = "the tuple of rank 0")]
                _ => None,
            };
            #[inline]
            fn push<Last: Dim>(self, last: Last) -> Self::Push<Last> {
                let ($($d,)*) = self;
                tuples!(push_value [$($d)*] last; $($rest)*)
            }
            #[inline]
            fn axes(&self) -> Self::Axes {
                self.clone().into_list()
            }
            #[inline]
            fn sizes(&self) -> Self::Sizes {
                let ($($d,)*) = self;
                [$($d.size()),*]
            }
            #[inline]
            fn blank(rank: usize) -> Self::Sizes {
                assert!(rank == $rank, "one size an axis");
                [0; $rank]
            }
            #[inline]
            fn sizes_of(sizes: &[usize]) -> Self::Sizes {
                sizes.try_into().expect("as many sizes as axes")
            }
        }
        tuples!(@ [$($D $d)*] {$($List)*} {$($list)*}; $($rest)*);
    };
    (@ [$($done:tt)*] {$($List:tt)*} {$($list:tt)*}; $rank:literal $Dimension:ident $D:ident $d:ident, $($rest:tt)*)
    => {
        tuples!($rank $Dimension [$($done)* $D $d] {Axes<$D, $($List)*>} {Axes { last: $d, outer: $($list)* }}; $($rest)*);
    };
    (@ $($done:tt)*) => {};
    (push_value [$($d:ident)*] $last:ident;) => { AnyShape::from([$($d.size(),)* $last.size()]) };
    (push_value [$($d:ident)*] $last:ident; $($rest:tt)*) => { ($($d,)* $last,) };
    (push $longer:tt) => { AnyShape };
    (push [$($longer:tt)*] $($rest:tt)*) => { ($($longer)*) };
}

tuples!(
    0 Ix0 [] {Nil} {Nil};
    1 Ix1 A a, 2 Ix2 B b, 3 Ix3 C c, 4 Ix4 D d, 5 Ix5 E e, 6 Ix6 F f, 7 IxDyn G g, 8 IxDyn H h,
    9 IxDyn I i, 10 IxDyn J j, 11 IxDyn K k, 12 IxDyn L l, 13 IxDyn M m, 14 IxDyn N n, 15 IxDyn O o, 16 IxDyn P p,
);
