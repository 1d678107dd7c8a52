//! What a dim is, and that any two of them meet.
//!
//! [`Dim`], [`Kind`] and [`Meet`] are each defined by the others, so they stand together; which dims there are, and the
//! table of those that conform, are files of their own.

use super::extent::Extent;
use super::kind::{Equal, Mutual, One, OneWay, PairRule, Reason, Unknown};
use super::text::Name;
use crate::sealed::Sealed;
use core::fmt::Debug;
use core::hash::Hash;

/// The length of one axis: [`Size`](super::Size), [`Thousands`](super::Thousands) or
/// [`Millions`](super::Millions) when it is known at compile time,
/// [`Dyn`](super::Dyn) when it is not. [`Named`](super::Named) gives a known one a name.
///
/// `Dim` is all that generic code needs to ask for. Every dim conforms with itself and with 1:
///
/// ```
/// use conformable::{Dim, Tensor};
///
/// fn add_bias<N: Dim, C: Dim>(x: Tensor<f32, (N, C)>, b: Tensor<f32, (C,)>) -> Tensor<f32, (N, C)> {
///     x + b
/// }
/// ```
///
/// Two different dims may differ, and then nothing lets them meet:
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
    /// How this dim meets others; equal numbers have equal kinds.
    type Kind: KindOf<Self>;

    /// What this number can be in a larger one: its first group of three digits, a later one, or neither.
    #[doc(hidden)]
    type Group;

    /// The number, where the type tells it.
    const SIZE: Option<usize> = Self::NUMBER;

    /// The number.
    #[inline]
    fn size(self) -> usize {
        self.measure()
    }

    /// The dim of this type with that size, or `None` where the type is of another number.
    #[inline]
    #[must_use]
    fn from_size(size: usize) -> Option<Self> {
        Self::measuring(size)
    }

    /// The same length with a name: `Size::<8>.named::<Heads>()`.
    #[inline]
    fn named<L>(self) -> Self::Renamed<L> {
        of_equal_size(self)
    }

    /// The same length without a name.
    #[inline]
    fn unnamed(self) -> Self::Unnamed {
        of_equal_size(self)
    }
}

/// The same length as another dim, whose type allows every size that this one does.
#[inline]
pub(super) fn of_equal_size<From: Dim, To: Dim>(dim: From) -> To {
    match To::from_size(dim.size()) {
        Some(dim) => dim,
        None => unreachable!("the types tell the same size"),
    }
}

/// What may stand for an axis in [`shape!`](crate::shape!): a dim, or a `usize`, which is a [`Dyn`](super::Dyn).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the length of an axis",
    label = "a length is a `usize`, or a dim such as `Size::<3>`",
    note = "another integer is converted first: `n as usize`, or `usize::try_from(n)?`",
    note = "conformable: E-dim"
)]
pub trait IntoDim {
    /// The type of the dim.
    type Dim: Dim;
    /// The dim.
    fn into_dim(self) -> Self::Dim;
}

/// The part of [`Dim`] that is one impl for all dims of a form, so that the table of sizes holds nothing else.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dim",
    label = "a dim is a `Size` up to 1024, a number above it as `dim!(2000)`, or a `Dyn`",
    note = "conformable: E-dim"
)]
pub trait Measure: Copy + Eq + Hash + Debug + Send + Sync {
    /// As many `T`s side by side, where the type tells how many; a type without values where it does not.
    type Array<T>;

    /// Whether the type tells the size.
    type Extent: Extent;

    /// The same length without a name.
    type Unnamed: Dim
    where
        Self: Dim;

    /// The same length with the name `L`.
    type Renamed<L>: Dim
    where
        Self: Dim;

    /// The number, where the type tells it.
    #[doc(hidden)]
    const NUMBER: Option<usize>;

    /// What the axis is called, where the type tells it.
    const NAME: Option<Name> = None;

    /// The dim, where the type tells its number.
    #[doc(hidden)]
    const KNOWN: Option<Self>;

    #[doc(hidden)]
    fn measure(self) -> usize;

    #[doc(hidden)]
    fn measuring(size: usize) -> Option<Self>;
}

/// How a dim meets others.
pub trait Kind: Sized + Sealed {
    /// The dim of this kind.
    type Dim: Dim;

    /// Whether a dim of this kind may be 1 and stretch to another size.
    const STRETCHES: bool;
}

/// The kind of `D`, and what generic code may rely on for every dim: it conforms with itself and with 1, and with a
/// [`Dyn`](super::Dyn) that is to be equal or to stretch to it; what comes out is `D`.
pub trait KindOf<D>:
    Kind<Dim = D>
    + Meet<Self, Equal, Dim = D>
    + Meet<Self, OneWay, Dim = D>
    + Meet<Self, Mutual, Dim = D>
    + Meet<One, OneWay, Dim = D>
    + Meet<One, Mutual, Dim = D>
    + Meet<Unknown, Equal, Dim = D>
    + Meet<Unknown, OneWay, Dim = D>
{
}

/// One cell of the table: the kind `Self` on the left meets the kind `Right` under `Rule`.
pub trait Meet<Right, Rule>: Sealed {
    /// The dim that comes out: that of `Self`, or of `Right`.
    type Dim: Dim;
}

/// The dim that `Left` and `Right` become under `Rule`.
pub type Met<Left, Right, Rule> = <<Left as Dim>::Kind as Meet<<Right as Dim>::Kind, Rule>>::Dim;

/// What two dims become at run time: [`PairRule::pair`], and a labelled size stays what it is.
#[inline]
pub(crate) fn meet<Rule: PairRule, Left: Dim, Right: Dim, Output: Dim>(
    left: Left,
    right: Right,
) -> Result<Output, Reason> {
    let (l, r) = (left.size(), right.size());
    let size = Rule::pair(l, r).ok_or(Reason::Sizes)?;
    if stays::<Left>(l, size) && stays::<Right>(r, size) {
        Output::from_size(size).ok_or(Reason::Sizes)
    } else {
        Err(Reason::Label)
    }
}

fn stays<D: Dim>(from: usize, to: usize) -> bool {
    <D::Kind as Kind>::STRETCHES || from == to
}
