//! The dims known at compile time.

use super::dim::{Dim, IntoDim, Measure};
use super::extent::{Grouped, Static};
use super::group::{Apart, Digits, First, Leads};
use super::kind::Many;
use super::named::{Named, Plain};
use crate::sealed::Sealed;
use core::fmt::{self, Debug};

/// A size known at compile time, from 0 to 1024: `Size<3>`.
///
/// Larger numbers are [`Thousands`] and [`Millions`]; [`dim!`](crate::dim!) picks the type. The only value is
/// `Size::<3>`, or `Size` if the number is inferred.
///
/// ```
/// use conformable::{Dim, Size, assert_type_eq, dim};
///
/// assert_type_eq!(dim!(3), Size<3>);
/// assert_eq!(Size::<3>.size(), 3);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Size};
///
/// fn rank<S: Shape>() {}
/// rank::<(Size<2000>,)>(); // `Size<2000>` is not a dim: write `dim!(2000)`
/// ```
///
/// For a const parameter, a bound makes it a dim:
///
/// ```
/// use conformable::{Dim, Size, Tensor};
///
/// fn centroid<const N: usize>(points: &Tensor<f32, (Size<N>, Size<3>)>) -> [f32; 3]
/// where
///     Size<N>: Dim,
/// {
///     [0, 1, 2].map(|axis| (0..N).map(|i| points[[i, axis]]).sum::<f32>() / N as f32)
/// }
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Size<const N: usize>;

impl<const N: usize> Debug for Size<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Size<{N}>")
    }
}

/// A size from 1 025 to 999 999, in groups of three digits: 50 257 is `Thousands<50, 257>`.
///
/// ```
/// use conformable::{Thousands, assert_type_eq, dim};
///
/// assert_type_eq!(dim!(50257), Thousands<50, 257>);
/// ```
///
/// A number has only one type, so `Thousands<0, 50>` is not a dim:
///
/// ```compile_fail,E0277
/// use conformable::{Shape, Thousands};
///
/// fn rank<S: Shape>() {}
/// rank::<(Thousands<0, 50>,)>();
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Thousands<const K: usize, const N: usize>;

impl<const K: usize, const N: usize> Debug for Thousands<K, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Thousands<{K}, {N}>")
    }
}

/// A size from 1 000 000 to 999 999 999: 1 048 576 is `Millions<1, 48, 576>`.
///
/// ```
/// use conformable::{Millions, assert_type_eq, dim};
///
/// assert_type_eq!(dim!(1_048_576), Millions<1, 48, 576>);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Millions<const M: usize, const K: usize, const N: usize>;

impl<const M: usize, const K: usize, const N: usize> Debug for Millions<M, K, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Millions<{M}, {K}, {N}>")
    }
}

impl<const N: usize> Sealed for Size<N> {}
impl<const K: usize, const N: usize> Sealed for Thousands<K, N> {}
impl<const M: usize, const K: usize, const N: usize> Sealed for Millions<M, K, N> {}

/// The items of [`Measure`] except the array, for a unit struct of that number.
macro_rules! known {
    ($number:expr) => {
        type Extent = Static;
        const NUMBER: Option<usize> = Some($number);
        const KNOWN: Option<Self> = Some(Self);

        #[inline]
        fn measure(self) -> usize {
            $number
        }

        #[inline]
        fn measuring(size: usize) -> Option<Self> {
            (size == $number).then_some(Self)
        }
    };
}

/// The named and the unnamed type of a dim without a name.
macro_rules! named {
    () => {
        type Unnamed
            = Self
        where
            Self: Dim;
        type Renamed<L>
            = Named<L, Self>
        where
            Self: Dim;
        type Naming<Other: Dim>
            = Other
        where
            Self: Dim;
    };
}

/// Implements a known size without a name, which is a dim if the table of sizes has it.
macro_rules! plain {
    ($($Size:ty [$($N:ident)*];)*) => {$(
        impl<$(const $N: usize),*> Plain for $Size where Self: Dim {}

        impl<$(const $N: usize),*> IntoDim for $Size
        where
            Self: Dim,
        {
            type Dim = Self;

            #[inline]
            fn into_dim(self) -> Self {
                self
            }
        }
    )*};
}

plain!(
    Size<N> [N];
    Thousands<K, N> [K N];
    Millions<M, K, N> [M K N];
);

impl<const N: usize> Measure for Size<N> {
    named!();
    type Array<T> = [T; N];
    known!(N);
}

impl<const K: usize, const N: usize> Measure for Thousands<K, N> {
    named!();
    type Array<T> = Grouped<[[T; 1000]; K], [T; N]>;
    known!(K * 1000 + N);
}

impl<const M: usize, const K: usize, const N: usize> Measure for Millions<M, K, N> {
    named!();
    type Array<T> = Grouped<[[[T; 1000]; 1000]; M], Grouped<[[T; 1000]; K], [T; N]>>;
    known!((M * 1000 + K) * 1000 + N);
}

#[diagnostic::do_not_recommend]
impl<const K: usize, const N: usize> Dim for Thousands<K, N>
where
    Size<N>: Dim,
    Size<K>: Dim<Group: Leads<<Size<N> as Dim>::Group>>,
{
    type Kind = Many<Self>;
    type WithDyn = Self;
    type Group = Apart;
}

#[diagnostic::do_not_recommend]
impl<const M: usize, const K: usize, const N: usize> Dim for Millions<M, K, N>
where
    Size<M>: Dim<Group: First>,
    Size<K>: Dim<Group: Digits>,
    Size<N>: Dim<Group: Digits>,
{
    type Kind = Many<Self>;
    type WithDyn = Self;
    type Group = Apart;
}
