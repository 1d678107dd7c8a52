//! Sizes known only at run time.

use super::dim::{Dim, IntoDim, KindOf, Measure, of_equal_size};
use super::extent::{Dynamic, Unsized};
use super::group::Apart;
use super::kind::{Labelled, Unknown};
use super::named::{Named, Plain};
use super::size::{Millions, Size, Thousands};
use super::text::{Name, name_of};
use crate::sealed::Sealed;
use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// A size known at run time; `Dyn<Label>` has a label. Its number is `n.size()`.
///
/// An unlabelled `Dyn` conforms with any dim; the sizes are compared at run time. A labelled one conforms with its own
/// label, with 1 and with an unlabelled `Dyn`, but not with another label. Any type can be a label.
///
/// Sizes with one label may differ, so they are compared too. A labelled size never broadcasts. An
/// [`AnyShape`](crate::AnyShape), and a rule chosen at run time, have no labels.
///
/// ```
/// use conformable::{Dim, Dyn, Tensor};
///
/// struct Batch;
///
/// let n = Dyn::<Batch>::labelled(2);
/// let x = Tensor::full((n,), 1.0);
/// assert_eq!((&x + &x).shape().0.size(), 2);
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Dyn, Tensor};
///
/// struct Batch;
/// struct Time;
///
/// let x = Tensor::full((Dyn::<Batch>::labelled(2),), 1.0);
/// let y = Tensor::full((Dyn::<Time>::labelled(2),), 1.0);
/// x + y; // `Dyn<Batch>` and `Dyn<Time>` differ
/// ```
pub struct Dyn<L: ?Sized = Unlabelled> {
    size: usize,
    label: PhantomData<fn(&L)>,
}

/// The label of a [`Dyn`] without one.
///
/// It needs an impl of its own. Stable Rust cannot exclude one type from an impl, but it can exclude unsized types.
#[derive(Debug)]
pub struct Unlabelled {
    _unsized: [()],
}

/// The parameter of [`Dyn`]: any sized type, or [`Unlabelled`].
pub trait Label {
    /// The kind of a [`Dyn`] with this label.
    type Kind: KindOf<Dyn<Self>, WithDyn = Dyn<Self>>;

    /// [`Measure::Naming`].
    type Naming<Other: Dim>: Dim;

    /// The name of the label.
    #[doc(hidden)]
    const NAME: Option<Name>;
}

#[diagnostic::do_not_recommend]
impl<L> Label for L {
    type Kind = Labelled<L>;
    type Naming<Other: Dim> = Other::Renamed<L>;
    const NAME: Option<Name> = Some(name_of::<L>);
}

impl Label for Unlabelled {
    type Kind = Unknown;
    type Naming<Other: Dim> = Other;
    const NAME: Option<Name> = None;
}

impl Dyn {
    /// Returns a dim of that size, without a label.
    #[must_use]
    pub const fn new(size: usize) -> Self {
        Self { size, label: PhantomData }
    }
}

impl<L> Dyn<L> {
    /// Returns a dim of that size, with a label: `Dyn::<Batch>::labelled(32)`.
    #[must_use]
    pub const fn labelled(size: usize) -> Self {
        Self { size, label: PhantomData }
    }
}

impl<L: ?Sized> Dyn<L> {
    pub(crate) const fn of_size(size: usize) -> Self {
        Self { size, label: PhantomData }
    }

    /// Replaces the label: `n.relabel::<Time>()`.
    #[must_use]
    pub const fn relabel<To>(self) -> Dyn<To> {
        Dyn::labelled(self.size)
    }

    /// Removes the label, so that the size may broadcast.
    #[must_use]
    pub const fn unlabelled(self) -> Dyn {
        Dyn::new(self.size)
    }
}

impl<L: ?Sized> Clone for Dyn<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: ?Sized> Copy for Dyn<L> {}

impl<L: ?Sized> PartialEq for Dyn<L> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
    }
}

impl<L: ?Sized> Eq for Dyn<L> {}

impl<L: ?Sized> Hash for Dyn<L> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
    }
}

impl<L: Label + ?Sized> Debug for Dyn<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match L::NAME {
            Some(name) => write!(f, "{} = {}", name(), self.size),
            None => f.debug_tuple("Dyn").field(&self.size).finish(),
        }
    }
}

/// Implements the conversions of known sizes to run-time ones, with and without the name.
macro_rules! known_to_dynamic {
    ($($From:ty [$($parameters:tt)*] => $To:ty;)*) => {$(
        impl<$($parameters)*> From<$From> for $To
        where
            $From: Dim,
        {
            fn from(dim: $From) -> Self {
                of_equal_size(dim)
            }
        }
    )*};
}

known_to_dynamic!(
    Size<N> [const N: usize] => Dyn;
    Thousands<K, N> [const K: usize, const N: usize] => Dyn;
    Millions<M, K, N> [const M: usize, const K: usize, const N: usize] => Dyn;
    Named<L, D> [L, D: Plain] => Dyn;
    Named<L, D> [L, D: Plain] => Dyn<L>;
);

impl From<usize> for Dyn {
    fn from(size: usize) -> Self {
        Self::new(size)
    }
}

impl<L: ?Sized> Sealed for Dyn<L> {}

impl<L: Label + ?Sized> Measure for Dyn<L> {
    type Array<T> = Unsized;
    type Extent = Dynamic;
    type Unnamed = Dyn;
    type Renamed<M> = Dyn<M>;
    type Naming<Other: Dim> = L::Naming<Other>;
    const NUMBER: Option<usize> = None;
    const KNOWN: Option<Self> = None;
    const NAME: Option<Name> = L::NAME;

    #[inline]
    fn measure(self) -> usize {
        self.size
    }

    #[inline]
    fn measuring(size: usize) -> Option<Self> {
        Some(Self { size, label: PhantomData })
    }
}

#[diagnostic::do_not_recommend]
impl<L: Label + ?Sized> Dim for Dyn<L> {
    type Kind = L::Kind;
    type WithDyn = Self;
    type Group = Apart;
}

impl<L: Label + ?Sized> IntoDim for Dyn<L> {
    type Dim = Self;

    #[inline]
    fn into_dim(self) -> Self {
        self
    }
}

impl IntoDim for usize {
    type Dim = Dyn;

    #[inline]
    fn into_dim(self) -> Dyn {
        Dyn::new(self)
    }
}

/// Converts an expression in [`shape!`](crate::shape!) to a dim.
///
/// The extra parameter `D` makes rustc report a wrong type once.
#[doc(hidden)]
#[inline]
pub fn axis<N: IntoDim<Dim = D>, D>(length: N) -> D {
    length.into_dim()
}

/// Gives a dim the name `L`, for `Batch = n` in [`shape!`](crate::shape!).
#[doc(hidden)]
pub fn named<L, D: Dim>(dim: D) -> D::Renamed<L> {
    dim.named()
}
