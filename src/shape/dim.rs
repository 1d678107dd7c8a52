//! Dims, and how any two of them combine.
//!
//! [`Dim`], [`Kind`] and [`Meet`] refer to each other, so they share a file. `pair.rs` has the table of dims that
//! conform.

use super::extent::Extent;
use super::kind::{Equal, Mutual, Numeral, One, OneWay, PairRule, Reason, Unknown};
use super::text::Name;
use crate::sealed::Sealed;
use core::fmt::Debug;
use core::hash::Hash;

/// The size of one axis.
///
/// If it is known at compile time, it is a [`Size`](super::Size), [`Thousands`](super::Thousands) or
/// [`Millions`](super::Millions), or one of these with a name, [`Named`](super::Named); else it is a
/// [`Dyn`](super::Dyn), or [`Within`](super::Within) bounds.
///
/// Broadcasting in generic code needs no other bound. Every dim broadcasts with itself and with 1:
///
/// ```
/// use conformable::{Dim, Tensor};
///
/// fn add_bias<N: Dim, C: Dim>(x: Tensor<f32, (N, C)>, b: Tensor<f32, (C,)>) -> Tensor<f32, (N, C)> {
///     x + b
/// }
/// ```
///
/// Two different type parameters do not broadcast, since their sizes may differ:
///
/// ```compile_fail,E0277
/// use conformable::{Dim, Tensor};
///
/// fn add_bias<N: Dim, C: Dim>(x: Tensor<f32, (N, C)>, b: Tensor<f32, (N,)>) -> Tensor<f32, (N, C)> {
///     x + b // cannot broadcast `(N, C)` with `(N,)`
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dim",
    label = "a dim is a `Size` up to 1024, a number above it as `dim!(2000)`, or a `Dyn`",
    note = "sizes are written `shape![2, 3]`, and in types `Shape![2, 3]`: each of them becomes a dim",
    note = "a const parameter is a dim where it says so: `where Size<N>: Dim`; or take `N: Dim` as a type",
    note = "conformable: E-dim"
)]
pub trait Dim: Measure + IntoDim<Dim = Self> + Sealed {
    /// Decides whether two dims fit. Two dims of the same number have the same kind.
    type Kind: KindOf<Self, WithDyn = Self::WithDyn>;

    /// The result of broadcasting this dim with a [`Dyn`](super::Dyn): `Dyn` for `Size<1>`, else this dim.
    type WithDyn: Dim<WithDyn = Self::WithDyn>;

    /// Which group of three digits of a larger number this number can be, if any.
    #[doc(hidden)]
    type Group;

    /// The number, if it is known at compile time.
    const SIZE: Option<usize> = Self::NUMBER;

    /// Returns the number.
    #[inline]
    fn size(self) -> usize {
        self.measure()
    }

    /// Makes a dim of this type; `None` if the type has another size, as `Size<3>` for 4.
    #[inline]
    #[must_use]
    fn from_size(size: usize) -> Option<Self> {
        Self::measuring(size)
    }

    /// Gives the size a name: `Size::<8>.named::<Heads>()`.
    #[inline]
    fn named<L>(self) -> Self::Renamed<L> {
        of_equal_size(self)
    }

    /// Removes the name.
    #[inline]
    fn unnamed(self) -> Self::Unnamed {
        of_equal_size(self)
    }
}

/// Converts to a dim of the same size, whose type allows every size that `From` does.
#[inline]
pub(super) fn of_equal_size<From: Dim, To: Dim>(dim: From) -> To {
    match To::from_size(dim.size()) {
        Some(dim) => dim,
        None => unreachable!("the types tell the same size"),
    }
}

/// An entry of [`shape!`](crate::shape!): a dim, or a `usize`, which becomes a [`Dyn`](super::Dyn).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the length of an axis",
    label = "a length is a `usize`, or a dim such as `Size::<3>`",
    note = "another integer is converted first: `n as usize`, or `usize::try_from(n)?`",
    note = "conformable: E-dim"
)]
pub trait IntoDim {
    /// The dim.
    type Dim: Dim;
    /// Converts to the dim.
    fn into_dim(self) -> Self::Dim;
}

/// The part of [`Dim`] with one impl for all sizes, which keeps the table of sizes short.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dim",
    label = "a dim is a `Size` up to 1024, a number above it as `dim!(2000)`, or a `Dyn`",
    note = "conformable: E-dim"
)]
pub trait Measure: Copy + Eq + Hash + Debug + Send + Sync {
    /// `[T; N]` if the size is known at compile time, else a type without values.
    type Array<T>;

    /// Whether the size is known at compile time.
    type Extent: Extent;

    /// The dim without its name.
    type Unnamed: Dim
    where
        Self: Dim;

    /// The dim with the name `L`.
    type Renamed<L>: Dim
    where
        Self: Dim;

    /// `Other` with the name of this dim, if it has one.
    type Naming<Other: Dim>: Dim
    where
        Self: Dim;

    /// The number, if it is known at compile time.
    #[doc(hidden)]
    const NUMBER: Option<usize>;

    /// The name of the axis, if it has one.
    const NAME: Option<Name> = None;

    /// The least and the greatest size, if the type has bounds.
    const BOUNDS: Option<[usize; 2]> = None;

    /// The only value of the type, if its size is known at compile time.
    #[doc(hidden)]
    const KNOWN: Option<Self>;

    #[doc(hidden)]
    fn measure(self) -> usize;

    #[doc(hidden)]
    fn measuring(size: usize) -> Option<Self>;
}

/// How a dim combines with others.
pub trait Kind: Sized + Sealed {
    /// The dim of this kind.
    type Dim: Dim;

    /// The number of the dim, or [`Unknown`].
    type Number: Numeral;

    /// [`Dim::WithDyn`].
    type WithDyn: Dim;

    /// Whether a dim of this kind may be 1 and broadcast to another size.
    const STRETCHES: bool;
}

/// The kind of `D`. Every dim conforms with itself, with 1, and with a [`Dyn`](super::Dyn). The result is `D`, unless
/// `D` may broadcast to a `Dyn`.
pub trait KindOf<D>:
    Kind<Dim = D>
    + Meet<Self, Equal, Dim = D>
    + Meet<Self, OneWay, Dim = D>
    + Meet<Self, Mutual, Dim = D>
    + Meet<One, OneWay, Dim = D>
    + Meet<One, Mutual, Dim = D>
    + Meet<Unknown, Equal, Dim = D>
    + Meet<Unknown, OneWay, Dim = D>
    + Meet<Unknown, Mutual, Dim = Self::WithDyn>
{
}

/// One cell of the table: the kind `Self` on the left combines with the kind `Right` under `Rule`.
pub trait Meet<Right, Rule>: Sealed {
    /// The resulting dim: that of `Self` or of `Right`, or the intersection of their bounds.
    type Dim: Dim;
}

/// The number of a dim.
pub type NumberIn<D> = <<D as Dim>::Kind as Kind>::Number;

/// The dim of `Left` and `Right` combined under `Rule`.
pub type Met<Left, Right, Rule> = <<Left as Dim>::Kind as Meet<<Right as Dim>::Kind, Rule>>::Dim;

/// Combines two dims by [`PairRule::pair`]; a labelled size does not broadcast.
#[inline]
pub(crate) fn meet<Rule: PairRule, Left: Dim, Right: Dim, Output: Dim>(
    left: Left,
    right: Right,
) -> Result<Output, Reason> {
    let (l, r) = (left.size(), right.size());
    let Some(size) = Rule::pair(l, r) else { return Err(Reason::Sizes) };
    if stays::<Left>(l, size) && stays::<Right>(r, size) {
        Output::from_size(size).ok_or(Reason::Sizes)
    } else if Left::BOUNDS.is_some() || Right::BOUNDS.is_some() {
        Err(Reason::Bounds)
    } else {
        Err(Reason::Label)
    }
}

fn stays<D: Dim>(from: usize, to: usize) -> bool {
    <D::Kind as Kind>::STRETCHES || from == to
}
