//! Names that can be compared, by their hashes.
//!
//! ```text
//! equal((), ())               = true
//! equal((x, ..X), (x, ..Y))   = equal(X, Y)
//! equal((x, ..X), (y, ..Y))   = false
//! ```

use super::dynamic::Dyn;
use super::list::Nil;
use super::named::Named;
use super::size::{Millions, Size, Thousands};
use super::within::Within;
use core::marker::PhantomData;

/// A name of [`axis_names!`](crate::axis_names!).
pub trait AxisName {
    /// The hash of its path.
    type Hash;
    /// The type itself.
    #[doc(hidden)]
    type Name;
}

/// Digits of a hash.
#[derive(Debug)]
pub struct Hash<const DIGIT: u64, Rest>(PhantomData<Rest>);

/// Six digits.
pub type HashOf<const A: u64, const B: u64, const C: u64, const D: u64, const E: u64, const F: u64> =
    Hash<A, Hash<B, Hash<C, Hash<D, Hash<E, Hash<F, Nil>>>>>>;

/// A digit of the FNV-1a hash of a text.
#[must_use]
pub const fn digit(text: &str, at: u32) -> u64 {
    let (bytes, mut hash, mut byte) = (text.as_bytes(), 0xcbf2_9ce4_8422_2325_u64, 0);
    while byte < bytes.len() {
        hash = (hash ^ bytes[byte] as u64).wrapping_mul(0x0100_0000_01b3);
        byte += 1;
    }
    (hash ^ hash >> 32) >> (4 * at) & 15
}

/// Yes.
#[derive(Debug)]
pub struct Yes;

/// No.
#[derive(Debug)]
pub struct No;

/// A digit.
#[derive(Debug)]
pub struct Digit<const D: u64>;

/// A hash or a digit, compared with another.
pub trait Equals<Other> {
    /// [`Yes`] or [`No`].
    type Answer;
}

impl Equals<Self> for Nil {
    type Answer = Yes;
}

impl<const D: u64, Rest, const E: u64, Other> Equals<Hash<E, Other>> for Hash<D, Rest>
where
    Digit<D>: Equals<Digit<E>, Answer: And<Rest, Other>>,
{
    type Answer = <<Digit<D> as Equals<Digit<E>>>::Answer as And<Rest, Other>>::Answer;
}

/// Whether also `X` equals `Y`.
pub trait And<X, Y> {
    /// [`Yes`] or [`No`].
    type Answer;
}

impl<X, Y> And<X, Y> for No {
    type Answer = Self;
}

impl<X: Equals<Y>, Y> And<X, Y> for Yes {
    type Answer = X::Answer;
}

macro_rules! digits {
    ([$($before:literal)*];) => {};
    ([$($before:literal)*]; $d:literal $($after:literal)*) => {
        impl Equals<Self> for Digit<$d> {
            type Answer = Yes;
        }
        $(impl Equals<Digit<$before>> for Digit<$d> {
            type Answer = No;
        })*
        $(impl Equals<Digit<$after>> for Digit<$d> {
            type Answer = No;
        })*
        digits!([$($before)* $d]; $($after)*);
    };
}

digits!([]; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

/// A dim of `Of` that may have the name `L`.
#[diagnostic::on_unimplemented(
    message = "cannot find the axis named `{L}` of `{Of}`",
    label = "`{Self}` may have that name too",
    note = "in generic code, add the bound `where ByName<{L}>: AxesOf<{Of}>`",
    note = "conformable: E-axis"
)]
pub trait MayBeNamed<L, Of> {
    /// [`Yes`] or [`No`].
    type Answer;
}

/// A label in `Of`, compared with the name `L`.
#[diagnostic::on_unimplemented(
    message = "cannot find the axis named `{L}` of `{Of}`",
    label = "the label `{Self}` cannot be compared: declare it by `axis_names! {{ {Self} }}`",
    note = "conformable: E-axis"
)]
pub trait Compared<L, Of> {
    /// [`Yes`] or [`No`].
    type Answer;
}

#[diagnostic::do_not_recommend]
impl<M: AxisName<Hash: Equals<L::Hash>>, L: AxisName, Of> Compared<L, Of> for M {
    type Answer = <M::Hash as Equals<L::Hash>>::Answer;
}

macro_rules! may_be_named {
    ($([$($parameters:tt)*] $Dim:ty;)* named $([$($named:tt)*] $Named:ty;)*) => {
        $(impl<L, Of, $($parameters)*> MayBeNamed<L, Of> for $Dim {
            type Answer = No;
        })*
        $(impl<L, M: Compared<L, Of>, Of, $($named)*> MayBeNamed<L, Of> for $Named {
            type Answer = M::Answer;
        })*
    };
}

may_be_named!(
    [const N: usize] Size<N>;
    [const K: usize, const N: usize] Thousands<K, N>;
    [const M: usize, const K: usize, const N: usize] Millions<M, K, N>;
    [] Dyn;
    [Lo, Hi] Within<Lo, Hi>;
    named
    [] Dyn<M>;
    [Lo, Hi] Within<Lo, Hi, M>;
    [D] Named<M, D>;
);

/// A dim with the name `L`, not one of its hash.
#[diagnostic::on_unimplemented(
    message = "`{Of}` has no axis named `{L}`",
    label = "the name of `{Self}` has the same hash: declare one of them in another module",
    note = "conformable: E-axis"
)]
pub trait HasTheName<L, Of> {}

impl<L, Of> HasTheName<L, Of> for Dyn<L> {}
impl<L, Of, Lo, Hi> HasTheName<L, Of> for Within<Lo, Hi, L> {}
impl<L, Of, D> HasTheName<L, Of> for Named<L, D> {}

/// Declares names of axes that operations find.
///
/// Each is a label, and a value for the axis.
///
/// ```
/// use conformable::{Keep, Shape, Tensor, axis_names, shape};
///
/// axis_names! { Batch, pub Time }
///
/// let x = Tensor::<f32, _>::ones(shape![Batch = 2, Time = 3]);
/// let y: Tensor<f32, Shape![Time = 3]> = x.sum(Batch);
/// let z: Tensor<f32, Shape![Batch = 2, 1]> = x.mean(Keep(Time));
/// assert_eq!((y.sum_all(), z.sum_all()), (6.0, 2.0));
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Tensor, axis_names, shape};
///
/// axis_names! { Batch, Time }
///
/// Tensor::<f32, _>::ones(shape![Batch = 2, 3]).sum(Time); // no axis named `Time`
/// ```
#[macro_export]
macro_rules! axis_names {
    ($($(#[$attribute:meta])* $vis:vis $Name:ident),* $(,)?) => {$(
        $(#[$attribute])*
        #[derive(Debug)]
        $vis enum $Name {}

        $(#[$attribute])*
        #[allow(non_upper_case_globals, dead_code)]
        $vis const $Name: $crate::axes::ByName<$Name> = $crate::axes::ByName::NEW;

        impl $crate::shape::AxisName for $Name {
            type Hash = $crate::axis_names!(@hash stringify!($Name); 0 1 2 3 4 5);
            type Name = Self;
        }
    )*};
    (@hash $name:expr; $($at:literal)*) => {
        $crate::shape::HashOf<$({
            $crate::shape::digit(concat!(module_path!(), "::", $name), $at)
        }),*>
    };
}
