//! The length of one axis, as a type and as a value.

use crate::number::FromNumber;
use crate::pair::{Kind, Labelled, Many, Unknown};
use crate::sealed::Sealed;
use crate::storage::{Grouped, Unsized};
use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::{Add, Mul};
use typenum::{Const, Prod, Sum, ToUInt, U, U1000, U1000000};

/// The length of one axis: [`Size`], [`Thousands`] or [`Millions`] when it is known at compile time,
/// [`Dyn`] when it is not.
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
    label = "a dim is a `Size`, `Thousands`, `Millions` or `Dyn`",
    note = "each number has one type: up to 1024 it is `Size<N>`; above, let `dim!(2000)` name it",
    note = "a run-time size is `Dyn`"
)]
pub trait Dim: Copy + Eq + Hash + Debug + Send + Sync + Sealed {
    /// How this dim meets others; equal numbers have equal kinds.
    type Kind: Kind<Dim = Self>;

    /// The number as a `typenum` type, for arithmetic; [`Unknown`] for [`Dyn`].
    type Number;

    /// As many `T`s side by side, where the type tells how many; a type without values where it does not.
    type Array<T>;

    /// The number, where the type tells it.
    const SIZE: Option<usize>;

    /// The number.
    fn size(self) -> usize;

    /// The dim of this type with that size, or `None` where the type is of another number.
    fn from_size(size: usize) -> Option<Self>;
}

/// A length known at compile time, from 0 to 1024: `Size<3>`.
///
/// Larger numbers are [`Thousands`] and [`Millions`]; [`dim!`](crate::dim!) picks the type.
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
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Size<const N: usize>;

impl<const N: usize> Debug for Size<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Size<{N}>")
    }
}

/// A length known at compile time, from 1 025 to 999 999, in groups of three digits: 50 257 is
/// `Thousands<50, 257>`.
///
/// ```
/// use conformable::{Thousands, assert_type_eq, dim};
///
/// assert_type_eq!(dim!(50257), Thousands<50, 257>);
/// ```
///
/// A number has one type only, so `Thousands<0, 50>` is not a dim:
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

/// A length known at compile time, from 1 000 000 to 999 999 999: 1 048 576 is
/// `Millions<1, 48, 576>`.
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

/// A length known at run time; `Dyn<Label>` is one with a name.
///
/// An unlabelled `Dyn` may meet any dim, and the sizes are compared at run time. A labelled one
/// meets its own label, 1, and an unlabelled `Dyn`; two labels never conform, whatever their sizes.
/// Any type can be a label. It is the caller's claim that the label stands for one size
/// throughout, so the run-time check stays, and a labelled size is never stretched. An
/// [`AnyShape`](crate::AnyShape), and a rule chosen at run time, know sizes and no labels.
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

/// The label of a [`Dyn`] that has none.
///
/// What we wish we could write is "a label is any type but this one". On stable Rust the nearest
/// true sentence is "a label is any *sized* type", so this one is not sized.
#[derive(Debug)]
pub struct Unlabelled {
    _unsized: [()],
}

/// What stands between the angle brackets of [`Dyn`]: every sized type, and [`Unlabelled`].
pub trait Label {
    /// The kind of a [`Dyn`] with this label.
    type Kind: Kind<Dim = Dyn<Self>>;
}

#[diagnostic::do_not_recommend]
impl<L> Label for L {
    type Kind = Labelled<L>;
}

impl Label for Unlabelled {
    type Kind = Unknown;
}

impl Dyn {
    /// A dim of that size, without a label.
    #[must_use]
    pub const fn new(size: usize) -> Self {
        Self { size, label: PhantomData }
    }
}

impl<L> Dyn<L> {
    /// A dim of that size, with a label: `Dyn::<Batch>::labelled(32)`.
    #[must_use]
    pub const fn labelled(size: usize) -> Self {
        Self { size, label: PhantomData }
    }
}

impl<L: ?Sized> Dyn<L> {
    /// The same size with another label: `n.relabel::<Time>()`.
    #[must_use]
    pub const fn relabel<To>(self) -> Dyn<To> {
        Dyn::labelled(self.size)
    }

    /// The same size without a label, which may stretch.
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

impl<L: ?Sized> Debug for Dyn<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Dyn").field(&self.size).finish()
    }
}

impl From<usize> for Dyn {
    fn from(size: usize) -> Self {
        Self::new(size)
    }
}

impl<L: Label + ?Sized> Dim for Dyn<L> {
    type Kind = L::Kind;
    type Number = Unknown;
    type Array<T> = Unsized;
    const SIZE: Option<usize> = None;

    #[inline]
    fn size(self) -> usize {
        self.size
    }

    #[inline]
    fn from_size(size: usize) -> Option<Self> {
        Some(Self { size, label: PhantomData })
    }
}

impl<const N: usize> Sealed for Size<N> {}
impl<const K: usize, const N: usize> Sealed for Thousands<K, N> {}
impl<const M: usize, const K: usize, const N: usize> Sealed for Millions<M, K, N> {}
impl<L: ?Sized> Sealed for Dyn<L> {}

/// The part of [`Dim`] that is the same for every dim known at compile time.
///
/// `known!(expression)` stands for `SIZE`, `size` and `from_size` of a unit struct with that number.
macro_rules! known {
    ($number:expr) => {
        const SIZE: Option<usize> = Some($number);

        #[inline]
        fn size(self) -> usize {
            $number
        }

        #[inline]
        fn from_size(size: usize) -> Option<Self> {
            (size == $number).then_some(Self)
        }
    };
}

pub(crate) use known;

#[diagnostic::do_not_recommend]
impl<const K: usize, const N: usize> Dim for Thousands<K, N>
where
    Const<N>: ToUInt,
    Const<K>: ToUInt<Output: Mul<U1000, Output: Add<U<N>, Output: FromNumber<Dim = Self>>>>,
{
    type Kind = Many<Self>;
    type Number = Sum<Prod<U<K>, U1000>, U<N>>;
    type Array<T> = Grouped<[[T; 1000]; K], [T; N]>;
    known!(K * 1000 + N);
}

#[diagnostic::do_not_recommend]
impl<const M: usize, const K: usize, const N: usize> Dim for Millions<M, K, N>
where
    Const<N>: ToUInt,
    Const<K>: ToUInt<Output: Mul<U1000, Output: Add<U<N>>>>,
    Const<M>: ToUInt<Output: Mul<U1000000, Output: Add<Sum<Prod<U<K>, U1000>, U<N>>, Output: FromNumber<Dim = Self>>>>,
{
    type Kind = Many<Self>;
    type Number = Sum<Prod<U<M>, U1000000>, Sum<Prod<U<K>, U1000>, U<N>>>;
    type Array<T> = Grouped<[[[T; 1000]; 1000]; M], Grouped<[[T; 1000]; K], [T; N]>>;
    known!((M * 1000 + K) * 1000 + N);
}

/// What may stand for an axis in [`shape!`](crate::shape!): a dim, or a `usize`, which is a [`Dyn`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the length of an axis",
    label = "a length is a `usize`, or a dim such as `Size::<3>`"
)]
pub trait IntoDim {
    /// The type of the dim.
    type Dim: Dim;
    /// The dim.
    fn into_dim(self) -> Self::Dim;
}

impl<D: Dim> IntoDim for D {
    type Dim = D;

    #[inline]
    fn into_dim(self) -> D {
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
